import { describe, expect, test } from 'vitest';
import { concatenate } from '../../src/archive/concatenate.ts';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import { gunzip, gzip, isGzip, isTar, readTar, withChangedFiles } from '../../src/archive/tar.ts';
import { RrvError } from '../../src/diagnostics.ts';
import { type NewMember, tarOf } from '../support/tar.ts';

const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const common = { mode: 0o755, uid: 1000, gid: 100, mtime: new Date(1_600_000_000_000), uname: 'someone' };
const long = `app/${'long/'.repeat(40)}ü.txt`;
const members: NewMember[] = [
  { ...common, name: 'app/', type: 'directory' },
  { ...common, name: 'app/run.sh', data: text('#!/bin/sh\n') },
  { ...common, name: 'app/link', type: 'symlink', linkname: 'run.sh' },
  { ...common, name: long, data: text('long'), pax: { comment: 'its own', mtime: '1.25' } },
];

async function codeOf(action: () => unknown): Promise<string> {
  try {
    await action();
  } catch (error) {
    if (error instanceof RrvError) return error.diagnostic.code;
    throw error;
  }
  return 'none';
}

/** Headers without members, of the type given: one block, then its data. */
async function headerAlone(type: string, name: string, data: string): Promise<Uint8Array> {
  const bytes = (await tarOf([{ ...common, name, data: text(data) }])).slice(0, 1024);
  const header = Buffer.from(bytes.buffer, 0, 512);
  header.write(type, 156, 'latin1');
  header.fill(' ', 148, 156);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0`, 148, 'latin1');
  return bytes;
}

const withoutEnd = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, -1024);

async function withChanged(bytes: Uint8Array, data: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const read = await readTar(bytes);
  const changed = new Map(
    Object.entries(data).map(([name, content]) => [
      read.find(({ header }) => header.name === name)!,
      text(content),
    ]),
  );
  return withChangedFiles(bytes, read, changed);
}

test('what is read', async () => {
  const bytes = await tarOf(members);
  const read = await readTar(bytes);
  expect(read.map(({ header: { name, type, linkname } }) => [name, type, linkname])).toEqual([
    ['app/', 'directory', null],
    ['app/run.sh', 'file', null],
    ['app/link', 'symlink', 'run.sh'],
    [long, 'file', null],
  ]);
  expect(read.map(({ data }) => Buffer.from(data).toString())).toEqual(['', '#!/bin/sh\n', '', 'long']);
  expect(isTar(bytes)).toBe(true);
  expect(isGzip(bytes)).toBe(false);
  expect(isGzip(gzip(bytes))).toBe(true);
  expect(Buffer.compare(gunzip(gzip(bytes)), bytes)).toBe(0);
  expect(gzip(bytes)).toEqual(gzip(bytes));
  // Neither the time nor the operating system (RFC 1952, 2.3.1).
  expect([...gzip(bytes).subarray(4, 8), gzip(bytes)[9]]).toEqual([0, 0, 0, 0, 255]);
});

test('files with other data: the archive is that of these files', async () => {
  const bytes = await tarOf(members);
  expect(await withChanged(bytes, {})).toEqual(bytes);
  expect(await withChanged(bytes, { 'app/run.sh': '#!/bin/sh\n', [long]: 'long' })).toEqual(bytes);
  for (const data of ['', 'x', 'y'.repeat(512), 'z'.repeat(2000)]) {
    const [directory, run, link, last] = members as [NewMember, NewMember, NewMember, NewMember];
    const changed = (member: NewMember): NewMember => ({ ...member, data: text(data) });
    expect(await withChanged(bytes, { 'app/run.sh': data })).toEqual(
      await tarOf([directory, changed(run), link, last]),
    );
    expect(await withChanged(bytes, { [long]: data })).toEqual(
      await tarOf([directory, run, link, changed(last)]),
    );
  }
});

test('what stands between the members and behind them stays as it is', async () => {
  const global = await headerAlone('g', 'pax_global_header', '15 comment=one\n');
  const gnuName = await headerAlone('L', '././@LongLink', 'app/by its GNU name\0');
  const file = await tarOf([{ ...common, name: 'app/short', data: text('content') }]);
  const changed = await tarOf([{ ...common, name: 'app/short', data: text('c'.repeat(600)) }]);
  const attributes = withoutEnd(await tarOf(members.slice(3)));
  // tar fills up to twenty blocks.
  const archiveWith = (second: Uint8Array): Uint8Array =>
    concatenate([
      global,
      attributes,
      global,
      gnuName,
      withoutEnd(second),
      attributes,
      global,
      new Uint8Array(10_240),
    ]);
  expect(await withChanged(archiveWith(file), { 'app/by its GNU name': 'c'.repeat(600) })).toEqual(
    archiveWith(changed),
  );
});

test('a size in an extended header is that of the new data', async () => {
  const withSize = (size: number, data: string): Promise<Uint8Array> =>
    tarOf([{ ...common, name: 'x', data: text(data), pax: { comment: 'so', size, mtime: '1.25' } }]);
  const bytes = await withSize(4, 'four');
  for (const size of [0, 9, 10, 1234])
    expect(await withChanged(bytes, { x: 'd'.repeat(size) })).toEqual(await withSize(size, 'd'.repeat(size)));
});

test('a size may fill its field to the last digit', async () => {
  const bytes = await tarOf([{ ...common, name: 'x', data: text('four') }]);
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, 512);
  header.write('000000000004', 124, 'latin1');
  header.fill(' ', 148, 156);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0`, 148, 'latin1');
  const [member] = await readTar(await withChanged(bytes, { x: 'd'.repeat(9) }));
  expect(Buffer.from(member!.data).toString()).toBe('d'.repeat(9));
});

