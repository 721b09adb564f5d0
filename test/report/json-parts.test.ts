import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonParts } from '../../src/report/json-parts.ts';

test('the text is that of JSON.stringify, however deep it is taken apart', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(5), (value, levels) => {
      expect([...jsonParts(value, levels)].join('')).toBe(`${JSON.stringify(value, null, 2)}\n`);
    }),
  );
  const gaps = { a: undefined, b: [], c: {}, d: 'two\nlines' };
  expect([...jsonParts(gaps, 2)].join('')).toBe(`${JSON.stringify(gaps, null, 2)}\n`);
});

test('no part has more than one member of what is taken apart', () => {
  const points = Array.from({ length: 1000 }, (_, pc) => ({ pc, reason: 'r'.repeat(100) }));
  const longest = Math.max(...[...jsonParts({ points }, 2)].map(({ length }) => length));
  expect(longest).toBeLessThan(200);
});
