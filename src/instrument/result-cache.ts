import { createHash } from 'node:crypto';

/**
 * What earlier runs found out, kept by the caller (`--cache`). Whatever is asked of it may be gone or
 * damaged: values are checked when they are decoded, and a key says everything that the value depends on
 * besides rrv itself.
 */
export interface ResultCache {
  /**
   * The values of one kind for one archive. Of a section only what a run got or put is kept: it does not grow
   * with the versions of a program.
   */
  section(name: string): CacheSection;
  /**
   * One value that is too large for a section. Of each name the value of the last run that put one is kept.
   */
  bytes(name: string): CachedBytes;
  /** Says which class library, class path and compiler the run has, by content. */
  readonly environment: string;
}

export interface CacheSection {
  /** A value as JSON has it; undefined: unknown. */
  get(key: string): unknown;
  /** What is put is written: to be done when it is not what `get` gave. */
  put(key: string, value: unknown): void;
}

export interface CachedBytes {
  /** Undefined: there is none, or it was put with another key. */
  get(key: string): Uint8Array | undefined;
  /** The value is the pieces, one after the other. They stay as they are until the cache is saved. */
  put(key: string, pieces: readonly Uint8Array[]): void;
}

/** A name for content: equal texts have equal digests. */
export function digestOf(parts: Iterable<string | Uint8Array>): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    // The length in front, so that no two lists of parts run into one another.
    hash.update(`${part.length}:`).update(part);
  }
  return hash.digest('base64url');
}

/** Any plain data as text; typed arrays as arrays. */
export function textOf(data: unknown): string {
  return JSON.stringify(data, (_, value: unknown) => {
    if (ArrayBuffer.isView(value)) return [...(value as Uint8Array)];
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'function' || value instanceof Map || value instanceof Set)
      throw new Error('only plain data has a digest');
    return value;
  });
}
