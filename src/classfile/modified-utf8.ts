/**
 * Modified UTF-8 (JVMS 4.4.7): NUL is two bytes, a supplementary character is its two surrogates with
 * three bytes each, and a lone surrogate is legal. JavaScript strings are UTF-16 too, so the mapping is
 * exact in both directions (except that overlong forms, which old virtual machines accept, decode).
 */

/** Of one call of String.fromCharCode: arguments stand on the stack, which is limited. */
const maxArguments = 4096;

/**
 * The string in bytes[start, end). Returns the offset of the first byte that is wrong instead of a string
 * when the bytes are not modified UTF-8. Linear.
 */
export function decodeModifiedUtf8(bytes: Uint8Array, start: number, end: number): string | number {
  let at = start;
  while (at < end && bytes[at]! - 1 < 0x7f && bytes[at] !== 0) at++;
  if (at === end) return asciiString(bytes, start, end);
  const parts = [asciiString(bytes, start, at)];
  let units: number[] = [];
  while (at < end) {
    const first = bytes[at]!;
    if (first < 0x80) {
      if (first === 0) return at;
      units.push(first);
      at += 1;
    } else if ((first & 0xe0) === 0xc0) {
      if (at + 2 > end || (bytes[at + 1]! & 0xc0) !== 0x80) return at;
      units.push(((first & 0x1f) << 6) | (bytes[at + 1]! & 0x3f));
      at += 2;
    } else if ((first & 0xf0) === 0xe0) {
      if (at + 3 > end || (bytes[at + 1]! & 0xc0) !== 0x80 || (bytes[at + 2]! & 0xc0) !== 0x80) return at;
      units.push(((first & 0x0f) << 12) | ((bytes[at + 1]! & 0x3f) << 6) | (bytes[at + 2]! & 0x3f));
      at += 3;
    } else return at;
    if (units.length >= maxArguments) {
      parts.push(String.fromCharCode.apply(undefined, units));
      units = [];
    }
  }
  parts.push(String.fromCharCode.apply(undefined, units));
  return parts.join('');
}

/** Names are mostly short: below this length a native call costs more than the characters. */
const shortString = 12;

function asciiString(bytes: Uint8Array, start: number, end: number): string {
  if (end - start < shortString) {
    let text = '';
    for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at]!);
    return text;
  }
  return Buffer.prototype.latin1Slice.call(bytes, start, end);
}

/** Number of bytes that `text` takes; the class file's limit is 65535. */
function modifiedUtf8Length(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0) length += 1;
    else if (unit >= 0x80) length += unit >= 0x800 ? 2 : 1;
  }
  return length;
}

/** The bytes of `text`, without a length prefix. */
export function encodeModifiedUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(modifiedUtf8Length(text));
  let to = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== 0 && unit < 0x80) bytes[to++] = unit;
    else if (unit < 0x800) {
      bytes[to++] = 0xc0 | (unit >> 6);
      bytes[to++] = 0x80 | (unit & 0x3f);
    } else {
      bytes[to++] = 0xe0 | (unit >> 12);
      bytes[to++] = 0x80 | ((unit >> 6) & 0x3f);
      bytes[to++] = 0x80 | (unit & 0x3f);
    }
  }
  return bytes;
}
