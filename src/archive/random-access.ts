/**
 * Bytes that are read piecewise, so that a big file is never in memory as a whole. The command line makes one
 * of an open file; `bytesAccess` makes one of bytes that are there already (a nested archive, a test).
 */
export interface RandomAccess {
  /** In bytes. */
  readonly size: number;
  /** Exactly `length` bytes from `offset`; the caller keeps to `size`. The result must not be written to. */
  read(offset: number, length: number): Uint8Array;
}

/** `RandomAccess` over bytes in memory; reads are views, not copies. */
export function bytesAccess(bytes: Uint8Array): RandomAccess {
  return {
    size: bytes.length,
    read: (offset, length) => bytes.subarray(offset, offset + length),
  };
}

/** The same memory, to read numbers from. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * The same memory as a plain array of bytes. Code that meets Buffers here and plain arrays there is compiled
 * for the one, thrown away and compiled again for both.
 */
export function plainBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
