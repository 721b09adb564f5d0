import type { Instruction } from '../classfile/instruction.ts';
import { Op } from '../classfile/opcodes.ts';
import { callEffect, type Operand, stackEffect, takesReceiver } from '../classfile/stack-effect.ts';
import type { ControlFlowGraph } from './control-flow-graph.ts';
import { isExceptional } from './edge-kind.ts';

/**
 * Where values go. A slot is a word of the frame by number: local variable n is slot n, and the operand
 * stack entry at depth d (0 at the bottom, in words) is slot maxLocals + d. An instruction takes words from
 * the stack and puts words there, each new or a copy of one that it took or of a local variable.
 */

/** For the words put on the stack: which of the words taken (0: the deepest) each is a copy of. Absent: all are new. */
const copies: Readonly<Record<number, readonly number[]>> = {
  [Op.dup]: [0, 0],
  [Op.dup_x1]: [1, 0, 1],
  [Op.dup_x2]: [2, 0, 1, 2],
  [Op.dup2]: [0, 1, 0, 1],
  [Op.dup2_x1]: [1, 2, 0, 1, 2],
  [Op.dup2_x2]: [2, 3, 0, 1, 2, 3],
  [Op.swap]: [1, 0],
  [Op.checkcast]: [0],
};

/** What an instruction does to slots when it completes normally, at a known stack depth. */
export interface SlotMoves {
  /** First slot that is taken from the stack; those from here on end. */
  readonly takenFrom: number;
  /** One past the last slot that is taken. */
  readonly takenTo: number;
  /** Slot to slot: `target` holds what `source` held before. */
  readonly copies: readonly { readonly source: number; readonly target: number }[];
  /** Slots that hold a new value. */
  readonly defined: readonly number[];
}

/** By the first slot that is taken, and by all else that they depend on: a program has few different ones. */
const known: (Map<number, SlotMoves> | undefined)[] = [];

/** The moves of an instruction when the stack holds `depth` words; equal moves are one object. O(words moved). */
export function slotMoves(instruction: Instruction, maxLocals: number, depth: number): SlotMoves {
  const { pops, pushes } = stackEffect(instruction);
  const top = maxLocals + depth;
  const base = top - pops;
  const copied = copies[instruction.opcode];
  const local = instruction.form === 'local' && instruction.opcode !== Op.ret ? instruction.index : -1;
  // Words taken are at most 256, words put at most 6; an index of a local variable is two bytes (JVMS 4.7.3).
  const key =
    (pops * 8 + pushes) * 0x20000 + (copied !== undefined ? 0x10001 + instruction.opcode : local + 1);
  let fromBase = known[base];
  if (fromBase === undefined) {
    fromBase = new Map();
    known[base] = fromBase;
  }
  let moves = fromBase.get(key);
  if (moves === undefined) {
    moves = computeMoves(base, top, pushes, local, copied);
    fromBase.set(key, moves);
  }
  return moves;
}

/** `local`: the variable that is read or written, or -1. */
function computeMoves(
  base: number,
  top: number,
  pushes: number,
  local: number,
  copied: readonly number[] | undefined,
): SlotMoves {
  const moved: { source: number; target: number }[] = [];
  const defined: number[] = [];
  if (copied !== undefined)
    copied.forEach((word, index) => {
      moved.push({ source: base + word, target: base + index });
    });
  else if (local >= 0) {
    for (let word = 0; word < pushes; word++) moved.push({ source: local + word, target: base + word });
    if (pushes === 0)
      for (let word = 0; word < top - base; word++) moved.push({ source: base + word, target: local + word });
  } else for (let word = 0; word < pushes; word++) defined.push(base + word);
  return { takenFrom: base, takenTo: top, copies: moved, defined };
}

/** Whether what was in the slot is gone: taken from the stack, or something else was put there. */
export function isOverwritten(slot: number, { takenFrom, takenTo, copies, defined }: SlotMoves): boolean {
  if (slot >= takenFrom && slot < takenTo) return true;
  for (let at = 0; at < copies.length; at++) if (copies[at]!.target === slot) return true;
  return defined.includes(slot);
}

/** The slot of a call's operand: the receiver, or an argument by position (JVMS 6.5.invokevirtual). */
export function operandSlot(
  instruction: Instruction,
  operand: Operand,
  maxLocals: number,
  depth: number,
): number | undefined {
  if (instruction.form !== 'invoke' && instruction.form !== 'invokedynamic') return undefined;
  const { pops, wordsBefore } = callEffect(instruction);
  const base = maxLocals + depth - pops;
  if (operand === 'receiver') return takesReceiver(instruction) ? base : undefined;
  const before = wordsBefore[operand];
  return before === undefined ? undefined : base + before;
}

/**
 * The stack depth in words before each instruction, -1 where control never gets. Undefined when two paths
 * disagree or the stack underflows (code that the JVM would not verify). O(edges), iterative.
 */
export function stackDepths(graph: ControlFlowGraph): Int32Array | undefined {
  const { instructions } = graph.code;
  const depths = new Int32Array(graph.nodeCount).fill(-1);
  if (graph.nodeCount === 0) return depths;
  depths[0] = 0;
  const work = [0];
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    const { pops, pushes } = stackEffect(instructions[node]!);
    const before = depths[node]!;
    if (before < pops) return undefined;
    for (let edge = graph.successors.start[node]!; edge < graph.successors.start[node + 1]!; edge++) {
      const target = graph.successors.node[edge]!;
      const depth = isExceptional(graph.successors.kind[edge]!) ? 1 : before - pops + pushes;
      if (depths[target] === -1) {
        depths[target] = depth;
        work.push(target);
      } else if (depths[target] !== depth) return undefined;
    }
  }
  return depths;
}
