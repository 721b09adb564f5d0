import type { Dfa } from './dfa.ts';

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
