import type { Place } from '../diagnostics.ts';
import { resourceContent } from './jimage-content.ts';
import { type JImageTables, type Location, readJImageTables } from './jimage-tables.ts';
import type { RandomAccess } from './random-access.ts';

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

/**
 * Opens a jimage file. The tables are read at once, resources when asked for; a look-up
 * by name costs two hash computations and one read. Throws RrvError for a file that is not an image, is
 * damaged, or uses a decompressor other than `zip` and `compact-cp`.
 */
export function openJImage(access: RandomAccess, where: Place = {}): JImage {
  const tables = readJImageTables(access, where);
  const contentOf = (location: Location): Uint8Array => resourceContent(access, tables, location);
  let known: Modules | undefined;
  const modulesOf = (): Modules => (known ??= modulesIn(tables));
  const image: JImage = {
    resourceCount: tables.resourceCount,
    modules: () => modulesOf().names,
    moduleOf: (packageName) => modulesOf().byPackage.get(packageName),
    read(name) {
      const location = tables.find(name);
      return location === undefined ? undefined : contentOf(location);
    },
    readClass(internalName) {
      const module = image.moduleOf(internalName.slice(0, Math.max(0, internalName.lastIndexOf('/'))));
      return module === undefined ? undefined : image.read(`/${module}/${internalName}.class`);
    },
    *classNames() {
      for (const { name } of classLocations(tables)) yield name;
    },
    *classes() {
      const located = [...classLocations(tables)].sort(
        (left, right) => left.location.offset - right.location.offset,
      );
      for (const { name, location } of located) yield { name, bytes: contentOf(location) };
    },
  };
  return image;
}

interface Modules {
  readonly names: ReadonlySet<string>;
  /** Of each package that holds a class. */
  readonly byPackage: ReadonlyMap<string, string>;
}

/** Strings are shared in the image, so equal offsets are equal names, and each is decoded once. O(resources). */
function modulesIn({ tableLength, locationAt, stringAt, text }: JImageTables): Modules {
  const extensions = new Map<number, boolean>();
  const moduleByParent = new Map<number, number>();
  const modules = new Set<number>();
  for (let slot = 0; slot < tableLength; slot++) {
    const location = locationAt(slot);
    let isClass = extensions.get(location.extension);
    if (isClass === undefined) {
      isClass = isClassExtension(stringAt(location.extension));
      extensions.set(location.extension, isClass);
    }
    if (!isClass) continue;
    modules.add(location.module);
    moduleByParent.set(location.parent, location.module);
  }
  return {
    names: new Set([...modules].map(text).filter((name) => name !== '')),
    byPackage: new Map([...moduleByParent].map(([parent, module]) => [text(parent), text(module)])),
  };
}

/** The classes by internal name, but for descriptors of modules. O(resources). */
function* classLocations({
  tableLength,
  locationAt,
  stringAt,
  text,
}: JImageTables): Generator<{ readonly name: string; readonly location: Location }> {
  const parents = new Map<number, string>();
  for (let slot = 0; slot < tableLength; slot++) {
    const location = locationAt(slot);
    if (!isClassExtension(stringAt(location.extension))) continue;
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

const classExtension = new TextEncoder().encode('class');

function isClassExtension(extension: Uint8Array): boolean {
  return Buffer.compare(extension, classExtension) === 0;
}
