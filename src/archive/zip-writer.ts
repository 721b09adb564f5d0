import { crc32 } from 'node:zlib';
import { concatenate } from './concatenate.ts';
import { deflatedOnce } from './deflated.ts';
import { viewOf } from './random-access.ts';
import {
  centralHeader,
  dataDescriptorSignature,
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
import { dataStart, type ZipArchive, type ZipEntry } from './zip-reader.ts';

export type OutputEntry =
  /** As it stands in the archive it comes from: nothing is decompressed or changed but its offset. */
  | { readonly kind: 'copy'; readonly entry: ZipEntry }
  /** Other content; name, method, times, comment, attributes and extra data stay. */
  | { readonly kind: 'replace'; readonly entry: ZipEntry; readonly data: Uint8Array }
  | { readonly kind: 'new'; readonly name: string; readonly data: Uint8Array };

export interface ZipOptions {
  /** Bytes before the first entry, such as a launch script. */
  readonly prefix?: Uint8Array;
  /** Offsets count from the end of the prefix, not from the start of the file. */
  readonly offsetsFromPrefixEnd?: boolean;
  readonly comment?: Uint8Array;
}

/** An entry of our own: deflated, dated 1980-01-01 00:00, the zero of MS-DOS, so that output is reproducible. */
export function newEntry(name: string, data: Uint8Array): OutputEntry {
  return { kind: 'new', name, data };
}

/** Prefix, comment and offset convention of an archive, for writing it again. */
export function optionsOf(archive: ZipArchive): ZipOptions {
  return {
    prefix: archive.access.read(0, archive.prefixLength),
    offsetsFromPrefixEnd: archive.offsetBase > 0,
    comment: archive.comment,
  };
}

/** MS-DOS date (APPNOTE 4.4.6) of 1980-01-01. */
const epochDate = 0x0021;
const pieceBytes = 1 << 20;

/**
 * Writes a ZIP archive as pieces to be put one after another. Entries are written in the given order; equal
 * input gives equal bytes. zip64 records are added where a count or an offset needs them. Linear.
 * Throws RrvError when an archive to copy from is damaged.
 * Not modelled: new content of 4 GB or more (the reader's limits are below).
 */
export function* writeZip(entries: Iterable<OutputEntry>, options: ZipOptions = {}): Generator<Uint8Array> {
  const prefix = options.prefix ?? new Uint8Array();
  let position = 0;
  const directory: Uint8Array[] = [];
  if (prefix.length > 0) yield prefix;
  position += prefix.length;
  const base = options.offsetsFromPrefixEnd === true ? prefix.length : 0;
  for (const output of entries) {
    const offset = position - base;
    let local: Iterable<Uint8Array>;
    if (output.kind === 'copy') {
      directory.push(movedCentral(output.entry.central, offset));
      local = rawEntry(output.entry);
    } else {
      const written = output.kind === 'replace' ? replaced(output.entry, output.data) : created(output);
      directory.push(movedCentral(written.central, offset));
      local = written.local;
    }
    for (const piece of local) {
      position += piece.length;
      yield piece;
    }
  }
  const directoryOffset = position - base;
  let directorySize = 0;
  for (const header of directory) directorySize += header.length;
  yield concatenate(directory);
  yield endOf(directory.length, directorySize, directoryOffset, position + directorySize, options.comment);
}

/** The local header, the data and the data descriptor of an entry, unread. */
function* rawEntry(entry: ZipEntry): Generator<Uint8Array> {
  const { access, where } = entry.archive;
  const end = dataStart(access, entry, where) + entry.compressedSize;
  const stop = Math.min(access.size, end + descriptorLength(entry, end));
  for (let at = entry.localOffset; at < stop; at += pieceBytes)
    yield access.read(at, Math.min(pieceBytes, stop - at));
}

/**
 * APPNOTE 4.3.9: a data descriptor is CRC and two sizes of 4 or (zip64) 8 bytes, with or without a
 * signature. Which of the four it is shows in its values.
 */
function descriptorLength(entry: ZipEntry, at: number): number {
  const { access } = entry.archive;
  const localFlags = viewOf(access.read(entry.localOffset, localHeader.size)).getUint16(
    localHeader.flags,
    true,
  );
  if ((localFlags & flag.dataDescriptor) === 0) return 0;
  const view = viewOf(access.read(at, Math.min(24, access.size - at)));
  for (const signature of [4, 0]) {
    if (view.byteLength < signature + 12) continue;
    if (signature === 4 && view.getUint32(0, true) !== dataDescriptorSignature) continue;
    if (view.getUint32(signature, true) !== entry.crc) continue;
    if (
      view.byteLength >= signature + 20 &&
      view.getBigUint64(signature + 4, true) === BigInt(entry.compressedSize) &&
      view.getBigUint64(signature + 12, true) === BigInt(entry.size)
    )
      return signature + 20;
    if (
      view.getUint32(signature + 4, true) === entry.compressedSize &&
      view.getUint32(signature + 8, true) === entry.size
    )
      return signature + 12;
  }
  return 0;
}

interface Written {
  readonly local: readonly Uint8Array[];
  readonly central: Uint8Array;
}

function replaced(entry: ZipEntry, data: Uint8Array): Written {
  const { access, where } = entry.archive;
  const start = dataStart(access, entry, where);
  const oldLocal = access.read(entry.localOffset, start - entry.localOffset);
  const nameLength = viewOf(oldLocal).getUint16(localHeader.nameLength, true);
  const extra = withoutZip64(oldLocal.subarray(localHeader.size + nameLength));
  const local = concatenate([oldLocal.subarray(0, localHeader.size + nameLength), extra]);
  const central = withCentralExtra(entry.central, withoutZip64(centralExtra(entry.central)));
  const body = entry.method === method.stored ? data : deflatedOnce(data);
  const localView = viewOf(local);
  const centralView = viewOf(central);
  const flags = centralView.getUint16(centralHeader.flags, true) & ~flag.dataDescriptor;
  localView.setUint16(localHeader.flags, flags, true);
  centralView.setUint16(centralHeader.flags, flags, true);
  localView.setUint16(localHeader.method, entry.method, true);
  localView.setUint16(localHeader.extraLength, extra.length, true);
  const crc = crc32(data);
  localView.setUint32(localHeader.crc, crc, true);
  centralView.setUint32(centralHeader.crc, crc, true);
  localView.setUint32(localHeader.compressedSize, body.length, true);
  centralView.setUint32(centralHeader.compressedSize, body.length, true);
  localView.setUint32(localHeader.size32, data.length, true);
  centralView.setUint32(centralHeader.size32, data.length, true);
  return { local: [local, body], central };
}

function created(output: { readonly name: string; readonly data: Uint8Array }): Written {
  const name = new TextEncoder().encode(output.name);
  const isStored = output.data.length === 0;
  const body = isStored ? output.data : deflatedOnce(output.data);
  const crc = crc32(output.data);
  const flags = name.length === output.name.length ? 0 : flag.utf8;
  const headerOf = (form: typeof localHeader | typeof centralHeader): Uint8Array => {
    const header = new Uint8Array(form.size + name.length);
    header.set(name, form.size);
    const view = viewOf(header);
    view.setUint32(0, form.signature, true);
    view.setUint16(form.versionNeeded, isStored ? 10 : 20, true);
    view.setUint16(form.flags, flags, true);
    view.setUint16(form.method, isStored ? method.stored : method.deflated, true);
    view.setUint16(form.date, epochDate, true);
    view.setUint32(form.crc, crc, true);
    view.setUint32(form.compressedSize, body.length, true);
    view.setUint32(form.size32, output.data.length, true);
    view.setUint16(form.nameLength, name.length, true);
    return header;
  };
  const central = headerOf(centralHeader);
  viewOf(central).setUint16(centralHeader.versionMadeBy, 20, true);
  return { local: [headerOf(localHeader), body], central };
}

function centralExtra(central: Uint8Array): Uint8Array {
  const view = viewOf(central);
  const start = centralHeader.size + view.getUint16(centralHeader.nameLength, true);
  return central.subarray(start, start + view.getUint16(centralHeader.extraLength, true));
}

function withoutZip64(extra: Uint8Array): Uint8Array {
  return concatenate(
    extraFields(extra)
      .filter(({ id }) => id !== zip64ExtraId)
      .map(({ bytes }) => bytes),
  );
}

/** A copy of the header with other extra data, which does not say the disk: all ones would mean that it does. */
function withCentralExtra(central: Uint8Array, extra: Uint8Array): Uint8Array {
  const view = viewOf(central);
  const extraStart = centralHeader.size + view.getUint16(centralHeader.nameLength, true);
  const extraEnd = extraStart + view.getUint16(centralHeader.extraLength, true);
  const copy = concatenate([central.subarray(0, extraStart), extra, central.subarray(extraEnd)]);
  viewOf(copy).setUint16(centralHeader.extraLength, extra.length, true);
  viewOf(copy).setUint16(centralHeader.diskStart, 0, true);
  return copy;
}

/** A copy of the header that says `offset`, in the 32-bit field or in the zip64 extra field (APPNOTE 4.5.3). */
function movedCentral(central: Uint8Array, offset: number): Uint8Array {
  const view = viewOf(central);
  const oldOffset = view.getUint32(centralHeader.localOffset, true);
  if (offset < inZip64.long && oldOffset !== inZip64.long) {
    const copy = central.slice();
    viewOf(copy).setUint32(centralHeader.localOffset, offset, true);
    return copy;
  }
  // The field lists size and compressed size before the offset, each only if its 32-bit field is all ones.
  const kept = [centralHeader.size32, centralHeader.compressedSize].filter(
    (field) => view.getUint32(field, true) === inZip64.long,
  ).length;
  const oldField = extraFields(centralExtra(central)).find(({ id }) => id === zip64ExtraId);
  const sizes = oldField?.bytes.subarray(4, 4 + 8 * kept) ?? new Uint8Array();
  const needsOffset = offset >= inZip64.long;
  const length = sizes.length + (needsOffset ? 8 : 0);
  const field = new Uint8Array(length === 0 ? 0 : 4 + length);
  if (length > 0) {
    const fieldView = viewOf(field);
    fieldView.setUint16(0, zip64ExtraId, true);
    fieldView.setUint16(2, length, true);
    field.set(sizes, 4);
    if (needsOffset) fieldView.setBigUint64(4 + sizes.length, BigInt(offset), true);
  }
  const copy = withCentralExtra(central, concatenate([withoutZip64(centralExtra(central)), field]));
  viewOf(copy).setUint32(centralHeader.localOffset, needsOffset ? inZip64.long : offset, true);
  return copy;
}

/**
 * APPNOTE 4.3.14 to 4.3.16. `position`: where these records start in the file: Java looks there, whatever other
 * offsets count from.
 */
function endOf(
  entries: number,
  directorySize: number,
  directoryOffset: number,
  position: number,
  comment: Uint8Array = new Uint8Array(),
): Uint8Array {
  const pieces: Uint8Array[] = [];
  if (entries >= inZip64.short || directorySize >= inZip64.long || directoryOffset >= inZip64.long) {
    const record = new Uint8Array(zip64EndRecord.size + zip64Locator.size);
    const view = viewOf(record);
    view.setUint32(0, zip64EndRecord.signature, true);
    view.setBigUint64(zip64EndRecord.recordSize, BigInt(zip64EndRecord.size - 12), true);
    view.setUint16(zip64EndRecord.versionMadeBy, 45, true);
    view.setUint16(zip64EndRecord.versionNeeded, 45, true);
    view.setBigUint64(zip64EndRecord.diskEntries, BigInt(entries), true);
    view.setBigUint64(zip64EndRecord.entries, BigInt(entries), true);
    view.setBigUint64(zip64EndRecord.directorySize, BigInt(directorySize), true);
    view.setBigUint64(zip64EndRecord.directoryOffset, BigInt(directoryOffset), true);
    view.setUint32(zip64EndRecord.size, zip64Locator.signature, true);
    view.setBigUint64(zip64EndRecord.size + zip64Locator.endOffset, BigInt(position), true);
    view.setUint32(zip64EndRecord.size + zip64Locator.disks, 1, true);
    pieces.push(record);
  }
  const end = new Uint8Array(endRecord.size);
  const view = viewOf(end);
  view.setUint32(0, endRecord.signature, true);
  view.setUint16(endRecord.diskEntries, Math.min(entries, inZip64.short), true);
  view.setUint16(endRecord.entries, Math.min(entries, inZip64.short), true);
  view.setUint32(endRecord.directorySize, Math.min(directorySize, inZip64.long), true);
  view.setUint32(endRecord.directoryOffset, Math.min(directoryOffset, inZip64.long), true);
  view.setUint16(endRecord.commentLength, comment.length, true);
  pieces.push(end, comment);
  return concatenate(pieces);
}
