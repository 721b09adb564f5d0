import { isExceptional } from '../../cfg/edge-kind.ts';
import { Op } from '../../classfile/opcodes.ts';
import type { CallKnowledge } from './call-knowledge.ts';
import type { MethodCode } from './method-code.ts';
import { instructionAt } from './method-code.ts';
import { operandSlot, slotMoves, takesReceiver } from './slot-moves.ts';

/**
 * Where the value in a slot may come from: `elsewhere` (parameters, fields, arrays, calls), the constant
 * null, or a creation site of the method, which is the index of a `new` or of a call that returns a fresh
 * object. A forward data-flow analysis; sets are interned, so that a slot is one number.
 */
export const elsewhere = -1;
export const nullConstant = -2;

export interface ValueOrigins {
  /** The origins of a slot before an instruction; empty when nothing is there. */
  before(instruction: number, slot: number): readonly number[];
  /** The origins of what an instruction puts on the stack (a creation site, an operand's, elsewhere). */
  result(instruction: number): readonly number[];
  /** Creation sites that control reaches, ascending. */
  readonly sites: readonly number[];
}

/** Slots x instructions beyond which a method is not analysed. */
const maxCells = 20_000_000;

/** Undefined: too large. O(edges x slots x height), where the height is the number of sites that meet in a slot. */
export function valueOrigins(
  method: MethodCode,
  calls: CallKnowledge,
  isSite: (instruction: number) => boolean,
): ValueOrigins | undefined {
  const { graph, depths, code } = method;
  const { maxLocals } = code;
  const width = maxLocals + code.maxStack;
  if (width * graph.nodeCount > maxCells) return undefined;
  const sets = originSets();
  const unknown = sets.singleton(elsewhere);
  const none = 0;
  const states: (Int32Array<ArrayBuffer> | undefined)[] = new Array<Int32Array<ArrayBuffer> | undefined>(
    graph.nodeCount,
  );
  const entry = new Int32Array(width);
  entry.fill(unknown, 0, maxLocals);
  const sites: number[] = [];
  if (graph.nodeCount > 0) states[0] = entry;
  const queued = new Uint8Array(graph.nodeCount);
  const work = graph.nodeCount > 0 ? [0] : [];
  const results = new Int32Array(graph.nodeCount);

  const resultOf = (index: number, state: Int32Array): number => {
    const instruction = instructionAt(method, index);
    if (instruction.opcode === Op.aconst_null) return sets.singleton(nullConstant);
    if (instruction.opcode === Op.new && isSite(index)) return sets.singleton(index);
    if (instruction.form !== 'invoke') return unknown;
    const result = calls.result(method, index);
    if (result.kind === 'fresh') {
      if (!isSite(index)) return unknown;
      const site = sets.singleton(index);
      return result.mayBeNull ? sets.union(site, sets.singleton(nullConstant)) : site;
    }
    if (result.kind === 'unknown') return unknown;
    const slot = operandSlot(instruction, result.operand, maxLocals, depths[index]!);
    return slot === undefined ? unknown : state[slot]!;
  };

  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    queued[node] = 0;
    const state = states[node]!;
    const depth = depths[node]!;
    const moves = slotMoves(instructionAt(method, node), maxLocals, depth);
    const result = resultOf(node, state);
    results[node] = result;
    const after = state.slice();
    after.fill(none, moves.takenFrom, moves.takenTo);
    for (const { source, target } of moves.copies) after[target] = state[source]!;
    for (const slot of moves.defined) after[slot] = result;
    let caught: Int32Array<ArrayBuffer> | undefined;
    for (let edge = graph.successors.start[node]!; edge < graph.successors.start[node + 1]!; edge++) {
      const target = graph.successors.node[edge]!;
      let flow: Int32Array<ArrayBuffer> = after;
      if (isExceptional(graph.successors.kind[edge]!)) {
        if (caught === undefined) {
          caught = state.slice();
          caught.fill(none, maxLocals);
          caught[maxLocals] = unknown;
        }
        flow = caught;
      }
      const known = states[target];
      let changed = false;
      if (known === undefined) {
        states[target] = flow.slice();
        changed = true;
      } else
        for (let slot = 0; slot < width; slot++) {
          if (known[slot] === flow[slot]) continue;
          const union = sets.union(known[slot]!, flow[slot]!);
          if (union !== known[slot]) {
            known[slot] = union;
            changed = true;
          }
        }
      if (changed && !queued[target]) {
        queued[target] = 1;
        work.push(target);
      }
    }
  }
  for (let node = 0; node < graph.nodeCount; node++)
    if (states[node] !== undefined && isSite(node) && sets.members(results[node]!).includes(node))
      sites.push(node);
  return {
    before: (instruction, slot) => sets.members(states[instruction]?.[slot] ?? none),
    result: (instruction) => sets.members(results[instruction]!),
    sites,
  };
}

/** True when the call could leave its result in a slot: used to skip calls without receiver or arguments. */
export function operandsOf(method: MethodCode, index: number): readonly ('receiver' | number)[] {
  const instruction = instructionAt(method, index);
  if (instruction.form !== 'invoke' && instruction.form !== 'invokedynamic') return [];
  const operands: ('receiver' | number)[] = takesReceiver(instruction) ? ['receiver'] : [];
  let at = 1;
  for (let position = 0; instruction.descriptor[at] !== ')'; position++) {
    const start = at;
    while (instruction.descriptor[at] === '[') at++;
    at = instruction.descriptor[at] === 'L' ? instruction.descriptor.indexOf(';', at) + 1 : at + 1;
    if (instruction.descriptor[start] === 'L' || instruction.descriptor[start] === '[')
      operands.push(position);
  }
  return operands;
}

/** Interned sets of numbers; 0 is the empty set. */
function originSets() {
  const members: (readonly number[])[] = [[]];
  const ids = new Map<string, number>([['', 0]]);
  const unions = new Map<number, Map<number, number>>();
  const intern = (sorted: readonly number[]): number => {
    const key = sorted.join();
    let id = ids.get(key);
    if (id === undefined) {
      id = members.push(sorted) - 1;
      ids.set(key, id);
    }
    return id;
  };
  return {
    members: (id: number): readonly number[] => members[id]!,
    singleton: (member: number): number => intern([member]),
    union: (left: number, right: number): number => {
      if (left === 0 || left === right) return right;
      if (right === 0) return left;
      let row = unions.get(left);
      if (row === undefined) {
        row = new Map();
        unions.set(left, row);
      }
      let id = row.get(right);
      if (id === undefined) {
        id = intern([...new Set([...members[left]!, ...members[right]!])].sort((a, b) => a - b));
        row.set(right, id);
      }
      return id;
    },
  };
}
