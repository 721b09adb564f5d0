import { classMalformed, type Place, RrvError } from '../diagnostics.ts';

/**
 * The bytes of one class file with checked, big-endian reads (JVMS 4: u1, u2, u4). Offsets are absolute in
 * `bytes`. Every read beyond the end throws RRV_CLASS_MALFORMED with the offset; nothing else is thrown.
 */
export class ClassBytes {
  readonly bytes: Uint8Array;
  readonly length: number;
  readonly where: Place;

  constructor(bytes: Uint8Array, where: Place) {
    this.bytes = bytes;
    this.length = bytes.length;
    this.where = where;
  }

  u1(at: number): number {
    if (at >= this.length) this.truncated(at, 1);
    return this.bytes[at]!;
  }

  u2(at: number): number {
    if (at + 2 > this.length) this.truncated(at, 2);
    return (this.bytes[at]! << 8) | this.bytes[at + 1]!;
  }

  /** Unsigned. */
  u4(at: number): number {
    return this.s4(at) >>> 0;
  }

  s1(at: number): number {
    return (this.u1(at) << 24) >> 24;
  }

  s2(at: number): number {
    return (this.u2(at) << 16) >> 16;
  }

  s4(at: number): number {
    if (at + 4 > this.length) this.truncated(at, 4);
    return (
      (this.bytes[at]! << 24) | (this.bytes[at + 1]! << 16) | (this.bytes[at + 2]! << 8) | this.bytes[at + 3]!
    );
  }

  s8(at: number): bigint {
    return (BigInt(this.s4(at)) << 32n) | BigInt(this.u4(at + 4));
  }

  /** Throws unless [at, at + length) lies in the file. */
  require(at: number, length: number): void {
    if (at + length > this.length) this.truncated(at, length);
  }

  /** Throws RRV_CLASS_MALFORMED: `what` completes "malformed class file: ...". */
  fail(what: string, at: number): never {
    throw new RrvError(classMalformed(what, at, this.where));
  }

  private truncated(at: number, length: number): never {
    this.fail(`it ends where ${length} more byte${length === 1 ? '' : 's'} should follow`, at);
  }
}
