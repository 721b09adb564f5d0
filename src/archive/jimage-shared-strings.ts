import type { RrvError } from '../diagnostics.ts';
import { viewOf } from './random-access.ts';

/** StringSharingPlugin: constant-pool tags that stand for a Utf8 constant kept in the image's string table. */
const externalizedString = 23;
const externalizedDescriptor = 25;
const utf8 = 1;

/** JVMS 4.4: bytes after the tag, by tag. 0: not a tag of a class file, or Utf8. */
const constantBytes = [0, 0, 0, 4, 4, 8, 8, 2, 2, 4, 4, 4, 4, 0, 0, 3, 2, 4, 4, 2, 2];

const letterL = 0x4c;
const slash = 0x2f;

/**
 * Undoes `jlink --compress=1` (`compact-cp`, jdk.tools.jlink.internal.plugins.StringSharingPlugin and HotSpot's
 * SharedStringDecompressor): constant-pool strings that are shared between classes of the image are put back.
 * `stringAt` reads the image's string table; `corrupt` makes the error for damage. Linear.
 */
export function restoreSharedStrings(
  body: Uint8Array,
  size: number,
  stringAt: (offset: number) => Uint8Array,
  corrupt: (what: string) => RrvError,
): Uint8Array {
  const output = new Uint8Array(size);
  const outputView = viewOf(output);
  let at = 0;
  let written = 0;

  function put(bytes: Uint8Array): void {
    if (written + bytes.length > size) throw corrupt('shared strings make the class larger than declared');
    output.set(bytes, written);
    written += bytes.length;
  }
  function take(length: number): Uint8Array {
    if (at + length > body.length) throw corrupt('a class with shared strings is cut off');
    at += length;
    return body.subarray(at - length, at);
  }
  /** CompressedIndexes.readInt: with the top bit set, bits 5 and 6 are the length in bytes; else 4 bytes. */
  function takeIndex(): number {
    const first = take(1)[0]!;
    const isCompressed = (first & 0x80) !== 0;
    const length = isCompressed ? (first >> 5) & 3 : 4;
    let value = isCompressed ? first & 0x1f : first;
    for (const byte of take(Math.max(0, length - 1))) value = (value << 8) | byte;
    return value >>> 0;
  }
  function putUtf8(write: () => void): void {
    put(Uint8Array.of(utf8, 0, 0));
    const start = written;
    write();
    outputView.setUint16(start - 2, written - start, false);
  }
  /** `(L;I)V` with `java/lang`, `String` is `(Ljava/lang/String;I)V`: every L takes two strings. */
  function putDescriptor(): void {
    const descriptor = stringAt(takeIndex());
    const indexBytes = takeIndex();
    const end = at + indexBytes;
    for (const byte of descriptor) {
      put(Uint8Array.of(byte));
      if (byte !== letterL || indexBytes === 0) continue;
      const packageName = stringAt(takeIndex());
      if (packageName.length > 0) {
        put(packageName);
        put(Uint8Array.of(slash));
      }
      put(stringAt(takeIndex()));
    }
    if (at > end && indexBytes > 0) throw corrupt('a shared descriptor has too few types');
    if (indexBytes > 0) at = end;
  }

  put(take(8));
  const countBytes = take(2);
  const count = (countBytes[0]! << 8) | countBytes[1]!;
  put(countBytes);
  for (let index = 1; index < count; index++) {
    const tag = take(1)[0]!;
    if (tag === externalizedString) {
      putUtf8(() => put(stringAt(takeIndex())));
    } else if (tag === externalizedDescriptor) {
      putUtf8(putDescriptor);
    } else if (tag === utf8) {
      const length = take(2);
      put(Uint8Array.of(utf8));
      put(length);
      put(take((length[0]! << 8) | length[1]!));
    } else {
      const length = constantBytes[tag] ?? 0;
      if (length === 0) throw corrupt(`a class with shared strings has a constant of tag ${tag}`);
      put(Uint8Array.of(tag));
      put(take(length));
      // JVMS 4.4.5: a long or double takes two indices.
      if (length === 8) index++;
    }
  }
  put(body.subarray(at));
  if (written !== size) throw corrupt('a class with shared strings has another size than declared');
  return output;
}
