import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { openJImage } from '../../src/archive/jimage.ts';
import { fileAccess } from '../support/file-access.ts';
import { compileJava, defaultJdk, type Jdk, jdkOfRelease, runJava } from '../support/jdk.ts';

const folder = mkdtempSync(join(tmpdir(), 'rrv-jimage-slow-'));
afterAll(() => rmSync(folder, { recursive: true }));

compileJava(defaultJdk(), [join(import.meta.dirname, 'java/ImageOracle.java')], folder, ['--release', '11']);

function expectSameAsJdk(jdk: Jdk): void {
  const lines = runJava(jdk, ['-cp', folder, 'ImageOracle']).stdout.trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(5000);
  const image = openJImage(fileAccess(join(jdk.home, 'lib/modules')));
  expect(
    lines.filter((line) => {
      const [name, size, crc] = line.split(' ') as [string, string, string];
      const bytes = image.read(name);
      return bytes?.length !== Number(size) || crc32(bytes) !== Number(crc);
    }),
  ).toEqual([]);
}

const newer = jdkOfRelease(25);

test.skipIf(newer === undefined)('the image of JDK 25 is read as JDK 25 reads it', () => {
  expectSameAsJdk(newer!);
});

// jlink --compress=1 is compact-cp, 2 is zip.
test.skipIf(!existsSync(join(defaultJdk().home, 'jmods'))).each([
  ['shared strings', '--compress=1'],
  ['zip', '--compress=2'],
])('an image that jlink compressed with %s', (name, option) => {
  const jdk = defaultJdk();
  const home = join(folder, name.replaceAll(' ', '-'));
  execFileSync(join(jdk.home, 'bin/jlink'), ['--add-modules', 'java.base', option, '--output', home]);
  expectSameAsJdk({ home, release: jdk.release });
});
