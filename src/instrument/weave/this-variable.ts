import { findAttribute } from '../../classfile/attribute.ts';
import type { VerificationType } from '../../classfile/attributes/stack-map-table.ts';
import type { ClassFile, MethodInfo } from '../../classfile/class-file.ts';
import type { Code } from '../../classfile/code.ts';
import type { InstructionIndex } from '../../classfile/instruction.ts';
import { Op } from '../../classfile/opcodes.ts';
import { entryLocals } from '../../classfile/type-state.ts';
import { framesInFull } from '../../classfile/whole-frames.ts';

/**
 * At which instructions of a method that is not static local variable 0 holds `this`. In a constructor it is
 * uninitialized at first, and any method may reuse the variable: then nowhere. Frames that an optimizer has
 * written may give it up where nobody reads it any more: then not before a frame that has it again.
 * O(instructions + sizes of frames).
 */
export function thisVariable(
  file: ClassFile,
  { name, descriptor }: MethodInfo,
  code: Code,
): (at: InstructionIndex) => boolean {
  if (name === '<init>' || code.instructions.some(storesToFirst)) return () => false;
  const isThere = (locals: readonly VerificationType[]): boolean =>
    locals[0]?.kind === 'Object' && locals[0].name === file.name;
  const holds = new Uint8Array(code.instructions.length);
  const entry = entryLocals(file.name, { name, descriptor, isStatic: false });
  let [from, locals]: [number, readonly VerificationType[]] = [0, entry];
  for (const { pc, frame } of framesInFull(findAttribute(code.attributes, 'StackMapTable'), entry)) {
    const at = code.indexOf(pc) ?? from;
    if (isThere(locals)) holds.fill(1, from, at);
    [from, locals] = [at, frame.locals];
  }
  if (isThere(locals)) holds.fill(1, from);
  return (at) => holds[at] === 1;
}

function storesToFirst(instruction: Code['instructions'][number]): boolean {
  return (
    instruction.form === 'local' &&
    instruction.index === 0 &&
    instruction.opcode >= Op.istore &&
    instruction.opcode <= Op.astore
  );
}
