import { AccessFlag } from '../../src/classfile/access-flags.ts';
import { type ClassWriteResult, editClass } from '../../src/classfile/class-edit.ts';
import type { ClassFile, MethodInfo } from '../../src/classfile/class-file.ts';
import { type Code, readCode } from '../../src/classfile/code.ts';
import type { CodeEdit } from '../../src/classfile/code-edit.ts';
import { computationalType, parseMethodDescriptor, wordsOf } from '../../src/classfile/descriptors.ts';
import type { Instruction, InstructionIndex } from '../../src/classfile/instruction.ts';
import { Op } from '../../src/classfile/opcodes.ts';
import { typeOfDescriptor } from '../../src/classfile/type-state.ts';

/**
 * Puts `owner.e(k)` before and after every call instruction of a class, at the entry of every method and into a
 * handler around it, k counting from 0. What the handler may use, the parameters, is kept from the entry on.
 */
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
    codeEdit.reserve(2, 0);
    // HotSpot tells classes without a finalizer by the empty body of Object.finalize().
    if (file.name !== 'java/lang/Object') aroundBody(file, method, code, codeEdit, event);
    for (const [index, { form }] of code.instructions.entries()) {
      if (form !== 'invoke' && form !== 'invokedynamic') continue;
      codeEdit.insertBefore(index as InstructionIndex, event());
      codeEdit.insertAfter(index as InstructionIndex, event());
    }
  }
  return { written: edit.write(), events };
}

/** Code at the entry of a method and in a handler around it, and its parameters in local variables that are kept. */
export function aroundBody(
  file: ClassFile,
  method: MethodInfo,
  code: Code,
  edit: CodeEdit,
  event: () => readonly Instruction[],
): void {
  const isStatic = (method.accessFlags & AccessFlag.static) !== 0;
  const { parameters } = parseMethodDescriptor(method.descriptor);
  // A handler around a constructor would need a frame with an object and one without.
  const isConstructor = method.name === '<init>';
  const kept = isStatic || isConstructor ? parameters : [`L${file.name};`, ...parameters];
  let from = isConstructor ? 1 : 0;
  let to = code.maxLocals;
  const copies = kept.flatMap((descriptor): Instruction[] => {
    const offset = 'IJFDA'.indexOf(computationalType(descriptor));
    const copy: Instruction[] = [
      { form: 'local', opcode: Op.iload + offset, index: from },
      { form: 'local', opcode: Op.istore + offset, index: to },
    ];
    from += wordsOf(descriptor);
    to += wordsOf(descriptor);
    return copy;
  });
  edit.insertAtEntry([...copies, ...event()]);
  edit.keepLocals({ first: code.maxLocals, types: kept.map(typeOfDescriptor), unset: () => false });
  edit.reserve(2, to - code.maxLocals);
  if (isConstructor) return;
  edit.catchAll({ kind: 'method', instructions: event(), except: () => false });
}
