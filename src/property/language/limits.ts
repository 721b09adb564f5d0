/** The named limits of the property language. Reaching one throws RrvError(propertyLimit). */
export interface LanguageLimits {
  /** Length of one `.mop` file, in UTF-16 units. */
  readonly sourceLength: number;
  /** Depth of nested parentheses, negations and unary operators in a pointcut, pattern or formula. */
  readonly nestingDepth: number;
  /** Monitor parameters of one property: the runtime's entry points take four (docs/runtime-protocol.md). */
  readonly parameters: number;
  /** Distinct events of one property. */
  readonly events: number;
}

/** The largest published file has 9,000 characters and 11 events; nothing nests deeper than 4. */
export const defaultLanguageLimits: LanguageLimits = {
  sourceLength: 1_000_000,
  nestingDepth: 200,
  parameters: 4,
  events: 1_000,
};
