import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { concatenate } from '../../src/archive/concatenate.ts';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import { bytesAccess } from '../../src/archive/random-access.ts';
import {
  checkEntryNames,
  fileEntries,
  openZip,
  type ZipArchive,
  type ZipEntry,
} from '../../src/archive/zip-reader.ts';
import {
  newEntry,
  type OutputEntry,
  optionsOf,
  writeZip,
  type ZipOptions,
} from '../../src/archive/zip-writer.ts';
import { RrvError } from '../../src/diagnostics.ts';
import { compileJava, defaultJdk, runJava } from '../support/jdk.ts';

const jdk = defaultJdk();
const folder = mkdtempSync(join(tmpdir(), 'rrv-zip-'));
const file = (name: string): string => join(folder, name);

beforeAll(() => {
  compileJava(jdk, [join(import.meta.dirname, 'java/ZipOracle.java')], folder);
  oracle('mixed', file('mixed.jar'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs java.util.zip over it. */
function oracle(...args: string[]): string {
  const run = runJava(jdk, ['-cp', folder, 'ZipOracle', ...args], { TZ: 'UTC' });
  expect(run.stderr).toBe('');
  return run.stdout;
}

function listOf(bytes: Uint8Array): string[] {
  writeFileSync(file('list.jar'), bytes);
  return oracle('list', file('list.jar')).trimEnd().split('\n');
}

const open = (bytes: Uint8Array): ZipArchive => openZip(bytesAccess(bytes), { file: 'app.jar' });
const copies = (archive: ZipArchive): OutputEntry[] =>
  archive.entries.map((entry) => ({ kind: 'copy', entry }));
const write = (entries: Iterable<OutputEntry>, options?: ZipOptions): Uint8Array =>
  concatenate([...writeZip(entries, options)]);
const text = (content: string): Uint8Array => new TextEncoder().encode(content);

function failure(action: () => unknown): { code: string; entry: string | undefined } {
  try {
    action();
  } catch (error) {
    if (error instanceof RrvError)
      return { code: error.diagnostic.code, entry: error.diagnostic.where?.entry };
    throw error;
  }
  throw new Error('no error');
}

/** Opens and reads everything. */
function readAll(bytes: Uint8Array): Map<string, Uint8Array> {
  const archive = open(bytes);
  return new Map(archive.entries.map((entry) => [entry.name, archive.read(entry)]));
}

describe('what java.util.zip wrote', () => {
  test('is read as java.util.zip reads it', () => {
    const mixed = readAll(readFileSync(file('mixed.jar')));
    expect([...mixed.keys()]).toEqual([
      'META-INF/',
      'a/Deflated.class',
      'a/Stored.class',
      'ünïcode/日本.txt',
      'empty',
    ]);
    expect(new TextDecoder().decode(mixed.get('a/Stored.class'))).toBe('stored');
    expect(new TextDecoder().decode(mixed.get('a/Deflated.class'))).toBe('deflated '.repeat(100));
  });

  test('is the same bytes when every entry is copied', () => {
    const bytes = readFileSync(file('mixed.jar'));
    const archive = open(bytes);
    expect(Buffer.compare(write(copies(archive), optionsOf(archive)), bytes)).toBe(0);
  });

  test('keeps all but the content of a replaced entry', () => {
    const bytes = readFileSync(file('mixed.jar'));
    const archive = open(bytes);
    const entries = archive.entries.map(
      (entry): OutputEntry =>
        entry.name.endsWith('.class')
          ? { kind: 'replace', entry, data: text('another, longer content') }
          : { kind: 'copy', entry },
    );
    const before = listOf(bytes);
    const after = listOf(write([...entries, newEntry('rrv/ü.class', text('new'))], optionsOf(archive)));
    expect(after.filter((line) => !before.includes(line))).toEqual([
      'a/Deflated.class 8 23 64a3236f 1000000000000 feca02000708 comment comment of a/Deflated.class',
      'a/Stored.class 0 23 64a3236f 1000000000000 feca02000708 comment comment of a/Stored.class',
      'rrv/ü.class 8 3 6be34445 315532800000 - comment null',
      'stream a/Deflated.class 23',
      'stream a/Stored.class 23',
      'stream rrv/ü.class 3',
    ]);
    expect(after.length).toBe(before.length + 2);
  });

  test('may have more than 65,535 entries (zip64), also with a launch script in front', () => {
    oracle('many', file('many.jar'), '66000');
    const bytes = readFileSync(file('many.jar'));
    const archive = open(bytes);
    expect(archive.entries.length).toBe(66000);
    expect(Buffer.compare(write(copies(archive), optionsOf(archive)), bytes)).toBe(0);
    const script = text('#!/bin/sh\nexec java -jar "$0" "$@"\n');
    const prefixedBytes = write(copies(archive), { prefix: script, offsetsFromPrefixEnd: true });
    expect(listOf(prefixedBytes).filter((line) => line.startsWith('e65999 ')).length).toBe(1);
    const prefixed = open(prefixedBytes);
    expect(prefixed.entries.length).toBe(66000);
    expect(prefixed.prefixLength).toBe(script.length);
    expect([...prefixed.read(prefixed.find('e65999')!)]).toEqual([65999 & 0xff]);
    const grown = write([...copies(archive), newEntry('last', text('!'))]);
    expect(listOf(grown).filter((line) => /^(stream )?last /.test(line)).length).toBe(2);
  });
});

describe('names with a slash in front, as assemblies of Maven have them', () => {
  test('are read and copied, and are nothing that Java looks for', () => {
    const bytes = write([
      newEntry('/', text('')),
      newEntry('/a/B.class', text('b')),
      newEntry('c', text('c')),
    ]);
    expect([...readAll(bytes).keys()]).toEqual(['/', '/a/B.class', 'c']);
    expect(open(bytes).find('a/B.class')).toBeUndefined();
    expect(write(copies(open(bytes)))).toEqual(bytes);
    expect(listOf(bytes).map((line) => line.split(' ')[0])).toEqual(
      expect.arrayContaining(['/', '/a/B.class', 'c']),
    );
  });
});

describe('executable jars', () => {
  const script = text('#!/bin/sh\nexec java -jar "$0" "$@"\n');

  test.each([
    ['offsets from the start of the file', false],
    ['offsets from the end of the script', true],
  ])('with %s stay as they are', (_, offsetsFromPrefixEnd) => {
    const mixed = open(readFileSync(file('mixed.jar')));
    const bytes = write(copies(mixed), { prefix: script, offsetsFromPrefixEnd, comment: text('c') });
    expect(bytes.subarray(0, script.length)).toEqual(script);
    const archive = open(bytes);
    expect(archive.prefixLength).toBe(script.length);
    expect(archive.offsetBase).toBe(offsetsFromPrefixEnd ? script.length : 0);
    expect(Buffer.compare(write(copies(archive), optionsOf(archive)), bytes)).toBe(0);
    const shown = (lines: string[]): string[] => lines.filter((line) => !/^(comment|stream)/.test(line));
    expect(shown(listOf(bytes))).toEqual(shown(listOf(readFileSync(file('mixed.jar')))));
  });
});

test('of duplicate entries all are kept, and the one that java.util.zip finds is found', () => {
  const bytes = write([
    newEntry('x', text('first')),
    newEntry('__proto__', text('p')),
    newEntry('x', text('second')),
  ]);
  const archive = open(bytes);
  expect(archive.entries.map(({ name }) => name)).toEqual(['x', '__proto__', 'x']);
  expect(new TextDecoder().decode(archive.read(archive.find('x')!))).toBe('second');
  expect(listOf(bytes).filter((line) => line.startsWith('stream'))).toEqual([
    'stream x 5',
    'stream __proto__ 1',
    'stream x 6',
  ]);
});

test('a byte order mark is part of a name', () => {
  const archive = open(write([newEntry('A.class', text('class')), newEntry('\uFEFFA.class', text('other'))]));
  expect(new TextDecoder().decode(archive.read(archive.find('A.class')!))).toBe('class');
  expect(new TextDecoder().decode(archive.read(archive.find('\uFEFFA.class')!))).toBe('other');
});

test('an end record that says too few entries is no obstacle, as to java.util.zip', () => {
  const bytes = write([newEntry('a', text('a')), newEntry('b', text('b'))]);
  const says = (count: number): Uint8Array => {
    const changed = bytes.slice();
    for (const at of [8, 10]) changed[bytes.length - 22 + at] = count;
    return changed;
  };
  for (const count of [0, 1]) {
    const archive = open(says(count));
    expect(archive.entries.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(write(copies(archive), optionsOf(archive))).toEqual(bytes);
    expect(listOf(says(count))).toEqual(listOf(bytes));
    const limits = { ...defaultArchiveLimits, entries: 1 };
    expect(failure(() => openZip(bytesAccess(says(count)), {}, limits)).code).toBe('RRV_ARCHIVE_LIMIT');
  }
  // Newer versions of Java refuse it: it may be cut off.
  expect(failure(() => open(says(3))).code).toBe('RRV_ARCHIVE_CORRUPT');
});

test('what local headers say of names, and the end record of disks, is no matter, as to java.util.zip', () => {
  const bytes = write([newEntry('a/B.class', text('content')), newEntry('c', text('c'))]);
  const listed = (list: readonly string[]): readonly string[] =>
    list.filter((line) => !line.startsWith('stream'));
  for (const change of [
    (changed: Uint8Array) => changed.set(text('a\\B'), 30),
    (changed: Uint8Array) => changed.fill(0xff, bytes.length - 22 + 4, bytes.length - 22 + 8),
    (changed: Uint8Array) => changed.fill(1, bytes.length - 22 + 4, bytes.length - 22 + 5),
  ]) {
    const changed = bytes.slice();
    change(changed);
    expect(changed).not.toEqual(bytes);
    const archive = open(changed);
    expect(new TextDecoder().decode(archive.read(archive.find('a/B.class')!))).toBe('content');
    expect(listed(listOf(changed))).toEqual(listed(listOf(bytes)));
    expect(listed(listOf(write(copies(archive), optionsOf(archive))))).toEqual(listed(listOf(bytes)));
  }
  // The last part of a split archive: what it says of offsets is about other files.
  const part = bytes.slice(40);
  part[part.length - 22 + 4] = 1;
  expect(failure(() => open(part)).code).toBe('RRV_ARCHIVE_UNSUPPORTED');
});

test('an end record in the comment is none', () => {
  const empty = write([]);
  const comment = concatenate([text('before '), empty, text(' behind')]);
  const bytes = write([newEntry('a', text('a'))], { comment });
  expect(open(bytes).entries.map(({ name }) => name)).toEqual(['a']);
  expect(open(bytes).comment).toEqual(comment);
  expect(listOf(bytes).length).toBe(listOf(write([newEntry('a', text('a'))])).length);
  expect(open(concatenate([text('in front of nothing'), empty])).entries).toEqual([]);
});

test('a stored entry with a data descriptor is copied whole', () => {
  // java.util.zip does not write these; Info-ZIP does when it writes to a pipe.
  const content = text('stored with a descriptor');
  const plain = write([newEntry('empty', new Uint8Array()), newEntry('b', text('b'))]);
  const stored = open(plain);
  const local = concatenate([stored.access.read(0, 30 + 5)]);
  const view = new DataView(local.buffer);
  view.setUint16(6, 8, true);
  const crc = crcOf(content);
  const descriptor = new Uint8Array(16);
  const fields = new DataView(descriptor.buffer);
  fields.setUint32(0, 0x08074b50, true);
  fields.setUint32(4, crc, true);
  fields.setUint32(8, content.length, true);
  fields.setUint32(12, content.length, true);
  const central = stored.entries[0]!.central.slice();
  const centralView = new DataView(central.buffer);
  centralView.setUint16(8, 8, true);
  centralView.setUint32(16, crc, true);
  centralView.setUint32(20, content.length, true);
  centralView.setUint32(24, content.length, true);
  const body = concatenate([local, content, descriptor]);
  const end = new Uint8Array(22);
  const endView = new DataView(end.buffer);
  endView.setUint32(0, 0x06054b50, true);
  endView.setUint16(8, 1, true);
  endView.setUint16(10, 1, true);
  endView.setUint32(12, central.length, true);
  endView.setUint32(16, body.length, true);
  const bytes = concatenate([body, central, end]);
  const archive = open(bytes);
  expect(archive.read(archive.entries[0]!)).toEqual(content);
  expect(write(copies(archive), optionsOf(archive))).toEqual(bytes);
});

function crcOf(content: Uint8Array): number {
  const archive = open(write([newEntry('x', content)]));
  return archive.entries[0]!.crc;
}

describe('bad input is a named error', () => {
  const small = write([newEntry('a/B.class', text('content of B')), newEntry('c', text('cc'))]);

  test('not a ZIP archive', () => {
    expect(failure(() => open(text('this is no archive')))).toMatchObject({ code: 'RRV_ARCHIVE_NOT_ZIP' });
    expect(failure(() => open(new Uint8Array()))).toMatchObject({ code: 'RRV_ARCHIVE_NOT_ZIP' });
  });

  test('cut off anywhere', () => {
    for (let length = 4; length < small.length; length++)
      expect(failure(() => readAll(small.slice(0, length))).code).toBe('RRV_ARCHIVE_TRUNCATED');
  });

  test('an entry that cannot be inflated, or has another CRC', () => {
    const start = 30 + 'a/B.class'.length;
    for (const bits of [0x06, 0x80, 0xff]) {
      const damaged = small.slice();
      damaged[start]! ^= bits;
      expect(failure(() => readAll(damaged))).toEqual({
        code: 'RRV_ARCHIVE_CORRUPT',
        entry: 'app.jar@a/B.class',
      });
    }
  });

  test('encrypted', () => {
    const directory = small.length - 22 - (46 * 2 + 'a/B.class'.length + 1);
    const damaged = small.slice();
    damaged[directory + 8]! |= 1;
    expect(failure(() => open(damaged))).toEqual({
      code: 'RRV_ARCHIVE_ENCRYPTED',
      entry: 'app.jar@a/B.class',
    });
    damaged[directory + 8]! &= ~1;
    damaged[directory + 10] = 12;
    expect(failure(() => open(damaged)).code).toBe('RRV_ARCHIVE_UNSUPPORTED');
  });

  test.each(['../evil', 'a/../../evil', '/../evil', '/C:\\evil', 'C:\\evil', 'a\\..\\..\\evil', 'nul\0'])(
    'the entry name %j',
    (name) => {
      const archive = open(write([newEntry('a', text('x')), newEntry(name, text('x'))]));
      const entry = `app.jar@${name}`;
      expect(failure(() => checkEntryNames(archive))).toEqual({ code: 'RRV_ARCHIVE_ENTRY_NAME', entry });
      expect(Array.from(fileEntries(archive), ({ name: found }) => found)).toEqual(['a']);
    },
  );

  test('entries that share bytes', () => {
    const bytes = write([newEntry('a', text('x'.repeat(1000))), newEntry('a', text('x'.repeat(1000)))]);
    // Both directory headers now point at the first entry.
    const directory = bytes.length - 22 - 2 * 47;
    bytes.fill(0, directory + 47 + 42, directory + 47 + 46);
    expect(failure(() => open(bytes))).toEqual({ code: 'RRV_ARCHIVE_OVERLAP', entry: 'app.jar@a' });
  });

  test('an entry that is larger than it says, or than allowed', () => {
    const bytes = write([newEntry('a', new Uint8Array(1 << 20))]);
    const directory = bytes.length - 22 - 47;
    new DataView(bytes.buffer).setUint32(directory + 24, 1000, true);
    expect(failure(() => readAll(bytes)).code).toBe('RRV_ARCHIVE_CORRUPT');
    new DataView(bytes.buffer).setUint32(directory + 24, defaultArchiveLimits.entryBytes + 1, true);
    expect(failure(() => readAll(bytes)).code).toBe('RRV_ARCHIVE_LIMIT');
  });

  test('whatever else is changed: an RrvError or the truth, and never another exception', () => {
    const bytes = readFileSync(file('mixed.jar'));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        (changes) => {
          const changed = new Uint8Array(bytes);
          for (const [at, value] of changes) changed[at] = value;
          try {
            readAll(changed);
            const archive = open(changed);
            write(copies(archive), optionsOf(archive));
          } catch (error) {
            expect(error).toBeInstanceOf(RrvError);
          }
        },
      ),
      { numRuns: 3000, seed: 7 },
    );
  });
});

describe('zip64 extra data (APPNOTE 4.5.3)', () => {
  type Field = 'size' | 'compressedSize' | 'offset' | 'disk';
  const names = ['a.txt', 'b.txt'] as const;
  const header = (
    signature: number,
    length: number,
    values: readonly (readonly [at: number, value: number])[],
  ) => {
    const bytes = new Uint8Array(length);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, signature, true);
    // Of four bytes where they follow each other so.
    for (const [at, value] of values)
      if (value > 0xffff) view.setUint32(at, value, true);
      else view.setUint16(at, value, true);
    return bytes;
  };
  /** Two stored entries whose headers say these values in zip64 fields, in the local headers the sizes. */
  function archiveWith(fields: readonly Field[]): Uint8Array {
    const pieces: Uint8Array[] = [];
    const directory: Uint8Array[] = [];
    let offset = 0;
    for (const name of names) {
      const data = text(`content of ${name}`);
      const crc = crc32(data);
      const values = { size: data.length, compressedSize: data.length, offset, disk: 0 };
      const extraOf = (some: readonly Field[]): Uint8Array => {
        const field = new Uint8Array(
          some.length === 0 ? 0 : 4 + some.reduce((sum, one) => sum + (one === 'disk' ? 4 : 8), 0),
        );
        const view = new DataView(field.buffer);
        if (some.length > 0) view.setUint16(0, 1, true);
        if (some.length > 0) view.setUint16(2, field.length - 4, true);
        some.forEach((one, index) => {
          if (one !== 'disk') view.setBigUint64(4 + 8 * index, BigInt(values[one]), true);
        });
        return field;
      };
      const has = (one: Field): boolean => fields.includes(one);
      const long = (one: 'size' | 'compressedSize' | 'offset'): number =>
        has(one) ? 0xffffffff : values[one];
      const sizes = fields.filter((one) => one === 'size' || one === 'compressedSize');
      const localExtra = extraOf(sizes);
      const extra = extraOf(fields);
      const local = header(0x04034b50, 30, [
        [4, 45],
        [14, crc],
        [18, long('compressedSize')],
        [22, long('size')],
        [26, name.length],
        [28, localExtra.length],
      ]);
      pieces.push(local, text(name), localExtra, data);
      const central = header(0x02014b50, 46, [
        [4, 45],
        [6, 45],
        [16, crc],
        [20, long('compressedSize')],
        [24, long('size')],
        [28, name.length],
        [30, extra.length],
        [34, has('disk') ? 0xffff : 0],
        [42, long('offset')],
      ]);
      directory.push(central, text(name), extra);
      offset += local.length + name.length + localExtra.length + data.length;
    }
    const all = concatenate(directory);
    return concatenate([
      ...pieces,
      all,
      header(0x06054b50, 22, [
        [8, 2],
        [10, 2],
        [12, all.length],
        [16, offset],
      ]),
    ]);
  }
  /** Whether the field holds what is all ones, and nothing else, as Java 25 asks. */
  function isExact(central: Uint8Array): boolean {
    const view = new DataView(central.buffer, central.byteOffset, central.byteLength);
    const long = [20, 24, 42].filter((at) => view.getUint32(at, true) === 0xffffffff).length;
    const expected = 8 * long + (view.getUint16(34, true) === 0xffff ? 4 : 0);
    const start = 46 + view.getUint16(28, true);
    const length = view.getUint16(30, true);
    return expected === 0
      ? length === 0
      : length === 4 + expected && view.getUint16(start + 2, true) === expected;
  }

  test.each<[readonly Field[]]>(
    [
      [],
      ['compressedSize'],
      ['offset'],
      ['size', 'compressedSize'],
      ['size', 'compressedSize', 'offset'],
      ['offset', 'disk'],
      ['size', 'compressedSize', 'offset', 'disk'],
    ].map((fields): [readonly Field[]] => [fields as Field[]]),
  )('says what the header does not, where it is %j', (fields) => {
    const archive = open(archiveWith(fields));
    expect(archive.entries.every(({ central }) => isExact(central))).toBe(true);
    const [a, b] = archive.entries as [ZipEntry, ZipEntry];
    const entries: OutputEntry[] = [
      newEntry('new.txt', text('new')),
      { kind: 'copy', entry: a },
      { kind: 'replace', entry: b, data: text('other') },
    ];
    const written = open(write(entries, { prefix: text('#!') }));
    expect(written.entries.filter(({ central }) => !isExact(central)).map(({ name }) => name)).toEqual([]);
    const contents = written.entries.map((entry) => new TextDecoder().decode(written.read(entry)));
    expect(contents).toEqual(['new', 'content of a.txt', 'other']);
    expect(listOf(write(entries)).filter((line) => line.startsWith('stream'))).toEqual([
      'stream new.txt 3',
      'stream a.txt 16',
      'stream b.txt 5',
    ]);
  });
});

/** APPNOTE 4.3.9.3 and 4.3.9.2: with or without a signature, with sizes of four or eight bytes. */
test.each([
  [true, 4],
  [false, 4],
  [true, 8],
  [false, 8],
] as const)(
  'a data descriptor comes along: with a signature %s, sizes of %i bytes',
  (isSigned, sizeBytes) => {
    const stored = open(write([newEntry('a', text('')), newEntry('empty', text(''))]));
    // Stored entries of our own writing, the first with content, a flag and a descriptor.
    const data = text('content');
    const descriptor = new DataView(new ArrayBuffer((isSigned ? 4 : 0) + 4 + 2 * sizeBytes));
    let at = 0;
    const put = (value: number, bytes: number): void => {
      descriptor.setUint32(at, value, true);
      at += bytes;
    };
    if (isSigned) put(0x08074b50, 4);
    put(crc32(data), 4);
    put(data.length, sizeBytes);
    put(data.length, sizeBytes);
    const pieces = stored.entries.map(({ central, localOffset }, index) => {
      const local = new Uint8Array(stored.access.read(localOffset, 30 + (index === 0 ? 1 : 5)));
      const head = new Uint8Array(central);
      if (index === 0) {
        new DataView(local.buffer).setUint16(6, 8, true);
        const view = new DataView(head.buffer);
        view.setUint16(8, 8, true);
        view.setUint32(16, crc32(data), true);
        view.setUint32(20, data.length, true);
        view.setUint32(24, data.length, true);
      }
      const content = index === 0 ? [data, new Uint8Array(descriptor.buffer)] : [];
      return { head, bytes: concatenate([local, ...content]) };
    });
    new DataView(pieces[1]!.head.buffer).setUint32(42, pieces[0]!.bytes.length, true);
    const directory = concatenate(pieces.map(({ head }) => head));
    const end = new DataView(new ArrayBuffer(22));
    end.setUint32(0, 0x06054b50, true);
    end.setUint16(8, 2, true);
    end.setUint16(10, 2, true);
    end.setUint32(12, directory.length, true);
    end.setUint32(16, pieces[0]!.bytes.length + pieces[1]!.bytes.length, true);
    const bytes = concatenate([...pieces.map((piece) => piece.bytes), directory, new Uint8Array(end.buffer)]);
    const archive = open(bytes);
    expect(archive.read(archive.find('a')!)).toEqual(data);
    expect(write(copies(archive))).toEqual(bytes);
  },
);
