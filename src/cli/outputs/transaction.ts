import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { outputUnwritable } from '../../diagnostics.ts';
import { orInputError, orOutputError, statusOf } from '../files/file-access.ts';
import { realPath } from '../files/real-path.ts';
import type { OutputFile } from '../inputs/inputs.ts';
import { holdTemporary, nextTurn, signalsHandled, uninterrupted } from '../thread/interrupts.ts';
import { makeTemporaries, type Temporary } from '../thread/temporaries.ts';
import { makeReadableAs } from './ownership.ts';
import { besides, replacements } from './replacements.ts';

/**
 * All outputs of a run, or none: they are written beside their places under temporary names and renamed when
 * all are complete. An error or a signal before that removes what was written; where a rename fails, what was
 * there before those that did not comes back. Not undone: what went into a pipe or device.
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
  const { replace, remove, undo, settle } = replacements();
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
      // Another process may make it at the same time.
      orOutputError(path, () => mkdirSync(parent, { recursive: true }));
    }
    const name = besides(path);
    hold({ path: name, kind: 'tree' });
    return name;
  }
  function finish(): void {
    temporaries.clear();
    for (const stop of letGo.splice(0)) stop();
  }
  function mergeInto(place: string, partial: string, { written, removed }: FilledDirectory): void {
    for (const name of written) {
      const target = join(place, name);
      const file = join(partial, name);
      if (existsSync(target)) chmodSync(file, statSync(target).mode & 0o777);
      else makeReadableAs(target, file, (made) => temporaries.add({ path: made, kind: 'emptyDirectory' }));
      replace(target, file);
    }
    for (const name of removed) remove(join(place, name));
    rmSync(partial, { recursive: true });
  }

  return {
    async file(path, pieces, mode) {
      const place = placeOf(path);
      const partial = temporaryFor(place.isFile ? place.path : join(tmpdir(), basename(path)));
      await writePieces(path, partial, pieces, mode);
      if (place.isFile && mode !== undefined) chmodSync(partial, mode);
      const rename = (): void => {
        if (place.isFile) replace(place.path, partial);
        else {
          writeFileSync(place.path, readFileSync(partial));
          rmSync(partial);
        }
      };
      renames.push({ path, rename });
    },
    async directory(path, files, merge) {
      const place = placeOf(path).path;
      const partial = temporaryFor(place);
      const filled = await fillDirectory(path, partial, files);
      const rename = (): void => {
        if (merge && existsSync(place)) mergeInto(place, partial, filled);
        else replace(place, partial);
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
        settle();
        finish();
      }),
    rollback() {
      temporaries.remove();
      finish();
    },
  };
}

/** Writes a new file. `path`: that of the output, for errors. `mode`: nobody is to read it meanwhile who may not later. */
async function writePieces(
  path: string,
  partial: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  mode?: number,
): Promise<void> {
  const descriptor = orOutputError(path, () => openSync(partial, 'wx', mode));
  try {
    let written = 0;
    for await (const piece of pieces) {
      orOutputError(path, () => writeWhole(descriptor, piece));
      if (++written % piecesPerTurn === 0) await nextTurn();
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Names of files. */
interface FilledDirectory {
  readonly written: readonly string[];
  /** Those that are to go where others stay. */
  readonly removed: readonly string[];
}

/** Makes a directory with these files. `path`: that of the output, for errors. */
async function fillDirectory(
  path: string,
  partial: string,
  files: Iterable<OutputFile>,
): Promise<FilledDirectory> {
  orOutputError(path, () => mkdirSync(partial));
  const written: string[] = [];
  const removed: string[] = [];
  for (const { path: name, content, permissionsOf } of files) {
    if (content === 'removed') {
      removed.push(name);
      continue;
    }
    orOutputError(path, () => writeOutputFile(join(partial, name), content, permissionsOf));
    written.push(name);
    if (written.length % piecesPerTurn === 0) await nextTurn();
  }
  return { written, removed };
}

function writeOutputFile(
  target: string,
  content: Exclude<OutputFile['content'], 'removed'>,
  permissionsOf: string | undefined,
): void {
  mkdirSync(content === 'directory' ? target : dirname(target), { recursive: true });
  if (content === 'directory') return;
  if (!(content instanceof Uint8Array)) {
    // An error of copying does not say which of both it is about.
    orInputError(content.copyOf, () => accessSync(content.copyOf, constants.R_OK));
    copyFileSync(content.copyOf, target);
    return;
  }
  const mode = permissionsOf === undefined ? undefined : statSync(permissionsOf).mode & 0o777;
  writeFileSync(target, content, { mode });
  if (mode !== undefined) chmodSync(target, mode);
}

/**
 * What a link leads to is written, also what is not there yet, and the link stays; so does what is no file
 * (`/dev/null`, a pipe), which is written to.
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
