import type { Dfa, EventId, StateId } from './dfa.ts';
import { epsilonClosure } from './epsilon.ts';
import type { Nfa } from './nfa.ts';

/** The state that `state` steps to. */
export function step(dfa: Dfa, state: StateId, event: EventId): StateId {
  return dfa.next[state * dfa.alphabet.length + event] as StateId;
}

/** The state after `word`, from the initial state or from `start`. */
export function run(dfa: Dfa, word: Iterable<EventId>, start: StateId = dfa.initial): StateId {
  let state = start;
  for (const event of word) state = step(dfa, state, event);
  return state;
}

/** The categories reported along `word`: those of the state that each event's transition enters. */
export function verdicts(dfa: Dfa, word: Iterable<EventId>): (readonly string[])[] {
  const result: (readonly string[])[] = [];
  let state = dfa.initial;
  for (const event of word) {
    state = step(dfa, state, event);
    result.push(dfa.categories[state]!);
  }
  return result;
}

/** Set simulation, one step: the ε-closed set of states after `event`. */
export function stepSet(nfa: Nfa, states: readonly StateId[], event: EventId): StateId[] {
  const targets: StateId[] = [];
  for (const state of states)
    for (const edge of nfa.edges[state]!) if (edge.event === event) targets.push(edge.target);
  return epsilonClosure(nfa, targets);
}

/** Whether the automaton accepts `word`. O(length · edges). (Hopcroft, Motwani, Ullman, 3rd ed., 2.5.) */
export function accepts(nfa: Nfa, word: Iterable<EventId>): boolean {
  let states = epsilonClosure(nfa, nfa.initial);
  for (const event of word) states = stepSet(nfa, states, event);
  return states.some((state) => nfa.accepting[state] === 1);
}
