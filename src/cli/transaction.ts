import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { outputUnwritable } from '../diagnostics.ts';
import { orOutputError, statusOf } from './file-access.ts';
import type { OutputFile } from './inputs.ts';
import { holdTemporary, nextTurn, signalsHandled, uninterrupted } from './interrupts.ts';
import { realPath } from './real-path.ts';
import { makeTemporaries, type Temporary } from './temporaries.ts';

/**
 * All outputs of a run, or none: they are written beside their places under temporary names and renamed when
 * all are complete. An error or a signal before that removes what was written; where a rename fails, what was there before those that did not
 * comes back. Not undone: what went into a pipe or device.
 */
export interface Transaction {
  file(path: string, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, mode?: number): Promise<void>;
  /** `merge`: into the directory that is there; else the directory becomes exactly these files. */
  directory(path: string, files: Iterable<OutputFile>, merge: boolean): Promise<void>;
  /** Throws RRV_OUTPUT_UNWRITABLE. */
  commit(): void;
  /** Removes what is not committed. Never throws: what cannot be removed stays. */
  rollback(): void;
}

/** How many pieces or files are written before signals get a chance to be handled. */
const piecesPerTurn = 64;

/** Runs what writes outputs; commits them when it is done, and removes what it wrote when it fails. */
export async function inTransaction(write: (outputs: Transaction) => Promise<void>): Promise<void> {
  const outputs = transaction();
  try {
    await write(outputs);
    await signalsHandled();
    outputs.commit();
  } catch (error) {
    outputs.rollback();
    throw error;
  }
}

/** Nothing is written yet. */
export function transaction(): Transaction {
  const renames: { readonly path: string; readonly rename: () => void }[] = [];
  /** What `commit` has replaced so far, and where what was there before is kept. */
  const replaced: { readonly path: string; readonly before: string | undefined }[] = [];
  const temporaries = makeTemporaries();
  const letGo: (() => void)[] = [];

  function hold(temporary: Temporary): void {
    letGo.push(holdTemporary(temporary));
    temporaries.add(temporary);
  }
  function temporaryFor(path: string): string {
    const parent = dirname(resolve(path));
    if (!existsSync(parent)) {
      hold({ path: parent, kind: 'emptyDirectory' });
      orOutputError(path, () => mkdirSync(parent));
    }
    const name = besides(path);
    hold({ path: name, kind: 'tree' });
    return name;
  }
  /** Without the name of the path, which may be as long as names may be. */
  function besides(path: string): string {
    return join(dirname(resolve(path)), `.rrv-${process.pid}-${randomBytes(6).toString('hex')}`);
  }
  function replace(path: string, by: string): void {
    // A file in place of a directory, or the other way round, is refused by the renaming below.
    const keeps = statusOf(path, outputUnwritable)?.isDirectory() === statSync(by).isDirectory();
    const before = keeps ? besides(path) : undefined;
    if (before !== undefined) {
      keep(path, before);
      replaced.push({ path, before });
    }
    renameSync(by, path);
    if (before === undefined) replaced.push({ path, before });
  }
  /** What was there before is no temporary file: where it cannot be put back, it stays under its other name. */
  function undo(): void {
    for (const { path, before } of replaced.splice(0).reverse()) {
      if (before === undefined || statSync(before).isDirectory())
        rmSync(path, { recursive: true, force: true });
      if (before === undefined) continue;
      renameSync(before, path);
      // Renaming one link of a file to another does nothing.
      rmSync(before, { force: true });
    }
  }
  function rollback(): void {
    temporaries.remove();
    finish();
  }
  function finish(): void {
    temporaries.clear();
    for (const stop of letGo.splice(0)) stop();
  }

  return {
    async file(path, pieces, mode) {
      const place = placeOf(path);
      const partial = temporaryFor(place.isFile ? place.path : join(tmpdir(), basename(path)));
      const descriptor = orOutputError(path, () => openSync(partial, 'wx'));
      try {
        let written = 0;
        for await (const piece of pieces) {
          orOutputError(path, () => writeWhole(descriptor, piece));
          if (++written % piecesPerTurn === 0) await nextTurn();
        }
      } finally {
        closeSync(descriptor);
      }
      if (place.isFile) {
        if (mode !== undefined) chmodSync(partial, mode);
        renames.push({ path, rename: () => replace(place.path, partial) });
      } else {
        const rename = (): void => {
          writeFileSync(place.path, readFileSync(partial));
          rmSync(partial);
        };
        renames.push({ path, rename });
      }
    },
    async directory(path, files, merge) {
      const place = placeOf(path).path;
      const partial = temporaryFor(place);
      orOutputError(path, () => mkdirSync(partial));
      const names: string[] = [];
      for (const { path: name, content, permissionsOf } of files) {
        const target = join(partial, name);
        orOutputError(path, () => {
          mkdirSync(content === 'directory' ? target : dirname(target), { recursive: true });
          if (content === 'directory') return;
          if (!(content instanceof Uint8Array)) copyFileSync(content.copyOf, target);
          else {
            writeFileSync(target, content);
            if (permissionsOf !== undefined) chmodSync(target, statSync(permissionsOf).mode & 0o777);
          }
        });
        names.push(name);
        if (names.length % piecesPerTurn === 0) await nextTurn();
      }
      const rename = (): void => {
        if (!merge || !existsSync(place)) {
          replace(place, partial);
          return;
        }
        for (const name of names) {
          const target = join(place, name);
          mkdirSync(dirname(target), { recursive: true });
          if (existsSync(target)) chmodSync(join(partial, name), statSync(target).mode & 0o777);
          replace(target, join(partial, name));
        }
        rmSync(partial, { recursive: true });
      };
      renames.push({ path, rename });
    },
    commit: () =>
      uninterrupted(() => {
        for (const { path, rename } of renames)
          try {
            orOutputError(path, rename);
          } catch (error) {
            orOutputError(path, undo);
            throw error;
          }
        for (const { before } of replaced)
          if (before !== undefined) rmSync(before, { recursive: true, force: true });
        finish();
      }),
    rollback,
  };
}

/** Keeps what is at a path under another name; a file stays where it is until another one is renamed over it. */
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

/**
 * What a link leads to is written, also what is not there yet, and the link stays; so does what is no file (`/dev/null`, a pipe), which is
 * written to.
 */
function placeOf(path: string): { readonly path: string; readonly isFile: boolean } {
  const status = statusOf(path, outputUnwritable);
  // What a descriptor of a process leads to has no name.
  if (status !== undefined && !status.isFile() && !status.isDirectory()) return { path, isFile: false };
  return { path: realPath(path, outputUnwritable), isFile: true };
}

function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at, bytes.length - at);
}

/** Whether a directory may be replaced by an output: it is empty, or an earlier output of rrv. */
export function isReplaceable(directory: string): boolean {
  const isEmpty = orOutputError(directory, () => readdirSync(directory).length === 0);
  return isEmpty || existsSync(join(directory, 'rrv', 'unit'));
}
