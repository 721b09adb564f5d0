import type { ByteWriter } from './byte-writer.ts';

/** Writes an attribute (JVMS 4.7) whose content is what `writeContent` appends. Returns what that does. */
export function writeAttribute<T>(out: ByteWriter, nameIndex: number, writeContent: () => T): T {
  out.u2(nameIndex);
  const lengthAt = out.length;
  out.u4(0);
  const result = writeContent();
  out.putU4(lengthAt, out.length - lengthAt - 4);
  return result;
}
