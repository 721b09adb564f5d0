import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ArchiveChange } from '../../src/archive/application.ts';
import {
  type ArchiveTree,
  allArchives,
  openArchiveTree,
  writeArchiveTree,
} from '../../src/archive/archive-tree.ts';
import { concatenate } from '../../src/archive/concatenate.ts';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import { bytesAccess } from '../../src/archive/random-access.ts';
import { withoutDigests } from '../../src/archive/signature.ts';
import { centralHeader } from '../../src/archive/zip-format.ts';
import { openZip } from '../../src/archive/zip-reader.ts';
import { newEntry, writeZip } from '../../src/archive/zip-writer.ts';
import { type Diagnostic, RrvError } from '../../src/diagnostics.ts';
import { defaultJdk } from '../support/jdk.ts';

const jdk = defaultJdk();
const folder = mkdtempSync(join(tmpdir(), 'rrv-tree-'));
const file = (name: string): string => join(folder, name);
const tool = (name: string, ...args: string[]): string =>
  execFileSync(join(jdk.home, 'bin', name), args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
const text = (content: string): Uint8Array => new TextEncoder().encode(content);

afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(() => {
  for (const name of ['classes/a', 'classes/BOOT-INF/lib']) mkdirSync(file(name), { recursive: true });
  writeFileSync(file('classes/a/One.class'), 'one');
  writeFileSync(file('classes/a/Two.class'), 'two');
  tool('jar', 'cf', 'inner.jar', '-C', 'classes', 'a');
  writeFileSync(file('classes/BOOT-INF/lib/inner.jar'), readFileSync(file('inner.jar')));
  writeFileSync(file('classes/BOOT-INF/lib/fake.jar'), 'not an archive');
  tool('jar', 'c0f', 'stored.jar', '-C', 'classes', 'BOOT-INF');
  tool('jar', 'cf', 'deflated.jar', '-C', 'classes', 'BOOT-INF');
});

function openFile(name: string, warnings: Diagnostic[] = []): ArchiveTree {
  const where = { file: name };
  return openArchiveTree(bytesAccess(readFileSync(file(name))), where, (diagnostic) =>
    warnings.push(diagnostic),
  );
}

function change(
  changed: Record<string, string>,
  added: Record<string, string> = {},
  removed: string[] = [],
): ArchiveChange {
  const bytes = (content: Record<string, string>): Map<string, Uint8Array> =>
    new Map(Object.entries(content).map(([name, value]) => [name, text(value)]));
  return { changed: bytes(changed), added: bytes(added), removed: new Set(removed) };
}

test.each(['stored', 'deflated'])('archives under other names count where they hold classes (%s)', (how) => {
  const jarOfOne = concatenate([...writeZip([newEntry('a/One.class', text('one'))])]);
  const named = (entries: Readonly<Record<string, Uint8Array>>): Uint8Array =>
    concatenate([...writeZip(Object.entries(entries).map(([entry, data]) => newEntry(entry, data)))]);
  const entries = {
    'lib/flow.nar': named({ 'META-INF/bundled-dependencies/one.jar': jarOfOne }),
    'plugins/web.hpi': named({ 'WEB-INF/lib/one.jar': jarOfOne }),
    noext: jarOfOne,
    'letter.docx': named({ 'word/document.xml': text('<w/>'), 'word/fake.jar': text('none') }),
    'cut.nar': jarOfOne.subarray(0, jarOfOne.length - 30),
    'note.txt': text('PK'),
  };
  mkdirSync(file(`other-${how}`));
  for (const [entry, data] of Object.entries(entries)) {
    mkdirSync(join(file(`other-${how}`), entry, '..'), { recursive: true });
    writeFileSync(join(file(`other-${how}`), entry), data);
  }
  const name = `other-${how}.jar`;
  tool('jar', how === 'stored' ? 'c0f' : 'cf', name, '-C', `other-${how}`, '.');
  const warnings: Diagnostic[] = [];
  const tree = openFile(name, warnings);
  const found = allArchives(tree).map(({ application: { label, kind } }) => [label, kind]);
  expect(found.slice(1).sort()).toEqual([
    [`${name}@lib/flow.nar`, 'jar'],
    [`${name}@lib/flow.nar@META-INF/bundled-dependencies/one.jar`, 'jar'],
    [`${name}@noext`, 'jar'],
    [`${name}@plugins/web.hpi`, 'war'],
    [`${name}@plugins/web.hpi@WEB-INF/lib/one.jar`, 'jar'],
  ]);
  expect(warnings).toEqual([]);
});

test('what is too deep to be looked at, under another name, is told and stays', () => {
  let bytes = concatenate([...writeZip([newEntry('a/One.class', text('one'))])]);
  for (const name of ['c.nar', 'b.jar', 'a.jar']) bytes = concatenate([...writeZip([newEntry(name, bytes)])]);
  writeFileSync(file('deep.jar'), bytes);
  const warnings: Diagnostic[] = [];
  const limits = { ...defaultArchiveLimits, nestingDepth: 2 };
  const access = bytesAccess(readFileSync(file('deep.jar')));
  const tree = openArchiveTree(access, { file: 'deep.jar' }, (told) => warnings.push(told), limits);
  expect(allArchives(tree)).toHaveLength(3);
  expect(warnings.map(({ code, severity, where }) => [code, severity, where?.entry])).toEqual([
    ['RRV_ARCHIVE_LIMIT', 'warning', 'deep.jar@a.jar@b.jar@c.nar'],
  ]);
});

describe.each(['stored.jar', 'deflated.jar'])('archives nested in %s', (name) => {
  const inner = `${name}@BOOT-INF/lib/inner.jar`;

  test('are found; what only looks like one is told', () => {
    const warnings: Diagnostic[] = [];
    const tree = openFile(name, warnings);
    expect(allArchives(tree).map(({ application }) => application.label)).toEqual([name, inner]);
    expect(warnings.map(({ code, where }) => [code, where?.entry])).toEqual([
      ['RRV_NESTED_ARCHIVE_SKIPPED', `${name}@BOOT-INF/lib/fake.jar`],
    ]);
    const entries = [...allArchives(tree)[1]!.application.entries()];
    expect(entries.map((entry) => entry.name)).toEqual([
      'META-INF/MANIFEST.MF',
      'a/One.class',
      'a/Two.class',
    ]);
    expect(Buffer.from(entries[1]!.read()).toString()).toBe('one');
  });

  test('are packed again from the inside out, by the method they had', () => {
    const tree = openFile(name);
    const changes = new Map([
      [
        allArchives(tree)[1]!.application,
        change({ 'a/One.class': 'changed' }, { 'z/New.class': 'new' }, ['a/Two.class']),
      ],
    ]);
    const output = concatenate([...writeArchiveTree(tree, changes, () => {})]);
    writeFileSync(file('output.jar'), output);
    expect(tool('jar', 'tf', 'output.jar')).toBe(tool('jar', 'tf', name));
    const outer = openZip(bytesAccess(output));
    const nested = outer.find('BOOT-INF/lib/inner.jar')!;
    expect(nested.method).toBe(name === 'stored.jar' ? 0 : 8);
    writeFileSync(file('output-inner.jar'), outer.read(nested));
    expect(tool('jar', 'tf', 'output-inner.jar').trim().split(/\s+/)).toEqual([
      'META-INF/',
      'META-INF/MANIFEST.MF',
      'a/',
      'a/One.class',
      'z/New.class',
    ]);
  });

  test('are copied byte for byte where nothing changed', () => {
    const tree = openFile(name);
    expect(
      Buffer.compare(concatenate([...writeArchiveTree(tree, new Map(), () => {})]), readFileSync(file(name))),
    ).toBe(0);
  });
});

test('a nested archive that is not as long as the directory says is damaged', () => {
  // The last byte might start an end record.
  const bytes = Buffer.concat([readFileSync(file('stored.jar')), text('P')]);
  const { central } = openZip(bytesAccess(bytes)).find('BOOT-INF/lib/inner.jar')!;
  bytes.writeUInt32LE(bytes.length, bytes.indexOf(central) + centralHeader.size32);
  const open = (): unknown => openArchiveTree(bytesAccess(bytes), { file: 'x.jar' }, () => {});
  expect(open).toThrow(/^RRV_ARCHIVE_CORRUPT: .* bytes where the directory says/);
});

describe('an archive in an archive that Java does not open', () => {
  const whole = concatenate([...writeZip([newEntry('x/Y.class', text('content '.repeat(100)))])]);
  const directory = whole.length - 22 - (46 + 'x/Y.class'.length);
  const changed = (at: number, value: number): Uint8Array => {
    const bytes = whole.slice();
    bytes[at] = value;
    return bytes;
  };
  const told = (nested: Uint8Array, name: string): readonly string[] => {
    const warnings: Diagnostic[] = [];
    const outer = concatenate([...writeZip([newEntry(name, nested), newEntry('A.class', text('a'))])]);
    const tree = openArchiveTree(bytesAccess(outer), { file: 'app.jar' }, (one) => warnings.push(one));
    const changes = new Map([[tree.application, change({ 'A.class': 'changed' })]]);
    const output = openZip(bytesAccess(concatenate([...writeArchiveTree(tree, changes, () => {})])));
    expect(output.read(output.find(name)!)).toEqual(nested);
    return warnings.map(({ code, severity, where }) => `${severity} ${code} ${where?.entry}`);
  };

  test.each([
    ['encrypted', changed(directory + 8, 1)],
    ['of another method', changed(directory + 10, 14)],
    ['cut off', whole.subarray(0, 60)],
    ['without a directory', changed(directory, 0)],
  ])('stays as it is, with a warning: %s', (_, nested) => {
    const warning = 'warning RRV_NESTED_ARCHIVE_SKIPPED app.jar@data/x.zip';
    expect(told(nested, 'data/x.zip')).toEqual([warning]);
  });

  test('is told from one that Java may open, and from damage of the outer one', () => {
    const beyond = changed(directory + 20, 0xff);
    beyond[directory + 21] = 0xff;
    expect(() => told(beyond, 'data/x.zip')).toThrow(/RRV_ARCHIVE_CORRUPT/);
    const outer = concatenate([...writeZip([newEntry('data/x.zip', whole)])]);
    outer[outer.length - 22 - (46 + 'data/x.zip'.length) + 16]! ^= 1;
    const open = (): unknown => openArchiveTree(bytesAccess(outer), { file: 'x.jar' }, () => {});
    expect(open).toThrow(/RRV_ARCHIVE_CORRUPT: .*CRC/);
  });
});

test('nesting has a limit', () => {
  let bytes = concatenate([...writeZip([newEntry('a', text('a'))])]);
  for (let depth = 0; depth <= defaultArchiveLimits.nestingDepth; depth++)
    bytes = concatenate([...writeZip([newEntry('x.jar', bytes)])]);
  const open = (): unknown => openArchiveTree(bytesAccess(bytes), { file: 'x.jar' }, () => {});
  expect(open).toThrow(RrvError);
  expect(open).toThrow(/RRV_ARCHIVE_LIMIT/);
});

test('what is held of all compressed archives together has a limit', () => {
  const inner = concatenate([...writeZip([newEntry('a', new Uint8Array(10_000))])]);
  const outer = concatenate([...writeZip(['x.jar', 'y.jar'].map((name) => newEntry(name, inner)))]);
  const open = (heldBytes: number): unknown =>
    openArchiveTree(bytesAccess(outer), { file: 'x.jar' }, () => {}, { ...defaultArchiveLimits, heldBytes });
  expect(open(2 * inner.length)).toBeDefined();
  expect(() => open(2 * inner.length - 1)).toThrow(/RRV_ARCHIVE_LIMIT/);
});

describe('a signed jar', () => {
  beforeAll(() => {
    tool('keytool', '-genkeypair', '-keystore', 'keys', '-storepass', 'secret', '-alias', 'k', '-dname', 'CN=x', '-keyalg', 'RSA', '-keysize', '2048'); // biome-ignore format: a command line
    writeFileSync(file('signed.jar'), readFileSync(file('inner.jar')));
    tool('jarsigner', '-keystore', 'keys', '-storepass', 'secret', 'signed.jar', 'k');
  });

  test('loses its signature when a class of it changes, and says so once', () => {
    expect(tool('jarsigner', '-verify', 'signed.jar')).toContain('jar verified');
    const warnings: Diagnostic[] = [];
    const tree = openFile('signed.jar');
    const changes = new Map([[tree.application, change({ 'a/One.class': 'changed' })]]);
    const output = concatenate([
      ...writeArchiveTree(tree, changes, (diagnostic) => warnings.push(diagnostic)),
    ]);
    writeFileSync(file('unsigned.jar'), output);
    expect(warnings.map(({ code, where }) => [code, where?.file])).toEqual([
      ['RRV_SIGNATURE_REMOVED', 'signed.jar'],
    ]);
    expect(tool('jarsigner', '-verify', 'unsigned.jar')).toContain('jar is unsigned');
    const zip = openZip(bytesAccess(output));
    expect(zip.entries.map(({ name }) => name).sort()).toEqual([
      'META-INF/',
      'META-INF/MANIFEST.MF',
      'a/',
      'a/One.class',
      'a/Two.class',
    ]);
    const manifest = Buffer.from(zip.read(zip.find('META-INF/MANIFEST.MF')!)).toString();
    expect(manifest).toMatch(/^Manifest-Version: 1.0\r\nCreated-By: [^\r]*\r\n\r\n$/);
  });
});

test('digests leave the manifest; other attributes and long lines stay', () => {
  const manifest = [
    'Manifest-Version: 1.0',
    `Class-Path: ${'x'.repeat(58)}`,
    ' y.jar',
    '',
    'Name: a/One.class',
    'SHA-256-Digest: abc',
    ' def',
    '',
    'Name: b/',
    'Sealed: true',
    'SHA1-Digest-Manifest: abc',
    '',
    '',
  ].join('\r\n');
  expect(Buffer.from(withoutDigests(text(manifest))).toString()).toBe(
    [
      'Manifest-Version: 1.0',
      `Class-Path: ${'x'.repeat(58)}`,
      ' y.jar',
      '',
      'Name: b/',
      'Sealed: true',
      '',
      '',
    ].join('\r\n'),
  );
  const unsigned = text('Manifest-Version: 1.0\n\nName: b/\n\n');
  expect(withoutDigests(unsigned)).toBe(unsigned);
});
