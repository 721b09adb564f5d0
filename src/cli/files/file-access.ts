import { closeSync, fstatSync, lstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import type { RandomAccess } from '../../archive/random-access.ts';
import {
  archiveTruncated,
  type Diagnostic,
  inputUnreadable,
  outputUnwritable,
  type Place,
  RrvError,
} from '../../diagnostics.ts';
import { reasonOf } from './system-reason.ts';

export interface OpenFile extends RandomAccess {
  /** Whether something has been written to it since it was opened, as its size and time say. */
  isChanged(): boolean;
  close(): void;
}

/** How much is read at once where a file is read from front to back. */
const windowBytes = 128 * 1024;

/**
 * Opens a file to be read piecewise; small pieces that follow each other are cut from larger ones.
 * Throws RrvError when it cannot be read, is a pipe or a device, or is shortened meanwhile.
 */
export function openFile(path: string): OpenFile {
  // To open a pipe may last for ever, and it has one front and no back.
  if (statusOf(path)?.isFile() === false)
    throw new RrvError(inputUnreadable('it is neither a file nor a directory', { file: path }));
  const descriptor = orInputError(path, () => openSync(path, 'r'));
  const { size, mtimeMs } = fstatSync(descriptor);
  let window = new Uint8Array(0);
  let windowStart = 0;
  let lastEnd = 0;
  function readAt(offset: number, length: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length);
    let done = 0;
    while (done < length) {
      const count = readSync(descriptor, bytes, done, length - done, offset + done);
      if (count === 0)
        throw new RrvError(archiveTruncated('it ends while being read', offset + done, { file: path }));
      done += count;
    }
    return bytes;
  }
  return {
    size,
    read(offset, length) {
      const follows = offset >= lastEnd && offset - lastEnd < windowBytes;
      const isInside = (): boolean =>
        offset >= windowStart && offset + length <= windowStart + window.length && length < windowBytes;
      lastEnd = offset + length;
      if (!isInside()) {
        if (!follows || length >= windowBytes) return readAt(offset, length);
        window = readAt(offset, Math.min(windowBytes, size - offset));
        windowStart = offset;
        if (!isInside()) return readAt(offset, length);
      }
      // A copy: what is kept must not keep the window.
      return window.slice(offset - windowStart, lastEnd - windowStart);
    },
    isChanged() {
      const now = fstatSync(descriptor);
      return now.size !== size || now.mtimeMs !== mtimeMs;
    },
    close: () => closeSync(descriptor),
  };
}

/** All bytes of a file, one piece at a time. */
export function* piecesOf(file: RandomAccess): Generator<Uint8Array> {
  const piece = 1 << 20;
  for (let at = 0; at < file.size; at += piece) yield file.read(at, Math.min(piece, file.size - at));
}

/** What the failure of a file operation is: `inputUnreadable`, `outputUnwritable`. */
export type Problem = (reason: string, where: Place) => Diagnostic;

/** Runs a file operation on an input; its failure is an error about that input. */
export function orInputError<T>(path: string, action: () => T): T {
  return orProblem(path, inputUnreadable, action);
}

/** The same for an output. */
export function orOutputError<T>(path: string, action: () => T): T {
  return orProblem(path, outputUnwritable, action);
}

/** Runs a file operation. What it throws is thrown as RrvError; one that it throws itself says more. */
export function orProblem<T>(path: string, problem: Problem, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof RrvError) throw error;
    throw new RrvError(problem(reasonOf(error), { file: path }));
  }
}

/**
 * What is at a path, links followed; undefined: nothing, also where a directory on the way is a file. Throws
 * RrvError (`problem`) where the system does not let us look: links that lead to each other, names that are
 * too long, directories of others.
 */
export function statusOf(path: string, problem: Problem = inputUnreadable): Stats | undefined {
  return orNothing(path, problem, () => statSync(path));
}

/** What is at a path, a link being a link. Throws as `statusOf`. */
export function linkStatusOf(path: string, problem: Problem = inputUnreadable): Stats | undefined {
  return orNothing(path, problem, () => lstatSync(path));
}

function orNothing<T>(path: string, problem: Problem, action: () => T): T | undefined {
  return orProblem(path, problem, () => {
    try {
      return action();
    } catch (error) {
      if (isSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
      throw error;
    }
  });
}

/** What Node throws when the operating system refuses something. */
export interface SystemError extends Error {
  readonly code: string;
  readonly syscall: string;
  readonly path?: string;
}

/** Whether the operating system has refused something, which is no fault of the code that asked for it. */
export function isSystemError(error: unknown): error is SystemError {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as Partial<SystemError>;
  return typeof code === 'string' && typeof syscall === 'string';
}
