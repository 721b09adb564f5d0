import { coarsestPartition, partitionBy } from '../../../automata/partition.ts';

/** A total deterministic automaton with an output on each transition (Mealy, 1955). States are 0 to stateCount - 1. */
export interface MealyMachine {
  readonly symbolCount: number;
  readonly stateCount: number;
  readonly initial: number;
  /** Row-major: next[state * symbolCount + symbol]. */
  readonly next: Int32Array;
  /** Same layout: 0 when the step reports nothing, otherwise the identity of what it reports. */
  readonly output: Int32Array;
}

/**
 * The machine without two states that no word tells apart by its outputs; states are in the order of their
 * first ones. O(k n log n).
 */
export function minimized(
  stateCount: number,
  symbolCount: number,
  next: readonly number[],
  output: readonly number[],
  initial: number,
): MealyMachine {
  const byOutputs = partitionBy(stateCount, (state) =>
    output.slice(state * symbolCount, (state + 1) * symbolCount).join(),
  );
  const block = coarsestPartition({ stateCount, letterCount: symbolCount, next }, byOutputs);
  const blocks = 1 + block.reduce((one, other) => Math.max(one, other));
  const mergedNext = new Int32Array(blocks * symbolCount);
  const mergedOutput = new Int32Array(blocks * symbolCount);
  for (let state = 0; state < stateCount; state++)
    for (let symbol = 0; symbol < symbolCount; symbol++) {
      const from = state * symbolCount + symbol;
      const to = block[state]! * symbolCount + symbol;
      mergedNext[to] = block[next[from]!]!;
      mergedOutput[to] = output[from]!;
    }
  return {
    symbolCount,
    stateCount: blocks,
    initial: block[initial]!,
    next: mergedNext,
    output: mergedOutput,
  };
}
