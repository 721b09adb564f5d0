import { slotMoves } from '../../../cfg/slot-moves.ts';
import type { Code } from '../../../classfile/code.ts';
import { parseMethodDescriptor, wordsOf } from '../../../classfile/descriptors.ts';
import type { Instruction } from '../../../classfile/instruction.ts';
import { jumpTargets } from '../../../classfile/method-body.ts';
import { Op, opcodeInfo } from '../../../classfile/opcodes.ts';
import { stackEffect } from '../../../classfile/stack-effect.ts';
import { remembering } from '../../../remembering.ts';
import { type FlowSink, nothing, type Variable } from '../heap/flow-sink.ts';
import type { TrackedTypes } from '../input/tracked-types.ts';
import { handlerTable, leaders } from './code-blocks.ts';
import { instructionFlows } from './instruction-flows.ts';
import { type HeldSlots, type LeaderSlots, leaderSlots } from './leader-slots.ts';

/**
 * Walks the code leader by leader, with a variable for what a slot holds at a leader as soon as one path
 * brings a followed value there; a leader is walked again when a slot of it gets one. Each instruction is
 * reported once, at the end. `parameters`: variables by position, the receiver first. A subroutine (jsr)
 * returns behind every jsr of the method. False: the code does not fit its frame (it would not verify).
 * O(instructions x followed slots at leaders).
 */
export function methodFlows(
  code: Code,
  method: { readonly descriptor: string; readonly isStatic: boolean },
  parameters: readonly Variable[],
  types: TrackedTypes,
  sink: FlowSink,
): boolean {
  const { instructions, maxLocals } = code;
  if (instructions.length === 0) return true;
  const width = maxLocals + code.maxStack;
  const isLeader = leaders(code);
  const atLeaders = leaderSlots(width, sink);
  const reports = new Map<number, () => void>();
  const resultOf = remembering((_index: number): Variable => sink.variable());
  const flowsOf = instructionFlows(types, sink, resultOf, (index, say) => reports.set(index, say));
  const arriveAtHandlers = handlerArrivals(code, types, sink, atLeaders);
  const returns = subroutineReturns(maxLocals, atLeaders);
  const move = slotMover(maxLocals);
  let fits = true;

  const block = (start: number, from: Int32Array, startDepth: number): void => {
    const slots = from.slice();
    let depth = startDepth;
    let handlers: readonly number[] = [];
    let localsChanged = true;
    for (let index = start; index < instructions.length; index++) {
      if (index !== start && isLeader[index] === 1) {
        atLeaders.arrive(index, slots, depth, maxLocals + depth);
        return;
      }
      const instruction = instructions[index]!;
      const { pops, pushes } = stackEffect(instruction);
      const base = maxLocals + depth - pops;
      if (base < maxLocals || base + pushes > width) {
        fits = false;
        return;
      }
      handlers = arriveAtHandlers(index, slots, localsChanged ? undefined : handlers);
      const result = flowsOf(index, instruction, slots, base);
      localsChanged = move(instruction, slots, depth);
      if (result !== nothing || instruction.opcode === Op.checkcast) slots[base] = result;
      depth += pushes - pops;
      const flow = opcodeInfo(instruction.opcode).controlFlow;
      if (flow === 'ret') {
        returns.end(slots, depth);
        return;
      }
      for (const target of jumpTargets(instruction))
        atLeaders.arrive(target, slots, depth, maxLocals + depth);
      if (flow === 'jsr') returns.call(index + 1, depth - 1);
      if (flow !== 'next' && flow !== 'branch') return;
    }
  };

  const entry = entrySlots(method, parameters, width);
  if (isLeader[0] === 1) atLeaders.arrive(0, entry, 0, maxLocals);
  else block(0, entry, 0);
  for (let next = atLeaders.next(); next !== undefined; next = atLeaders.next())
    block(next.leader, next.slots, next.depth);
  for (const report of reports.values()) report();
  return fits && atLeaders.areFit();
}

