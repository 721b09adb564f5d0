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

/**
 * Whether the instruction calls an `iterator()`, which may have a result type of its own: such a method overrides
 * that of Iterable, and no collection of the class library has one.
 */
export function asksForIterator(instruction: Instruction): instruction is Invoke {
  return (
    instruction.form === 'invoke' &&
    (instruction.opcode === Op.invokevirtual || instruction.opcode === Op.invokeinterface) &&
    isIteratorCall(instruction)
  );
}

/** By name and descriptor. */
export function isIteratorCall({
  name,
  descriptor,
}: {
  readonly name: string;
  readonly descriptor: string;
}): boolean {
  return name === 'iterator' && descriptor.startsWith('()L');
}

/** The methods that walk an iterator. */
export const walkingCalls = [
  { name: 'hasNext', descriptor: '()Z' },
  { name: 'next', descriptor: '()Ljava/lang/Object;' },
] as const;

/** Whether the instruction calls one of these, whichever type it names. */
export function walksIterator(instruction: Instruction): boolean {
  return (
    instruction.form === 'invoke' &&
    (instruction.opcode === Op.invokevirtual || instruction.opcode === Op.invokeinterface) &&
    walkingCalls.some(
      ({ name, descriptor }) => name === instruction.name && descriptor === instruction.descriptor,
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
