import { expect, test } from 'vitest';
import type { ClassHeader } from '../../../src/hierarchy/class-reader.ts';
import { noSuperTypes, typeOrder } from '../../../src/hierarchy/super-types.ts';
import { iterablesBelow, type OwnIterable } from '../../../src/residual/sound/program/own-iterables.ts';

const returned: OwnIterable['returned'] = {
  kinds: [],
  shared: [],
  past: () => ({ keeps: false, symbols: 0, by: [] }),
};

/** Each class by what it extends; a type without an entry is missing. */
const extended: Readonly<Record<string, readonly string[]>> = {
  'java/lang/Object': [],
  'java/lang/Iterable': ['java/lang/Object'],
  Bag: ['java/lang/Object', 'java/lang/Iterable'],
  Abstract: ['java/lang/Object', 'Bag'],
  Above: ['Gone', 'Bag'],
  A: ['Abstract'],
  B: ['Above'],
  C: ['java/lang/Object', 'java/lang/Iterable'],
  D: ['A', 'GoneToo'],
  E: ['C', 'Bag'],
  Unrelated: ['java/lang/Object'],
};

test('iterables below a type are those that no class file excludes, in their order', () => {
  const header = (name: string): ClassHeader | undefined => {
    const all = extended[name];
    if (all === undefined) return undefined;
    const [superName, ...interfaces] = all;
    return { name, superName, interfaces, accessFlags: 0, isInterface: false } as unknown as ClassHeader;
  };
  const order = typeOrder({ header, intern: (name) => name }, noSuperTypes());
  const below = iterablesBelow(
    ['A', 'B', 'C', 'D', 'E'].map((className) => ({ className, returned })),
    {
      superTypeNames: (name) => order.superTypes(name).reached,
      knowsAllSuperTypes: (name) => order.superTypes(name).isComplete,
    },
  );
  const types = [...Object.keys(extended), 'Gone', 'GoneToo', 'Nowhere', '[I', '[LA;', '[Ljava/lang/Object;'];
  const found = types.map((type) => [
    type,
    below(type)
      .map(({ className }) => className)
      .join(''),
  ]);
  expect(found).toEqual(
    types.map((type) => [type, [...'ABCDE'].filter((one) => order.isSubtype(one, type) !== false).join('')]),
  );
  expect(Object.fromEntries(found)).toMatchObject({ Bag: 'ABDE', Abstract: 'ABD', Nowhere: 'BD', '[I': '' });
});
