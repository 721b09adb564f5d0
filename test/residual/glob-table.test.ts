import fc from 'fast-check';
import picomatch from 'picomatch';
import { expect, test } from 'vitest';
import { globTable } from '../../src/residual/glob-table.ts';

const options = { dot: true, nonegate: true, noextglob: true };

test('a name matches the globs that picomatch says it does', () => {
  const part = fc.constantFrom('a', 'b', 'ab', 'B$C', 'é', 'x-y', '.z');
  const name = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
  const globPart = fc.oneof(
    part,
    fc.constantFrom('*', '**', 'a*', '?', '{a,b}', '[ab]', '!(a)', '!a', '', '\\a'),
  );
  const glob = fc.array(globPart, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
  fc.assert(
    fc.property(fc.array(fc.oneof(name, glob), { maxLength: 6 }), name, (globs, subject) => {
      const given = globs.filter((one) => one !== '');
      const expected = given.flatMap((one, index) => (picomatch(one, options)(subject) ? [index] : []));
      expect([...globTable(given)(subject)].sort((left, right) => left - right)).toEqual(expected);
    }),
    { numRuns: 3000, seed: 7 },
  );
});

test('plain names, folders and simple names are not tried one by one', () => {
  const count = 20_000;
  const globs = Array.from({ length: count }, (_, index) => [
    `a/C${index}`,
    `b${index}/**`,
    `**/D${index}`,
  ]).flat();
  const table = globTable(globs);
  let found = 0;
  for (let index = 0; index < count; index++)
    found += table(`b${index}/x/D${index}`).length + table(`a/C${index}`).length;
  expect(found).toBe(3 * count);
});
