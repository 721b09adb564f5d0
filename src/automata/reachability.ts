import type { Dfa, StateId } from './dfa.ts';

/** 1 for the states that `starts` reach over `successors` (themselves included). Linear. */
function closeForward(
  stateCount: number,
  starts: Iterable<number>,
  successors: (state: number) => Iterable<number>,
): Uint8Array {
  const seen = new Uint8Array(stateCount);
  const work: number[] = [];
  const visit = (state: number) => {
    if (seen[state] === 1) return;
    seen[state] = 1;
    work.push(state);
  };
  for (const start of starts) visit(start);
  for (let state = work.pop(); state !== undefined; state = work.pop())
    for (const successor of successors(state)) visit(successor);
  return seen;
}

/** 1 for the states from which some state of `goals` is reached (goals included). Linear. */
export function closeBackward(
  stateCount: number,
  goals: Iterable<number>,
  successors: (state: number) => Iterable<number>,
): Uint8Array {
  const predecessors: number[][] = Array.from({ length: stateCount }, () => []);
  for (let state = 0; state < stateCount; state++)
    for (const successor of successors(state)) predecessors[successor]!.push(state);
  return closeForward(stateCount, goals, (state) => predecessors[state]!);
}

/** The targets of a state's transitions. */
function successorsOf(dfa: Dfa, state: number): Int32Array {
  return dfa.next.subarray(state * dfa.alphabet.length, (state + 1) * dfa.alphabet.length);
}

/** 1 for the states from which some word, the empty one included, leads to a state of `goals`. Linear. */
export function coreachable(dfa: Dfa, goals: Iterable<StateId>): Uint8Array {
  return closeBackward(dfa.stateCount, goals, (state) => successorsOf(dfa, state));
}

/** The states that have `category`, ascending. */
export function statesOf(dfa: Dfa, category: string): StateId[] {
  const states: StateId[] = [];
  dfa.categories.forEach((categories, state) => {
    if (categories.includes(category)) states.push(state as StateId);
  });
  return states;
}

/** Whether some transition of a word enters a state of the category: whether the monitor may report it. Linear. */
export function mayEnter(dfa: Dfa, category: string): boolean {
  const seen = closeForward(dfa.stateCount, [dfa.initial], (state) => successorsOf(dfa, state));
  const goals = new Set<number>(statesOf(dfa, category));
  return Array.from(seen).some(
    (flag, state) => flag === 1 && successorsOf(dfa, state).some((target) => goals.has(target)),
  );
}
