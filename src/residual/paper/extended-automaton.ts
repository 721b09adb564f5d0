import { type Automaton, distinctTransitions, escapeLetter, type Transition } from './automaton.ts';

/**
 * Definition 8: the extended automaton of bad prefixes, which also accepts a bad prefix that is hidden in a
 * longer word (variables may alias) or continued by code that we do not see (escapes). Same states;
 *
 * (1) without the Σ self-loops of initial and final states,
 * (2) with Σ ∪ {#} self-loops on all other states,
 * (3) with # from each state to every state that is not final and that some word leads to. The empty word
 *     counts, so an initial state gets a # self-loop. (Section 5.2 says "all of its reachable states"; the
 *     definition excludes final ones, and we follow the definition.)
 *
 * O(states * transitions) time, O(states² + transitions) space.
 */
export function extendedAutomaton(bad: Automaton): Automaton {
  const initial = new Set(bad.initial);
  const hash = escapeLetter(bad);
  const transitions: Transition[] = bad.transitions.filter(
    ({ from, to }) => !(from === to && (bad.final[from] === true || initial.has(from))),
  );
  const targets = targetsByState(bad);
  for (let state = 0; state < bad.stateCount; state++) {
    if (!initial.has(state) && bad.final[state] !== true)
      for (let letter = 0; letter <= hash; letter++) transitions.push({ from: state, letter, to: state });
    for (const reached of reachableFrom(targets, state))
      if (bad.final[reached] !== true) transitions.push({ from: state, letter: hash, to: reached });
  }
  return { ...bad, transitions: distinctTransitions(transitions) };
}

function targetsByState(automaton: Automaton): readonly (readonly number[])[] {
  const targets: Set<number>[] = Array.from({ length: automaton.stateCount }, () => new Set());
  for (const { from, to } of automaton.transitions) targets[from]!.add(to);
  return targets.map((set) => [...set]);
}

/** All q' with δ̂(state, w) = q' for some word w, the empty one included. */
function reachableFrom(targets: readonly (readonly number[])[], state: number): ReadonlySet<number> {
  const reached = new Set([state]);
  for (const one of reached) for (const target of targets[one]!) reached.add(target);
  return reached;
}
