/**
 * Extended regular expressions over event names, as JavaMOP's `ere:` has them. Parsers produce this;
 * `compileEre` gives it its meaning (docs/formalisms.md).
 */
export type Ere =
  /** The language of the empty trace alone. */
  | { readonly kind: 'epsilon' }
  /** The language without any trace. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'event'; readonly name: string }
  | { readonly kind: 'concatenation'; readonly operands: readonly Ere[] }
  /** `|` */
  | { readonly kind: 'union'; readonly operands: readonly Ere[] }
  /** `&` */
  | { readonly kind: 'intersection'; readonly operands: readonly Ere[] }
  /** `~`: every trace over the whole alphabet that is not in the operand. */
  | { readonly kind: 'complement'; readonly operand: Ere }
  /** `*` */
  | { readonly kind: 'star'; readonly operand: Ere }
  /** `+` */
  | { readonly kind: 'plus'; readonly operand: Ere }
  /** `^n`: exactly `count` times, 0 included. */
  | { readonly kind: 'repeat'; readonly operand: Ere; readonly count: number };