test('a damaged header of POSIX tar is told by its mark', () => {
  const header = Buffer.alloc(512);
  header.write('a/b.jar');
  header.write('ustar', 257);
  expect(isTar(header)).toBe(true);
  header.write('usta_', 257);
  expect(isTar(header)).toBe(false);
});

test('a tar archive of Unix V7 has no mark, and is told by its checksum', async () => {
  const bytes = await tarOf([{ ...common, uname: '', name: 'x', data: text('seven') }]);
  const header = Buffer.from(bytes.buffer, 0, 512);
  header.fill(0, 257, 265);
  header.fill(' ', 148, 156);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  expect(isTar(bytes.subarray(0, 512))).toBe(true);
  const [member] = await readTar(bytes);
  expect(member).toMatchObject({ header: { name: 'x', uid: 1000, mtime: common.mtime } });
  expect(Buffer.from(member!.data).toString()).toBe('seven');
  bytes[0] = 0x79;
  expect(isTar(bytes)).toBe(false);
  expect(isTar(new Uint8Array(512))).toBe(false);
  expect(isTar(text('text'))).toBe(false);
});

describe('bad input is a named error', () => {
  test('cut off', async () => {
    const bytes = await tarOf(members);
    expect(await codeOf(() => readTar(bytes.slice(0, 512 + 512 + 100)))).toBe('RRV_ARCHIVE_TRUNCATED');
    expect(await codeOf(() => gunzip(gzip(bytes).slice(0, 40)))).toBe('RRV_ARCHIVE_TRUNCATED');
  });

  test('damaged', async () => {
    const bytes = await tarOf(members);
    bytes[150] = 0x39;
    expect(await codeOf(() => readTar(bytes))).toBe('RRV_ARCHIVE_CORRUPT');
    const compressed = gzip(bytes);
    compressed[compressed.length - 6]! ^= 1;
    expect(await codeOf(() => gunzip(compressed))).toBe('RRV_ARCHIVE_CORRUPT');
  });

  test.each(['../evil', '/evil', 'a/../../evil'])('a name that leads out of it: %s', async (name) => {
    const bytes = await tarOf([{ ...common, name, data: text('x') }]);
    expect(await codeOf(() => readTar(bytes))).toBe('RRV_ARCHIVE_ENTRY_NAME');
  });

  test('a member of a kind that nobody says how to read, as those of sparse files', async () => {
    const bytes = await tarOf([{ ...common, name: 'x', data: text('sparse') }]);
    const header = Buffer.from(bytes.buffer, bytes.byteOffset, 512);
    header.write('S', 156);
    header.fill(' ', 148, 156);
    const sum = header.reduce((all, byte) => all + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    expect(await codeOf(() => readTar(bytes))).toBe('RRV_ARCHIVE_UNSUPPORTED');
  });

  test('more than allowed', async () => {
    const bomb = gzip(new Uint8Array(1 << 20));
    expect(await codeOf(() => gunzip(bomb, {}, { ...defaultArchiveLimits, tarBytes: 1000 }))).toBe(
      'RRV_ARCHIVE_LIMIT',
    );
    const many = await tarOf(members);
    const asMany = { ...defaultArchiveLimits, entries: members.length };
    expect(await readTar(many, {}, asMany)).toHaveLength(members.length);
    expect(await codeOf(() => readTar(many, {}, { ...asMany, entries: members.length - 1 }))).toBe(
      'RRV_ARCHIVE_LIMIT',
    );
    expect(await codeOf(() => readTar(many, {}, { ...defaultArchiveLimits, entries: 2 }))).toBe(
      'RRV_ARCHIVE_LIMIT',
    );
  });
});
