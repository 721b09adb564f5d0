import type { Opcode } from '../classfile/instruction.ts';
import { Op, opcodeInfo } from '../classfile/opcodes.ts';
import type { ControlFlowGraph } from './control-flow-graph.ts';
import { isExceptional } from './edge-kind.ts';

/** Which local variables a method may still read a reference from. */
export interface LiveReferences {
  /** Whether, from the start of the instruction on, the variable may be read with `aload` before it is written. */
  isLive(node: number, local: number): boolean;
}

/** Variables by which `aload` instructions are told apart; what is in further ones counts as live everywhere. */
const maxVariables = 256;
/** Walks through the method; code that needs more (jumps back from jump to jump) counts as live everywhere. */
const maxPasses = 40;

/**
 * Live-variable analysis (backward, may) of references in local variables; an exceptional edge leaves an
 * instruction before it writes. O(passes x edges x variables / 32), at most `maxPasses` passes; compiled code
 * needs one for each level of nested loops.
 */
export function liveReferences({ code, nodeCount, successors }: ControlFlowGraph): LiveReferences {
  const { instructions } = code;
  /** The bit of each variable that is read somewhere. */
  const bits = new Map<number, number>();
  let hasMore = false;
  /** Per node: the bit of the variable that it reads, or -1. */
  const read = new Int16Array(nodeCount).fill(-1);
  for (let node = 0; node < nodeCount; node++) {
    const instruction = instructions[node]!;
    if (instruction.form !== 'local' || instruction.opcode !== Op.aload) continue;
    let bit = bits.get(instruction.index);
    if (bit === undefined) {
      if (bits.size === maxVariables) {
        hasMore = true;
        continue;
      }
      bit = bits.size;
      bits.set(instruction.index, bit);
    }
    read[node] = bit;
  }
  const words = (bits.size + 31) >> 5;
  const live = new Int32Array(nodeCount * words);
  const { start, node: targets, kind } = successors;
  const row = new Int32Array(words);
  let isDone = false;
  for (let pass = 0; pass < maxPasses && !isDone; pass++) {
    isDone = true;
    for (let node = nodeCount - 1; node >= 0; node--) {
      row.fill(0);
      for (let edge = start[node]!; edge < start[node + 1]!; edge++)
        if (!isExceptional(kind[edge]!)) join(targets[edge]!);
      const instruction = instructions[node]!;
      if (instruction.form === 'local') {
        for (let word = 0; word < wordsStored(instruction.opcode); word++) {
          const bit = bits.get(instruction.index + word);
          if (bit !== undefined) row[bit >> 5]! &= ~(1 << (bit & 31));
        }
      }
      const bit = read[node]!;
      if (bit >= 0) row[bit >> 5]! |= 1 << (bit & 31);
      for (let edge = start[node]!; edge < start[node + 1]!; edge++)
        if (isExceptional(kind[edge]!)) join(targets[edge]!);
      for (let word = 0; word < words; word++)
        if (live[node * words + word] !== row[word]) {
          live[node * words + word] = row[word]!;
          isDone = false;
        }
    }
  }
  if (!isDone) return everywhere;
  return {
    isLive(node, local) {
      const bit = bits.get(local);
      return bit === undefined ? hasMore : (live[node * words + (bit >> 5)]! & (1 << (bit & 31))) !== 0;
    },
  };

  function join(target: number): void {
    for (let word = 0; word < words; word++) row[word]! |= live[target * words + word]!;
  }
}

const everywhere: LiveReferences = { isLive: () => true };

/** Of an instruction with a local variable: how many of them, from that one on, it writes. */
function wordsStored(opcode: Opcode): number {
  const { pops } = opcodeInfo(opcode);
  return pops === '' ? 0 : pops === 'J' || pops === 'D' ? 2 : 1;
}
