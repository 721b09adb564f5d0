import { isExceptional } from '../../../cfg/edge-kind.ts';
import { operandSlot } from '../../../cfg/slot-moves.ts';
import { computationalType, returnTypeOf } from '../../../classfile/descriptors.ts';
import { Op } from '../../../classfile/opcodes.ts';
import type { CallKnowledge } from './call-knowledge.ts';
import type { MethodCode } from './method-code.ts';
import { instructionAt, movesAt } from './method-code.ts';

/**
 * Where the value in a slot may come from: `elsewhere` (parameters, fields, arrays, calls), the constant
 * null, or a creation site of the method, which is the index of a `new` or of a call that returns a fresh
 * object. A forward data-flow analysis; sets are interned, so that a slot is one number.
 */
export const elsewhere = -1;
export const nullConstant = -2;

/** The set of origins that is empty. */
const none = 0;

const unknownOrigins: readonly number[] = [elsewhere];

export interface ValueOrigins {
  /** The origins of a slot before an instruction; empty when nothing is there. */
  before(instruction: number, slot: number): readonly number[];
  /** The origins of what an instruction puts on the stack (a creation site, an operand's, elsewhere). */
  result(instruction: number): readonly number[];
}

/** Slots x instructions beyond which a method is not analysed. */
const maxCells = 20_000_000;

const remembered = new WeakMap<MethodCode, { readonly origins: ValueOrigins | undefined }>();

/**
 * The origins if every call returned a new object: from which calls a value may come, whatever those return. Undefined: too
 * large. Computed once for all properties and rounds.
 */
export function originsByCall(method: MethodCode): ValueOrigins | undefined {
  let known = remembered.get(method);
  if (known === undefined) {
    known = { origins: computeOrigins(method) };
    remembered.set(method, known);
  }
  return known.origins;
}

/**
 * The origins when calls return what `calls` says. Of the calls only those are asked for from which a value may come that
 * is asked for. Undefined: too large. A value comes through a call that returns an operand from where the operand comes
 * from; as sets only grow along the way, that is a search over calls.
 */
export function valueOrigins(
  method: MethodCode,
  calls: Pick<CallKnowledge, 'result'>,
): ValueOrigins | undefined {
  const byCall = originsByCall(method);
  if (byCall === undefined) return undefined;
  const resolved = new Map<readonly number[], readonly number[]>();
  const isCall = (origin: number): boolean => origin >= 0 && instructionAt(method, origin).form === 'invoke';
  const resolve = (from: readonly number[]): readonly number[] => {
    let found = resolved.get(from);
    if (found === undefined) {
      found = from.some(isCall) ? search(from) : from;
      resolved.set(from, found);
    }
    return found;
  };
  const search = (from: readonly number[]): readonly number[] => {
    const found = new Set<number>();
    const seen = new Set(from);
    for (const origin of seen) {
      const result = isCall(origin) ? calls.result(method, origin) : undefined;
      if (result === undefined) found.add(origin);
      else if (result.kind === 'unknown') found.add(elsewhere);
      else if (result.kind === 'fresh') {
        found.add(origin);
        if (result.mayBeNull) found.add(nullConstant);
      } else {
        const { maxLocals } = method.code;
        const instruction = instructionAt(method, origin);
        const slot = operandSlot(instruction, result.operand, maxLocals, method.depths[origin]!);
        const operand = slot === undefined ? unknownOrigins : byCall.before(origin, slot);
        // Chains of calls (`builder.append(a).append(b)`) are asked for from their beginning on: each link is one step.
        const known = resolved.get(operand);
        if (known === undefined) for (const one of operand) seen.add(one);
        else for (const one of known) found.add(one);
      }
    }
    return [...found].sort((left, right) => left - right);
  };
  return {
    before: (instruction, slot) => resolve(byCall.before(instruction, slot)),
    result: (instruction) => resolve(byCall.result(instruction)),
  };
}

/**
 * States are kept where control flow meets and computed in between when asked for.
 * O(edges x slots x height), where the height is the number of sites that meet in a slot.
 */
