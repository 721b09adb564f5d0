import { rmdirSync, rmSync } from 'node:fs';

/**
 * What must not stay when the process ends before it is complete. An empty directory that was made on the way
 * goes unless others have put something into it.
 */
export interface Temporary {
  readonly path: string;
  readonly kind: 'tree' | 'emptyDirectory';
}

/** What there is now, of a process or of one piece of work. */
export interface Temporaries {
  readonly size: number;
  add(temporary: Temporary): void;
  delete(temporary: Temporary): void;
  /** All are there to stay. */
  clear(): void;
  /** Removes all from the disk, the last first. Never throws: what cannot be removed stays. */
  remove(): void;
}

export function makeTemporaries(): Temporaries {
  const all = new Map<string, Temporary>();
  return {
    get size() {
      return all.size;
    },
    add: (temporary) => void all.set(temporary.path, temporary),
    clear: () => all.clear(),
    delete: ({ path }) => void all.delete(path),
    remove: () => {
      for (const temporary of [...all.values()].reverse()) removeOne(temporary);
      all.clear();
    },
  };
}

function removeOne({ path, kind }: Temporary): void {
  try {
    if (kind === 'tree') rmSync(path, { recursive: true, force: true });
    else rmdirSync(path);
  } catch {}
}
