import { isExceptional } from '../../../cfg/edge-kind.ts';
import { computationalType, returnTypeOf } from '../../../classfile/descriptors.ts';
import { Op } from '../../../classfile/opcodes.ts';
import type { MethodCode } from './method-code.ts';
import { instructionAt, movesAt } from './method-code.ts';
import { elsewhere, nullConstant, thisObject, type ValueOrigins } from './origin.ts';
import { emptySet, type OriginSets, originSets } from './origin-sets.ts';

/** Slots x instructions beyond which a method is not analysed. */
const maxCells = 20_000_000;

const remembered = new WeakMap<MethodCode, { readonly origins: ValueOrigins | undefined }>();

/**
 * The origins if every call returned a new object: from which calls a value may come, whatever those return.
 * Undefined: too large. Computed once for all properties and rounds.
 */
export function originsByCall(method: MethodCode): ValueOrigins | undefined {
  let known = remembered.get(method);
  if (known === undefined) {
    const ofResult = (index: number) => originOfResult(method, index);
    known = { origins: computeOrigins(method, { ofResult, ofThis: elsewhere }) };
    remembered.set(method, known);
  }
  return known.origins;
}

/**
 * The same, and which `getstatic` a value may come from, by its index, or whether it is `this`. Not remembered:
 * it is asked about few methods.
 */
export function originsToReturn(method: MethodCode): ValueOrigins | undefined {
  return computeOrigins(method, {
    ofResult: (index) =>
      instructionAt(method, index).opcode === Op.getstatic ? index : originOfResult(method, index),
    ofThis: thisObject,
  });
}

/** Where what the method returns comes from; to be added to. `values`: its origins. */
export function returnedOrigins(method: MethodCode, values: ValueOrigins): Set<number> {
  const from = new Set<number>();
  for (let index = 0; index < method.graph.nodeCount; index++)
    if (instructionAt(method, index).opcode === Op.areturn && method.depths[index]! >= 0)
      for (const one of values.before(index, method.code.maxLocals + method.depths[index]! - 1))
        from.add(one);
  return from;
}

/** What the values of a method are taken to come from. */
interface OriginOf {
  /** The value that an instruction makes. */
  ofResult(instruction: number): number;
  readonly ofThis: number;
}

/**
 * A forward data-flow analysis. States, which are the sets of origins by slot, are kept where control flow
 * meets and computed in between when asked for. O(edges x slots x height), where the height is the number of
 * sites that meet in a slot.
 */
