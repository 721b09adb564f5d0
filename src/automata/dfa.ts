/** A state of an automaton: an index from 0. */
export type StateId = number & { readonly __brand: 'StateId' };

/** A letter of a property's alphabet: an index from 0 into `alphabet`. */
export type EventId = number & { readonly __brand: 'EventId' };

/**
 * A total deterministic automaton whose states carry verdict categories: the monitor of a
 * property (docs/formalisms.md). A monitor *reports* category k when a transition enters a state that has k.
 *
 * Invariants: `next.length === stateCount * alphabet.length`; every target is a state.
 */
export interface Dfa {
  readonly alphabet: readonly string[];
  readonly stateCount: number;
  /** For people and pictures only; same length as stateCount. */
  readonly stateNames: readonly string[];
  readonly initial: StateId;
  /** Row-major: next[state * alphabet.length + event]. */
  readonly next: Int32Array;
  /** Per state: `match`, `fail`, `violation`, `validation` or a state's own name. Empty for most. */
  readonly categories: readonly (readonly string[])[];
}
