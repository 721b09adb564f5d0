import { slotMoves, stackWords, takesReceiver } from '../../cfg/slot-moves.ts';
import type { Code } from '../../classfile/code.ts';
import { parseMethodDescriptor, wordsOf } from '../../classfile/descriptors.ts';
import type { Instruction } from '../../classfile/instruction.ts';
import { Op, opcodeInfo } from '../../classfile/opcodes.ts';
import type { TrackedTypes } from './tracked-types.ts';

/** A set of objects that a value may be; the number of a variable of the points-to graph. */
export type Variable = number;

/** The variable of null and of values that are not followed: it holds nothing. */
export const nothing: Variable = 0;

type FieldInstruction = Extract<Instruction, { form: 'field' }>;
export type CallInstruction = Extract<Instruction, { form: 'invoke' | 'invokedynamic' }>;

/** What one method does with the values that are followed. */
export interface FlowSink {
  variable(): Variable;
  /** What of `from` can be of the type (internal name or array descriptor; absent: any) is in `to`. */
  copy(from: Variable, to: Variable, type?: string): void;
  create(type: string, to: Variable): void;
  readField(field: FieldInstruction, to: Variable): void;
  writeField(field: FieldInstruction, from: Variable): void;
  readArray(array: Variable, to: Variable): void;
  writeArray(array: Variable, from: Variable): void;
  /** Whether a call matters that has no operand or result which is followed. */
  isLookedAt(call: CallInstruction): boolean;
  /** Operands: the receiver first when there is one. */
  call(instruction: number, of: CallInstruction, operands: readonly Variable[], to: Variable): void;
  /** `type`: internal name or array descriptor. Asked for where java.lang.Class is followed. */
  classConstant?(type: string, to: Variable): void;
  /** A method handle or a dynamic constant is loaded. Asked for where it matters what code runs. */
  loads?(constant: Extract<Instruction, { form: 'constant' }>): void;
  /** A dynamic constant (JVMS 5.4.3.6), what is thrown: made by code that nobody looks into. */
  unknown(to: Variable): void;
  returned(from: Variable): void;
}

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

  /** Reports the instruction, and returns the variable of the reference that it pushes. */
  const effect = (index: number, instruction: Instruction, slots: Int32Array, base: number): Variable => {
    const operand = (word: number): Variable => slots[base + word]!;
    switch (instruction.form) {
      case 'none': {
        const value = operand(instruction.opcode === Op.aastore ? 2 : 0);
        if (instruction.opcode === Op.aaload && value !== nothing) {
          const result = resultOf(index);
          reports.set(index, () => sink.readArray(value, result));
          return result;
        }
        if (instruction.opcode === Op.aastore && value !== nothing) {
          const array = operand(0);
          reports.set(index, () => sink.writeArray(array, value));
        }
        if (instruction.opcode === Op.areturn) reports.set(index, () => sink.returned(value));
        return nothing;
      }
      case 'constant': {
        const { constant } = instruction;
        if (constant.kind === 'MethodHandle') reports.set(index, () => sink.loads?.(instruction));
        const isClass = constant.kind === 'Class' && sink.classConstant !== undefined;
        if (!isClass && constant.kind !== 'Dynamic') return nothing;
        const result = resultOf(index);
        reports.set(index, () => {
          if (constant.kind === 'Class') sink.classConstant?.(constant.name, result);
          else {
            sink.loads?.(instruction);
            sink.unknown(result);
          }
        });
        return result;
      }
      case 'field': {
        if (!types.isTracked(instruction.descriptor)) return nothing;
        if (instruction.opcode === Op.getfield || instruction.opcode === Op.getstatic) {
          const result = resultOf(index);
          reports.set(index, () => sink.readField(instruction, result));
          return result;
        }
        const value = operand(instruction.opcode === Op.putfield ? 1 : 0);
        if (value !== nothing) reports.set(index, () => sink.writeField(instruction, value));
        return nothing;
      }
      case 'invoke':
      case 'invokedynamic': {
        const { words, returnType } = callWords(instruction.descriptor);
        const receiver = takesReceiver(instruction) ? 1 : 0;
        let isFollowed = receiver === 1 && operand(0) !== nothing;
        for (let position = 0; !isFollowed && position < words.length; position++)
          isFollowed = operand(receiver + words[position]!) !== nothing;
        const hasResult = types.isTracked(returnType);
        // Nothing comes in or out.
        if (!isFollowed && !hasResult && !sink.isLookedAt(instruction)) return nothing;
        const operands: Variable[] = receiver === 1 ? [operand(0)] : [];
        for (let position = 0; position < words.length; position++)
          operands.push(operand(receiver + words[position]!));
        const result = hasResult ? resultOf(index) : nothing;
        reports.set(index, () => sink.call(index, instruction, operands, result));
        return result;
      }
      case 'type':
      case 'multianewarray': {
        const { type } = instruction;
        if (instruction.opcode === Op.checkcast) {
          const value = operand(0);
          if (value === nothing || !types.isTrackedClass(type)) return nothing;
          const result = resultOf(index);
          reports.set(index, () => sink.copy(value, result, type));
          return result;
        }
        if (instruction.opcode === Op.instanceof) return nothing;
        const created =
          instruction.opcode !== Op.anewarray ? type : type.startsWith('[') ? `[${type}` : `[L${type};`;
        if (created.startsWith('[') ? !types.isTrackedClass(created) : !types.isRelevantClass(created))
          return nothing;
        const result = resultOf(index);
        reports.set(index, () => sink.create(created, result));
        return result;
      }
      default:
        return nothing;
    }
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
      const { pops, pushes } = stackWords(instruction);
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
      const result = effect(index, instruction, slots, base);
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
      for (const target of targetsOf(instruction)) arrive(target, slots, depth, maxLocals + depth);
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

interface CallWords {
  /** Per parameter, the words before it. */
  readonly words: readonly number[];
  readonly returnType: string;
}

/** A program has few different ones. */
const wordsByDescriptor = new Map<string, CallWords>();

function callWords(descriptor: string): CallWords {
  let known = wordsByDescriptor.get(descriptor);
  if (known === undefined) {
    const { parameters, returnType } = parseMethodDescriptor(descriptor);
    const words: number[] = [];
    let before = 0;
    for (const type of parameters) {
      words.push(before);
      before += wordsOf(type);
    }
    known = { words, returnType };
    wordsByDescriptor.set(descriptor, known);
  }
  return known;
}

/** Types of the values that a method is given, the receiver's class included. */
export function parameterTypes(owner: string, descriptor: string, isStatic: boolean): readonly string[] {
  const types = parseMethodDescriptor(descriptor).parameters;
  return isStatic ? types : [`L${owner};`, ...types];
}

/** 1 for instructions that control may reach otherwise than from the one before. */
function leaders({ instructions, exceptionTable }: Code): Uint8Array {
  const isLeader = new Uint8Array(instructions.length + 1);
  instructions.forEach((instruction, index) => {
    for (const target of targetsOf(instruction)) isLeader[target] = 1;
    if (opcodeInfo(instruction.opcode).controlFlow === 'jsr') isLeader[index + 1] = 1;
  });
  for (const { handler } of exceptionTable) isLeader[handler] = 1;
  return isLeader;
}

function targetsOf(instruction: Instruction): readonly number[] {
  switch (instruction.form) {
    case 'jump':
      return [instruction.target];
    case 'tableswitch':
      return [instruction.defaultTarget, ...instruction.targets];
    case 'lookupswitch':
      return [instruction.defaultTarget, ...instruction.cases.map((one) => one.target)];
    default:
      return noTargets;
  }
}

const noTargets: readonly number[] = [];
const noHandlers: readonly number[] = [];

/** Per instruction, the handlers (instruction indices) that cover it; equal lists are one object. */
function handlerTable({ exceptionTable, instructions }: Code): (index: number) => readonly number[] {
  if (exceptionTable.length === 0) return () => noHandlers;
  const table: (readonly number[])[] = new Array<readonly number[]>(instructions.length).fill(noHandlers);
  const lists = new Map<string, readonly number[]>();
  for (const { start, end, handler } of exceptionTable)
    for (let index: number = start; index < end; index++) {
      if (table[index]!.includes(handler)) continue;
      const list = [...table[index]!, handler];
      const key = list.join();
      if (!lists.has(key)) lists.set(key, list);
      table[index] = lists.get(key)!;
    }
  return (index) => table[index]!;
}
