import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bytesAccess } from '../../src/archive/random-access.ts';
import { openZip } from '../../src/archive/zip-reader.ts';
import { type OutputEntry, optionsOf, writeZip } from '../../src/archive/zip-writer.ts';
import { AccessFlag } from '../../src/classfile/access-flags.ts';
import { editClass } from '../../src/classfile/class-edit.ts';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { readCode } from '../../src/classfile/code.ts';
import type { Instruction, InstructionIndex } from '../../src/classfile/instruction.ts';
import { Op } from '../../src/classfile/opcodes.ts';

/** What is changed in a class: a small number in one method is another, or one method calls a further method of the jar first. */
export type Change = 'number' | 'call';

/**
 * Writes a copy of the jar in which one class differs: the first in which that change can be made among those that `isWanted`
 * names (with dots). Returns the copy and the class.
 */
export function withChangedClass(
  jar: string,
  change: Change,
  isWanted: (className: string) => boolean,
  folder: string,
): { readonly jar: string; readonly changed: string } {
  const zip = openZip(bytesAccess(readFileSync(jar)), { file: jar });
  const classes = zip.entries.filter(({ name }) => name.endsWith('.class'));
  const called = change === 'number' ? undefined : callableIn(classes.map((entry) => zip.read(entry)));
  let changed: string | undefined;
  const entries = zip.entries.map((entry): OutputEntry => {
    const name = entry.name.replace(/\.class$/, '').replaceAll('/', '.');
    if (changed !== undefined || !classes.includes(entry) || !isWanted(name)) return { kind: 'copy', entry };
    const bytes = zip.read(entry);
    const data = called === undefined ? withOtherNumber(bytes) : withCall(bytes, called);
    if (data === undefined) return { kind: 'copy', entry };
    changed = name;
    return { kind: 'replace', entry, data };
  });
  if (changed === undefined) throw new Error(`no class to change in ${jar}`);
  const copy = join(folder, basename(jar));
  writeFileSync(copy, Buffer.concat([...writeZip(entries, optionsOf(zip))]));
  return { jar: copy, changed };
}

/** The first public static method without parameters that returns an object. */
function callableIn(classes: readonly Uint8Array[]): Instruction {
  const flags = AccessFlag.public | AccessFlag.static;
  for (const bytes of classes) {
    const file = readClassFile(bytes);
    const found = file.methods.find(
      ({ accessFlags, descriptor }) => (accessFlags & flags) === flags && /^\(\)L/.test(descriptor),
    );
    if (found === undefined || (file.accessFlags & AccessFlag.public) === 0) continue;
    const { name, descriptor } = found;
    return {
      form: 'invoke',
      opcode: Op.invokestatic,
      owner: file.name,
      name,
      descriptor,
      isInterface: false,
    };
  }
  throw new Error('no method to call');
}

/** Undefined when no method has code. */
function withCall(bytes: Uint8Array, call: Instruction): Uint8Array | undefined {
  const file = readClassFile(bytes);
  const method = file.methods.find((one) => one.name !== '<init>' && readCode(file, one) !== undefined);
  if (method === undefined) return undefined;
  const edit = editClass(file);
  const code = edit.editCode(method);
  code.insertAtEntry([call, { form: 'none', opcode: Op.pop }]);
  code.reserve(1, 0);
  const written = edit.write();
  return written.ok ? written.bytes : undefined;
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
