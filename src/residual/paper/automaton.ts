/**
 * A non-deterministic finite automaton (Σ ∪ {#}, Q, δ, Q0, F) as the paper's definitions write one. States are
 * 0 to stateCount - 1; letters 0 to letterCount - 1 are Σ, and `letterCount` is the escape event #.
 */
export interface Automaton {
  /** |Σ|; the letter # is not counted. */
  readonly letterCount: number;
  readonly stateCount: number;
  /** For people and pictures; same length as stateCount. */
  readonly stateNames: readonly string[];
  /** δ, without duplicates. */
  readonly transitions: readonly Transition[];
  /** Q0 */
  readonly initial: readonly number[];
  /** F, per state. */
  readonly final: readonly boolean[];
}

export interface Transition {
  readonly from: number;
  readonly letter: number;
  readonly to: number;
}

/** The letter # of an automaton. */
export function escapeLetter(automaton: Automaton): number {
  return automaton.letterCount;
}

/** Removes duplicate transitions and sorts them by source, letter, target. O(n log n). */
export function distinctTransitions(transitions: readonly Transition[]): readonly Transition[] {
  const found = new Map<string, Transition>();
  for (const one of transitions) found.set(`${one.from},${one.letter},${one.to}`, one);
  return [...found.values()].sort(
    (left, right) => left.from - right.from || left.letter - right.letter || left.to - right.to,
  );
}
