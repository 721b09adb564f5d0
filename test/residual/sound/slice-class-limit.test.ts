import { describe, expect, test } from 'vitest';
import type { Property } from '../../../src/property/model.ts';
import type { World } from '../../../src/residual/analysis.ts';
import { type AnalysisLimits, defaultAnalysisLimits } from '../../../src/residual/limits.ts';
import { sliceClasses } from '../../../src/residual/sound/models/slice-class.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
import { lineComments } from '../../support/line-comments.ts';
import { safeListIterator, safeMapIterator } from '../../support/named-properties.ts';
import { compile, javaProgram } from './java-program.ts';

/** A method with so many loops, each over a collection of its own, and one iterator that is used after an update. */
function manyLoops(
  loops: number,
  [make, update, last = make.replaceAll('@', '')]: readonly [string, string, string?],
  iterator: string,
): string {
  const loop = (k: number): string => `${make.replaceAll('@', `${k}`)}
    for (Iterator<Integer> i${k} = ${iterator.replaceAll('@', `${k}`)}; i${k}.hasNext(); ) i${k}.next(); // harmless`;
  return `import java.util.*;
public class Many {
  static List<Integer> held = new ArrayList<>(List.of(1, 2, 3));
  public static void main(String[] arguments) {
    ${Array.from({ length: loops }, (_, k) => loop(k)).join('\n    ')}
    ${last}
    Iterator<Integer> i = ${iterator.replaceAll('@', '')}; // needed
    ${update} // needed
    i.next(); // needed
  }
}`;
}

const list = ['List<Integer> c@ = new ArrayList<>(); c@.add(1);', 'c.add(2);'] as const;
/** In a closed world its update may be a candidate, as all iterators over it are confined to the method. */
const heldList = [...list, 'List<Integer> c = held;'] as const;
const map = ['Map<Integer, Integer> c@ = new HashMap<>(); c@.put(1, 1);', 'c.put(2, 2);'] as const;
const worlds: readonly World[] = [{ kind: 'open' }, { kind: 'closed', entries: ['main'], reflection: [] }];

const programs: readonly (readonly [string, Property, string])[] = [
  ['two parameters', safeListIterator, manyLoops(40, list, 'c@.iterator()')],
  [
    'two parameters, with a list that is not new,',
    safeListIterator,
    manyLoops(40, heldList, 'c@.iterator()'),
  ],
  ['three parameters', safeMapIterator, manyLoops(12, map, 'c@.keySet().iterator()')],
];

describe.each(programs)('a method with too many slice classes of %s', (_, property, source) => {
  const { program, points } = javaProgram(compile({ 'Many.java': source }), [property]);
  const linesWith = (what: RegExp): readonly number[] => lineComments(source, what).map(([line]) => line);

  test.each(worlds)('in a $kind world keeps what a report needs, and removes other loops', (world) => {
    const decisions = sound(program, property, points, { threads: 'confined', facts: [], world });
    const kept = new Set(points.filter(({ id }) => decisions.get(id)!.kept).map(({ line }) => line));
    for (const line of linesWith(/^needed$/)) expect(kept).toContain(line);
    for (const line of linesWith(/^harmless$/)) expect(kept).not.toContain(line);
  });
});

test('groups beyond the limit of work are kept', () => {
  const source = manyLoops(40, list, 'c@.iterator()');
  const { program, points } = javaProgram(compile({ 'Many.java': source }), [safeListIterator]);
  const removedWith = (groupedInstructions: number): number => {
    const limits = { ...defaultAnalysisLimits, groupedInstructions };
    const options = { threads: 'confined', facts: [], world: { kind: 'open' }, limits } as const;
    const decisions = sound(program, safeListIterator, points, options);
    return points.filter(({ id }) => !decisions.get(id)!.kept).length;
  };
  const [all, some, none] = [defaultAnalysisLimits.groupedInstructions, 4_000, 0].map(removedWith);
  expect(all).toBeGreaterThan(some!);
  expect(some).toBeGreaterThan(none!);
});

test.each([{ productStates: 1 }, { modelLocations: 1 }, { sliceClasses: 0 }])(
  'a loop stays where a limit is hit: %o',
  (changed) => {
    const source = manyLoops(1, list, 'c@.iterator()');
    const { program, points } = javaProgram(compile({ 'Many.java': source }), [safeListIterator]);
    const [harmless] = lineComments(source, /^harmless$/).map(([line]) => line);
    const keptWith = (limits: AnalysisLimits): number => {
      const options = { threads: 'confined', facts: [], world: { kind: 'open' }, limits } as const;
      const decisions = sound(program, safeListIterator, points, options);
      return points.filter(({ id, line }) => line === harmless && decisions.get(id)!.kept).length;
    };
    expect(keptWith(defaultAnalysisLimits)).toBe(0);
    expect(keptWith({ ...defaultAnalysisLimits, ...changed })).toBe(2);
  },
);

test('there are all slice classes, or too many', () => {
  const sites = Array.from({ length: 100 }, (_, site) => site);
  // For each of two parameters: outside, another run's, or one of the sites; one site may be two objects, or one.
  expect(sliceClasses([sites, sites], 1e6)).toHaveLength(102 * 102 + 100 - 4);
  for (const limit of [10_000, 5_000, 500, 50]) expect(sliceClasses([sites, sites], limit)).toBeUndefined();
  expect(sliceClasses([sites.slice(0, 2), [], sites.slice(0, 2)], 14)).toHaveLength(14);
  expect(sliceClasses([sites.slice(0, 2), [], sites.slice(0, 2)], 13)).toBeUndefined();
});
