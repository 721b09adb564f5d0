import type { Instruction, Invoke } from '../../../classfile/instruction.ts';
import { Op } from '../../../classfile/opcodes.ts';
import type { Point } from '../../../events/point.ts';
import { iteratorWalking, listIteratorWalking, type Selector } from '../../facts/walking.ts';
import { isIteratorCall } from '../program/own-iterables.ts';

/** Whether the instruction calls a method that its receiver's class selects (JVMS 5.4.6). */
function isDispatched(instruction: Instruction): instruction is Invoke {
  return (
    instruction.form === 'invoke' &&
    (instruction.opcode === Op.invokevirtual || instruction.opcode === Op.invokeinterface)
  );
}

/** Whether the instruction calls `iterator()`, `listIterator()` or `listIterator(int)`. */
export function makesIterator(instruction: Instruction): instruction is Invoke {
  return (
    isDispatched(instruction) &&
    /^(?:iterator\(\)Ljava\/util\/Iterator|listIterator\(I?\)Ljava\/util\/ListIterator);$/.test(
      `${instruction.name}${instruction.descriptor}`,
    )
  );
}

/** Whether the instruction calls an `iterator()`, also one that no collection of the class library has. */
export function asksForIterator(instruction: Instruction): instruction is Invoke {
  return isDispatched(instruction) && isIteratorCall(instruction);
}

/** All methods of java.util.Iterator but the one that is given an action. */
export const iteratorCalls: readonly Selector[] = [...iteratorWalking, { name: 'remove', descriptor: '()V' }];

/** That one. */
export const forEachRemaining: Selector = {
  name: 'forEachRemaining',
  descriptor: '(Ljava/util/function/Consumer;)V',
};

/** Those that java.util.ListIterator adds. */
export const listIteratorCalls: readonly Selector[] = [
  ...listIteratorWalking,
  { name: 'set', descriptor: '(Ljava/lang/Object;)V' },
  { name: 'add', descriptor: '(Ljava/lang/Object;)V' },
];

/** Whether the instruction calls one of them, whichever type it names. */
export function callsOneOf(selectors: readonly Selector[], instruction: Instruction): boolean {
  return (
    isDispatched(instruction) &&
    selectors.some(
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
