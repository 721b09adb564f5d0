import { openSync, readSync, statSync } from 'node:fs';
import type { RandomAccess } from '../../src/archive/random-access.ts';

/** `RandomAccess` over a file that stays open until the process ends. */
export function fileAccess(path: string): RandomAccess {
  const descriptor = openSync(path, 'r');
  return {
    size: statSync(path).size,
    read(offset, length) {
      const bytes = new Uint8Array(length);
      readSync(descriptor, bytes, 0, length, offset);
      return bytes;
    },
  };
}
