import { type Dirent, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { orInputError, statusOf } from './file-access.ts';
import { isWithin } from './real-path.ts';

/** A directory on the way. */
interface Directory {
  /** Relative to the root, with `/` at its end; empty: the root. */
  readonly name: string;
  readonly real: string;
  /** Real paths of the directories with the links on the way to it. */
  readonly linkedFrom: readonly string[];
}

/**
 * Regular files below a directory, by relative path with `/`, sorted. Symbolic links are followed, as class loaders do, but for those
 * that lead back to a directory on the way. Throws RrvError when a directory cannot be read.
 */
export function filesBelow(root: string): string[] {
  const found: string[] = [];
  const pending: Directory[] = [
    { name: '', real: orInputError(root, () => realpathSync(root)), linkedFrom: [] },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const directory = next;
    const path = join(root, directory.name);
    for (const entry of orInputError(path, () => readdirSync(path, { withFileTypes: true }))) {
      const name = directory.name + entry.name;
      const kind = kindOf(entry, join(root, name));
      if (kind === 'file') found.push(name);
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
  return found.sort();
}

/** What is there, links followed. Undefined: neither, or nothing. */
function kindOf(entry: Dirent, path: string): 'file' | 'directory' | undefined {
  const status = entry.isSymbolicLink() ? statusOf(path) : entry;
  return status?.isFile() === true ? 'file' : status?.isDirectory() === true ? 'directory' : undefined;
}
