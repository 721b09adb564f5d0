/** The named limits of src/automata. Reaching one throws RrvError(automatonLimit): {limit, value}. */
export interface AutomatonLimits {
  /** States of a deterministic automaton under construction (subset construction, product). */
  readonly determinizeStates: number;
  /** The sizes of all subsets that the subset construction looks at, added up: the time that it takes. */
  readonly determinizeSteps: number;
  /** States of a nondeterministic automaton. */
  readonly nfaStates: number;
  /** Ways to meet the obligations of a formula at one position. */
  readonly tableauChoices: number;
  /** Edges of the Büchi automaton of a formula. */
  readonly tableauEdges: number;
  /** Subformulas of a formula or nodes of an expression. */
  readonly formulaSize: number;
  /** Symbols of a context-free grammar as it is run: up to the square of its nonterminals times its size. */
  readonly grammarSize: number;
  /** Parts of languages that are looked at to see whether such a grammar needs no stack. */
  readonly grammarSteps: number;
  /** Future subformulas below past operators; each doubles the letters of the Büchi automaton. */
  readonly futureUnderPast: number;
}

/**
 * The largest published property has some ten states; 10,000 leaves room for any that a person writes, and a
 * monitor of that size over 40 events is 1.6 MB. The limits on work keep every formula within about a second
 * (test/automata/formalisms.test.ts).
 */
export const defaultAutomatonLimits: AutomatonLimits = {
  determinizeStates: 10_000,
  determinizeSteps: 5_000_000,
  nfaStates: 20_000,
  tableauChoices: 256,
  tableauEdges: 50_000,
  formulaSize: 10_000,
  grammarSize: 50_000,
  grammarSteps: 100_000,
  futureUnderPast: 6,
};
