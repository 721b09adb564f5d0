import { crc32 } from 'node:zlib';
import {
  archiveCorrupt,
  archiveEncrypted,
  archiveEntryName,
  archiveLimit,
  archiveNotZip,
  archiveOverlap,
  archiveTruncated,
  archiveUnsupported,
  type Place,
  RrvError,
} from '../diagnostics.ts';
import { inflatedStart, inflateRaw } from './deflated.ts';
import { entryPlace, isArchiveName, isUnsafeName } from './entry-name.ts';
import { type ArchiveLimits, defaultArchiveLimits } from './limits.ts';
import { plainBytes, type RandomAccess, viewOf } from './random-access.ts';
import {
  centralHeader,
  endRecord,
  extraFields,
  flag,
  inZip64,
  localHeader,
  method,
  zip64EndRecord,
  zip64ExtraId,
  zip64Locator,
} from './zip-format.ts';

/** One entry as the central directory describes it. */
export interface ZipEntry {
  /** Decoded as java.util.zip does: UTF-8. Directories end in `/`. */
  readonly name: string;
  /** APPNOTE 4.4.5; only stored (0) and deflated (8) are let through. */
  readonly method: number;
  readonly crc: number;
  readonly compressedSize: number;
  readonly size: number;
  /** Absolute offset in the file, a prefix counted in. */
  readonly localOffset: number;
  /** The central directory header as it stands in the file, name, extra data and comment included. */
  readonly central: Uint8Array;
  readonly archive: ZipArchive;
}

export interface ZipArchive {
  readonly where: Place;
  readonly access: RandomAccess;
  /** In the order of the central directory; duplicates included. */
  readonly entries: readonly ZipEntry[];
  /** Length of what stands before the first entry: the launch script of an executable jar. */
  readonly prefixLength: number;
  /** What the file's offsets count from: 0, or the prefix length if the prefix was put there afterwards. */
  readonly offsetBase: number;
  readonly comment: Uint8Array;
  /** The entry that java.util.zip finds under this name: of duplicates, the last. */
  find(name: string): ZipEntry | undefined;
  /** Decompressed and checked against size and CRC. */
  read(entry: ZipEntry): Uint8Array;
}

// A byte order mark is part of a name: `\uFEFFA.class` is another entry than `A.class`.
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * What java.util.zip refuses as a whole, so that no class comes from there. Other errors are of archives that it
 * opens, or may open.
 */
export class UnopenedByJava extends RrvError {}

/**
 * Opens a ZIP archive (APPNOTE.TXT 6.3.10, zip64 included). Reads the central directory only; entries are
 * read when asked for. Throws RrvError for what is not a ZIP archive or that java.util.zip would not open
 * either (encrypted entries, other methods), for damage, and for entries that overlap.
 * Not modelled: archives that span several disks.
 */
export function openZip(
  access: RandomAccess,
  where: Place = {},
  limits: ArchiveLimits = defaultArchiveLimits,
): ZipArchive {
  const end = findEnd(access, where);
  const checkCount = (count: number): void => {
    if (count > limits.entries)
      throw new RrvError(archiveLimit('entries', 'entries', count, limits.entries, where));
  };
  checkCount(end.entries);
  const directory = access.read(end.directoryStart, end.directorySize);
  const entries: ZipEntry[] = [];
  const byName = new Map<string, ZipEntry>();
  let prefixLength = 0;
  const archive: ZipArchive = {
    where,
    access,
    entries,
    get prefixLength() {
      return prefixLength;
    },
    offsetBase: end.offsetBase,
    comment: end.comment,
    find: (name) => byName.get(name),
    read: (entry) => readEntry(access, entry, limits, where),
  };
  for (let at = 0; at < directory.length; ) {
    const entry = readCentralHeader(archive, directory, at, end.directoryStart, end.offsetBase);
    entries.push(entry);
    byName.set(entry.name, entry);
    at += entry.central.length;
    checkCount(entries.length);
  }
  // Writers without zip64 say of 70,000 entries that there are 4,464, and java.util.zip counts them itself.
  if (entries.length < end.entries)
    throw new RrvError(
      archiveCorrupt(
        `the directory has ${entries.length} entries, the end record says ${end.entries}`,
        end.directoryStart,
        where,
      ),
    );
  prefixLength = checkLayout(entries, end.directoryStart, where);
  return archive;
}

