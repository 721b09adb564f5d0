import { expect, test } from 'vitest';
import { libraryProperties } from '../../../src/property/library/index.ts';
import type { Property } from '../../../src/property/model.ts';
import {
  isUpdateOf,
  parametersThatNeedUpdates,
} from '../../../src/residual/sound/run-time/needed-updates.ts';
import { loadOverJavaUtil } from '../../property/load-support.ts';

function namesOf(property: Property): string {
  return parametersThatNeedUpdates(property)
    .map((parameter) => property.parameters[parameter]!.name)
    .join();
}

test('of the library, these report only behind an update of an object', () => {
  const found = libraryProperties().flatMap((property) => {
    const names = namesOf(property);
    return names === '' ? [] : [`${property.name} ${names}`];
  });
  expect(found).toMatchInlineSnapshot(`
    [
      "SafeIterator c",
      "SafeListIterator l",
      "SafeMapIterator m",
    ]
  `);
});

/** A property of collections and iterators with these events and this pattern. */
function property(update: string, { pattern = 'create next* update next', others = '' } = {}): Property {
  return loadOverJavaUtil(`P(Collection c, Iterator i) {
    event create after(Collection c) returning(Iterator i) : call(* Collection+.iterator()) && target(c) {}
    event update ${update} {}
    event next before(Iterator i) : call(* Iterator+.next()) && target(i) {}
    ${others}
    ere : ${pattern}
    @match { System.err.println("no"); }
  }`);
}

test.each([
  [
    'all calls are of updates',
    'after(Collection c) returning : call(* Collection+.add*(..)) && target(c)',
    {},
    'c',
  ],
  [
    'one is not',
    'after(Collection c) returning : (call(* *.add(..)) || call(* *.size())) && target(c)',
    {},
    '',
  ],
  [
    'a name that may be another',
    'after(Collection c) returning : call(* Collection+.a*(..)) && target(c)',
    {},
    '',
  ],
  ['a name that is not', 'after(Collection c) returning : !call(* Collection+.add(..)) && target(c)', {}, ''],
  ['an attempt is an event', 'before(Collection c) : call(* Collection+.add(..)) && target(c)', {}, ''],
  ['one that fails is an event', 'after(Collection c) : call(* Collection+.add(..)) && target(c)', {}, ''],
  [
    'an argument of the update',
    'after(Collection c) returning : call(* Collection+.addAll(Collection)) && args(c)',
    {},
    '',
  ],
  [
    'the object that runs the update',
    'after(Collection c) returning : execution(* Collection+.add(..)) && target(c)',
    {},
    '',
  ],
  [
    'there is a report without it',
    'after(Collection c) returning : call(* Collection+.add*(..)) && target(c)',
    { pattern: 'create next next | create next* update next' },
    '',
  ],
  [
    'another event of the name',
    'after(Collection c) returning : call(* Collection+.add*(..)) && target(c)',
    { others: 'event update after(Collection c) : call(* Collection+.size()) && target(c) {}' },
    '',
  ],
  [
    'another update of the name',
    'after(Collection c) returning : call(* Collection+.add*(..)) && target(c)',
    {
      others:
        'event update after(Collection c) returning : call(* Collection+.clear()) && target(c) && !within(Hidden) {}',
    },
    'c',
  ],
] as const)('needed, unless it is none: %s', (_, update, options, expected) => {
  expect(namesOf(property(update, options))).toBe(expected);
});

test('an update of one parameter is none of the other', () => {
  const one = property('after(Collection c) returning : call(* Collection+.add*(..)) && target(c)');
  const update = one.events.find(({ name }) => name === 'update')!;
  expect([0, 1].map((parameter) => isUpdateOf(one, update, parameter))).toEqual([true, false]);
});

test('an update is one of its target, and none of a collection among its arguments', () => {
  const two = loadOverJavaUtil(`P(Collection c, Collection d) {
    event update after(Collection c, Collection d) returning :
      call(* Collection+.addAll(Collection)) && target(c) && args(d) {}
    ere : update update
    @match { System.err.println("no"); }
  }`);
  expect(namesOf(two)).toBe('c');
});

test('what Java code says is not known', () => {
  const coded = loadOverJavaUtil(`P(Collection c) {
    int n;
    event update after(Collection c) returning : call(* Collection+.add*(..)) && target(c) { n++; }
    ere : update update
    @match { System.err.println("no"); }
  }`);
  expect(coded.javaCode).toBeDefined();
  expect(namesOf(coded)).toBe('');
});
