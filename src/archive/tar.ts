import { constants } from 'node:buffer';
import { gunzipSync, gzipSync } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import {
  archiveCorrupt,
  archiveEntryName,
  archiveLimit,
  archiveTruncated,
  archiveUnsupported,
  type Place,
  RrvError,
} from '../diagnostics.ts';
import { concatenate } from './concatenate.ts';
import { entryPlace, isUnsafeName } from './entry-name.ts';
import { latin1 } from './latin1.ts';
import { type ArchiveLimits, defaultArchiveLimits } from './limits.ts';

/** One member of a tar archive. */
export interface TarMember {
  /** As the extended headers before it say, too. */
  readonly header: Header;
  /** Its content if it is a file. */
  readonly data: Uint8Array;
  /** Where the extended headers before its own begin. */
  readonly start: number;
  /** Where its own header begins, which is one block. */
  readonly headerAt: number;
}

/** Two bytes that start every gzip member (RFC 1952, 2.3.1). */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Where a gzip header names the operating system, and the number for none that is known. */
const systemOffset = 9;
const unknownSystem = 255;

/** Of a header of tar; what follows it is filled up to a multiple. */
const blockBytes = 512;

/** The field of a header with its checksum, which counts as blanks. */
const checksumStart = 148;
const checksumEnd = 156;

/**
 * POSIX and GNU tar say `ustar` at byte 257 of the first header. That of Unix V7 says nothing, and is told by
 * its checksum.
 */
export function isTar(bytes: Uint8Array): boolean {
  if (latin1(bytes.subarray(257, 262)) === 'ustar') return true;
  if (bytes.length < blockBytes) return false;
  const [, octal] = /^ *([0-7]+)[ \0]/.exec(latin1(bytes.subarray(checksumStart, checksumEnd))) ?? [];
  return octal !== undefined && Number.parseInt(octal, 8) === checksumOf(bytes.subarray(0, blockBytes));
}

function checksumOf(header: Uint8Array): number {
  const isInField = (at: number): boolean => at >= checksumStart && at < checksumEnd;
  return header.reduce((sum, byte, at) => sum + (isInField(at) ? 32 : byte), 0);
}

/** Decompresses a gzip file. Throws RrvError when it is damaged or larger than `limits.tarBytes`. */
export function gunzip(
  bytes: Uint8Array,
  where: Place = {},
  limits: ArchiveLimits = defaultArchiveLimits,
): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: Math.min(limits.tarBytes, constants.MAX_LENGTH) });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ERR_BUFFER_TOO_LARGE')
      throw new RrvError(archiveLimit('tarBytes', 'bytes', limits.tarBytes, limits.tarBytes, where));
    if (code === 'Z_BUF_ERROR')
      throw new RrvError(archiveTruncated('the gzip data ends too early', bytes.length, where));
    throw new RrvError(archiveCorrupt(error instanceof Error ? error.message : String(error), 0, where));
  }
}

/**
 * Compresses without a time, a name or the operating system in the header, so that equal input gives equal
 * output (RFC 1952, 2.3.1; zlib writes another system on Windows).
 */
export function gzip(bytes: Uint8Array): Uint8Array {
  const compressed = gzipSync(bytes);
  compressed[systemOffset] = unknownSystem;
  return compressed;
}

/**
 * Reads a tar archive (POSIX ustar and pax, GNU long names, Unix V7), in order, with tar-stream. Throws RrvError for
 * damage, names that lead out of the archive and members whose end tar-stream does not know (GNU sparse files).
 */