interface End {
  readonly entries: number;
  readonly directoryStart: number;
  readonly directorySize: number;
  readonly offsetBase: number;
  readonly comment: Uint8Array;
}

/** APPNOTE 4.3.16: the end record is looked for from the end, since a comment may follow it. */
function findEnd(access: RandomAccess, where: Place): End {
  const tailLength = Math.min(access.size, endRecord.size + 0xffff + zip64Locator.size);
  const tailStart = access.size - tailLength;
  const tail = access.read(tailStart, tailLength);
  const view = viewOf(tail);
  for (let at = tailLength - endRecord.size; at >= 0; at--) {
    if (tail[at] !== 0x50 || view.getUint32(at, true) !== endRecord.signature) continue;
    const commentLength = view.getUint16(at + endRecord.commentLength, true);
    // java.util.zip accepts bytes after the comment too; a signature inside a comment is not an end record.
    if (at + endRecord.size + commentLength > tailLength) continue;
    const end = readEnd(access, tail, at, tailStart, commentLength, where);
    if (end !== undefined) return end;
  }
  const start = access.size >= 4 ? viewOf(access.read(0, 4)).getUint32(0, true) : 0;
  throw new UnopenedByJava(
    start === localHeader.signature || start === centralHeader.signature
      ? archiveTruncated('the end of central directory record is missing', access.size, where)
      : archiveNotZip(where),
  );
}

/** undefined: the signature is there by chance. */
function readEnd(
  access: RandomAccess,
  tail: Uint8Array,
  at: number,
  tailStart: number,
  commentLength: number,
  where: Place,
): End | undefined {
  const view = viewOf(tail);
  let entries = view.getUint16(at + endRecord.entries, true);
  let directorySize = view.getUint32(at + endRecord.directorySize, true);
  let directoryOffset = view.getUint32(at + endRecord.directoryOffset, true);
  let directoryEnd = tailStart + at;
  const comment = tail.slice(at + endRecord.size, at + endRecord.size + commentLength);
  const locatorAt = at - zip64Locator.size;
  if (locatorAt >= 0 && view.getUint32(locatorAt, true) === zip64Locator.signature) {
    // The record stands directly before its locator; a prefix makes the locator's own offset useless.
    const recordStart = tailStart + locatorAt - zip64EndRecord.size;
    const record = recordStart >= 0 ? viewOf(access.read(recordStart, zip64EndRecord.size)) : undefined;
    if (record?.getUint32(0, true) === zip64EndRecord.signature) {
      entries = safeNumber(record.getBigUint64(zip64EndRecord.entries, true));
      directorySize = safeNumber(record.getBigUint64(zip64EndRecord.directorySize, true));
      directoryOffset = safeNumber(record.getBigUint64(zip64EndRecord.directoryOffset, true));
      directoryEnd = recordStart;
    } else if (entries === inZip64.short || directoryOffset === inZip64.long) {
      throw new RrvError(archiveCorrupt('the zip64 end record is missing', tailStart + locatorAt, where));
    }
  }
  const directoryStart = directoryEnd - directorySize;
  const offsetBase = directoryStart - directoryOffset;
  if (directoryStart < 0 || offsetBase < 0) {
    // Java does not ask for the number of the disk, which is all ones where the zip64 record has it.
    const disk = view.getUint16(at + endRecord.disk, true);
    if (disk !== 0 && disk !== inZip64.short)
      throw new UnopenedByJava(archiveUnsupported('it spans several disks', where));
    if (tailStart + at + endRecord.size + commentLength === access.size)
      throw new UnopenedByJava(
        archiveTruncated('the central directory does not fit in the file', access.size, where),
      );
    return undefined;
  }
  // In a comment, zeros behind a signature would be an archive without entries.
  if (directorySize === 0 && tailStart + at + endRecord.size + commentLength !== access.size)
    return undefined;
  if (directorySize > 0) {
    const first = directorySize < 4 ? 0 : viewOf(access.read(directoryStart, 4)).getUint32(0, true);
    if (first !== centralHeader.signature) {
      if (tailStart + at + endRecord.size + commentLength === access.size)
        throw new UnopenedByJava(
          archiveCorrupt('no central directory where the end record says', directoryStart, where),
        );
      return undefined;
    }
  }
  return { entries, directoryStart, directorySize, offsetBase, comment };
}

