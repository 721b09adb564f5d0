import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type JImage, openJImage } from '../../src/archive/jimage.ts';
import { restoreSharedStrings } from '../../src/archive/jimage-shared-strings.ts';
import { bytesAccess } from '../../src/archive/random-access.ts';
import { RrvError } from '../../src/diagnostics.ts';
import { fileAccess } from '../support/file-access.ts';
import { compileJava, defaultJdk, runJava } from '../support/jdk.ts';

const jdk = defaultJdk();
const folder = mkdtempSync(join(tmpdir(), 'rrv-jimage-'));
let image: JImage;
let oracle: string[];

beforeAll(() => {
  image = openJImage(fileAccess(join(jdk.home, 'lib/modules')));
  compileJava(jdk, [join(import.meta.dirname, 'java/ImageOracle.java')], folder);
  oracle = runJava(jdk, ['-cp', folder, 'ImageOracle']).stdout.trimEnd().split('\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('lib/modules of the JDK', () => {
  test('holds the classes that the JDK itself finds there, with the same bytes', () => {
    expect(oracle.length).toBeGreaterThan(5000);
    const differences = oracle.filter((line) => {
      const [name, size, crc] = line.split(' ') as [string, string, string];
      const bytes = image.read(name);
      return bytes?.length !== Number(size) || crc32(bytes) !== Number(crc);
    });
    expect(differences).toEqual([]);
  });

  test('names them as the JDK does', () => {
    const expected = oracle
      .map((line) => /^\/[^/]+\/(.*)\.class /.exec(line)![1]!)
      .filter((name) => name !== 'module-info');
    expect([...image.classNames()].sort()).toEqual(expected.sort());
    expect([...image.modules()].sort()).toEqual(
      [...new Set(oracle.map((line) => line.split('/')[1]!))].sort(),
    );
  });

  test('finds a class by its package', () => {
    expect(image.moduleOf('java/util')).toBe('java.base');
    expect(image.readClass('java/util/List')).toEqual(image.read('/java.base/java/util/List.class'));
    expect(image.readClass('java/util/NoSuchClass')).toBeUndefined();
    expect(image.readClass('no/such/Package')).toBeUndefined();
    expect(image.read('')).toBeUndefined();
  });
});

describe('bad input is a named error', () => {
  const codeOf = (action: () => unknown): string => {
    try {
      action();
    } catch (error) {
      if (error instanceof RrvError) return error.diagnostic.code;
      throw error;
    }
    return 'none';
  };

  test('not an image', () => {
    expect(codeOf(() => openJImage(bytesAccess(new Uint8Array(100))))).toBe('RRV_JIMAGE_NOT_IMAGE');
    expect(codeOf(() => openJImage(bytesAccess(new Uint8Array())))).toBe('RRV_JIMAGE_NOT_IMAGE');
  });

  test('an image that is cut off', () => {
    const whole = fileAccess(join(jdk.home, 'lib/modules'));
    expect(codeOf(() => openJImage(bytesAccess(whole.read(0, 1000))))).toBe('RRV_JIMAGE_CORRUPT');
    const half = openJImage(bytesAccess(whole.read(0, whole.size >> 1)));
    const codes = new Set(oracle.map((line) => codeOf(() => half.read(line.split(' ')[0]!))));
    expect(codes).toEqual(new Set(['none', 'RRV_JIMAGE_CORRUPT']));
  });
});

/** A big-endian image with one class, made by hand after the layout in HotSpot's imageFile.hpp. */
test('an image in the other byte order is read', () => {
  const strings = Buffer.from('\0m\0p\0C\0class\0');
  const at = (text: string): number => strings.indexOf(`\0${text}\0`) + 1;
  const content = Buffer.from('content');
  const locations = Buffer.from([
    (1 << 3) | 0, at('m'), (2 << 3) | 0, at('p'), (3 << 3) | 0, at('C'), (4 << 3) | 0, at('class'),
    (5 << 3) | 1, 0, 0, (7 << 3) | 0, content.length, 0,
  ]); // biome-ignore format: one attribute after the other
  const words = [0xcafedada, 1 << 16, 0, 1, 1, locations.length, strings.length, -1, 0];
  const head = Buffer.alloc(words.length * 4);
  words.forEach((word, index) => {
    head.writeInt32BE(word | 0, index * 4);
  });
  const bigEndian = openJImage(bytesAccess(Buffer.concat([head, locations, strings, content])));
  expect(Buffer.from(bigEndian.readClass('p/C')!).toString()).toBe('content');
  expect([...bigEndian.classNames()]).toEqual(['p/C']);
});

test('an image without resources has none', () => {
  const head = Buffer.alloc(7 * 4);
  head.writeUInt32LE(0xcafedada, 0);
  head.writeUInt32LE(1 << 16, 4);
  const empty = openJImage(bytesAccess(head));
  expect(empty.read('/java.base/java/lang/Object.class')).toBeUndefined();
  expect([...empty.classNames(), ...empty.modules()]).toEqual([]);
});

test('shared strings that do not fit are a named error', () => {
  const corrupt = (what: string): RrvError => new RrvError({ code: 'X', severity: 'error', message: what });
  const body = Buffer.from([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61, 0, 2, 23, 0xa1]);
  expect(() => restoreSharedStrings(body, 20, () => Buffer.from('x'.repeat(30)), corrupt)).toThrow(/larger/);
  expect(Buffer.from(restoreSharedStrings(body, 14, () => Buffer.from('x'), corrupt)).subarray(10)).toEqual(
    Buffer.from([1, 0, 1, 0x78]),
  );
  for (let length = 0; length < body.length; length++)
    expect(() => restoreSharedStrings(body.subarray(0, length), 14, () => Buffer.from('x'), corrupt)).toThrow(
      /^X: /,
    );
});
