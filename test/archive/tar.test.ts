import { describe, expect, test } from 'vitest';
import { concatenate } from '../../src/archive/concatenate.ts';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import { gunzip, gzip, isGzip, isTar, readTar, type TarEntry, writeTar } from '../../src/archive/tar.ts';
import { RrvError } from '../../src/diagnostics.ts';

const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const common = {
  mode: 0o755,
  uid: 1000,
  gid: 100,
  mtime: new Date(1_600_000_000_000),
  uname: 'someone',
  gname: 'users',
  devmajor: 0,
  devminor: 0,
  linkname: '',
  size: 0,
};

const entries: TarEntry[] = [
  { header: { ...common, name: 'app/', type: 'directory' }, data: new Uint8Array() },
  { header: { ...common, name: 'app/run.sh', type: 'file' }, data: text('#!/bin/sh\n') },
  { header: { ...common, name: 'app/link', type: 'symlink', linkname: 'run.sh' }, data: new Uint8Array() },
  { header: { ...common, name: `app/${'long/'.repeat(40)}ü.txt`, type: 'file' }, data: text('long') },
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

test('a tar archive is written back as it was read', async () => {
  const bytes = await writeTar(entries);
  const read = await readTar(bytes);
  expect(
    read.map(({ header }) => [header.name, header.type, header.mode, header.mtime, header.linkname]),
  ).toEqual(
    entries.map(({ header }) => [
      header.name,
      header.type,
      header.mode,
      header.mtime,
      header.linkname === '' ? null : header.linkname,
    ]),
  );
  expect(read.map(({ data }) => Buffer.from(data).toString())).toEqual(['', '#!/bin/sh\n', '', 'long']);
  expect(Buffer.compare(await writeTar(read), bytes)).toBe(0);
  expect(isTar(bytes)).toBe(true);
  expect(isGzip(bytes)).toBe(false);
  expect(isGzip(gzip(bytes))).toBe(true);
  expect(Buffer.compare(gunzip(gzip(bytes)), bytes)).toBe(0);
  expect(gzip(bytes)).toEqual(gzip(bytes));
});

test('owners and times that have no room in a header are extended attributes, and stay', async () => {
  const owned = (uid: number, seconds: number, pax: object | null = null): TarEntry => ({
    header: { ...common, name: 'x', type: 'file', uid, gid: uid + 1, mtime: new Date(seconds * 1000), pax },
    data: text('x'),
  });
  const paxOf = async (...members: TarEntry[]): Promise<unknown[]> =>
    (await readTar(await writeTar(members))).map(({ header }) => header.pax ?? null);
  expect(
    await paxOf(
      owned(0o777776, 0x7fffffff),
      owned(0o777777, 1),
      owned(300_000, 2 ** 33),
      owned(4_000_000_000, -5),
      owned(300_000, 1, { uid: '300000', mtime: '1.25' }),
    ),
  ).toEqual([
    null,
    { gid: '262144' },
    { uid: '300000', gid: '300001', mtime: '8589934592' },
    { uid: '4000000000', gid: '4000000001', mtime: '-5' },
    { uid: '300000', gid: '300001', mtime: '1.25' },
  ]);
  const bytes = await writeTar([owned(300_000, 2 ** 33)]);
  expect(await writeTar(await readTar(bytes))).toEqual(bytes);
});

test('global headers stay where they are', async () => {
  /** As git archive writes the name of a commit. */
  const global = async (comment: string): Promise<Uint8Array> => {
    const record = ` comment=${comment}\n`;
    const bytes = (
      await writeTar([
        {
          header: { ...common, name: 'pax_global_header', type: 'file' },
          data: text(`${record.length + 2}${record}`),
        },
      ])
    ).subarray(0, 1024);
    bytes[156] = 'g'.charCodeAt(0);
    bytes.fill(32, 148, 156);
    const sum = bytes.subarray(0, 512).reduce((all, byte) => all + byte, 0);
    Buffer.from(bytes.buffer, bytes.byteOffset).write(sum.toString(8).padStart(6, '0'), 148, 'latin1');
    bytes[154] = 0;
    return bytes;
  };
  const [one, other] = [await global('one'), await global('another')];
  const parts = [entries.slice(0, 1), entries.slice(1, 2), entries.slice(2)];
  const [first, second, rest] = await Promise.all(parts.map(writeTar));
  const bytes = concatenate([
    one,
    other,
    first!.subarray(0, -1024),
    second!.subarray(0, -1024),
    other,
    rest!,
  ]);
  const read = await readTar(bytes);
  expect(read.map(({ header }) => header.name)).toEqual(entries.map(({ header }) => header.name));
  expect(read.map(({ globals }) => globals)).toEqual([
    concatenate([one, other]),
    undefined,
    other,
    undefined,
  ]);
  const [, , , long] = read;
  expect(long!.header.pax).toEqual({ comment: 'another' });
  // The long name has a header of its own, of which tar-stream says what the global ones say, too.
  const written = await writeTar(read);
  expect((await readTar(written)).map(({ globals }) => globals)).toEqual(read.map(({ globals }) => globals));
  expect(written.subarray(0, 4096)).toEqual(bytes.subarray(0, 4096));
});

test('a tar archive of Unix V7 has no mark, and is told by its checksum', async () => {
  const bytes = await writeTar([
    { header: { ...common, uname: '', gname: '', name: 'x', type: 'file' }, data: text('seven') },
  ]);
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
    const bytes = await writeTar(entries);
    expect(await codeOf(() => readTar(bytes.slice(0, 512 + 512 + 100)))).toBe('RRV_ARCHIVE_TRUNCATED');
    expect(await codeOf(() => gunzip(gzip(bytes).slice(0, 40)))).toBe('RRV_ARCHIVE_TRUNCATED');
  });

  test('damaged', async () => {
    const bytes = await writeTar(entries);
    bytes[150] = 0x39;
    expect(await codeOf(() => readTar(bytes))).toBe('RRV_ARCHIVE_CORRUPT');
    const compressed = gzip(bytes);
    compressed[compressed.length - 6]! ^= 1;
    expect(await codeOf(() => gunzip(compressed))).toBe('RRV_ARCHIVE_CORRUPT');
  });

  test('a name that leads out of it', async () => {
    const bytes = await writeTar([{ header: { ...common, name: '../evil', type: 'file' }, data: text('x') }]);
    expect(await codeOf(() => readTar(bytes))).toBe('RRV_ARCHIVE_ENTRY_NAME');
  });

  test('more than allowed', async () => {
    const bomb = gzip(new Uint8Array(1 << 20));
    expect(await codeOf(() => gunzip(bomb, {}, { ...defaultArchiveLimits, tarBytes: 1000 }))).toBe(
      'RRV_ARCHIVE_LIMIT',
    );
    const many = concatenate([await writeTar(entries)]);
    expect(await codeOf(() => readTar(many, {}, { ...defaultArchiveLimits, entries: 2 }))).toBe(
      'RRV_ARCHIVE_LIMIT',
    );
  });
});
