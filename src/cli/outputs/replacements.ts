import { copyFileSync, linkSync, renameSync, rmSync, type Stats, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { outputUnwritable } from '../../diagnostics.ts';
import { statusOf } from '../files/file-access.ts';
import { temporaryName } from '../files/temporary-name.ts';
import { giveTo } from './ownership.ts';

/** Files and directories that take the places of others, or go, as long as these can be put back. */
export interface Replacements {
  /** Renames `by` to `path`. */
  replace(path: string, by: string): void;
  /** Takes a file away that is there. */
  remove(path: string): void;
  /**
   * What was there before is there again. Where it cannot be put back, as others have written there since, it
   * stays under its other name.
   */
  undo(): void;
  /** What was there before is gone. */
  settle(): void;
}

/** Nothing has been replaced. Other processes may write to the same places: what they put there is theirs. */
export function replacements(): Replacements {
  const replaced: {
    readonly path: string;
    /** Where what was there before is kept; undefined: nothing was. */
    readonly before: string | undefined;
    /** Whether nothing was left in its place. */
    readonly isMoved: boolean;
    /** What has been put there, as soon as it is. */
    placed?: Stats;
  }[] = [];
  return {
    replace(path, written) {
      const by = besideOf(path, written);
      const status = statSync(by);
      for (let tries = maxTries; ; tries--) {
        // A file in place of a directory, or the other way round, is refused by the renaming below.
        const there = statusOf(path, outputUnwritable);
        const keeps = there?.isDirectory() === status.isDirectory();
        if (keeps) giveTo(there, by);
        const before = keeps ? besides(path) : undefined;
        try {
          if (before !== undefined) {
            keep(path, before);
            replaced.push({ path, before, isMoved: status.isDirectory() });
          }
          renameSync(by, path);
        } catch (error) {
          if (tries > 0 && status.isDirectory() && isOfOthers(error)) continue;
          if (by !== written) rmSync(by, { force: true });
          throw error;
        }
        if (before === undefined) replaced.push({ path, before, isMoved: false });
        replaced.at(-1)!.placed = status;
        return;
      }
    },
    remove(path) {
      const before = besides(path);
      renameSync(path, before);
      replaced.push({ path, before, isMoved: true });
    },
    undo() {
      for (const { path, before, isMoved, placed } of replaced.splice(0).reverse()) {
        const there = statusOf(path, outputUnwritable);
        const isOurs = placed !== undefined && there?.ino === placed.ino && there.dev === placed.dev;
        if (isOurs && (before === undefined || placed.isDirectory()))
          rmSync(path, { recursive: true, force: true });
        if (before === undefined) continue;
        if (isOurs || there === undefined) renameSync(before, path);
        // Renaming one link of a file to another does nothing, and one that was not replaced has its place.
        if (isOurs || !isMoved) rmSync(before, { force: true });
      }
    },
    settle() {
      for (const { before } of replaced)
        if (before !== undefined) rmSync(before, { recursive: true, force: true });
    },
  };
}

/** Whether another process may have moved away what was there, or may have put a directory there since. */
function isOfOthers(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && /^(?:ENOENT|ENOTEMPTY|EEXIST)$/.test(String(error.code))
  );
}

/** How often a directory is moved away that another process puts where ours is to be. */
const maxTries = 20;

/** A new name beside a path, without the name of the path, which may be as long as names may be. */
export function besides(path: string): string {
  return join(dirname(resolve(path)), temporaryName());
}

/**
 * The file or directory, or its copy where a link on the way to the path leads to another file system, into which
 * nothing can be renamed from here.
 */
function besideOf(path: string, written: string): string {
  const status = statSync(written);
  if (!status.isFile() || statSync(dirname(resolve(path))).dev === status.dev) return written;
  const copy = besides(path);
  try {
    copyFileSync(written, copy);
    rmSync(written);
  } catch (error) {
    rmSync(copy, { force: true });
    throw error;
  }
  return copy;
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
