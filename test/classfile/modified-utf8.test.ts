import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeModifiedUtf8, encodeModifiedUtf8 } from '../../src/classfile/modified-utf8.ts';

function decode(...bytes: number[]): string | number {
  return decodeModifiedUtf8(Uint8Array.from(bytes), 0, bytes.length);
}

test('NUL, two and three bytes, surrogates one by one (JVMS 4.4.7)', () => {
  expect(decode(0xc0, 0x80)).toBe('\0');
  expect(decode(0x7f, 0xc2, 0x80, 0xdf, 0xbf)).toBe('\x7f\x80\u07ff');
  expect(decode(0xe0, 0xa0, 0x80, 0xef, 0xbf, 0xbf)).toBe('\u0800\uffff');
  expect(decode(0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80)).toBe('\u{1f600}');
  expect(decode(0xed, 0xa0, 0x80)).toBe('\ud800');
  expect([...encodeModifiedUtf8('\0\u{1f600}\ud800')]).toEqual([
    0xc0, 0x80, 0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80, 0xed, 0xa0, 0x80,
  ]);
});

test('the offset of the first wrong byte', () => {
  expect(decode(0x61, 0x00)).toBe(1);
  expect(decode(0x61, 0x80)).toBe(1);
  expect(decode(0xc2)).toBe(0);
  expect(decode(0x61, 0xc2, 0x41)).toBe(1);
  expect(decode(0xe2, 0x82)).toBe(0);
  expect(decode(0xf0, 0x9f, 0x98, 0x80)).toBe(0);
});

test('every string survives, and only the given range is read', () => {
  const anyUnits = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 });
  fc.assert(
    fc.property(anyUnits, fc.nat({ max: 5 }), (units, padding) => {
      const text = String.fromCharCode(...units);
      const encoded = encodeModifiedUtf8(text);
      const padded = new Uint8Array(encoded.length + 2 * padding).fill(0xff);
      padded.set(encoded, padding);
      expect(decodeModifiedUtf8(padded, padding, padding + encoded.length)).toBe(text);
    }),
  );
  const long = '\u20acx'.repeat(30_000);
  const encoded = encodeModifiedUtf8(long);
  expect(decodeModifiedUtf8(encoded, 0, encoded.length)).toBe(long);
});