function readCentralHeader(
  archive: ZipArchive,
  directory: Uint8Array,
  at: number,
  directoryStart: number,
  offsetBase: number,
): ZipEntry {
  const { where } = archive;
  const corrupt = (what: string): RrvError =>
    new UnopenedByJava(archiveCorrupt(what, directoryStart + at, where));
  const view = viewOf(directory);
  if (at + centralHeader.size > directory.length || view.getUint32(at, true) !== centralHeader.signature)
    throw corrupt('bad central directory header');
  const nameLength = view.getUint16(at + centralHeader.nameLength, true);
  const extraLength = view.getUint16(at + centralHeader.extraLength, true);
  const commentLength = view.getUint16(at + centralHeader.commentLength, true);
  const extraStart = at + centralHeader.size + nameLength;
  const end = extraStart + extraLength + commentLength;
  if (end > directory.length) throw corrupt('a central directory header is cut off');
  // A copy: the directory of a nested archive would else keep the whole archive in memory.
  const central = directory.slice(at, end);
  const name = utf8.decode(directory.subarray(at + centralHeader.size, extraStart));
  const sizes = {
    size: view.getUint32(at + centralHeader.size32, true),
    compressedSize: view.getUint32(at + centralHeader.compressedSize, true),
    localOffset: view.getUint32(at + centralHeader.localOffset, true),
  };
  readZip64Extra(sizes, directory.subarray(extraStart, extraStart + extraLength), corrupt);
  const flags = view.getUint16(at + centralHeader.flags, true);
  const place = entryPlace(where, name);
  if ((flags & (flag.encrypted | flag.strongEncryption)) !== 0)
    throw new UnopenedByJava(archiveEncrypted(place));
  const entryMethod = view.getUint16(at + centralHeader.method, true);
  if (entryMethod !== method.stored && entryMethod !== method.deflated)
    throw new UnopenedByJava(archiveUnsupported(`compression method ${entryMethod}`, place));
  const localOffset = sizes.localOffset + offsetBase;
  if (localOffset + localHeader.size + sizes.compressedSize > directoryStart)
    throw new RrvError(
      archiveCorrupt('an entry reaches beyond the central directory', directoryStart + at, place),
    );
  return {
    name,
    method: entryMethod,
    crc: view.getUint32(at + centralHeader.crc, true),
    compressedSize: sizes.compressedSize,
    size: sizes.size,
    localOffset,
    central,
    archive,
  };
}

/** APPNOTE 4.5.3: the field holds, in this order, those of the values that are all ones in the header. */
function readZip64Extra(
  sizes: { size: number; compressedSize: number; localOffset: number },
  extra: Uint8Array,
  corrupt: (what: string) => RrvError,
): void {
  const wanted = (['size', 'compressedSize', 'localOffset'] as const).filter(
    (field) => sizes[field] === inZip64.long,
  );
  if (wanted.length === 0) return;
  const field = extraFields(extra).find(({ id }) => id === zip64ExtraId);
  if (field === undefined) return;
  const view = viewOf(field.bytes);
  let at = 4;
  for (const name of wanted) {
    if (at + 8 > field.bytes.length) throw corrupt('the zip64 extra field is too short');
    sizes[name] = safeNumber(view.getBigUint64(at, true));
    at += 8;
  }
}

/** Above 2^53 a size is nonsense anyhow; it then fails the comparison with the file's size. */
function safeNumber(value: bigint): number {
  return Number(value);
}

/**
 * Entries must not share bytes: a file that does so inflates to more than any limit per entry allows, and
 * copying it raw would multiply it. How long names are in local headers is not asked. Returns where the first entry starts. O(n log n).
 */
function checkLayout(entries: readonly ZipEntry[], directoryStart: number, where: Place): number {
  const sorted = [...entries].sort((left, right) => left.localOffset - right.localOffset);
  let end = 0;
  for (const entry of sorted) {
    if (entry.localOffset < end) throw new RrvError(archiveOverlap(entryPlace(where, entry.name)));
    end = entry.localOffset + localHeader.size + entry.compressedSize;
  }
  return sorted[0]?.localOffset ?? directoryStart;
}

