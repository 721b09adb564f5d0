import { slotMoves } from '../../cfg/slot-moves.ts';
import type { Code } from '../../classfile/code.ts';
import { parseMethodDescriptor, wordsOf } from '../../classfile/descriptors.ts';
import { jumpTargets } from '../../classfile/method-body.ts';
import { Op, opcodeInfo } from '../../classfile/opcodes.ts';
import { stackEffect } from '../../classfile/stack-effect.ts';
import { handlerTable, leaders } from './code-blocks.ts';
import { type FlowSink, nothing, type Variable } from './flow-sink.ts';
import { instructionFlows } from './instruction-flows.ts';
import type { TrackedTypes } from './tracked-types.ts';

/**
 * Walks the code leader by leader, with a variable for what a slot holds at a leader as soon as one path brings a
 * followed value there; a leader is walked again when a slot of it gets one. Each instruction is reported once, at the end.
 * `parameters`: variables by position, the receiver first. A subroutine (jsr) returns behind every jsr of the method.
 * False: the code does not fit its frame (it would not verify). O(instructions x followed slots at leaders).
 */
export function methodFlows(
  code: Code,
  method: { readonly descriptor: string; readonly isStatic: boolean },
  parameters: readonly Variable[],
  types: TrackedTypes,
  sink: FlowSink,
): boolean {
  const { instructions, maxLocals } = code;
  const width = maxLocals + code.maxStack;
  const isLeader = leaders(code);
  const handlersAt = handlerTable(code);
  const phis = new Map<number, { readonly slots: Int32Array; readonly depth: number }>();
  const results = new Map<number, Variable>();
  const reports = new Map<number, () => void>();
  const work: number[] = [];
  /** Instructions behind a jsr that was reached, with the stack depth there; and where subroutines ended. */
  const behindJsr = new Map<number, number>();
  const ended: { readonly slots: Int32Array; readonly depth: number }[] = [];
  let fits = true;
  /** By handler: what is thrown, where that is followed. Thrown objects come from anywhere. */
  const thrown = new Map<number, Variable>();
  for (const { handler, catchType } of code.exceptionTable)
    if (!thrown.has(handler) && types.isTrackedClass(catchType ?? 'java/lang/Throwable')) {
      const variable = sink.variable();
      sink.unknown(variable);
      thrown.set(handler, variable);
    }

  const resultOf = (index: number): Variable => {
    let variable = results.get(index);
    if (variable === undefined) {
      variable = sink.variable();
      results.set(index, variable);
    }
    return variable;
  };
  const flowsOf = instructionFlows(types, sink, resultOf, (index, say) => reports.set(index, say));
  const arrive = (target: number, slots: Int32Array, depth: number, top: number): void => {
    let known = phis.get(target);
    let changed = known === undefined;
    if (known === undefined) {
      known = { slots: new Int32Array(width), depth };
      phis.set(target, known);
    } else if (known.depth !== depth) {
      fits = false;
      return;
    }
    for (let slot = 0; slot < top; slot++) {
      const value = slots[slot]!;
      if (value === nothing) continue;
      if (known.slots[slot] === nothing) {
        known.slots[slot] = sink.variable();
        changed = true;
      }
      sink.copy(value, known.slots[slot]!);
    }
    if (changed) work.push(target);
  };

  /** With what was thrown on the stack alone (JVMS 2.10). */
  const arriveAtHandler = (handler: number, slots: Int32Array): void => {
    const value = thrown.get(handler);
    if (value === undefined) {
      arrive(handler, slots, 1, maxLocals);
      return;
    }
    const top = slots[maxLocals]!;
    slots[maxLocals] = value;
    arrive(handler, slots, 1, maxLocals + 1);
    slots[maxLocals] = top;
  };

  // An instruction copies at most six words (dup2_x2).
  const copied = new Int32Array(8);
  const block = (start: number, from: Int32Array, startDepth: number): void => {
    const slots = from.slice();
    let depth = startDepth;
    let handlers: readonly number[] = [];
    let localsChanged = true;
    for (let index = start; index < instructions.length; index++) {
      if (index !== start && isLeader[index] === 1) {
        arrive(index, slots, depth, maxLocals + depth);
        return;
      }
      const instruction = instructions[index]!;
      const { pops, pushes } = stackEffect(instruction);
      const base = maxLocals + depth - pops;
      if (base < maxLocals || base + pushes > width) {
        fits = false;
        return;
      }
      const covering = handlersAt(index);
      if (covering.length > 0 && (localsChanged || covering !== handlers))
        for (const handler of covering) arriveAtHandler(handler, slots);
      handlers = covering;
      localsChanged = false;
      const result = flowsOf(index, instruction, slots, base);
      const moves = slotMoves(instruction, maxLocals, depth);
      const { copies } = moves;
      for (let word = 0; word < copies.length; word++) copied[word] = slots[copies[word]!.source]!;
      for (let taken = moves.takenFrom; taken < moves.takenTo; taken++) slots[taken] = nothing;
      for (let word = 0; word < copies.length; word++) {
        const { target } = copies[word]!;
        slots[target] = copied[word]!;
        if (target < maxLocals) localsChanged = true;
      }
      for (let word = 0; word < moves.defined.length; word++) slots[moves.defined[word]!] = nothing;
      if (result !== nothing || instruction.opcode === Op.checkcast) slots[base] = result;
      depth += pushes - pops;
      const flow = opcodeInfo(instruction.opcode).controlFlow;
      if (flow === 'ret') {
        ended.push({ slots, depth });
        for (const [target, expected] of behindJsr)
          if (expected === depth) arrive(target, slots, depth, maxLocals + depth);
        return;
      }
      for (const target of jumpTargets(instruction)) arrive(target, slots, depth, maxLocals + depth);
      if (flow === 'jsr') {
        behindJsr.set(index + 1, depth - 1);
        for (const end of ended)
          if (end.depth === depth - 1) arrive(index + 1, end.slots, end.depth, maxLocals + end.depth);
      }
      if (flow !== 'next' && flow !== 'branch') return;
    }
  };

  if (instructions.length === 0) return true;
  const entry = new Int32Array(width);
  let slot = 0;
  let parameter = 0;
  if (!method.isStatic) entry[slot++] = parameters[parameter++]!;
  for (const type of parseMethodDescriptor(method.descriptor).parameters) {
    entry[slot] = parameters[parameter++]!;
    slot += wordsOf(type);
  }
  if (isLeader[0] === 1) arrive(0, entry, 0, maxLocals);
  else block(0, entry, 0);
  for (let target = work.pop(); target !== undefined; target = work.pop()) {
    const { slots, depth } = phis.get(target)!;
    block(target, slots, depth);
  }
  for (const report of reports.values()) report();
  return fits;
}

/** Types of the values that a method is given, the receiver's class included. */
export function parameterTypes(owner: string, descriptor: string, isStatic: boolean): readonly string[] {
  const types = parseMethodDescriptor(descriptor).parameters;
  return isStatic ? types : [`L${owner};`, ...types];
}
