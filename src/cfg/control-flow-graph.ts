import type { InstructionIndex } from '../classfile/instruction.ts';
import { jumpTargets } from '../classfile/method-body.ts';
import { fallsThrough, Op, opcodeInfo } from '../classfile/opcodes.ts';
import { rowStarts } from '../compressed-rows.ts';
import { canThrow, returnsMayThrow } from './can-throw.ts';
import { edge } from './edge-kind.ts';
import { handlersByRange } from './exception-ranges.ts';
import type { FlowCode } from './flow-code.ts';
import { returnPointsOfRet } from './subroutines.ts';

/**
 * The control-flow graph CFG_m of a method (paper, section 3.4): every instruction is a node, node i is
 * instruction i, and the entry is node 0. Edges are those of `edge-kind.ts`.
 *
 * Not modelled: which of several handlers catches (every handler of the range up to the first that catches
 * everything is a target), values (a branch on a constant has both edges), and asynchronous exceptions. Code
 * that the JVM would not verify gives a graph all the same, without the edges that lead nowhere.
 *
 * For `int m(int x) { try { return 1 / x; } catch (ArithmeticException e) { return 0; } }`:
 * ```
 * 0 iconst_1   -fallThrough-> 1
 * 1 iload_1    -fallThrough-> 2
 * 2 idiv       -fallThrough-> 3   -exception-> 4   and an uncaught throw
 * 3 ireturn    exit
 * 4 astore_2   -fallThrough-> 5
 * 5 iconst_0   -fallThrough-> 6
 * 6 ireturn    exit
 * ```
 */
export interface ControlFlowGraph {
  readonly code: FlowCode;
  /** The number of instructions. */
  readonly nodeCount: number;
  /** Edges by source. */
  readonly successors: EdgeLists;
  /** Per node: `exitByReturn`, `exitByThrow`, both (an unbalanced lock) or 0. */
  readonly exits: Uint8Array;
}

/** The instruction is a return. */
export const exitByReturn = 1;
/** What the instruction throws may leave the method. */
export const exitByThrow = 2;

/** Adjacency in compressed rows: the edges of node n are the positions `start[n]` to `start[n + 1] - 1`. */
export interface EdgeLists {
  /** Length nodeCount + 1. */
  readonly start: Int32Array;
  /** Per edge: the node at its other end. */
  readonly node: Int32Array;
  /** Per edge: an index into `edgeKinds`. */
  readonly kind: Uint8Array;
}

/** A method with more edges than the limit has no graph: callers keep everything in it. */
export type CfgResult =
  | { readonly ok: true; readonly graph: ControlFlowGraph }
  | { readonly ok: false; readonly given: number; readonly limit: number };

/** Nested handlers and subroutines can make the number of edges quadratic. */
const defaultMaxEdges = 2_000_000;

/** Builds the graph of a method. O(instructions + exception table * log + edges) time and space. */
export function controlFlowGraph(code: FlowCode, limit: number = defaultMaxEdges): CfgResult {
  const { instructions } = code;
  const nodeCount = instructions.length;
  const handlers = handlersByRange(code, limit);
  if (handlers === undefined) return { ok: false, given: limit + 1, limit };
  const returnPoints = returnPointsOfRet(instructions, handlers);
  const returnThrows = returnsMayThrow(instructions);
  const list = edgeList();
  const exits = new Uint8Array(nodeCount);
  for (let from = 0; from < nodeCount; from++) {
    const instruction = instructions[from]!;
    const { opcode } = instruction;
    const { controlFlow } = opcodeInfo(opcode);
    if (controlFlow === 'return') exits[from] = exitByReturn;
    else if (controlFlow === 'ret')
      for (const target of returnPoints.get(from) ?? []) list.add(from, target, edge.ret);
    else {
      const kind = controlFlow === 'jsr' ? edge.jsr : controlFlow === 'switch' ? edge.switch : edge.jump;
      for (const target of distinct(jumpTargets(instruction))) list.add(from, target, kind);
    }
    if (fallsThrough(opcode) && from + 1 < nodeCount) list.add(from, from + 1, edge.fallThrough);
    if (canThrow(instruction) || (exits[from] === exitByReturn && returnThrows)) {
      const kind = opcode === Op.athrow ? edge.throw : edge.exception;
      for (const target of handlers.targetsOf(from)) list.add(from, target, kind);
      if (!handlers.catchesAll(from)) exits[from] = exits[from]! | exitByThrow;
    }
    if (list.count() > limit) return { ok: false, given: list.count(), limit };
  }
  const successors = rowsOf(nodeCount, list.sources, list.targets, list.kinds);
  return { ok: true, graph: { code, nodeCount, successors, exits } };
}

/** Most instructions have no target, and need no set. */
function distinct(targets: readonly number[]): Iterable<number> {
  return targets.length < 2 ? targets : new Set(targets);
}

/** Where the graph starts. */
export const entryNode: InstructionIndex = 0 as InstructionIndex;

function edgeList() {
  const sources: number[] = [];
  const targets: number[] = [];
  const kinds: number[] = [];
  return {
    sources,
    targets,
    kinds,
    add(source: number, target: number, kind: number): void {
      sources.push(source);
      targets.push(target);
      kinds.push(kind);
    },
    count: (): number => sources.length,
  };
}

const remembered = new WeakMap<ControlFlowGraph, EdgeLists>();

/** The edges by target; computed once. O(nodes + edges). */
export function predecessorsOf(graph: ControlFlowGraph): EdgeLists {
  let known = remembered.get(graph);
  if (known === undefined) {
    known = computePredecessors(graph);
    remembered.set(graph, known);
  }
  return known;
}

function computePredecessors({ nodeCount, successors }: ControlFlowGraph): EdgeLists {
  const { start, node, kind } = successors;
  const sources: number[] = [];
  for (let from = 0; from < nodeCount; from++)
    for (let edge = start[from]!; edge < start[from + 1]!; edge++) sources.push(from);
  return rowsOf(nodeCount, node, sources, kind);
}

/** Counting sort of edges by `keys` into compressed rows; stable. O(nodes + edges). */
function rowsOf(
  nodeCount: number,
  keys: ArrayLike<number>,
  others: ArrayLike<number>,
  kinds: ArrayLike<number>,
): EdgeLists {
  const start = rowStarts(nodeCount, keys);
  const next = start.slice();
  const node = new Int32Array(keys.length);
  const kind = new Uint8Array(keys.length);
  for (let position = 0; position < keys.length; position++) {
    const place = next[keys[position]!]!++;
    node[place] = others[position]!;
    kind[place] = kinds[position]!;
  }
  return { start, node, kind };
}
