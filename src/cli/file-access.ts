import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import { join, sep } from 'node:path';
import type { RandomAccess } from '../archive/random-access.ts';
import { archiveTruncated, inputUnreadable, RrvError } from '../diagnostics.ts';

export interface OpenFile extends RandomAccess {
  close(): void;
}

/** How much is read at once where a file is read from front to back. */
const windowBytes = 128 * 1024;

/**
 * Opens a file to be read piecewise; small pieces that follow each other are cut from larger ones.
 * Throws RrvError when it cannot be read, or is shortened meanwhile.
 */
export function openFile(path: string): OpenFile {
  const descriptor = orInputError(path, () => openSync(path, 'r'));
  const size = fstatSync(descriptor).size;
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
    close: () => closeSync(descriptor),
  };
}

/** All bytes of a file, one piece at a time. */
export function* piecesOf(file: RandomAccess): Generator<Uint8Array> {
  const piece = 1 << 20;
  for (let at = 0; at < file.size; at += piece) yield file.read(at, Math.min(piece, file.size - at));
}

/** Runs a file operation on an input; its failure is an error about that input. */
export function orInputError<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new RrvError(inputUnreadable(reasonOf(error), { file: path }));
  }
}

/** `no such file or directory`, as the operating system says it, without code, system call and path. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /^E[A-Z]+: ([^,]+),/.exec(message)?.[1] ?? message;
}

/** What is at a path, links followed; undefined: nothing that can be got at. Whoever opens it is told why. */
export function statusOf(path: string): Stats | undefined {
  return orNothing(() => statSync(path));
}

/** What is at a path, a link being a link. */
export function linkStatusOf(path: string): Stats | undefined {
  return orNothing(() => lstatSync(path));
}

/** Nothing there, no permission, a name that is too long, links in a circle. */
function orNothing<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

/** Regular files below a directory, by relative path with `/`, sorted; symbolic links are followed to files only. */
export function filesBelow(root: string): string[] {
  return orInputError(root, () => readdirSync(root, { recursive: true, encoding: 'utf8' }))
    .filter((name) => isFile(join(root, name)))
    .map((name) => name.split(sep).join('/'))
    .sort();
}

function isFile(path: string): boolean {
  const status: Stats | undefined = linkStatusOf(path);
  if (status?.isSymbolicLink() === true) return statusOf(path)?.isFile() === true;
  return status?.isFile() === true;
}
