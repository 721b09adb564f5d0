import { expect, test } from 'vitest';
import { readClassFile } from '../../../src/classfile/class-file.ts';
import type { ProgramClass } from '../../../src/residual/analysis.ts';
import { sharedFields } from '../../../src/residual/sound/program/shared-fields.ts';
import { compile } from './java-program.ts';

const holder = compile({
  'Holder.java': `class Holder {
  static final Object NONE = new Object(); static final int COUNT = NONE.hashCode();
  static Object changing = NONE; final Object own = NONE; static final String CONSTANT = "c";
}`,
}).get('Holder')!;

const copyIn = (input: string, instrumented = true): ProgramClass => ({
  name: 'Holder',
  input,
  entry: 'Holder.class',
  instrumented,
  classFile: () => readClassFile(holder),
});

const sharedIn = (...classes: readonly ProgramClass[]): readonly string[] => {
  const isShared = sharedFields(classes);
  return readClassFile(holder)
    .fields.filter(({ name, descriptor }) => isShared({ owner: 'Holder', name, descriptor }))
    .map(({ name }) => name);
};

test('a static final field is told of by the initialiser that sets it', () => {
  expect(sharedIn(copyIn('a'))).toEqual(['NONE', 'COUNT']);
  expect(sharedIn(copyIn('a', false))).toEqual([]);
});

// Each archive tells of what its own collections hand out: the copy that is loaded may be in one that has none.
test('not where another archive has the class, too', () => {
  expect(sharedIn(copyIn('a'), copyIn('b'))).toEqual([]);
  expect(sharedIn(copyIn('a'), copyIn('b'), copyIn('c'))).toEqual([]);
  expect(sharedIn(copyIn('a'), copyIn('b', false))).toEqual([]);
});
