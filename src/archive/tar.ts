import { constants } from 'node:buffer';
import { gunzipSync, gzipSync } from 'node:zlib';
import { extract, type Header, pack } from 'tar-stream';
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
import { type ArchiveLimits, defaultArchiveLimits } from './limits.ts';
import { entryPath, isUnsafeName } from './zip-reader.ts';

/** One member of a tar archive: its header, and its content if it is a file. */
export interface TarEntry {
  readonly header: Header;
  readonly data: Uint8Array;
  /** The global headers (POSIX pax, type `g`) right before it, in whole blocks as they are; absent: none. */
  readonly globals?: Uint8Array;
}

/** Two bytes that start every gzip member (RFC 1952, 2.3.1). */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Of a header; what follows it is filled up to a multiple. */
const blockBytes = 512;

/** The field of a header with its checksum, which counts as blanks. */
const checksumStart = 148;
const checksumEnd = 156;

/** POSIX and GNU tar say `ustar` at byte 257 of the first header. That of Unix V7 says nothing, and is told by its checksum. */
export function isTar(bytes: Uint8Array): boolean {
  const latin1 = new TextDecoder('latin1');
  if (latin1.decode(bytes.subarray(257, 262)) === 'ustar') return true;
  if (bytes.length < blockBytes || bytes[0] === 0) return false;
  const isInField = (at: number): boolean => at >= checksumStart && at < checksumEnd;
  const sum = bytes.subarray(0, blockBytes).reduce((sum, byte, at) => sum + (isInField(at) ? 32 : byte), 0);
  const [, octal] = /^ *([0-7]+)[ \0]/.exec(latin1.decode(bytes.subarray(checksumStart, checksumEnd))) ?? [];
  return octal !== undefined && Number.parseInt(octal, 8) === sum;
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

/** Compresses without a time or a name in the header, so that equal input gives equal output. */
export function gzip(bytes: Uint8Array): Uint8Array {
  return gzipSync(bytes);
}

/**
 * Reads a tar archive (POSIX ustar and pax, GNU long names, Unix V7), in order, with tar-stream. Throws RrvError for
 * damage, names that lead out of the archive and members that could not be written back (GNU sparse files).
 */
export async function readTar(
  bytes: Uint8Array,
  where: Place = {},
  limits: ArchiveLimits = defaultArchiveLimits,
): Promise<TarEntry[]> {
  // For Unix V7; not in the types of tar-stream.
  const stream = extract({ allowUnknownFormat: true } as object);
  const entries: TarEntry[] = [];
  /** Where the member before ends. */
  let end = 0;
  stream.end(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  try {
    for await (const entry of stream) {
      const { header } = entry;
      const place = { ...where, entry: entryPath(where, header.name) };
      if (isUnsafeName(header.name)) throw new RrvError(archiveEntryName(place));
      // tar-stream's types leave out what it says of a type flag that it does not know: null.
      if ((header.type as string | null) === null)
        throw new RrvError(archiveUnsupported('a tar member of a type that is not supported', place));
      if (entries.length >= limits.entries)
        throw new RrvError(archiveLimit('entries', 'entries', entries.length + 1, limits.entries, where));
      const pieces: Uint8Array[] = [];
      for await (const piece of entry) pieces.push(bytesOf(piece));
      const data = concatenate(pieces);
      // tar-stream passes over global headers; not in its types: where the data of a member begins.
      const start = (header as Header & { readonly byteOffset: number }).byteOffset;
      const globals = globalHeaders(bytes, end, start - blockBytes);
      end = wholeBlocks(start + data.length);
      entries.push({
        header: { ...header, pax: paxOf(header) },
        data,
        ...(globals.length === 0 ? {} : { globals }),
      });
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
  return entries;
}

function wholeBlocks(size: number): number {
  return Math.ceil(size / blockBytes) * blockBytes;
}

/** Where a header says how many bytes follow it, in octal digits, and what they are. */
const sizeStart = 124;
const sizeEnd = 136;
const typeFlag = 156;

/** The global ones of the headers that stand between two members. */
function globalHeaders(bytes: Uint8Array, from: number, to: number): Uint8Array {
  const found: Uint8Array[] = [];
  for (let at = from; at < to; ) {
    const size = Number.parseInt(
      Buffer.from(bytes.subarray(at + sizeStart, at + sizeEnd)).toString('latin1'),
      8,
    );
    const next = at + blockBytes + wholeBlocks(size);
    if (bytes[at + typeFlag] === 'g'.charCodeAt(0)) found.push(bytes.slice(at, next));
    at = next;
  }
  return concatenate(found);
}

/** Writes a tar archive with the given headers (sizes are set from the data); equal input, equal bytes. */
export async function writeTar(entries: Iterable<TarEntry>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let run: TarEntry[] = [];
  for (const entry of entries) {
    if (entry.globals !== undefined) {
      // tar-stream writes no global headers: what comes before one is an archive without its end.
      if (run.length > 0) pieces.push((await packed(run)).subarray(0, -endBytes));
      pieces.push(entry.globals);
      run = [];
    }
    run.push(entry);
  }
  pieces.push(await packed(run));
  return concatenate(pieces);
}

/** Of the two blocks of zeros that end an archive. */
const endBytes = 2 * blockBytes;

/** An archive of these members, as tar-stream writes it. */
async function packed(entries: readonly TarEntry[]): Promise<Uint8Array> {
  const stream = pack();
  const pieces: Uint8Array[] = [];
  const done = (async () => {
    for await (const piece of stream) pieces.push(bytesOf(piece));
  })();
  for (const { header: given, data } of entries) {
    const header = withinFields(given);
    const isFile = header.type === 'file' || header.type === 'contiguous-file';
    if (isFile)
      stream.entry(
        { ...header, size: data.length },
        Buffer.from(data.buffer, data.byteOffset, data.byteLength),
      );
    else stream.entry({ ...header, size: 0 });
  }
  stream.finalize();
  await done;
  return concatenate(pieces);
}

/** What tar-stream can write of owners into a header (six octal digits), and of times (seconds, as a signed 32-bit number). */
const fieldLimits = { uid: 0o777777, gid: 0o777777, mtime: 0x7fffffff } as const;

/**
 * Owners and times that have no room in a header (tar-stream writes others then, and reads what GNU tar has for them) go to the extended
 * attributes; so do times before 1970. A header without such is itself.
 */
function withinFields(header: Header): Header {
  const seconds = (header.mtime?.getTime() ?? 0) / 1000;
  const values = { uid: header.uid ?? 0, gid: header.gid ?? 0, mtime: seconds };
  const large = Object.entries(values).filter(
    ([name, value]) => value < 0 || value > fieldLimits[name as keyof typeof fieldLimits],
  );
  if (large.length === 0) return header;
  const { uid, gid, mtime } = fieldLimits;
  const field = (value: number, limit: number): number => Math.max(0, Math.min(value, limit));
  return {
    ...header,
    uid: field(values.uid, uid),
    gid: field(values.gid, gid),
    mtime: new Date(field(seconds, mtime) * 1000),
    // What they say already goes before the header, and may be more exact.
    pax: { ...Object.fromEntries(large), ...(header.pax as object | null) },
  };
}

/** Extended attributes, without those that tar-stream writes by itself and that may change. */
function paxOf(header: Header): Record<string, unknown> | null {
  if (typeof header.pax !== 'object' || header.pax === null) return null;
  const own = new Set(['path', 'linkpath', 'size']);
  const rest = Object.entries(header.pax).filter(([key]) => !own.has(key));
  return rest.length === 0 ? null : Object.fromEntries(rest);
}

/** What a byte stream yields, which its types call unknown. */
function bytesOf(piece: unknown): Uint8Array {
  if (piece instanceof Uint8Array) return piece;
  throw new TypeError('a tar stream yielded something other than bytes');
}
