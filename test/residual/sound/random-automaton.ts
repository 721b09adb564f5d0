import type { SliceAutomaton } from '../../../src/residual/sound/monitor/slice-automaton.ts';

/**
 * Up to three states and three symbols, each of which may report one of two things: the larger `quiet` is, the
 * fewer do.
 */
export function randomAutomaton(seed: number, quiet: number): SliceAutomaton {
  let state = seed * 2_654_435_761 + 1;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % limit;
  };
  const stateCount = 1 + below(3);
  const cells = stateCount * 3;
  return {
    symbolCount: 3,
    stateCount,
    initial: 0,
    next: Int32Array.from({ length: cells }, () => below(stateCount)),
    output: Int32Array.from({ length: cells }, () => Math.max(0, below(quiet + 3) - quiet)),
    binds: [1, 1, 1],
  };
}
