import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a directory for this user alone, and those above it that are absent. Not mkdirSync with `recursive`:
 * that never ends where the system says of a name that its directory is absent, which is there (/proc on
 * Linux). Throws what the system says.
 */
export function makeDirectory(path: string): void {
  const absent: string[] = [];
  let at = resolve(path);
  while (statSync(at, { throwIfNoEntry: false }) === undefined) {
    absent.push(at);
    at = dirname(at);
  }
  for (const directory of absent.reverse())
    try {
      mkdirSync(directory, { mode: 0o700 });
    } catch (error) {
      // Another process may have made it.
      if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
    }
}