/** The local variables when the method begins (JVMS 2.6.1). */
function entrySlots(
  { descriptor, isStatic }: { readonly descriptor: string; readonly isStatic: boolean },
  parameters: readonly Variable[],
  width: number,
): Int32Array {
  const slots = new Int32Array(width);
  let slot = 0;
  let parameter = 0;
  if (!isStatic) slots[slot++] = parameters[parameter++]!;
  for (const type of parseMethodDescriptor(descriptor).parameters) {
    slots[slot] = parameters[parameter++]!;
    slot += wordsOf(type);
  }
  return slots;
}

/**
 * Control may come to the handlers of an instruction with what the slots hold before it. Returns these
 * handlers; nothing is done where they are those given, of an instruction before with the same local
 * variables.
 */
function handlerArrivals(
  code: Code,
  types: TrackedTypes,
  sink: FlowSink,
  atLeaders: LeaderSlots,
): (index: number, slots: Int32Array, before: readonly number[] | undefined) => readonly number[] {
  const { maxLocals } = code;
  const handlersAt = handlerTable(code);
  /** By handler: what is thrown, where that is followed. Thrown objects come from anywhere. */
  const thrown = new Map<number, Variable>();
  for (const { handler, catchType } of code.exceptionTable)
    if (!thrown.has(handler) && types.isTrackedClass(catchType ?? 'java/lang/Throwable')) {
      const variable = sink.variable();
      sink.unknown(variable);
      thrown.set(handler, variable);
    }
  /** With what was thrown on the stack alone (JVMS 2.10). */
  const arrive = (handler: number, slots: Int32Array): void => {
    const value = thrown.get(handler);
    if (value === undefined) {
      atLeaders.arrive(handler, slots, 1, maxLocals);
      return;
    }
    const top = slots[maxLocals]!;
    slots[maxLocals] = value;
    atLeaders.arrive(handler, slots, 1, maxLocals + 1);
    slots[maxLocals] = top;
  };
  return (index, slots, before) => {
    const covering = handlersAt(index);
    if (covering !== before) for (const handler of covering) arrive(handler, slots);
    return covering;
  };
}

/** A subroutine returns behind every jsr with a stack as deep as where it ends. */
function subroutineReturns(maxLocals: number, atLeaders: LeaderSlots) {
  /** Instructions behind a jsr that was reached, with the stack depth there; and where subroutines ended. */
  const behindJsr = new Map<number, number>();
  const ended: HeldSlots[] = [];
  const arrive = (target: number, { slots, depth }: HeldSlots): void =>
    atLeaders.arrive(target, slots, depth, maxLocals + depth);
  return {
    /** `behind`: the instruction behind the jsr; `depth`: of the stack there. */
    call(behind: number, depth: number): void {
      behindJsr.set(behind, depth);
      for (const end of ended) if (end.depth === depth) arrive(behind, end);
    },
    /** At a ret. */
    end(slots: Int32Array, depth: number): void {
      const end = { slots, depth };
      ended.push(end);
      for (const [behind, expected] of behindJsr) if (expected === depth) arrive(behind, end);
    },
  };
}

/**
 * Moves what slots hold as an instruction does; what it makes is in none yet. Returns whether it changes a
 * local variable.
 */
function slotMover(
  maxLocals: number,
): (instruction: Instruction, slots: Int32Array, depth: number) => boolean {
  // An instruction copies at most six words (dup2_x2).
  const copied = new Int32Array(8);
  return (instruction, slots, depth) => {
    const { copies, takenFrom, takenTo, defined } = slotMoves(instruction, maxLocals, depth);
    let localsChanged = false;
    for (let word = 0; word < copies.length; word++) copied[word] = slots[copies[word]!.source]!;
    for (let taken = takenFrom; taken < takenTo; taken++) slots[taken] = nothing;
    for (let word = 0; word < copies.length; word++) {
      const { target } = copies[word]!;
      slots[target] = copied[word]!;
      if (target < maxLocals) localsChanged = true;
    }
    for (let word = 0; word < defined.length; word++) slots[defined[word]!] = nothing;
    return localsChanged;
  };
}
