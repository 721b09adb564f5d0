import { inflateSync } from 'node:zlib';
import { jimageCorrupt, jimageNotImage, type Place, RrvError } from '../diagnostics.ts';
import { restoreSharedStrings } from './jimage-shared-strings.ts';
import { plainBytes, type RandomAccess, viewOf } from './random-access.ts';

/**
 * The JDK's run-time image `lib/modules`, as jdk.internal.jimage.BasicImageReader and HotSpot's
 * imageFile.hpp define it (format version 1.0, JDK 9 and later). It is not a published standard; the
 * layout is a header, four tables, then the resources:
 *
 *     header      7 words: magic, version (major << 16 | minor), flags, resources, table length,
 *                 bytes of locations, bytes of strings
 *     redirect    one word per slot: a hash seed (> 0), the slot itself (< 0: -1 - slot), or empty (0)
 *     offsets     one word per slot: where its location starts in `locations`
 *     locations   per resource, attributes of 1 + n bytes (kind << 3 | n - 1, big-endian value), ended by kind 0
 *     strings     modified UTF-8, each ended by a zero byte, addressed by byte offset
 *
 * Words have the byte order of the machine the image was made for.
 */
export interface JImage {
  /** Resources of all kinds. */
  readonly resourceCount: number;
  /** Names of modules, unordered. */
  modules(): Iterable<string>;
  /** The module that a package (`java/util`) is in. No package is in two modules of one image. */
  moduleOf(packageName: string): string | undefined;
  /** A resource by full name, `/java.base/java/util/List.class`, decompressed. undefined: there is none. */
  read(name: string): Uint8Array | undefined;
  /** A class by internal name, `java/util/List`. */
  readClass(internalName: string): Uint8Array | undefined;
  /** Internal names of all classes except module descriptors, in the order of the image. */
  classNames(): Iterable<string>;
  /** The same classes with their bytes, in the order in which they lie in the file. */
  classes(): Iterable<{ readonly name: string; readonly bytes: Uint8Array }>;
}

