import type { Instruction } from '../../../classfile/instruction.ts';
import { Op } from '../../../classfile/opcodes.ts';
import { referenceOperands } from '../../../classfile/stack-effect.ts';
import type { Weakenings } from '../../weakening.ts';
import type { CallKnowledge, ObjectKind } from './call-knowledge.ts';
import { followObject, type ObjectStart, type ObjectStep } from './follow-object.ts';
import { instructionAt, type MethodCode, movesAt, operandSlotAt } from './method-code.ts';
import type { SlotSet } from './slot-sets.ts';

/** How an object can leave the sight of the method. */
export type Escape =
  | 'a field'
  | 'an array'
  | 'the result'
  | 'an exception'
  | 'a lambda or dynamic call site'
  | 'a call'
  /** It has one, which another thread calls. */
  | 'a finalizer'
  /** Only where events on the object count as leaving it: in called methods. */
  | 'an event';

/** Whether the instruction lets an object in `slots` escape, and how. */
export function escapeAt(
  method: MethodCode,
  index: number,
  slots: SlotSet,
  object: ObjectKind,
  calls: Pick<CallKnowledge, 'mayKeepOrUse'>,
  weakenings: Weakenings,
): Escape | undefined {
  // Only what an instruction takes from the stack can escape.
  const { takenFrom, takenTo } = movesAt(method, index);
  if (!slots.slots.some((slot) => slot >= takenFrom && slot < takenTo)) return undefined;
  const instruction = instructionAt(method, index);
  const { maxLocals } = method.code;
  const top = maxLocals + method.depths[index]! - 1;
  switch (instruction.form) {
    case 'field':
      if (!stores(instruction) || !slots.slots.includes(top) || weakenings.has('forgetFields'))
        return undefined;
      return 'a field';
    case 'none':
      if (!slots.slots.includes(top)) return undefined;
      if (instruction.opcode === Op.areturn)
        return weakenings.has('forgetReturns') ? undefined : 'the result';
      if (instruction.opcode === Op.athrow)
        return weakenings.has('forgetThrows') ? undefined : 'an exception';
      if (instruction.opcode === Op.aastore) return weakenings.has('forgetArrays') ? undefined : 'an array';
      return undefined;
    case 'invokedynamic':
      for (const operand of referenceOperands(instruction)) {
        const slot = operandSlotAt(method, index, operand);
        if (slot === undefined || !slots.slots.includes(slot)) continue;
        if (!weakenings.has('forgetCaptures') && calls.mayKeepOrUse(method, index, operand, object))
          return 'a lambda or dynamic call site';
      }
      return undefined;
    case 'invoke':
      for (const operand of referenceOperands(instruction)) {
        const slot = operandSlotAt(method, index, operand);
        if (slot === undefined || !slots.slots.includes(slot)) continue;
        if (calls.mayKeepOrUse(method, index, operand, object)) return 'a call';
      }
      return undefined;
    default:
      return undefined;
  }
}

function stores(instruction: Instruction): boolean {
  return instruction.opcode === Op.putfield || instruction.opcode === Op.putstatic;
}

/** Where an object may be seen to escape, or that there are too many paths to tell. */
export type EscapeResult = { readonly instruction: number; readonly how: Escape } | 'tooLarge' | undefined;

/**
 * Follows an object along every path until it escapes; undefined when it never does. `see` is told of each
 * instruction that may run while the object is in a slot. O(instructions x distinct slot sets).
 */
export function firstEscape(
  method: MethodCode,
  start: ObjectStart,
  object: ObjectKind,
  calls: CallKnowledge,
  weakenings: Weakenings,
  see: (step: ObjectStep) => void = () => {},
): EscapeResult {
  let found: EscapeResult;
  const following = followObject(method, start, { calls, weakenings }, true, (step) => {
    see(step);
    const how = escapeAt(method, step.node, step.slots, object, calls, weakenings);
    if (how === undefined) return true;
    found = { instruction: step.node, how };
    return undefined;
  });
  return following === 'tooLarge' ? 'tooLarge' : found;
}
