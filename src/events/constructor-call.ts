import type { MethodInfo } from '../classfile/class-file.ts';
import type { Code } from '../classfile/code.ts';
import { Op } from '../classfile/opcodes.ts';

/**
 * Index of the instruction that calls the other constructor, in a constructor: `this(..)` or `super(..)`. -1 for
 * every other method, the number of instructions when there is no such call. Linear.
 */
export function constructorCall(
  className: string,
  superName: string | undefined,
  method: Pick<MethodInfo, 'name'>,
  code: Code,
): number {
  if (method.name !== '<init>') return -1;
  // Objects of the same classes that are made before it, for its arguments.
  let others = 0;
  for (const [position, instruction] of code.instructions.entries()) {
    if (instruction.form === 'type' && instruction.opcode === Op.new) {
      if (instruction.type === className || instruction.type === superName) others++;
    } else if (
      instruction.form === 'invoke' &&
      instruction.opcode === Op.invokespecial &&
      instruction.name === '<init>' &&
      (instruction.owner === className || instruction.owner === superName) &&
      others-- === 0
    )
      return position;
  }
  return code.instructions.length;
}
