import { isOverwritten, type SlotMoves } from '../../../cfg/slot-moves.ts';
import type { Weakenings } from '../../weakening.ts';
import type { CallKnowledge } from './call-knowledge.ts';
import type { MethodCode } from './method-code.ts';
import { instructionAt, liveReferencesOf, movesAt, operandSlotAt } from './method-code.ts';
import { type SlotSet, withoutSlot, withSlot } from './slot-sets.ts';

/**
 * One object followed exactly. An object that no field, array or other code knows can only be in slots, and
 * copies between slots are visible; so along every path the set of slots that hold it is known exactly: a
 * slot of the set must hold it, any other does not. Different paths may give different sets at one
 * instruction; they are kept apart.
 */

/**
 * Where a followed object is when an instruction has completed normally. What the instruction itself creates
 * is another object.
 */
export function slotsAfter(
  method: MethodCode,
  index: number,
  slots: SlotSet,
  calls: Pick<CallKnowledge, 'result'>,
  weakenings: Weakenings,
): SlotSet {
  const { maxLocals } = method.code;
  const instruction = instructionAt(method, index);
  const moves = movesAt(method, index);
  const { copies, defined } = moves;
  const before = slots.slots;
  let after = slots;
  for (let at = 0; at < before.length; at++)
    if (isOverwritten(before[at]!, moves)) after = withoutSlot(after, before[at]!);
  for (const { source, target } of copies)
    if (before.includes(source)) {
      after = withSlot(after, target);
      if (weakenings.has('copiesMove') && source < maxLocals) after = withoutSlot(after, source);
    }
  // A call hands on what it was given only.
  if (instruction.form === 'invoke' && defined.length > 0 && takesOneOf(before, moves)) {
    const result = calls.result(method, index);
    if (result.kind === 'operand') {
      const slot = operandSlotAt(method, index, result.operand);
      if (slot !== undefined && before.includes(slot))
        for (const target of defined) after = withSlot(after, target);
    }
  }
  return after;
}

function takesOneOf(slots: readonly number[], { takenFrom, takenTo }: SlotMoves): boolean {
  for (let at = 0; at < slots.length; at++) if (slots[at]! >= takenFrom && slots[at]! < takenTo) return true;
  return false;
}

/** Where it is when a handler starts: the operand stack is gone (JVMS 2.10). */
export function slotsInHandler(method: MethodCode, slots: SlotSet): SlotSet {
  let left = slots;
  for (const slot of slots.slots) if (slot >= method.code.maxLocals) left = withoutSlot(left, slot);
  return left;
}

/**
 * Those of the slots that matter from the start of the instruction on: a variable that is not read again
 * holds nothing.
 */
export function liveSlots(method: MethodCode, index: number, slots: SlotSet): SlotSet {
  const { maxLocals } = method.code;
  const all = slots.slots;
  let left = slots;
  for (let at = 0; at < all.length && all[at]! < maxLocals; at++)
    if (!liveReferencesOf(method).isLive(index, all[at]!)) left = withoutSlot(left, all[at]!);
  return left;
}
