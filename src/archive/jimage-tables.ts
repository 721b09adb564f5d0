import { jimageCorrupt, jimageNotImage, type Place, RrvError } from '../diagnostics.ts';
import { type RandomAccess, viewOf } from './random-access.ts';

/** The header and the tables of a JDK's run-time image; `JImage` has their layout. */
export interface JImageTables {
  readonly littleEndian: boolean;
  readonly resourceCount: number;
  /** Of the tables that have one word per slot. */
  readonly tableLength: number;
  /** Where the resources begin in the file. */
  readonly resourcesAt: number;
  /** The bytes of a string, without the zero. */
  stringAt(offset: number): Uint8Array;
  text(offset: number): string;
  locationAt(slot: number): Location;
  /** Of a resource by full name. O(length of the name). */
  find(name: string): Location | undefined;
  /** The error for damage; `offset` is in bytes. */
  corrupt(what: string, offset: number): RrvError;
}

/** Where a resource is, and its name in parts, which are offsets of strings. */
export interface Location {
  readonly module: number;
  readonly parent: number;
  readonly base: number;
  readonly extension: number;
  /** Behind the tables. */
  readonly offset: number;
  /** 0: it is stored as it is. */
  readonly compressedSize: number;
  readonly size: number;
}

const magic = 0xcafedada;
const headerBytes = 28;
const attribute = {
  end: 0,
  module: 1,
  parent: 2,
  base: 3,
  extension: 4,
  offset: 5,
  compressedSize: 6,
  size: 7,
} as const;
const hashSeed = 0x01000193;

/** Whether a file with these first bytes is an image, of either byte order. */
export function isJImage(head: Uint8Array): boolean {
  if (head.length < 4) return false;
  const first = viewOf(head);
  return first.getUint32(0, true) === magic || first.getUint32(0, false) === magic;
}

/** Reads the tables (2.5 MB for JDK 17) at once. Throws RrvError for a file that is not an image, or is damaged. */
export function readJImageTables(access: RandomAccess, where: Place): JImageTables {
  const corrupt = (what: string, offset: number): RrvError =>
    new RrvError(jimageCorrupt(what, offset, where));
  if (access.size < headerBytes) throw new RrvError(jimageNotImage(where));
  const head = access.read(0, headerBytes);
  if (!isJImage(head)) throw new RrvError(jimageNotImage(where));
  const header = viewOf(head);
  const littleEndian = header.getUint32(0, true) === magic;
  const [version, , resourceCount, tableLength, locationBytes, stringBytes] = [4, 8, 12, 16, 20, 24].map(
    (offset) => header.getUint32(offset, littleEndian),
  ) as [number, number, number, number, number, number];
  if (version >>> 16 !== 1) throw corrupt(`unknown format version ${version >>> 16}`, 4);
  const resourcesAt = headerBytes + tableLength * 8 + locationBytes + stringBytes;
  if (resourcesAt > access.size) throw corrupt('the tables reach beyond the end of the file', 16);
  const tables = access.read(headerBytes, resourcesAt - headerBytes).slice();
  const words = viewOf(tables);
  const locations = tables.subarray(tableLength * 8, tableLength * 8 + locationBytes);
  const strings = tables.subarray(tableLength * 8 + locationBytes);
  const decoder = new TextDecoder();

  function stringAt(offset: number): Uint8Array {
    const end = strings.indexOf(0, offset);
    if (offset >= strings.length || end < 0) throw corrupt('a string offset is out of range', offset);
    return strings.subarray(offset, end);
  }

  function text(offset: number): string {
    return decoder.decode(stringAt(offset));
  }

  function locationAt(slot: number): Location {
    const values = [0, 0, 0, 0, 0, 0, 0, 0];
    let at = words.getUint32(tableLength * 4 + slot * 4, littleEndian);
    for (;;) {
      const tag = locations[at];
      if (tag === undefined) throw corrupt('a location is out of range', at);
      const kind = tag >>> 3;
      if (kind === attribute.end) break;
      const length = (tag & 7) + 1;
      let value = 0;
      for (let index = 1; index <= length; index++) value = value * 256 + (locations[at + index] ?? 0);
      if (kind < values.length) values[kind] = value;
      at += 1 + length;
    }
    return {
      module: values[attribute.module]!,
      parent: values[attribute.parent]!,
      base: values[attribute.base]!,
      extension: values[attribute.extension]!,
      offset: values[attribute.offset]!,
      compressedSize: values[attribute.compressedSize]!,
      size: values[attribute.size]!,
    };
  }

  /** `/module/parent/base.extension`, as ImageLocation.getFullName. */
  function nameOf(location: Location): string {
    const module = text(location.module);
    const parent = text(location.parent);
    const extension = text(location.extension);
    return `${module === '' ? '' : `/${module}/`}${parent === '' ? '' : `${parent}/`}${text(location.base)}${extension === '' ? '' : `.${extension}`}`;
  }

  function find(name: string): Location | undefined {
    if (tableLength === 0) return undefined;
    const bytes = new TextEncoder().encode(name);
    const redirect = words.getInt32((hashOf(bytes, hashSeed) % tableLength) * 4, littleEndian);
    if (redirect === 0) return undefined;
    const slot = redirect < 0 ? -1 - redirect : hashOf(bytes, redirect) % tableLength;
    if (slot >= tableLength) throw corrupt('a redirect is out of range', slot);
    const location = locationAt(slot);
    return nameOf(location) === name ? location : undefined;
  }

  return { littleEndian, resourceCount, tableLength, resourcesAt, stringAt, text, locationAt, find, corrupt };
}

/** ImageStringsReader.hashCode: FNV over the bytes of the full name, cut to 31 bits. */
function hashOf(bytes: Uint8Array, seed: number): number {
  let hash = seed;
  for (const byte of bytes) hash = Math.imul(hash, hashSeed) ^ byte;
  return hash & 0x7fffffff;
}
