/**
 * The records of the ZIP format by the names of PKWARE's APPNOTE.TXT (6.3.10), with the offsets of the
 * fields that we use. All numbers are little-endian.
 */

/** APPNOTE 4.3.7, local file header. */
export const localHeader = {
  signature: 0x04034b50,
  size: 30,
  versionNeeded: 4,
  flags: 6,
  method: 8,
  time: 10,
  date: 12,
  crc: 14,
  compressedSize: 18,
  size32: 22,
  nameLength: 26,
  extraLength: 28,
} as const;

/** APPNOTE 4.3.12, central directory header. */
export const centralHeader = {
  signature: 0x02014b50,
  size: 46,
  versionMadeBy: 4,
  versionNeeded: 6,
  flags: 8,
  method: 10,
  time: 12,
  date: 14,
  crc: 16,
  compressedSize: 20,
  size32: 24,
  nameLength: 28,
  extraLength: 30,
  commentLength: 32,
  diskStart: 34,
  localOffset: 42,
} as const;

/** APPNOTE 4.3.16, end of central directory record. */
export const endRecord = {
  signature: 0x06054b50,
  size: 22,
  disk: 4,
  diskEntries: 8,
  entries: 10,
  directorySize: 12,
  directoryOffset: 16,
  commentLength: 20,
} as const;

/** APPNOTE 4.3.14, zip64 end of central directory record. */
export const zip64EndRecord = {
  signature: 0x06064b50,
  size: 56,
  recordSize: 4,
  versionMadeBy: 12,
  versionNeeded: 14,
  diskEntries: 24,
  entries: 32,
  directorySize: 40,
  directoryOffset: 48,
} as const;

/** APPNOTE 4.3.15, zip64 end of central directory locator. */
export const zip64Locator = { signature: 0x07064b50, size: 20, endOffset: 8, disks: 16 } as const;

/** APPNOTE 4.3.9, data descriptor; the signature is optional. */
export const dataDescriptorSignature = 0x08074b50;

/** APPNOTE 4.4.4, general purpose bits. */
export const flag = {
  encrypted: 1 << 0,
  dataDescriptor: 1 << 3,
  strongEncryption: 1 << 6,
  utf8: 1 << 11,
} as const;

/** APPNOTE 4.4.5: the two methods that java.util.zip reads. */
export const method = { stored: 0, deflated: 8 } as const;

/** APPNOTE 4.5.3: header id of the zip64 extra field. */
export const zip64ExtraId = 0x0001;

/** A 16- or 32-bit field of all ones: the value is in the zip64 record. */
export const inZip64 = { short: 0xffff, long: 0xffffffff } as const;

/** Splits extra data into its fields (APPNOTE 4.5.1). A tail that is no field is one with id -1. */
export function extraFields(extra: Uint8Array): { id: number; bytes: Uint8Array }[] {
  const fields: { id: number; bytes: Uint8Array }[] = [];
  let at = 0;
  while (at + 4 <= extra.length) {
    const id = extra[at]! | (extra[at + 1]! << 8);
    const end = at + 4 + (extra[at + 2]! | (extra[at + 3]! << 8));
    if (end > extra.length) break;
    fields.push({ id, bytes: extra.subarray(at, end) });
    at = end;
  }
  if (at < extra.length) fields.push({ id: -1, bytes: extra.subarray(at) });
  return fields;
}
