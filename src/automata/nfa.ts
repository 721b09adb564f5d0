import { automatonLimit, RrvError } from '../diagnostics.ts';
import type { EventId, StateId } from './dfa.ts';
import type { AutomatonLimits } from './limits.ts';

/** The label of an edge that reads no event. */
export const EPSILON = -1 as EventId;

export interface NfaEdge {
  /** A letter, or EPSILON. */
  readonly event: EventId;
  readonly target: StateId;
}

/**
 * A nondeterministic automaton with ε-edges (Σ, Q, δ, Q0, F), as in Section 3 of the paper.
 * Invariants: `edges.length === accepting.length === stateCount`; labels and targets exist.
 */
export interface Nfa {
  readonly alphabet: readonly string[];
  readonly stateCount: number;
  readonly initial: readonly StateId[];
  /** 1 for the states of F. */
  readonly accepting: Uint8Array;
  /** Outgoing edges per state. */
  readonly edges: readonly (readonly NfaEdge[])[];
}

/** An automaton under construction: states are numbered in the order in which they are added. */
export interface NfaBuilder {
  addState(): StateId;
  addEdge(from: StateId, event: EventId, to: StateId): void;
  /** The automaton built so far. It shares its edges with the builder, which may go on. */
  build(initial: readonly StateId[], accepting: Iterable<StateId>): Nfa;
}

/** Throws RrvError(automatonLimit) when more than `limits.nfaStates` states are added. */
export function nfaBuilder(alphabet: readonly string[], limits: AutomatonLimits): NfaBuilder {
  const edges: NfaEdge[][] = [];
  return {
    addState() {
      if (edges.length >= limits.nfaStates)
        throw new RrvError(automatonLimit('nfaStates', edges.length + 1, limits.nfaStates));
      edges.push([]);
      return (edges.length - 1) as StateId;
    },
    addEdge(from, event, to) {
      edges[from]!.push({ event, target: to });
    },
    build(initial, accepting) {
      const isAccepting = new Uint8Array(edges.length);
      for (const state of accepting) isAccepting[state] = 1;
      return { alphabet, stateCount: edges.length, initial, accepting: isAccepting, edges };
    },
  };
}