interface Location {
  readonly module: number;
  readonly parent: number;
  readonly base: number;
  readonly extension: number;
  readonly offset: number;
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

/** CompressedResourceHeader: magic, compressed and uncompressed size, two string offsets, is-last. */
const resourceHeader = {
  magic: 0xcafefafa,
  bytes: 29,
  compressedSize: 4,
  size: 12,
  decompressor: 20,
} as const;

/** A resource larger than this is taken for damage; the largest of JDK 25 has 7 MB. */
const maxResourceBytes = 256 * 1024 * 1024;

/**
 * Opens a jimage file. The tables (2.5 MB for JDK 17) are read at once, resources when asked for; a look-up
 * by name costs two hash computations and one read. Throws RrvError for a file that is not an image, is
 * damaged, or uses a decompressor other than `zip` and `compact-cp`.
 */
export function openJImage(access: RandomAccess, where: Place = {}): JImage {
  const corrupt = (what: string, offset: number): RrvError =>
    new RrvError(jimageCorrupt(what, offset, where));
  if (access.size < headerBytes) throw new RrvError(jimageNotImage(where));
  const header = viewOf(access.read(0, headerBytes));
  const littleEndian = header.getUint32(0, true) === magic;
  if (!littleEndian && header.getUint32(0, false) !== magic) throw new RrvError(jimageNotImage(where));
  const [version, , resourceCount, tableLength, locationBytes, stringBytes] = [4, 8, 12, 16, 20, 24].map(
    (offset) => header.getUint32(offset, littleEndian),
  ) as [number, number, number, number, number, number];
  if (version >>> 16 !== 1) throw corrupt(`unknown format version ${version >>> 16}`, 4);
  const indexBytes = headerBytes + tableLength * 8 + locationBytes + stringBytes;
  if (indexBytes > access.size) throw corrupt('the tables reach beyond the end of the file', 16);
  const tables = access.read(headerBytes, indexBytes - headerBytes).slice();
  const words = viewOf(tables);
  const locations = tables.subarray(tableLength * 8, tableLength * 8 + locationBytes);
  const strings = tables.subarray(tableLength * 8 + locationBytes);
  const decoder = new TextDecoder();

  /** The bytes of a string, without the zero. */
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

  function contentOf(location: Location): Uint8Array {
    const stored = location.compressedSize === 0 ? location.size : location.compressedSize;
    const start = indexBytes + location.offset;
    if (location.size > maxResourceBytes || start + stored > access.size)
      throw corrupt('a resource reaches beyond the end of the file', start);
    let content = access.read(start, stored);
    if (location.compressedSize === 0) return content;
    // ImageDecompressor: headers are stacked, the outermost first, until one is not there.
    for (;;) {
      const view = viewOf(content);
      if (content.length < resourceHeader.bytes || view.getUint32(0, littleEndian) !== resourceHeader.magic)
        break;
      const compressed = Number(view.getBigUint64(resourceHeader.compressedSize, littleEndian));
      const size = Number(view.getBigUint64(resourceHeader.size, littleEndian));
      if (size > maxResourceBytes || resourceHeader.bytes + compressed > content.length)
        throw corrupt('a compressed resource has a wrong size', start);
      const body = content.subarray(resourceHeader.bytes, resourceHeader.bytes + compressed);
      content = decompress(
        text(view.getUint32(resourceHeader.decompressor, littleEndian)),
        body,
        size,
        start,
      );
      if (content.length !== size) throw corrupt('a resource has another size than its header says', start);
    }
    if (content.length !== location.size) throw corrupt('a resource has a wrong size', start);
    return content;
  }

  function decompress(decompressor: string, body: Uint8Array, size: number, start: number): Uint8Array {
    if (decompressor === 'zip') {
      try {
        return plainBytes(inflateSync(body, { maxOutputLength: Math.max(1, size) }));
      } catch (error) {
        throw corrupt(
          `a resource cannot be inflated (${error instanceof Error ? error.message : error})`,
          start,
        );
      }
    }
    if (decompressor === 'compact-cp')
      return restoreSharedStrings(body, size, stringAt, (what) => corrupt(what, start));
    throw corrupt(`unknown decompressor ${JSON.stringify(decompressor)}`, start);
  }

  const classExtension = new TextEncoder().encode('class');
  function isExtension(offset: number, expected: Uint8Array): boolean {
    return Buffer.compare(stringAt(offset), expected) === 0;
  }

  /** Strings are shared in the image, so equal offsets are equal names, and each is decoded once. */
  interface Index {
    readonly moduleOf: ReadonlyMap<string, string>;
    readonly modules: ReadonlySet<string>;
  }
  let index: Index | undefined;
  function theIndex(): Index {
    if (index !== undefined) return index;
    const extensions = new Map<number, boolean>();
    const moduleByParent = new Map<number, number>();
    const modules = new Set<number>();
    for (let slot = 0; slot < tableLength; slot++) {
      const location = locationAt(slot);
      let isClass = extensions.get(location.extension);
      if (isClass === undefined) {
        isClass = isExtension(location.extension, classExtension);
        extensions.set(location.extension, isClass);
      }
      if (!isClass) continue;
      modules.add(location.module);
      moduleByParent.set(location.parent, location.module);
    }
    index = {
      moduleOf: new Map([...moduleByParent].map(([parent, module]) => [text(parent), text(module)])),
      modules: new Set([...modules].map(text).filter((name) => name !== '')),
    };
    return index;
  }

  function* classLocations(): Generator<{ readonly name: string; readonly location: Location }> {
    const parents = new Map<number, string>();
    for (let slot = 0; slot < tableLength; slot++) {
      const location = locationAt(slot);
      if (!isExtension(location.extension, classExtension)) continue;
      const base = text(location.base);
      if (base === 'module-info') continue;
      let parent = parents.get(location.parent);
      if (parent === undefined) {
        parent = text(location.parent);
        parents.set(location.parent, parent);
      }
      yield { name: parent === '' ? base : `${parent}/${base}`, location };
    }
  }

  const image: JImage = {
    resourceCount,
    modules: () => theIndex().modules,
    moduleOf: (packageName) => theIndex().moduleOf.get(packageName),
    read(name) {
      const location = find(name);
      return location === undefined ? undefined : contentOf(location);
    },
    readClass(internalName) {
      const module = image.moduleOf(internalName.slice(0, Math.max(0, internalName.lastIndexOf('/'))));
      return module === undefined ? undefined : image.read(`/${module}/${internalName}.class`);
    },
    *classNames() {
      for (const { name } of classLocations()) yield name;
    },
    *classes() {
      const located = [...classLocations()].sort(
        (left, right) => left.location.offset - right.location.offset,
      );
      for (const { name, location } of located) yield { name, bytes: contentOf(location) };
    },
  };
  return image;
}

/** ImageStringsReader.hashCode: FNV over the bytes of the full name, cut to 31 bits. */
function hashOf(bytes: Uint8Array, seed: number): number {
  let hash = seed;
  for (const byte of bytes) hash = Math.imul(hash, hashSeed) ^ byte;
  return hash & 0x7fffffff;
}
