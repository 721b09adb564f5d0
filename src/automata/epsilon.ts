import type { StateId } from './dfa.ts';
import { EPSILON, type Nfa, type NfaEdge } from './nfa.ts';

/** The states that `states` reach over ε-edges, themselves included, ascending. Linear in the edges visited. */
export function epsilonClosure(nfa: Nfa, states: Iterable<StateId>): StateId[] {
  const closure = new Set<StateId>(states);
  // A Set yields the members that are added while it is iterated: it is its own worklist.
  for (const state of closure)
    for (const edge of nfa.edges[state]!) if (edge.event === EPSILON) closure.add(edge.target);
  return [...closure].sort((left, right) => left - right);
}

/**
 * An automaton of the same language without ε-edges, over the same states: q reads what its ε-closure reads,
 * and is accepting when its closure holds an accepting state. (Hopcroft, Motwani, Ullman, 3rd ed., 2.5.)
 * O(states · edges).
 */
export function removeEpsilon(nfa: Nfa): Nfa {
  const accepting = new Uint8Array(nfa.stateCount);
  const edges = nfa.edges.map((_, index): readonly NfaEdge[] => {
    const own: NfaEdge[] = [];
    const seen = new Set<number>();
    for (const state of epsilonClosure(nfa, [index as StateId])) {
      if (nfa.accepting[state] === 1) accepting[index] = 1;
      for (const edge of nfa.edges[state]!) {
        const key = edge.event * nfa.stateCount + edge.target;
        if (edge.event === EPSILON || seen.has(key)) continue;
        seen.add(key);
        own.push(edge);
      }
    }
    return own;
  });
  return { ...nfa, accepting, edges };
}
