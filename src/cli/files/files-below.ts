import { type Dirent, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { ifReadable } from '../../diagnostics.ts';
import { orInputError, statusOf } from './file-access.ts';
import { isWithin } from './real-path.ts';
import { isTemporaryName } from './temporary-name.ts';

/** A directory on the way. */
interface Directory {
  /** Relative to the root, with `/` at its end; empty: the root. */
  readonly name: string;
  readonly real: string;
  /** Real paths of the directories with the links on the way to it. */
  readonly linkedFrom: readonly string[];
}

export interface Below {
  readonly files: readonly string[];
  /** Directories with nothing in them: programs expect them to be there (`logs`, `temp`). */
  readonly emptyDirectories: readonly string[];
  /** What has temporary names, and is in neither list: of runs that were killed, or that are at their work. */
  readonly temporaries: readonly string[];
}

/** The files of {@link below}. */
export function filesBelow(root: string): readonly string[] {
  return below(root).files;
}

/** The same without what is in directories below that cannot be read: no class loader finds it. */
export function readableFilesBelow(root: string): readonly string[] {
  return below(root, true).files;
}

/** The same; undefined: more than `most` files and directories are there. Looks at no more than one further directory. */
export function atMostFilesBelow(root: string, most: number): readonly string[] | undefined {
  const files: string[] = [];
  let count = 0;
  for (const entries of entriesBelow(root, true)) {
    count += entries.length;
    if (count > most) return undefined;
    for (const { name, kind } of entries) if (kind === 'file') files.push(name);
  }
  return files.sort();
}

/**
 * What is below a directory, by relative path with `/`, sorted. Symbolic links are followed, as class loaders
 * do, but for those that lead back to a directory on the way; what is neither a file nor a directory is left
 * out. Throws RrvError when a directory cannot be read; with `readableOnly` that of the root alone, and others are
 * passed over.
 */
export function below(root: string, readableOnly = false): Below {
  const files: string[] = [];
  const emptyDirectories: string[] = [];
  const temporaries: string[] = [];
  const lists = { file: files, emptyDirectory: emptyDirectories, temporary: temporaries };
  for (const entries of entriesBelow(root, readableOnly))
    for (const { name, kind } of entries)
      if (kind !== 'directory' && kind !== 'other') lists[kind].push(name);
  return { files: files.sort(), emptyDirectories: emptyDirectories.sort(), temporaries: temporaries.sort() };
}

interface EntryBelow {
  readonly name: string;
  readonly kind: 'file' | 'directory' | 'emptyDirectory' | 'temporary' | 'other';
}

/** The entries of one directory after the other, as {@link below} has them; an empty one is an entry of its own. */
function* entriesBelow(root: string, readableOnly: boolean): Generator<readonly EntryBelow[]> {
  const orPassedOver = <T>(read: () => T): T | undefined => (readableOnly ? ifReadable(read) : read());
  const pending: Directory[] = [
    { name: '', real: orInputError(root, () => realpathSync(root)), linkedFrom: [] },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const directory = next;
    const path = join(root, directory.name);
    const list = (): Dirent[] => orInputError(path, () => readdirSync(path, { withFileTypes: true }));
    const listed = directory.name === '' ? list() : orPassedOver(list);
    if (listed === undefined) continue;
    const entries: EntryBelow[] = [];
    if (listed.length === 0 && directory.name !== '')
      entries.push({ name: directory.name.slice(0, -1), kind: 'emptyDirectory' });
    for (const entry of listed) {
      const name = directory.name + entry.name;
      if (isTemporaryName(entry.name)) {
        entries.push({ name, kind: 'temporary' });
        continue;
      }
      const kind = orPassedOver(() => kindOf(entry, join(root, name))) ?? 'other';
      entries.push({ name, kind });
      if (kind !== 'directory') continue;
      if (!entry.isSymbolicLink()) {
        pending.push({ ...directory, name: `${name}/`, real: join(directory.real, entry.name) });
        continue;
      }
      const real = orPassedOver(() => orInputError(path, () => realpathSync(join(root, name))));
      const linkedFrom = [...directory.linkedFrom, directory.real];
      if (real !== undefined && !linkedFrom.some((place) => isWithin(place, real)))
        pending.push({ name: `${name}/`, real, linkedFrom });
    }
    yield entries;
  }
}

/** What is there, links followed. Undefined: neither, or nothing. */
function kindOf(entry: Dirent, path: string): 'file' | 'directory' | undefined {
  const status = entry.isSymbolicLink() ? statusOf(path) : entry;
  return status?.isFile() === true ? 'file' : status?.isDirectory() === true ? 'directory' : undefined;
}
