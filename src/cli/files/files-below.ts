import { type Dirent, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { ifReadable, orInputError, statusOf } from './file-access.ts';
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
  const pending: Directory[] = [
    { name: '', real: orInputError(root, () => realpathSync(root)), linkedFrom: [] },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const directory = next;
    const path = join(root, directory.name);
    const list = (): Dirent[] => orInputError(path, () => readdirSync(path, { withFileTypes: true }));
    const isPassedOver = readableOnly && directory.name !== '';
    const entries = isPassedOver ? ifReadable(list) : list();
    if (entries === undefined) continue;
    if (entries.length === 0 && directory.name !== '') emptyDirectories.push(directory.name.slice(0, -1));
    for (const entry of entries) {
      const name = directory.name + entry.name;
      if (isTemporaryName(entry.name)) {
        temporaries.push(name);
        continue;
      }
      const look = (): ReturnType<typeof kindOf> => kindOf(entry, join(root, name));
      const kind = readableOnly ? ifReadable(look) : look();
      if (kind === 'file') files.push(name);
      else if (kind === 'directory' && !entry.isSymbolicLink())
        pending.push({ ...directory, name: `${name}/`, real: join(directory.real, entry.name) });
      else if (kind === 'directory') {
        const real = orInputError(path, () => realpathSync(join(root, name)));
        const linkedFrom = [...directory.linkedFrom, directory.real];
        if (!linkedFrom.some((place) => isWithin(place, real)))
          pending.push({ name: `${name}/`, real, linkedFrom });
      }
    }
  }
  return { files: files.sort(), emptyDirectories: emptyDirectories.sort(), temporaries: temporaries.sort() };
}

/** What is there, links followed. Undefined: neither, or nothing. */
function kindOf(entry: Dirent, path: string): 'file' | 'directory' | undefined {
  const status = entry.isSymbolicLink() ? statusOf(path) : entry;
  return status?.isFile() === true ? 'file' : status?.isDirectory() === true ? 'directory' : undefined;
}
