import { builder, type CfgAutomaton, epsilon } from './cfg-automaton.ts';

/**
 * "Merge states connected with ε transitions" (section 5.1), so that each state that is left corresponds to an
 * instruction of interest (Example 4, Figure 3), and the end. A transition leads to every interesting state,
 * or the end, that ε-transitions lead on to: the words are the same, no path is added. (Merging ε-connected
 * states into one, whichever way they are connected, would add words: Figure 3 would have more than the two
 * traces that Example 4 counts.)
 *
 * O(interesting states * (states + transitions)) in the worst case, because the result can be that large: for
 * pictures and for Algorithm 1 by the letter. The one-pass marking works on the automaton with ε.
 */
export function mergeEpsilon(mapped: CfgAutomaton): CfgAutomaton {
  const build = builder();
  const end = mapped.stateCount - 1;
  const kept = new Map<number, number>();
  for (let state = 0; state < mapped.stateCount; state++)
    if (mapped.symbol[state] !== epsilon || state === end)
      kept.set(state, build.state(mapped.symbol[state]!, mapped.instruction[state]!, mapped.point[state]!));
  const closure = (starts: Iterable<number>): readonly number[] => {
    const found = new Set(starts);
    for (const state of found)
      if (!kept.has(state))
        for (let edge = mapped.start[state]!; edge < mapped.start[state + 1]!; edge++)
          found.add(mapped.node[edge]!);
    return [...found].flatMap((state) => kept.get(state) ?? []).sort((left, right) => left - right);
  };
  for (const [state, merged] of kept) {
    const successors = mapped.node.subarray(mapped.start[state]!, mapped.start[state + 1]!);
    const targets = closure(successors);
    for (const target of targets) build.transition(merged, target);
    // A loop without events: the word ends here, as it does at an exit.
    if (targets.length === 0 && successors.length > 0) build.transition(merged, kept.get(end)!);
  }
  return build.automaton(closure(mapped.initial));
}
