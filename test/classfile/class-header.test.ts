import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openJImage } from '../../src/archive/jimage.ts';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { readClassHeader } from '../../src/classfile/class-header.ts';
import { fileAccess } from '../support/file-access.ts';
import { defaultJdk } from '../support/jdk.ts';

const image = openJImage(fileAccess(join(defaultJdk().home, 'lib/modules')));

test('says of the classes of the JDK what the whole class file says', () => {
  let count = 0;
  for (const { name, bytes } of image.classes()) {
    if (!name.startsWith('java/util/') && !name.startsWith('java/lang/')) continue;
    const { superName, interfaces, accessFlags } = readClassFile(bytes);
    expect(readClassHeader(bytes)).toEqual({ name, superName, interfaces, accessFlags });
    count++;
  }
  expect(count).toBeGreaterThan(1000);
});

test('classes lie in the image as they are found by name', () => {
  const names = [...image.classes()].map(({ name }) => name);
  expect(new Set(names)).toEqual(new Set(image.classNames()));
  for (const { name, bytes } of image.classes()) {
    if (!name.startsWith('java/util/concurrent/')) continue;
    expect(Buffer.compare(bytes, image.readClass(name)!)).toBe(0);
  }
});

test('damaged bytes give nothing, or what stands there, and never throw', () => {
  const bytes = image.readClass('java/util/ArrayList')!;
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.nat(255), fc.nat(bytes.length), (at, value, length) => {
      const damaged = bytes.slice(0, length);
      damaged[at] = value;
      const items = readClassHeader(damaged);
      if (items !== undefined) expect(items.interfaces.length).toBeLessThan(bytes.length);
    }),
  );
  expect(readClassHeader(bytes.subarray(0, 9))).toBeUndefined();
});

test('the second index of a long is no entry, whatever an earlier class had there', () => {
  const header = (constants: readonly number[], thisClass: number) =>
    readClassHeader(
      Uint8Array.of(0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52, 0, 5, ...constants, 0, 0, 0, thisClass, 0, 0, 0, 0),
    );
  const sixLetters = [1, 0, 6, ...Buffer.from('a/Long')];
  const long = [5, 0, 0, 0, 0, 0, 0, 0, 1];
  const classNamed = (index: number): readonly number[] => [7, 0, index];
  const letter = [1, 0, 1, 0x62];
  expect(header([...sixLetters, ...classNamed(1), ...letter, ...letter], 2)?.name).toBe('a/Long');
  expect(header([...long, ...classNamed(4), ...letter], 3)?.name).toBe('b');
  expect(header([...long, ...classNamed(4), ...letter], 2)).toBeUndefined();
});
