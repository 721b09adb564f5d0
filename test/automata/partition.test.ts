import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coarsestPartition, partitionBy, type Transitions } from '../../src/automata/partition.ts';

const machines = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 3 }))
  .chain(([stateCount, letterCount]) =>
    fc.record({
      machine: fc.record({
        stateCount: fc.constant(stateCount),
        letterCount: fc.constant(letterCount),
        next: rows(stateCount * letterCount, stateCount),
      }),
      classes: rows(stateCount, 3),
    }),
  );

function rows(length: number, below: number): fc.Arbitrary<number[]> {
  return fc.array(fc.nat({ max: below - 1 }), { minLength: length, maxLength: length });
}

/** By the definition (Moore): states are apart when their classes are, or those of states that one letter leads to. */
function byDefinition({ stateCount, letterCount, next }: Transitions, classes: Int32Array): Int32Array {
  let blocks = classes;
  for (let round = 0; round < stateCount; round++) {
    const before = blocks;
    blocks = partitionBy(stateCount, (state) => {
      const targets = Array.from({ length: letterCount }, (_, letter) => next[state * letterCount + letter]!);
      return [state, ...targets].map((one) => before[one]).join();
    });
  }
  return blocks;
}

test('states are together when no word leads to different classes, and blocks are in the order of their first states', () => {
  fc.assert(
    fc.property(machines, ({ machine, classes }) => {
      const initial = partitionBy(machine.stateCount, (state) => classes[state]!);
      expect(coarsestPartition(machine, initial)).toEqual(byDefinition(machine, initial));
    }),
    { seed: 20261126, numRuns: 2_000 },
  );
});

test('a counter, which is refined one state after the other, takes no quadratic time', () => {
  const stateCount = 100_000;
  const next = Int32Array.from({ length: stateCount }, (_, state) => Math.min(state + 1, stateCount - 1));
  const initial = partitionBy(stateCount, (state) => (state === stateCount - 1 ? 'last' : 'other'));
  const blocks = coarsestPartition({ stateCount, letterCount: 1, next }, initial);
  expect(blocks).toEqual(Int32Array.from({ length: stateCount }, (_, state) => state));
});
