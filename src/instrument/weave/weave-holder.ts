import { AccessFlag } from '../../classfile/access-flags.ts';
import type { ClassEdit } from '../../classfile/class-edit.ts';
import type { ClassFile } from '../../classfile/class-file.ts';
import { readCode } from '../../classfile/code.ts';
import { invoke, loadLocal, returnOf } from '../../classfile/emit.ts';
import type { Instruction } from '../../classfile/instruction.ts';
import { Op } from '../../classfile/opcodes.ts';

const holder = 'rrv/runtime/SliceHolder';
const slice = 'rrv/runtime/HeldSlice';
const descriptor = `L${slice};`;
const field = { name: 'rrv$slices', descriptor };

/**
 * Makes the class an rrv.runtime.SliceHolder. The field is set before the constructor of the superclass runs
 * (JVMS 4.10.1.9.putfield allows that), so that nobody sees the object without, and it is final, so that this
 * holds for other threads (JLS 17.5). A constructor that calls another of the class sets it twice, the second
 * time before anybody has seen the object.
 */
export function weaveHolder(edit: ClassEdit, file: ClassFile): void {
  const { private: isPrivate, final, transient, synthetic } = AccessFlag;
  edit.addInterface(holder);
  edit.addField({ accessFlags: isPrivate | final | transient | synthetic, ...field });
  const self = loadLocal(`L${file.name};`, 0);
  const access = (opcode: typeof Op.getfield | typeof Op.putfield): Instruction => ({
    form: 'field',
    opcode,
    owner: file.name,
    ...field,
  });
  // A bridge, as Mockito's inline mocks record and answer the calls of all other methods, also of synthetic ones.
  edit.addMethod({
    accessFlags: AccessFlag.public | AccessFlag.bridge | synthetic,
    name: 'rrvSlices',
    descriptor: `()${descriptor}`,
    instructions: [self, access(Op.getfield), returnOf(descriptor)],
  });
  for (const method of file.methods) {
    const code = method.name === '<init>' ? readCode(file, method) : undefined;
    if (code === undefined) continue;
    const codeEdit = edit.editCode(method);
    codeEdit.insertAtEntry([
      self,
      invoke(Op.invokestatic, slice, 'make', `()${descriptor}`),
      access(Op.putfield),
    ]);
    codeEdit.reserve(Math.max(0, 2 - code.maxStack), 0);
  }
}
