import type { Dfa, EventId } from '../../../src/automata/dfa.ts';
import { epsilonClosure, stepSet } from '../../../src/automata/epsilon.ts';
import type { Nfa } from '../../../src/automata/nfa.ts';

/** The categories reported along `word`: those of the state that each event's transition enters. */
export function verdicts(dfa: Dfa, word: Iterable<EventId>): (readonly string[])[] {
  const result: (readonly string[])[] = [];
  let state = dfa.initial;
  for (const event of word) {
    state = dfa.next[state * dfa.alphabet.length + event] as Dfa['initial'];
    result.push(dfa.categories[state]!);
  }
  return result;
}

/** Whether the automaton accepts `word`. O(length · edges). (Hopcroft, Motwani, Ullman, 3rd ed., 2.5.) */
export function accepts(nfa: Nfa, word: Iterable<EventId>): boolean {
  let states = epsilonClosure(nfa, nfa.initial);
  for (const event of word) states = stepSet(nfa, states, event);
  return states.some((state) => nfa.accepting[state] === 1);
}