function computeOrigins(method: MethodCode): ValueOrigins | undefined {
  const { graph, code } = method;
  const { maxLocals } = code;
  const { nodeCount } = graph;
  const { start, node: ends, kind } = graph.successors;
  const width = maxLocals + code.maxStack;
  if (width * nodeCount > maxCells) return undefined;
  const sets = originSets();
  const unknown = sets.singleton(elsewhere);
  const leaderOf = leaders(method);
  const states = new Map<number, Int32Array>();
  const results = new Int32Array(nodeCount);

  const resultOf = (index: number): number => {
    const instruction = instructionAt(method, index);
    if (instruction.opcode === Op.aconst_null) return sets.singleton(nullConstant);
    if (instruction.opcode === Op.new) return sets.singleton(index);
    return instruction.form === 'invoke' && returnsReference(instruction.descriptor)
      ? sets.singleton(index)
      : unknown;
  };

  const dirty = new Uint8Array(nodeCount);
  let lowest = nodeCount;
  const enter = (target: number, change: (known: Int32Array) => boolean): void => {
    let known = states.get(target);
    const isNew = known === undefined;
    if (known === undefined) {
      known = new Int32Array(width);
      states.set(target, known);
    }
    if (!change(known) && !isNew) return;
    dirty[target] = 1;
    if (target < lowest) lowest = target;
  };
  const joinSlot = (known: Int32Array, slot: number, origins: number): boolean => {
    if (known[slot] === origins) return false;
    const union = sets.union(known[slot]!, origins);
    if (union === known[slot]) return false;
    known[slot] = union;
    return true;
  };
  const state = new Int32Array(width);
  /** Into a handler go the local variables and what was thrown (JVMS 2.10). */
  const joinCaught = (known: Int32Array): boolean => {
    let changed = maxLocals < width && joinSlot(known, maxLocals, unknown);
    for (let slot = 0; slot < maxLocals; slot++) changed = joinSlot(known, slot, state[slot]!) || changed;
    return changed;
  };
  const joinAll = (known: Int32Array): boolean => {
    let changed = false;
    for (let slot = 0; slot < width; slot++) changed = joinSlot(known, slot, state[slot]!) || changed;
    return changed;
  };

  if (nodeCount > 0)
    enter(0, (known) => {
      known.fill(unknown, 0, maxLocals);
      return true;
    });
  while (lowest < nodeCount) {
    const from = lowest;
    lowest = nodeCount;
    for (let leader = from; leader < nodeCount; leader++) {
      if (!dirty[leader]) continue;
      dirty[leader] = 0;
      state.set(states.get(leader)!);
      for (let node = leader; ; node++) {
        results[node] = resultOf(node);
        for (let edge = start[node]!; edge < start[node + 1]!; edge++)
          if (isExceptional(kind[edge]!)) enter(ends[edge]!, joinCaught);
        step(method, node, state, results);
        let goesOn = false;
        for (let edge = start[node]!; edge < start[node + 1]!; edge++) {
          const target = ends[edge]!;
          if (isExceptional(kind[edge]!)) continue;
          if (target === node + 1 && leaderOf[target] !== target) goesOn = true;
          else enter(target, joinAll);
        }
        if (!goesOn) break;
      }
      // What became dirty ahead is met in this sweep, what is behind in the next.
      if (lowest > leader) lowest = nodeCount;
    }
  }

  return answers(method, leaderOf, states, results, sets.members);
}

/** Turns the state before an instruction into that after it. */
function step(method: MethodCode, index: number, state: Int32Array, results: Int32Array): void {
  const { takenFrom, takenTo, copies, defined } = movesAt(method, index);
  if (copies.length < 2) {
    const copied = copies.length === 0 ? none : state[copies[0]!.source]!;
    if (takenFrom < takenTo) state.fill(none, takenFrom, takenTo);
    if (copies.length === 1) state[copies[0]!.target] = copied;
  } else {
    const copied = copies.map(({ source }) => state[source]!);
    state.fill(none, takenFrom, takenTo);
    for (let word = 0; word < copies.length; word++) state[copies[word]!.target] = copied[word]!;
  }
  for (let word = 0; word < defined.length; word++) state[defined[word]!] = results[index]!;
}

/** The state is kept before every so manieth instruction of a straight piece of code that has been gone through. */
const stride = 64;

/** Apart from the computation, so that what that needed is not kept with its answers. */
function answers(
  method: MethodCode,
  leaderOf: Int32Array,
  states: Map<number, Int32Array>,
  results: Int32Array,
  members: (set: number) => readonly number[],
): ValueOrigins {
  /** The state last asked for: questions tend to go forward through the code. */
  const replay = { leader: -1, node: -1, state: new Int32Array(0) };
  /** From the last instruction before whose state is kept, so that a question costs no more than `stride` steps, wherever the one before was. */
  const startAt = (leader: number, instruction: number): void => {
    let node = instruction - ((instruction - leader) % stride);
    while (!states.has(node)) node -= stride;
    if (replay.leader === leader && node <= replay.node && replay.node <= instruction) return;
    replay.leader = leader;
    replay.node = node;
    replay.state = states.get(node)!.slice();
  };
  return {
    before: (instruction, slot) => {
      const leader = leaderOf[instruction]!;
      if (!states.has(leader)) return [];
      startAt(leader, instruction);
      while (replay.node < instruction) {
        step(method, replay.node++, replay.state, results);
        if ((replay.node - leader) % stride === 0 && !states.has(replay.node))
          states.set(replay.node, replay.state.slice());
      }
      return members(replay.state[slot] ?? none);
    },
    result: (instruction) => members(results[instruction]!),
  };
}

function returnsReference(descriptor: string): boolean {
  return computationalType(returnTypeOf(descriptor)) === 'A';
}

/** For each instruction the last one up to it that control reaches otherwise than from the one before alone. */
function leaders({ graph }: MethodCode): Int32Array {
  const { start, node: ends, kind } = graph.successors;
  const edges = new Int32Array(graph.nodeCount);
  const isLeader = new Uint8Array(graph.nodeCount).fill(1);
  for (let node = 0; node < graph.nodeCount; node++)
    for (let edge = start[node]!; edge < start[node + 1]!; edge++) {
      const target = ends[edge]!;
      edges[target]!++;
      if (target === node + 1 && !isExceptional(kind[edge]!)) isLeader[target] = 0;
    }
  const leaderOf = new Int32Array(graph.nodeCount);
  for (let node = 0; node < graph.nodeCount; node++)
    leaderOf[node] = isLeader[node] || edges[node] !== 1 ? node : leaderOf[node - 1]!;
  return leaderOf;
}

/** Interned sets of numbers; `none` is the empty set. */
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
