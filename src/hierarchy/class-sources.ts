import type { ApplicationArchive, ApplicationEntry } from '../archive/application.ts';
import type { JImage } from '../archive/jimage.ts';
import { isManifest, isMultiRelease } from '../archive/manifest.ts';
import { readClassHeader } from '../classfile/class-header.ts';
import { unlessMalformed } from '../classfile/unless-malformed.ts';
import type { ClassSource, Origin } from './class-source.ts';

/**
 * Folders of an archive that are class-path roots of their own: of a war (Servlet 10.5), of Spring Boot's
 * executable archives, and of WebLogic's ear.
 */
const roots = ['WEB-INF/classes/', 'BOOT-INF/classes/', 'APP-INF/classes/'];

const versions = /^META-INF\/versions\/(\d+)\//;

/** A class file in an archive, as a class loader sees it. */
export interface ClassEntryName {
  /** Internal name by its path: `a/b/C` for `WEB-INF/classes/a/b/C.class`. */
  readonly className: string;
  /** Release of a versioned class of a multi-release jar; 0 for the base. */
  readonly version: number;
}

/** What class the entry is; undefined for an entry that is no class file, and for descriptors of modules. */
export function classEntryName(entryName: string): ClassEntryName | undefined {
  if (!entryName.endsWith('.class')) return undefined;
  let path = entryName.slice(0, -'.class'.length);
  const root = roots.find((candidate) => path.startsWith(candidate));
  if (root !== undefined) path = path.slice(root.length);
  const version = versions.exec(path);
  if (version !== null) path = path.slice(version[0].length);
  if (path === 'module-info' || path === '') return undefined;
  return { className: path, version: version === null ? 0 : Number(version[1]) };
}

/**
 * The classes of an archive or directory as a class loader of the given feature release finds them: of a
 * multi-release jar, the newest version that is not newer than `release` (versions start at 9). A directory
 * has none, even where such a jar was unpacked into it. Classes in other folders than their packages say
 * (`Lib/a/B.class`, `build/classes/a/B.class`) have their own names: a class loader of the program, or one
 * that is given the folder, finds them. Reads one class of each folder to know.
 */
export function archiveClassSource(
  archive: ApplicationArchive,
  origin: Origin,
  release: number,
): ClassSource {
  let index: Map<string, { entry: ApplicationEntry; version: number }> | undefined;
  function theIndex(): Map<string, { entry: ApplicationEntry; version: number }> {
    if (index !== undefined) return index;
    const found = new Map<string, { entry: ApplicationEntry; version: number }>();
    const versioned: { className: string; version: number; entry: ApplicationEntry }[] = [];
    let multiRelease = false;
    for (const entry of archive.entries()) {
      if (isManifest(entry.name) && archive.kind !== 'directory') multiRelease = isMultiRelease(entry.read());
      const name = classEntryName(entry.name);
      if (name === undefined) continue;
      if (name.version > 0) versioned.push({ ...name, entry });
      else found.set(name.className, { entry, version: 0 });
    }
    for (const { className, version, entry } of multiRelease ? versioned : [])
      if (version >= 9 && version <= release && version >= (found.get(className)?.version ?? 0))
        found.set(className, { entry, version });
    index = origin === 'jdk' ? found : byOwnName(found);
    return index;
  }
  return {
    origin,
    label: archive.label,
    read: (name) => theIndex().get(name)?.entry.read(),
    names: () => theIndex().keys(),
  };
}

/**
 * Classes by the names of their files, where those of a folder have others by their own. One that stands
 * where its package says counts.
 */
function byOwnName<File extends { readonly entry: ApplicationEntry }>(
  files: Map<string, File>,
): Map<string, File> {
  const isLaidOut = new Map<string, boolean>();
  const misplaced: [string, File][] = [];
  for (const [path, file] of files) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    if (isLaidOut.get(folder) === true) continue;
    const name = ownName(file.entry);
    if (name === undefined) continue;
    if (!isLaidOut.has(folder)) isLaidOut.set(folder, name === path);
    if (name === path) continue;
    files.delete(path);
    misplaced.push([name, file]);
  }
  for (const [name, file] of misplaced) if (!files.has(name)) files.set(name, file);
  return files;
}

/** Undefined: the file cannot be read, which whoever rewrites it reports. */
function ownName(entry: ApplicationEntry): string | undefined {
  return unlessMalformed(() => readClassHeader(entry.read()))?.name;
}

/** The JDK's classes out of its run-time image. */
export function imageClassSource(image: JImage, label: string): ClassSource {
  return {
    origin: 'jdk',
    label,
    read: (name) => image.readClass(name),
    names: () => image.classNames(),
    classes: () => image.classes(),
  };
}
