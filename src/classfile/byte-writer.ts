/** Below this many bytes a loop is faster than two calls of typed array methods. */
const shortCopy = 80;

/** A growing byte array with big-endian writes (JVMS 4). Values are truncated to their width: callers check ranges. */
export class ByteWriter {
  length = 0;
  private bytes: Uint8Array;

  constructor(capacity = 256) {
    this.bytes = new Uint8Array(capacity);
  }

  u1(value: number): void {
    this.grow(1);
    this.bytes[this.length++] = value;
  }

  u2(value: number): void {
    this.grow(2);
    this.bytes[this.length++] = value >> 8;
    this.bytes[this.length++] = value;
  }

  u4(value: number): void {
    this.grow(4);
    this.bytes[this.length++] = value >> 24;
    this.bytes[this.length++] = value >> 16;
    this.bytes[this.length++] = value >> 8;
    this.bytes[this.length++] = value;
  }

  zeros(count: number): void {
    this.grow(count);
    this.bytes.fill(0, this.length, this.length + count);
    this.length += count;
  }

  /** Copies from[start, end). */
  copy(from: Uint8Array, start: number = 0, end: number = from.length): void {
    const count = end - start;
    this.grow(count);
    if (count < shortCopy) {
      const bytes = this.bytes;
      let to = this.length;
      for (let at = start; at < end; at++) bytes[to++] = from[at]!;
    } else this.bytes.set(from.subarray(start, end), this.length);
    this.length += count;
  }

  /** Copies what another writer holds in [start, end). */
  copyFrom(other: ByteWriter, start: number = 0, end: number = other.length): void {
    this.copy(other.bytes, start, end);
  }

  /** Overwrites a u2 that has been written. */
  putU2(at: number, value: number): void {
    this.bytes[at] = value >> 8;
    this.bytes[at + 1] = value;
  }

  /** Overwrites a u4 that has been written. */
  putU4(at: number, value: number): void {
    this.putU2(at, value >>> 16);
    this.putU2(at + 2, value & 0xffff);
  }

  /** A copy of what has been written in [start, end). */
  toBytes(start: number = 0, end: number = this.length): Uint8Array {
    return this.bytes.slice(start, Math.min(end, this.length));
  }

  /** Whether what has been written from `start` on begins with other[0, length). */
  equals(start: number, other: Uint8Array, length: number): boolean {
    if (start + length > this.length) return false;
    for (let k = 0; k < length; k++) if (this.bytes[start + k] !== other[k]) return false;
    return true;
  }

  private grow(count: number): void {
    const needed = this.length + count;
    if (needed <= this.bytes.length) return;
    const bytes = new Uint8Array(Math.max(needed, 2 * this.bytes.length));
    bytes.set(this.bytes.subarray(0, this.length));
    this.bytes = bytes;
  }
}
