import type { EventId, StateId } from './dfa.ts';
import { EPSILON, type Nfa } from './nfa.ts';

/** The states that `states` reach over ε-edges, themselves included, ascending. Linear in the edges visited. */
export function epsilonClosure(nfa: Nfa, states: Iterable<StateId>): StateId[] {
  const closure = new Set<StateId>(states);
  // A Set yields the members that are added while it is iterated: it is its own worklist.
  for (const state of closure)
    for (const edge of nfa.edges[state]!) if (edge.event === EPSILON) closure.add(edge.target);
  return [...closure].sort((left, right) => left - right);
}

/** Set simulation, one step: the ε-closed set of states after `event`. */
export function stepSet(nfa: Nfa, states: readonly StateId[], event: EventId): StateId[] {
  const targets: StateId[] = [];
  for (const state of states)
    for (const edge of nfa.edges[state]!) if (edge.event === event) targets.push(edge.target);
  return epsilonClosure(nfa, targets);
}
