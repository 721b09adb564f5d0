import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

const day = 24 * 60 * 60 * 1000;

/** A file of a cache that no run has used for so many days goes. */
const daysUnused = 30;

/** Names of `openCache`, and of what writeSealed writes first. */
const isOurs = /^[\w-]{43}\.rrvcache(?:\.\d+-[\da-f-]{36})?$/;

/**
 * Says that a run has used the file, to the day. Where that is not allowed, it is gone some day, which is no
 * harm.
 */
export function markUsed(file: string, now: number): void {
  try {
    if (statSync(file).mtimeMs < now - day) utimesSync(file, now / 1000, now / 1000);
  } catch {
    // Another run may have removed it.
  }
}

/**
 * Removes from a cache what programs, options and builds of rrv have left that are not used any more, and
 * what runs that were killed have not finished. Other files stay.
 */
export function removeUnused(directory: string, now: number): void {
  for (const name of readdirSync(directory)) {
    if (!isOurs.test(name)) continue;
    const file = join(directory, name);
    const status = statSync(file, { throwIfNoEntry: false });
    if (status?.isFile() === true && status.mtimeMs < now - daysUnused * day) rmSync(file, { force: true });
  }
}
