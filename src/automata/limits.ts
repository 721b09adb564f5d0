/** The named limits of src/automata. Reaching one throws RrvError(automatonLimit): {limit, value}. */
export interface AutomatonLimits {
  /** States of a deterministic automaton under construction (subset construction, derivatives, product). */
  readonly determinizeStates: number;
  /** States of a nondeterministic automaton, or of the Büchi automaton of a formula. */
  readonly nfaStates: number;
  /** Subformulas of a formula or nodes of an expression. */
  readonly formulaSize: number;
  /** Future subformulas below past operators; each doubles the letters of the Büchi automaton. */
  readonly futureUnderPast: number;
  /** Members of one family of enable or coenable sets. */
  readonly enableSets: number;
}

/**
 * The largest published property has 12 states; 10,000 leaves room for any that a person writes, and a
 * monitor of that size over 40 events is 1.6 MB.
 */
export const defaultAutomatonLimits: AutomatonLimits = {
  determinizeStates: 10_000,
  nfaStates: 20_000,
  formulaSize: 10_000,
  futureUnderPast: 6,
  enableSets: 100_000,
};