function computeOrigins(method: MethodCode, { ofResult, ofThis }: OriginOf): ValueOrigins | undefined {
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
  const changed = changedLeaders(nodeCount);
  const enter = (target: number, change: (known: Int32Array) => boolean): void => {
    let known = states.get(target);
    const isNew = known === undefined;
    if (known === undefined) {
      known = new Int32Array(width);
      states.set(target, known);
    }
    if (change(known) || isNew) changed.add(target);
  };
  const joinSlot = (known: Int32Array, slot: number, origins: number): boolean => {
    if (known[slot] === origins) return false;
    const union = sets.union(known[slot]!, origins);
    if (union === known[slot]) return false;
    known[slot] = union;
    return true;
  };
  /** Before the instruction that control is at. */
  const state = new Int32Array(width);
  /** Into a handler go the local variables and what was thrown (JVMS 2.10). */
  const joinCaught = (known: Int32Array): boolean => {
    let grows = maxLocals < width && joinSlot(known, maxLocals, unknown);
    for (let slot = 0; slot < maxLocals; slot++) grows = joinSlot(known, slot, state[slot]!) || grows;
    return grows;
  };
  const joinAll = (known: Int32Array): boolean => {
    let grows = false;
    for (let slot = 0; slot < width; slot++) grows = joinSlot(known, slot, state[slot]!) || grows;
    return grows;
  };
  if (nodeCount > 0)
    enter(0, (known) => {
      known.fill(unknown, 0, maxLocals);
      if (!method.isStatic && ofThis !== elsewhere) known[0] = sets.singleton(ofThis);
      return true;
    });
  changed.visitAll((leader) => {
    state.set(states.get(leader)!);
    for (let node = leader; ; node++) {
      const origin = ofResult(node);
      results[node] = origin === elsewhere ? unknown : sets.singleton(origin);
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
  });
  return answers(method, leaderOf, states, results, sets.members);
}

/** Where the value comes from that an instruction makes, other than by moving one. */
function originOfResult(method: MethodCode, index: number): number {
  const instruction = instructionAt(method, index);
  if (instruction.opcode === Op.aconst_null) return nullConstant;
  if (instruction.opcode === Op.new) return index;
  return instruction.form === 'invoke' && returnsReference(instruction.descriptor) ? index : elsewhere;
}

function returnsReference(descriptor: string): boolean {
  return computationalType(returnTypeOf(descriptor)) === 'A';
}

/** Turns the state before an instruction into that after it. */
function step(method: MethodCode, index: number, state: Int32Array, results: Int32Array): void {
  const { takenFrom, takenTo, copies, defined } = movesAt(method, index);
  if (copies.length < 2) {
    const copied = copies.length === 0 ? emptySet : state[copies[0]!.source]!;
    if (takenFrom < takenTo) state.fill(emptySet, takenFrom, takenTo);
    if (copies.length === 1) state[copies[0]!.target] = copied;
  } else {
    const copied = copies.map(({ source }) => state[source]!);
    state.fill(emptySet, takenFrom, takenTo);
    for (let word = 0; word < copies.length; word++) state[copies[word]!.target] = copied[word]!;
  }
  for (let word = 0; word < defined.length; word++) state[defined[word]!] = results[index]!;
}

/** Of a straight piece of code that has been gone through, the state is kept before one instruction in so many. */
const stride = 64;

/** Apart from the computation, so that what that needed is not kept with its answers. */
function answers(
  method: MethodCode,
  leaderOf: Int32Array,
  states: Map<number, Int32Array>,
  results: Int32Array,
  members: OriginSets['members'],
): ValueOrigins {
  /** The state last asked for: questions tend to go forward through the code. */
  const replay = { leader: -1, node: -1, state: new Int32Array(0) };
  /**
   * From the last instruction before whose state is kept, so that a question costs no more than `stride`
   * steps, wherever the one before was.
   */
  const startAt = (leader: number, instruction: number): void => {
    let node = instruction - ((instruction - leader) % stride);
    while (!states.has(node)) node -= stride;
    if (replay.leader === leader && node <= replay.node && replay.node <= instruction) return;
    replay.leader = leader;
    replay.node = node;
    replay.state = states.get(node)!.slice();
  };
  /** What was answered last of each instruction: all looks at a method ask for the receivers of its calls. */
  const answered = { slots: new Int32Array(leaderOf.length).fill(-1), sets: new Int32Array(leaderOf.length) };
  return {
    before: (instruction, slot) => {
      if (answered.slots[instruction] === slot) return members(answered.sets[instruction]!);
      const leader = leaderOf[instruction]!;
      if (!states.has(leader)) return [];
      startAt(leader, instruction);
      while (replay.node < instruction) {
        step(method, replay.node++, replay.state, results);
        if ((replay.node - leader) % stride === 0 && !states.has(replay.node))
          states.set(replay.node, replay.state.slice());
      }
      const set = replay.state[slot] ?? emptySet;
      answered.slots[instruction] = slot;
      answered.sets[instruction] = set;
      return members(set);
    },
    result: (instruction) => members(results[instruction]!),
  };
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

/** The leaders whose state has changed since control last went on from them. */
function changedLeaders(nodeCount: number) {
  const isChanged = new Uint8Array(nodeCount);
  let lowest = nodeCount;
  return {
    add(leader: number): void {
      isChanged[leader] = 1;
      if (leader < lowest) lowest = leader;
    },
    /** In sweeps through the code: what is added ahead is met in the same sweep, what is added behind in the next. */
    visitAll(visit: (leader: number) => void): void {
      while (lowest < nodeCount) {
        const from = lowest;
        lowest = nodeCount;
        for (let leader = from; leader < nodeCount; leader++) {
          if (!isChanged[leader]) continue;
          isChanged[leader] = 0;
          visit(leader);
          if (lowest > leader) lowest = nodeCount;
        }
      }
    },
  };
}
