import { deflatedOnce, inflated } from '../../archive/deflated.ts';
import { viewOf } from '../../archive/random-access.ts';
import { isArrayOf, isIndex } from '../../shape.ts';

/** Of the number in front that says how long the head is. */
const sizeOfLength = 4;

/** Plain data, and contents of entries. */
export interface Stored {
  readonly head: Readonly<Record<string, unknown>>;
  readonly contents: readonly Uint8Array[];
}

/**
 * As bytes: the head as JSON with the lengths of the contents, then these as archives hold them, deflated.
 */
export function encodeStored({ head, contents }: Stored): readonly Uint8Array[] {
  const bodies = contents.map(deflatedOnce);
  const lengths = contents.map(({ length }, index) => [bodies[index]!.length, length]);
  const text = new TextEncoder().encode(JSON.stringify({ ...head, lengths }));
  const length = new Uint8Array(sizeOfLength);
  viewOf(length).setUint32(0, text.length);
  return [length, text, ...bodies];
}

/** Undefined for what `encodeStored` does not make. The head is any object. */
export function decodeStored(bytes: Uint8Array | undefined): Stored | undefined {
  if (bytes === undefined || bytes.length < sizeOfLength) return undefined;
  const end = sizeOfLength + viewOf(bytes).getUint32(0);
  const parsed = parsedJson(bytes.subarray(sizeOfLength, end));
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  const { lengths, ...head } = parsed as Readonly<Record<string, unknown>>;
  if (!isArrayOf(lengths, isLengths)) return undefined;
  const contents: Uint8Array[] = [];
  let at = end;
  for (const [length, size] of lengths) {
    const content = inflated(bytes.subarray(at, at + length), size);
    if (content === undefined) return undefined;
    contents.push(content);
    at += length;
  }
  return at === bytes.length ? { head, contents } : undefined;
}

function isLengths(value: unknown): value is readonly [number, number] {
  return isArrayOf(value, isIndex) && value.length === 2;
}

function parsedJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
