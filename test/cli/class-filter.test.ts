import { expect, test } from 'vitest';
import { classFilter } from '../../src/cli/class-filter.ts';

const names = ['Main', 'a.Main', 'a.b.Main', 'a.b.Main$Inner', 'a.b.Other', 'c.Other'];
const matching = (include: string[], exclude: string[] = []): string[] =>
  names.filter(classFilter(include, exclude));

test.each([
  [[], names],
  [['**'], names],
  [['a.**'], ['a.Main', 'a.b.Main', 'a.b.Main$Inner', 'a.b.Other']],
  [['a.*'], ['a.Main']],
  [['a/b/*'], ['a.b.Main', 'a.b.Main$Inner', 'a.b.Other']],
  [['Main'], ['Main', 'a.Main', 'a.b.Main']],
  [['*.Other'], ['c.Other']],
  [['{a,c}.**'], ['a.Main', 'a.b.Main', 'a.b.Main$Inner', 'a.b.Other', 'c.Other']],
  [['a.b.Main$*'], ['a.b.Main$Inner']],
  [['a.b.Main$Inner'], ['a.b.Main$Inner']],
  [['a.?.Main'], ['a.b.Main']],
])('--include %j', (include, expected) => {
  expect(matching(include)).toEqual(expected);
});

test('--exclude wins', () => {
  expect(matching(['a.**'], ['a.b.**'])).toEqual(['a.Main']);
  expect(matching([], ['Other', '*$*'])).toEqual(['Main', 'a.Main', 'a.b.Main']);
});
