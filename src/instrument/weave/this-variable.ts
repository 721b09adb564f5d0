import { findAttribute } from '../../classfile/attribute.ts';
import {
  readStackMapTable,
  type StackMapFrame,
  type VerificationType,
} from '../../classfile/attributes/stack-map-table.ts';
import type { ClassFile, MethodInfo } from '../../classfile/class-file.ts';
import type { Code } from '../../classfile/code.ts';
import { parseMethodDescriptor } from '../../classfile/descriptors.ts';
import type { InstructionIndex } from '../../classfile/instruction.ts';
import { Op } from '../../classfile/opcodes.ts';

/**
 * At which instructions of a method that is not static local variable 0 holds `this`. In a constructor it is
 * uninitialized at first, and any method may reuse the variable: then nowhere. Frames that an optimizer has
 * written may give it up where nobody reads it any more: then not before a frame that has it again.
 * O(instructions + frames).
 */
export function thisVariable(
  file: ClassFile,
  { name, descriptor }: MethodInfo,
  code: Code,
): (at: InstructionIndex) => boolean {
  if (name === '<init>' || code.instructions.some(storesToFirst)) return () => false;
  const table = findAttribute(code.attributes, 'StackMapTable');
  if (table === undefined) return () => true;
  const isThis = (type: VerificationType | undefined): boolean =>
    type?.kind === 'Object' && type.name === file.name;
  const holds = new Uint8Array(code.instructions.length);
  let locals: Locals = { count: 1 + parseMethodDescriptor(descriptor).parameters.length, hasThis: true };
  let from = 0;
  for (const frame of readStackMapTable(table)) {
    const at = code.indexOf(frame.pc) ?? from;
    if (locals.hasThis) holds.fill(1, from, at);
    locals = localsAt(frame, locals, isThis);
    from = at;
  }
  if (locals.hasThis) holds.fill(1, from);
  return (at) => holds[at] === 1;
}

/** As a frame counts them: a long or a double is one. */
interface Locals {
  readonly count: number;
  readonly hasThis: boolean;
}

function localsAt(
  frame: StackMapFrame,
  { count, hasThis }: Locals,
  isThis: (type: VerificationType | undefined) => boolean,
): Locals {
  switch (frame.kind) {
    case 'same':
    case 'sameLocals1':
      return { count, hasThis };
    case 'chop':
      return { count: count - frame.count, hasThis: hasThis && count > frame.count };
    case 'append':
      return {
        count: count + frame.locals.length,
        hasThis: count === 0 ? isThis(frame.locals[0]) : hasThis,
      };
    case 'full':
      return { count: frame.locals.length, hasThis: isThis(frame.locals[0]) };
  }
}

function storesToFirst(instruction: Code['instructions'][number]): boolean {
  return (
    instruction.form === 'local' &&
    instruction.index === 0 &&
    instruction.opcode >= Op.istore &&
    instruction.opcode <= Op.astore
  );
}
