import { type ClassWriteResult, editClass } from '../../src/classfile/class-edit.ts';
import type { ClassFile } from '../../src/classfile/class-file.ts';
import { readCode } from '../../src/classfile/code.ts';
import type { Instruction, InstructionIndex } from '../../src/classfile/instruction.ts';
import { Op } from '../../src/classfile/opcodes.ts';

/** Puts `owner.e(k)` before and after every call instruction of a class, k counting from 0. */
export function insertEverywhere(
  file: ClassFile,
  owner: string,
): { readonly written: ClassWriteResult; readonly events: number } {
  const edit = editClass(file);
  let events = 0;
  const event = (): Instruction[] => [
    { form: 'immediate', opcode: Op.sipush, value: events++ & 0x7fff },
    { form: 'invoke', opcode: Op.invokestatic, owner, name: 'e', descriptor: '(I)V', isInterface: false },
  ];
  for (const method of file.methods) {
    const code = readCode(file, method);
    if (code === undefined) continue;
    const codeEdit = edit.editCode(method);
    codeEdit.reserve(1, 0);
    for (const [index, { form }] of code.instructions.entries()) {
      if (form !== 'invoke' && form !== 'invokedynamic') continue;
      codeEdit.insertBefore(index as InstructionIndex, event());
      codeEdit.insertAfter(index as InstructionIndex, event());
    }
  }
  return { written: edit.write(), events };
}
