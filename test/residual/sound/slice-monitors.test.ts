import { describe, expect, test } from 'vitest';
import type { Property } from '../../../src/property/model.ts';
import { builtinProperties } from '../../support/named-properties.ts';
import { diceOf } from './dice.ts';
import { families } from './families.ts';
import { SliceMonitors } from './slice-monitors.ts';

/** Any events of the property on few objects. */
function randomTrace(property: Property, seed: number, length: number) {
  const { below } = diceOf(seed);
  return Array.from({ length }, () => {
    const symbol = below(property.events.length);
    return { symbol, values: property.events[symbol]!.binds.map((parameter) => `${parameter}${below(4)}`) };
  });
}

const properties = [...builtinProperties, ...new Set(families.map(({ property }) => property))];

describe('the slices of the tests', () => {
  test.each(properties)('$name: found by index, they are those found one by one', (property) => {
    let reports = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const oneByOne = new SliceMonitors(property, undefined, Number.POSITIVE_INFINITY);
      const byIndex = new SliceMonitors(property, undefined, 0);
      const late = new SliceMonitors(property, undefined, 8);
      for (const { symbol, values } of randomTrace(property, seed, 120)) {
        const expected = oneByOne.step(symbol, values);
        if (expected !== '') reports++;
        expect(byIndex.step(symbol, values)).toBe(expected);
        expect(late.step(symbol, values)).toBe(expected);
      }
      expect([...byIndex.states].sort()).toEqual([...oneByOne.states].sort());
    }
    expect(reports).toBeGreaterThan(0);
  });
});
