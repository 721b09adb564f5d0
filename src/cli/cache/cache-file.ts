import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { holdTemporary } from '../thread/interrupts.ts';

/** A file that is larger is taken for damage. */
const maxFileBytes = 256 * 1024 * 1024;

/** Of the checksum in hexadecimal digits, and a line break. */
const sealBytes = 65;

/**
 * The content of a file that `writeSealed` has written, without the start. Undefined when there is none, it
 * is damaged, or it does not begin with `start`; then no more than that is read.
 */
export function readSealed(file: string, start = ''): Uint8Array | undefined {
  try {
    // To open a pipe would wait for its writer.
    if (!statSync(file).isFile()) return undefined;
    const descriptor = openSync(file, 'r');
    try {
      const length = sealBytes + Buffer.byteLength(start);
      if (fstatSync(descriptor).size > maxFileBytes) return undefined;
      const head = Buffer.alloc(length);
      readSync(descriptor, head, 0, length, 0);
      if (head.toString('utf8', sealBytes) !== start) return undefined;
      // From where the descriptor stands, which a read at a position does not move.
      const bytes = readFileSync(descriptor);
      const isWhole = head.toString('latin1', 0, sealBytes) === sealOf([bytes.subarray(sealBytes)]);
      return isWhole ? bytes.subarray(length) : undefined;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}

/**
 * Writes the pieces behind their checksum, beside the file's place first, and for the owner alone. Where they
 * are too many, the file is removed. Throws what the system says.
 */
export function writeSealed(file: string, pieces: readonly Uint8Array[]): void {
  const size = pieces.reduce((sum, { length }) => sum + length, sealBytes);
  if (size > maxFileBytes) {
    rmSync(file, { force: true });
    return;
  }
  const partial = `${file}.${process.pid}-${randomUUID()}`;
  const letGo = holdTemporary({ path: partial, kind: 'tree' });
  try {
    const descriptor = openSync(partial, 'wx', 0o600);
    try {
      writeFileSync(descriptor, sealOf(pieces));
      for (const piece of pieces) writeFileSync(descriptor, piece);
    } finally {
      closeSync(descriptor);
    }
    renameSync(partial, file);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  } finally {
    letGo();
  }
}

/** SHA-256 of the pieces in a line. */
function sealOf(pieces: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return `${hash.digest('hex')}\n`;
}