/**
 * Where the data of an entry starts: the local header has a name and extra data of its own. Java does not read that
 * name, and some writers have other ones there (in another encoding, with backslashes).
 */
export function dataStart(access: RandomAccess, entry: ZipEntry, where: Place): number {
  const place = entryPlace(where, entry.name);
  const header = viewOf(access.read(entry.localOffset, localHeader.size));
  if (header.getUint32(0, true) !== localHeader.signature)
    throw new RrvError(archiveCorrupt('no local header where the directory says', entry.localOffset, place));
  const nameLength = header.getUint16(localHeader.nameLength, true);
  const extraLength = header.getUint16(localHeader.extraLength, true);
  const start = entry.localOffset + localHeader.size + nameLength + extraLength;
  if (start + entry.compressedSize > access.size)
    throw new RrvError(archiveTruncated('an entry reaches beyond the end of the file', access.size, place));
  return start;
}

/** Whether an entry begins like a ZIP archive (APPNOTE 4.3.7), whatever its name; what is damaged does not. */
export function beginsAnArchive(zip: ZipArchive, entry: ZipEntry): boolean {
  return isArchiveStart(beginningOf(zip, entry));
}

/** The first bytes of an entry, at least eight where it has as many. Reads and inflates these alone; none of what is damaged. */
export function beginningOf(zip: ZipArchive, entry: ZipEntry): Uint8Array {
  try {
    const start = dataStart(zip.access, entry, zip.where);
    if (entry.method === method.stored) return zip.access.read(start, Math.min(entry.size, 8));
    return inflatedStart(zip.access.read(start, Math.min(entry.compressedSize, 256)));
  } catch {
    return new Uint8Array();
  }
}

/** Whether these bytes, four at least, are those of the first local header. */
export function isArchiveStart(head: Uint8Array): boolean {
  return head.length >= 4 && viewOf(head).getUint32(0, true) === localHeader.signature;
}

function readEntry(access: RandomAccess, entry: ZipEntry, limits: ArchiveLimits, where: Place): Uint8Array {
  const place = entryPlace(where, entry.name);
  const name = isArchiveName(entry.name) ? 'nestedArchiveBytes' : 'entryBytes';
  const limit = limits[name];
  if (entry.size > limit)
    throw new RrvError(archiveLimit(name, 'bytes of an entry', entry.size, limit, place));
  const start = dataStart(access, entry, where);
  const raw = access.read(start, entry.compressedSize);
  let data: Uint8Array = raw;
  if (entry.method === method.deflated) {
    try {
      data = plainBytes(inflateRaw(raw, entry.size));
    } catch (error) {
      throw new RrvError(archiveCorrupt(inflateProblem(error), start, place));
    }
  }
  if (data.length !== entry.size)
    throw new RrvError(
      archiveCorrupt(`${data.length} bytes where the directory says ${entry.size}`, start, place),
    );
  if (crc32(data) !== entry.crc) throw new RrvError(archiveCorrupt('the CRC does not match', start, place));
  return data;
}

function inflateProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_BUFFER_TOO_LARGE') return 'it is larger than the directory says';
  return `the compressed data is damaged (${error instanceof Error ? error.message : String(error)})`;
}

/**
 * Without directories; of entries with one name, the one that Java finds. Without those whose names lead out of
 * the archive: no class or resource has such a name.
 */
export function* fileEntries(zip: ZipArchive): Generator<ZipEntry> {
  for (const entry of zip.entries)
    if (!entry.name.endsWith('/') && zip.find(entry.name) === entry && !leadsOut(entry.name)) yield entry;
}

/** Throws RrvError where the name of an entry leads out of the archive. */
export function checkEntryNames(zip: ZipArchive): void {
  const entry = zip.entries.find(({ name }) => leadsOut(name));
  if (entry !== undefined) throw new RrvError(archiveEntryName(entryPlace(zip.where, entry.name)));
}

/** A slash in front does not: what unpacks archives drops it, and Maven's assemblies have `/` and `/x.pom`. */
function leadsOut(name: string): boolean {
  return isUnsafeName(name.replace(/^\/+/, ''));
}
