import { expect, test } from 'vitest';
import { isManifest, isMultiRelease, mainAttribute } from '../../src/archive/manifest.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test.each(['\n', '\r\n', '\r'])('attributes of the main section, lines ending with %j', (end) => {
  const manifest = bytes(
    [
      'Manifest-Version: 1.0',
      'CLASS-path: a.jar b',
      ' .jar',
      '  c.jar',
      'Twice: one',
      'twice: other',
      'Tight:value',
      'Blanks:  a ',
      '',
      'Name: a/B.class',
      'Multi-Release: true',
      '',
    ].join(end),
  );
  expect(
    ['Manifest-Version', 'Class-Path', 'Twice', 'Tight', 'Blanks', 'Multi-Release', 'Name'].map((name) =>
      mainAttribute(manifest, name),
    ),
  ).toEqual(['1.0', 'a.jar b.jar c.jar', 'other', 'value', ' a ', undefined, undefined]);
});

test('a line may be folded within a character', () => {
  const [one, other] = bytes('ü');
  expect(
    mainAttribute(new Uint8Array([...bytes('A: x'), one!, ...bytes('\n '), other!, ...bytes('y\n')]), 'a'),
  ).toBe('xüy');
});

test('a manifest that is empty, or cut off, or no manifest', () => {
  for (const text of ['', '\n', '\nA: x\n', ' A: x', 'A', ': x'])
    expect(mainAttribute(bytes(text), 'A')).toBe(undefined);
});

test('the name of the entry, as Java looks for it', () => {
  expect(['META-INF/MANIFEST.MF', 'meta-inf/Manifest.mf', 'a/META-INF/MANIFEST.MF'].map(isManifest)).toEqual([
    true,
    true,
    false,
  ]);
});

// As `java -cp` of JDK 17 and 25 loads a class with a version 11.
test.each([
  ['Multi-Release: true\n', true],
  ['Multi-Release: true\r\n', true],
  ['multi-release: TRUE\n', true],
  ['Multi-Release: true\n \n', true],
  ['Multi-Release: false\nMulti-Release: true\n', true],
  ['Multi-Release: true\nMulti-Release: false\n', false],
  ['Multi-Release: true \n', false],
  ['Multi-Release: true\t\n', false],
  ['Multi-Release:  true\n', false],
  ['Multi-Release:true\n', false],
  ['Multi-Release: tr\n ue\n', false],
  ['Multi-Release: true\n x\n', false],
  ['Multi-Release: true', false],
  ['X: y\n Multi-Release: true\n', false],
  ['\nName: x\nMulti-Release: true\n', false],
])('class loaders look for versions: %j', (lines, expected) => {
  expect(isMultiRelease(bytes(`Manifest-Version: 1.0\n${lines}`))).toBe(expected);
});
