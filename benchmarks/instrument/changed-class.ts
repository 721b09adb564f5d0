import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bytesAccess } from '../../src/archive/random-access.ts';
import { openZip } from '../../src/archive/zip-reader.ts';
import { type OutputEntry, optionsOf, writeZip } from '../../src/archive/zip-writer.ts';
import { editClass } from '../../src/classfile/class-edit.ts';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { readCode } from '../../src/classfile/code.ts';
import type { InstructionIndex } from '../../src/classfile/instruction.ts';
import { Op } from '../../src/classfile/opcodes.ts';

/**
 * Writes a copy of the jar in which one class differs: a small number in one method is another. The class is
 * the first that has one among those that `isWanted` names (with dots). Returns the copy and the class.
 */
export function withChangedClass(
  jar: string,
  isWanted: (className: string) => boolean,
  folder: string,
): { readonly jar: string; readonly changed: string } {
  const zip = openZip(bytesAccess(readFileSync(jar)), { file: jar });
  let changed: string | undefined;
  const entries = zip.entries.map((entry): OutputEntry => {
    const name = entry.name.replace(/\.class$/, '').replaceAll('/', '.');
    if (changed !== undefined || !entry.name.endsWith('.class') || !isWanted(name))
      return { kind: 'copy', entry };
    const data = withOtherNumber(zip.read(entry));
    if (data === undefined) return { kind: 'copy', entry };
    changed = name;
    return { kind: 'replace', entry, data };
  });
  if (changed === undefined) throw new Error(`no class to change in ${jar}`);
  const copy = join(folder, basename(jar));
  writeFileSync(copy, Buffer.concat([...writeZip(entries, optionsOf(zip))]));
  return { jar: copy, changed };
}

/** Undefined when no method pushes a small number. */
function withOtherNumber(bytes: Uint8Array): Uint8Array | undefined {
  const file = readClassFile(bytes);
  for (const method of file.methods) {
    const instructions = readCode(file, method)?.instructions ?? [];
    const at = instructions.findIndex(({ opcode }) => opcode === Op.bipush);
    if (at < 0) continue;
    const edit = editClass(file);
    edit
      .editCode(method)
      .replace(at as InstructionIndex, { form: 'immediate', opcode: Op.bipush, value: 77 });
    const written = edit.write();
    return written.ok && Buffer.compare(written.bytes, bytes) !== 0 ? written.bytes : undefined;
  }
  return undefined;
}
