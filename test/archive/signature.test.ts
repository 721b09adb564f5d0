import { expect, test } from 'vitest';
import { isSignatureFile, withoutDigests } from '../../src/archive/signature.ts';

test('what signs a jar, as Java looks for it', () => {
  const names = ['A.SF', 'a.rsa', 'A.Dsa', 'A.EC', 'SIG-', 'sig-a.b'].map((name) => `META-INF/${name}`);
  expect(names.filter((name) => !isSignatureFile(name))).toEqual([]);
  const others = [
    'A.SF',
    'META-INF/a/A.SF',
    'META-INF/.SF',
    'META-INF/A.SFX',
    'META-INF/SIG-/a',
    'META-INF/A',
  ];
  expect(others.filter(isSignatureFile)).toEqual([]);
});

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const stripped = (text: string): string => Buffer.from(withoutDigests(bytes(text))).toString('latin1');

test.each(['\n', '\r\n', '\r'])(
  'digests go, and sections that say nothing else; lines ending with %j',
  (end) => {
    const manifest = (...lines: readonly string[]): string => lines.map((line) => line + end).join('');
    expect(
      stripped(
        manifest(
          ...[
            'Manifest-Version: 1.0',
            'Class-Path: a',
            ' b',
            '',
            'Name: a/B.class',
            'SHA-256-Digest: abc',
            ' def',
          ],
          ...['', 'Name: a/C.cl', ' ass', 'x-Digest-Manifest: abc', 'SHA1-Digest-fr: abc', ''],
          ...['Name: a/D.class', 'Sealed: true', ' or', 'SHA-256-Digest: abc', ' def', 'Java-Bean: no', ''],
          ...['Name: a/E.class', 'Digest: own', '', 'Name: a/F.class', 'SHA-256-Digest: abc'],
        ),
      ),
    ).toBe(
      manifest(
        ...['Manifest-Version: 1.0', 'Class-Path: a', ' b', ''],
        ...[
          'Name: a/D.class',
          'Sealed: true',
          ' or',
          'Java-Bean: no',
          '',
          'Name: a/E.class',
          'Digest: own',
          '',
        ],
      ),
    );
  },
);

test('the main section stays, though it says but a name', () => {
  expect(stripped('Name: x\nSHA-256-Digest: abc\n\n')).toBe('Name: x\n\n');
});

test('a manifest without digests is the same bytes, also with a section that says nothing but a name', () => {
  const manifest = bytes('Manifest-Version: 1.0\n\nName: a/B.class\n\n');
  expect(withoutDigests(manifest)).toBe(manifest);
});
