import type { Instruction, Invoke } from '../../../classfile/instruction.ts';
import { Op } from '../../../classfile/opcodes.ts';
import type { Point } from '../../../events/point.ts';

/** Whether the instruction calls `iterator()`, `listIterator()` or `listIterator(int)`. */
export function makesIterator(instruction: Instruction): instruction is Invoke {
  return (
    instruction.form === 'invoke' &&
    (instruction.opcode === Op.invokevirtual || instruction.opcode === Op.invokeinterface) &&
    /^(?:iterator\(\)Ljava\/util\/Iterator|listIterator\(I?\)Ljava\/util\/ListIterator);$/.test(
      `${instruction.name}${instruction.descriptor}`,
    )
  );
}

/** Whether the call of one of these is that of `listIterator(int)`. */
export function startsAtIndex(instruction: Instruction): boolean {
  return instruction.form === 'invoke' && instruction.descriptor.startsWith('(I)');
}

/**
 * Whether the point's event is produced in its own method, so that a local variable there can say whether it
 * is needed.
 */
export function isProducedInPlace({ kind, position }: Point): boolean {
  return kind === 'call' && (position === 'before' || position === 'afterReturning');
}
