import { isExceptional } from '../../../cfg/edge-kind.ts';
import { isOverwritten, operandSlot, type SlotMoves } from '../../../cfg/slot-moves.ts';
import type { Instruction } from '../../../classfile/instruction.ts';
import { Op } from '../../../classfile/opcodes.ts';
import { referenceOperands } from '../../../classfile/stack-effect.ts';
import type { Weakenings } from '../../weakening.ts';
import type { CallKnowledge, ObjectKind } from './call-knowledge.ts';
import type { MethodCode } from './method-code.ts';
import { instructionAt, liveReferencesOf, movesAt } from './method-code.ts';
import { noSlots, type SlotSet, slotSet, withoutSlot, withSlot } from './slot-sets.ts';

/**
 * One object followed exactly. An object that no field, array or other code knows can only be in slots, and
 * copies between slots are visible; so along every path the set of slots that hold it is known exactly: a
 * slot of the set must hold it, any other does not. Different paths may give different sets at one
 * instruction; they are kept apart.
 */

/** Where a followed object goes after an instruction completed normally. `defined`: whether the instruction's new words hold the object. */
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
      const slot = operandSlot(instruction, result.operand, maxLocals, method.depths[index]!);
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

/** Those of the slots that matter from the start of the instruction on: a variable that is not read again holds nothing. */
export function liveSlots(method: MethodCode, index: number, slots: SlotSet): SlotSet {
  const { maxLocals } = method.code;
  const all = slots.slots;
  let left = slots;
  for (let at = 0; at < all.length && all[at]! < maxLocals; at++)
    if (!liveReferencesOf(method).isLive(index, all[at]!)) left = withoutSlot(left, all[at]!);
  return left;
}

/** How an object can leave the sight of the method. */
export type Escape =
  | 'a field'
  | 'an array'
  | 'the result'
  | 'an exception'
  | 'a lambda or dynamic call site'
  | 'a call'
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
        const slot = operandSlot(instruction, operand, maxLocals, method.depths[index]!);
        if (slot === undefined || !slots.slots.includes(slot)) continue;
        if (!weakenings.has('forgetCaptures') && calls.mayKeepOrUse(method, index, operand, object))
          return 'a lambda or dynamic call site';
      }
      return undefined;
    case 'invoke':
      for (const operand of referenceOperands(instruction)) {
        const slot = operandSlot(instruction, operand, maxLocals, method.depths[index]!);
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

/** (instruction, slot set) pairs beyond which an object is taken to escape. */
const maxPairs = 400_000;

/** Where an object may be seen to escape, or that there are too many paths to tell. */
export type EscapeResult = { readonly instruction: number; readonly how: Escape } | 'tooLarge' | undefined;

/**
 * Follows one object from the creation at `site` (or, when `site` is undefined, from the entry slots given)
 * along every path; undefined when it never escapes. `isUse` names further instructions that count as escapes. O(instructions x distinct slot sets), iterative.
 */
export function firstEscape(
  method: MethodCode,
  start: { readonly site: number } | { readonly entrySlot: number },
  object: ObjectKind,
  calls: CallKnowledge,
  weakenings: Weakenings,
  isUse: (instruction: number, slots: SlotSet, slotsAfter: SlotSet) => boolean = () => false,
): EscapeResult {
  const { graph } = method;
  /** By set of slots and node. */
  const seen = new Map<SlotSet, Uint8Array>();
  const workNodes: number[] = [];
  const workSlots: SlotSet[] = [];
  let pairs = 0;
  const visit = (node: number, held: SlotSet): void => {
    const slots = liveSlots(method, node, held);
    if (slots === noSlots) return;
    let nodes = seen.get(slots);
    if (nodes === undefined) {
      nodes = new Uint8Array(graph.nodeCount);
      seen.set(slots, nodes);
    }
    if (nodes[node] !== 0) return;
    nodes[node] = 1;
    pairs++;
    workNodes.push(node);
    workSlots.push(slots);
  };
  if ('site' in start) {
    const { site } = start;
    const created = slotSet(movesAt(method, site).defined);
    for (let edge = graph.successors.start[site]!; edge < graph.successors.start[site + 1]!; edge++)
      if (!isExceptional(graph.successors.kind[edge]!)) visit(graph.successors.node[edge]!, created);
  } else visit(0, slotSet([start.entrySlot]));
  while (workNodes.length > 0) {
    if (pairs > maxPairs) return 'tooLarge';
    const node = workNodes.pop()!;
    const slots = workSlots.pop()!;
    const after = slotsAfter(method, node, slots, calls, weakenings);
    const how = isUse(node, slots, after)
      ? 'an event'
      : escapeAt(method, node, slots, object, calls, weakenings);
    if (how !== undefined) return { instruction: node, how };
    for (let edge = graph.successors.start[node]!; edge < graph.successors.start[node + 1]!; edge++) {
      const target = graph.successors.node[edge]!;
      if (!isExceptional(graph.successors.kind[edge]!)) visit(target, after);
      else if (!weakenings.has('forgetExceptionalEdges')) visit(target, slotsInHandler(method, slots));
    }
  }
  return undefined;
}
