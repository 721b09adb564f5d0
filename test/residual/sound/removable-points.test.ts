import { describe, expect, test } from 'vitest';
import type { ExternalEvents, Passage } from '../../../src/residual/sound/models/method-model.ts';
import { methodModelBuilder } from '../../../src/residual/sound/models/method-model.ts';
import { removablePoints } from '../../../src/residual/sound/models/removable-points.ts';
import { checkMemory } from '../../../src/residual/sound/models/verdict-equivalence.ts';
import type { SliceAutomaton } from '../../../src/residual/sound/monitor/slice-automaton.ts';

const first = 0;
const second = 1;
const idle = 2;

/** `second` behind `first` is reported; `idle` does nothing. */
const automaton: SliceAutomaton = {
  stateCount: 2,
  symbolCount: 3,
  initial: 0,
  next: Int32Array.of(1, 0, 0, 1, 0, 1),
  output: Int32Array.of(0, 0, 0, 0, 1, 0),
  binds: [1, 1, 1],
};

/** The same behind two of `first`, and three are none. */
const counting: SliceAutomaton = {
  ...automaton,
  stateCount: 3,
  next: Int32Array.of(1, 0, 0, 2, 1, 1, 0, 2, 2),
  output: Int32Array.of(0, 0, 0, 0, 0, 0, 0, 1, 0),
};

const nothing: ExternalEvents = { seen: [], removed: [] };

/** A method without branches that passes these points, while other code has these events before the first. */
function line(symbols: readonly (readonly [point: number, symbol: number])[], elsewhere = nothing) {
  const builder = methodModelBuilder();
  const entry = builder.location(builder.externals(elsewhere));
  let at = entry;
  for (const [point, symbol] of symbols) {
    const passage: Passage = { point, symbol, must: true };
    const next = builder.location(0);
    builder.pass(at, next, passage);
    at = next;
  }
  return builder.build(entry);
}

const removable = (
  models: readonly ReturnType<typeof line>[],
  candidates: readonly number[],
  maxProduct = 1000,
) => removablePoints(models, automaton, Uint8Array.from(candidates), checkMemory(), { maxProduct });

describe('points that a method may lose', () => {
  test('are those without which the monitors report the same', () => {
    const { removed, restored, unresolved } = removable(
      [
        line([
          [0, second],
          [1, first],
          [2, idle],
          [3, second],
        ]),
      ],
      [1, 1, 1, 1],
    );
    expect([...removed]).toEqual([1, 0, 1, 0]);
    expect([...restored.keys()].sort()).toEqual([1, 3]);
    expect(unresolved.size).toBe(0);
  });

  test('are none that another slice needs, and what one restores is looked at again in the others', () => {
    // Without all three of `first` the first model is right, and with all three, but not with the two that the second one needs.
    const three = [0, 1, 2].map((point) => [point, first] as const);
    const models = [line([...three, [3, second]]), line([...three.slice(0, 2), [3, second]])];
    const { removed } = removablePoints(models, counting, Uint8Array.of(1, 1, 1, 0), checkMemory());
    expect([...removed]).toEqual([0, 0, 0, 0]);
  });

  test('are none where points that were removed elsewhere are to blame', () => {
    const elsewhere = { seen: [], removed: [first] };
    const { removed, restored, unresolved } = removable(
      [
        line(
          [
            [0, idle],
            [1, second],
          ],
          elsewhere,
        ),
      ],
      [1, 0],
    );
    expect([[...removed], [...unresolved]]).toEqual([[0, 0], [0]]);
    expect(restored.get(0)).toEqual({
      kind: 'counterexample',
      model: 0,
      counterexample: {
        restore: undefined,
        steps: [
          { kind: 'external', symbol: first, location: 0, removed: true },
          { kind: 'point', point: 1, symbol: second, removed: false },
        ],
        reports: 'full',
      },
    });
  });

  test('are none where a point that stays comes behind those that were removed elsewhere', () => {
    const elsewhere = { seen: [], removed: [first] };
    const model = line(
      [
        [0, idle],
        [1, first],
        [2, second],
      ],
      elsewhere,
    );
    const { removed, restored, unresolved } = removablePoints(
      [model],
      counting,
      Uint8Array.of(1, 0, 0),
      checkMemory(),
    );
    expect([[...removed], [...unresolved]]).toEqual([[0, 0, 0], [0]]);
    expect(restored.get(0)).toMatchObject({
      counterexample: {
        restore: undefined,
        steps: [
          { kind: 'external', symbol: first, removed: true },
          { kind: 'point', point: 1, removed: false },
          { kind: 'point', point: 2, removed: false },
        ],
      },
    });
  });

  test('are none where one that was removed elsewhere is reported', () => {
    const { restored } = removable([line([[0, idle]], { seen: [first], removed: [second] })], [1]);
    expect(restored.get(0)).toMatchObject({
      counterexample: {
        steps: [
          { kind: 'external', symbol: first, removed: false },
          { kind: 'external', symbol: second, removed: true },
        ],
        reports: 'full',
      },
    });
  });

  test('are none of a model that is too large', () => {
    const { removed, restored } = removable(
      [
        line([[0, idle]]),
        line([
          [1, idle],
          [1, idle],
        ]),
      ],
      [1, 1],
      8,
    );
    expect([...removed]).toEqual([1, 0]);
    expect([...restored]).toEqual([[1, { kind: 'tooLarge', model: 1 }]]);
  });
});
