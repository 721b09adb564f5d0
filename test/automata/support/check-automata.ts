import type { Dfa } from '../../../src/automata/dfa.ts';
import { EPSILON, type Nfa } from '../../../src/automata/nfa.ts';

/** Problems of a monitor, as sentences; none for a well-formed one (the invariants of Dfa). Linear. */
export function checkDfa(dfa: Dfa): string[] {
  const problems: string[] = [];
  const isState = (state: number) => Number.isInteger(state) && state >= 0 && state < dfa.stateCount;
  if (dfa.next.length !== dfa.stateCount * dfa.alphabet.length)
    problems.push(
      `${dfa.next.length} transitions for ${dfa.stateCount} states x ${dfa.alphabet.length} letters`,
    );
  if (!isState(dfa.initial)) problems.push(`initial state ${dfa.initial} does not exist`);
  if (dfa.stateNames.length !== dfa.stateCount)
    problems.push(`${dfa.stateNames.length} names for ${dfa.stateCount} states`);
  if (dfa.categories.length !== dfa.stateCount)
    problems.push(`${dfa.categories.length} category lists for ${dfa.stateCount} states`);
  dfa.next.forEach((target, index) => {
    if (!isState(target)) problems.push(`transition ${index}: target ${target} does not exist`);
  });
  if (new Set(dfa.alphabet).size !== dfa.alphabet.length) problems.push('a letter occurs twice');
  if (new Set(dfa.stateNames).size !== dfa.stateNames.length) problems.push('a state name occurs twice');
  dfa.categories.forEach((categories, state) => {
    if (new Set(categories).size !== categories.length)
      problems.push(`state ${state}: a category occurs twice`);
  });
  return problems;
}

/** Problems of an automaton, as sentences; none for a well-formed one. Linear. */
export function checkNfa(nfa: Nfa): string[] {
  const problems: string[] = [];
  const isState = (state: number) => Number.isInteger(state) && state >= 0 && state < nfa.stateCount;
  if (nfa.edges.length !== nfa.stateCount)
    problems.push(`${nfa.edges.length} edge lists for ${nfa.stateCount} states`);
  if (nfa.accepting.length !== nfa.stateCount)
    problems.push(`${nfa.accepting.length} accepting flags for ${nfa.stateCount} states`);
  for (const state of nfa.initial)
    if (!isState(state)) problems.push(`initial state ${state} does not exist`);
  nfa.edges.forEach((edges, state) => {
    for (const edge of edges) {
      if (!isState(edge.target)) problems.push(`state ${state}: target ${edge.target} does not exist`);
      if (edge.event !== EPSILON && nfa.alphabet[edge.event] === undefined)
        problems.push(`state ${state}: letter ${edge.event} does not exist`);
    }
  });
  return problems;
}
