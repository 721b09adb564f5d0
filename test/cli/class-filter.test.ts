import { expect, test } from 'vitest';
import { classFilter, unusedFilters } from '../../src/cli/options/class-filter.ts';

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
  [['c.*, {a,x}.Main,'], ['a.Main', 'c.Other']],
  [['a.b.Main$Inner'], ['a.b.Main$Inner']],
  [['a.?.Main'], ['a.b.Main']],
])('--include %j', (include, expected) => {
  expect(matching(include)).toEqual(expected);
});

test('patterns that match nothing are told', () => {
  const internal = names.map((name) => name.replaceAll('.', '/'));
  const unused = unusedFilters({ include: ['a.**', 'Man'], exclude: ['a.b.Main#m,*$*'] }, internal);
  expect(unused.map(({ message }) => message.split(' matches')[0])).toEqual([
    '--include Man',
    '--exclude a.b.Main#m',
  ]);
  expect(unused.map(({ hint }) => hint)).toEqual([
    'Did you mean Main or a.Main or a.b.Main?',
    expect.stringContaining('methods cannot be named'),
  ]);
});

test('--exclude wins', () => {
  expect(matching(['a.**'], ['a.b.**'])).toEqual(['a.Main']);
  expect(matching([], ['Other', '*$*'])).toEqual(['Main', 'a.Main', 'a.b.Main']);
});
