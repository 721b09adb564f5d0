import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { plainBytes } from './random-access.ts';

const known = new WeakMap<Uint8Array, Uint8Array>();

/** RFC 1951. The same content, as one object, is deflated once: it may go into several archives, and be kept. */
export function deflatedOnce(content: Uint8Array): Uint8Array {
  let body = known.get(content);
  if (body === undefined) {
    // A copy: a small one would stay in memory with all the room that zlib has made it in.
    body = new Uint8Array(deflateRawSync(content, { chunkSize: roomFor(content.length) }));
    known.set(content, body);
  }
  return body;
}

/**
 * The content of so many bytes, whose deflated form is then known. Undefined for what `deflatedOnce` does not
 * make of that many bytes.
 */
export function inflated(body: Uint8Array, size: number): Uint8Array | undefined {
  try {
    const content = plainBytes(inflateRaw(body, size));
    if (content.length !== size) return undefined;
    known.set(content, body);
    return content;
  } catch {
    return undefined;
  }
}

/**
 * Inflates at most one byte more than `size`, so that a body that lies about its size is found out. Throws
 * what zlib says.
 */
export function inflateRaw(body: Uint8Array, size: number): Uint8Array {
  const room = size + 1;
  // In one piece: zlib's own would stay in memory with every small entry that is kept.
  const chunkSize = Math.max(smallestChunk, Math.min(room, body.length * largestRatio));
  return inflateRawSync(body, { maxOutputLength: room, chunkSize });
}

/** What the first bytes of a body inflate to; they need not be all. Throws what zlib says. */
export function inflatedStart(head: Uint8Array): Uint8Array {
  // In small pieces: zlib's own cost four times as much as the inflating.
  return inflateRawSync(head, { finishFlush: constants.Z_SYNC_FLUSH, chunkSize: 1024 });
}

/** No more than there may be, and not the 16 KiB that zlib takes for every small content. */
function roomFor(size: number): number {
  return Math.max(smallestChunk, Math.min(size, constants.Z_DEFAULT_CHUNK));
}

/** Z_MIN_CHUNK of node:zlib. */
const smallestChunk = 64;
/**
 * More than deflate can make of a byte (zlib's technical notes: 1032), so that a lie about the size costs no
 * memory.
 */
const largestRatio = 1040;
