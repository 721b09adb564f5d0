import { randomBytes } from 'node:crypto';
import { copyFileSync, linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { outputUnwritable } from '../../diagnostics.ts';
import { statusOf } from '../files/file-access.ts';

/** Files and directories that take the places of others, or go, as long as these can be put back. */
export interface Replacements {
  /** Renames `by` to `path`. */
  replace(path: string, by: string): void;
  /** Takes a file away that is there. */
  remove(path: string): void;
  /** What was there before is there again. Where it cannot be put back, it stays under its other name. */
  undo(): void;
  /** What was there before is gone. */
  settle(): void;
}

/** Nothing has been replaced. */
export function replacements(): Replacements {
  /** Where what was there before is kept; undefined: nothing was. */
  const replaced: { readonly path: string; readonly before: string | undefined }[] = [];
  return {
    replace(path, by) {
      // A file in place of a directory, or the other way round, is refused by the renaming below.
      const keeps = statusOf(path, outputUnwritable)?.isDirectory() === statSync(by).isDirectory();
      const before = keeps ? besides(path) : undefined;
      if (before !== undefined) {
        keep(path, before);
        replaced.push({ path, before });
      }
      renameSync(by, path);
      if (before === undefined) replaced.push({ path, before });
    },
    remove(path) {
      const before = besides(path);
      renameSync(path, before);
      replaced.push({ path, before });
    },
    undo() {
      for (const { path, before } of replaced.splice(0).reverse()) {
        if (before === undefined || statSync(before).isDirectory())
          rmSync(path, { recursive: true, force: true });
        if (before === undefined) continue;
        renameSync(before, path);
        // Renaming one link of a file to another does nothing.
        rmSync(before, { force: true });
      }
    },
    settle() {
      for (const { before } of replaced)
        if (before !== undefined) rmSync(before, { recursive: true, force: true });
    },
  };
}

/** A new name beside a path, without the name of the path, which may be as long as names may be. */
export function besides(path: string): string {
  return join(dirname(resolve(path)), `.rrv-${process.pid}-${randomBytes(6).toString('hex')}`);
}

/**
 * Keeps what is at a path under another name; a file stays where it is until another one is renamed over it.
 */
function keep(path: string, name: string): void {
  if (statSync(path).isDirectory()) {
    renameSync(path, name);
    return;
  }
  try {
    linkSync(path, name);
  } catch {
    // Not every file system has links.
    copyFileSync(path, name);
  }
}