export async function readTar(
  bytes: Uint8Array,
  where: Place = {},
  limits: ArchiveLimits = defaultArchiveLimits,
): Promise<TarMember[]> {
  // For Unix V7; not in the types of tar-stream.
  const stream = extract({ allowUnknownFormat: true } as object);
  const members: TarMember[] = [];
  /** Where the member before ends. */
  let end = 0;
  stream.end(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  try {
    for await (const entry of stream) {
      const { header } = entry;
      const place = entryPlace(where, header.name);
      if (isUnsafeName(header.name)) throw new RrvError(archiveEntryName(place));
      // tar-stream's types leave out what it says of a type flag that it does not know: null.
      if ((header.type as string | null) === null)
        throw new RrvError(archiveUnsupported('a tar member of a type that is not supported', place));
      if (members.length >= limits.entries)
        throw new RrvError(archiveLimit('entries', 'entries', members.length + 1, limits.entries, where));
      let length = 0;
      for await (const piece of entry) length += (piece as Uint8Array).length;
      // Not in its types: where the data of a member begins.
      const dataAt = (header as Header & { readonly byteOffset: number }).byteOffset;
      const data = bytes.subarray(dataAt, dataAt + length);
      members.push({ header, data, start: end, headerAt: dataAt - blockBytes });
      end = dataAt + wholeBlocks(length);
    }
  } catch (error) {
    if (error instanceof RrvError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new RrvError(
      /end of data/i.test(message)
        ? archiveTruncated(message, bytes.length, where)
        : archiveCorrupt(message, 0, where),
    );
  }
  return members;
}

function wholeBlocks(size: number): number {
  return Math.ceil(size / blockBytes) * blockBytes;
}

/**
 * A tar archive whose files have other data: `members` are those of `bytes` as they were read, `changed` has
 * the new data. Of a file that changes, its size is another one in its header, and in its own extended
 * header, where that says it; all else stays, byte for byte.
 */
export function withChangedFiles(
  bytes: Uint8Array,
  members: readonly TarMember[],
  changed: ReadonlyMap<TarMember, Uint8Array>,
): Uint8Array {
  const pieces: Uint8Array[] = [];
  let copied = 0;
  for (const member of members) {
    const data = changed.get(member);
    if (data === undefined) continue;
    pieces.push(bytes.subarray(copied, member.start));
    pieces.push(...extendedHeaders(bytes, member, data.length));
    pieces.push(withSize(bytes.subarray(member.headerAt, member.headerAt + blockBytes), data.length));
    pieces.push(data, padding(data.length));
    copied = member.headerAt + blockBytes + wholeBlocks(member.data.length);
  }
  pieces.push(bytes.subarray(copied));
  return concatenate(pieces);
}

function padding(size: number): Uint8Array {
  return new Uint8Array(wholeBlocks(size) - size);
}

/** Where a header says how many bytes follow it, in octal digits, and what they are. */
const sizeStart = 124;
const sizeEnd = 136;
const typeFlag = 156;

/**
 * The extended headers before that of a member, with its size where they say it (POSIX pax, type `x`; GNU tar
 * has others).
 */
function* extendedHeaders(
  bytes: Uint8Array,
  { start, headerAt }: TarMember,
  size: number,
): Generator<Uint8Array> {
  for (let at = start; at < headerAt; ) {
    const header = bytes.subarray(at, at + blockBytes);
    const length = Number.parseInt(latin1(header.subarray(sizeStart, sizeEnd)), 8);
    const next = at + blockBytes + wholeBlocks(length);
    const records =
      header[typeFlag] === 'x'.charCodeAt(0)
        ? withSizeRecord(bytes.subarray(at + blockBytes, at + blockBytes + length), size)
        : undefined;
    if (records === undefined) yield bytes.subarray(at, next);
    else yield* [withSize(header, records.length), records, padding(records.length)];
    at = next;
  }
}

/**
 * Records of an extended header (`<length> <key>=<value>\n`, length included) with another size. Undefined:
 * none says a size.
 */
function withSizeRecord(records: Uint8Array, size: number): Uint8Array | undefined {
  const pieces: Uint8Array[] = [];
  let isThere = false;
  for (let at = 0; at < records.length; ) {
    // A length is short: the record itself may be long.
    const [, digits, key] = /^(\d+) (size=)?/.exec(latin1(records.subarray(at, at + 32))) ?? [];
    // Damaged: what is left is no record.
    const end = at + (Number(digits ?? 0) || records.length - at);
    isThere ||= key !== undefined;
    pieces.push(key === undefined ? records.subarray(at, end) : Buffer.from(record(`size=${size}`)));
    at = end;
  }
  return isThere ? concatenate(pieces) : undefined;
}

function record(text: string): string {
  // What follows the length, which counts its own digits.
  const rest = ` ${text}\n`;
  let { length } = rest;
  while (`${length}${rest}`.length !== length) length = `${length}${rest}`.length;
  return `${length}${rest}`;
}

/** A header with another size. It has room for 8 GiB, more than an array of bytes. */
function withSize(header: Uint8Array, size: number): Uint8Array {
  const changed = Buffer.from(header);
  writeOctal(changed, sizeStart, 11, size);
  writeOctal(changed, checksumStart, 6, checksumOf(changed));
  return changed;
}

/** With a NUL behind it, if there is not something already that ends a number: archivers differ in that. */
function writeOctal(header: Buffer, at: number, digits: number, value: number): void {
  header.write(value.toString(8).padStart(digits, '0'), at, 'latin1');
  if (header[at + digits] !== ' '.charCodeAt(0)) header[at + digits] = 0;
}
