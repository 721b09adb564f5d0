import type { ControlFlowGraph } from '../../../cfg/control-flow-graph.ts';
import { controlFlowGraph } from '../../../cfg/control-flow-graph.ts';
import { type LiveReferences, liveReferences } from '../../../cfg/live-references.ts';
import { operandSlot, type SlotMoves, slotMoves, stackDepths } from '../../../cfg/slot-moves.ts';
import type { ClassFile } from '../../../classfile/class-file.ts';
import type { Code } from '../../../classfile/code.ts';
import type { Instruction } from '../../../classfile/instruction.ts';
import type { CallGraph } from '../../call-graph/call-graph.ts';
import { type CallingClass, requestsOf } from '../../call-graph/instruction-requests.ts';
import type { CallRequest, Request } from '../../call-graph/request.ts';

/** A method's code with what every analysis of its values needs. */
export interface MethodCode extends CallingClass {
  readonly name: string;
  readonly descriptor: string;
  readonly isStatic: boolean;
  readonly code: Code;
  readonly graph: ControlFlowGraph;
  /** Words on the stack before each instruction; -1: unreachable. */
  readonly depths: Int32Array;
  /** What `liveReferencesOf` has computed. */
  live: LiveReferences | undefined;
  /** What `movesAt` has computed, by instruction. */
  readonly moves: (SlotMoves | undefined)[];
  /** What `requestsAt` has computed, by instruction. */
  readonly requests: (readonly Request[] | undefined)[];
}

/** Undefined when there is no graph or the stack depths do not agree: such code is not analysed. O(edges). */
export function methodCode(
  { name: className, superName }: Pick<ClassFile, 'name' | 'superName'>,
  method: { readonly name: string; readonly descriptor: string; readonly isStatic: boolean },
  code: Code,
): MethodCode | undefined {
  const result = controlFlowGraph(code);
  if (!result.ok) return undefined;
  const depths = stackDepths(result.graph);
  if (depths === undefined) return undefined;
  const { name, descriptor, isStatic } = method;
  const { nodeCount } = result.graph;
  return {
    className,
    superName,
    name,
    descriptor,
    isStatic,
    code,
    graph: result.graph,
    depths,
    live: undefined,
    moves: new Array<undefined>(nodeCount),
    requests: new Array<undefined>(nodeCount),
  };
}

/** Computed once. */
export function liveReferencesOf(method: MethodCode): LiveReferences {
  method.live ??= liveReferences(method.graph);
  return method.live;
}

/** `index`: position in the code. */
export function instructionAt(method: MethodCode, index: number): Instruction {
  return method.code.instructions[index]!;
}

/** The moves of an instruction that control reaches; computed once. */
export function movesAt(method: MethodCode, index: number): SlotMoves {
  const { moves, code, depths } = method;
  moves[index] ??= slotMoves(code.instructions[index]!, code.maxLocals, depths[index]!);
  return moves[index];
}

/** The slot of an operand of an instruction that control reaches; undefined: `operandSlot` knows none. */
export function operandSlotAt(
  method: MethodCode,
  index: number,
  operand: 'receiver' | number,
): number | undefined {
  return operandSlot(instructionAt(method, index), operand, method.code.maxLocals, method.depths[index]!);
}

const noRequests: readonly Request[] = [];

/** What an instruction may run, as objects of the call graph of the method's program; computed once. */
export function requestsAt(
  method: MethodCode,
  index: number,
  graph: Pick<CallGraph, 'intern'>,
): readonly Request[] {
  const { requests, code } = method;
  let known = requests[index];
  if (known === undefined) {
    const found = requestsOf(code.instructions[index]!, method);
    known = found.length === 0 ? noRequests : found.map((request) => graph.intern(request));
    requests[index] = known;
  }
  return known;
}

/** The call that an instruction makes; undefined for an instruction that is no call. */
export function callAt(
  method: MethodCode,
  index: number,
  graph: Pick<CallGraph, 'intern'>,
): CallRequest | undefined {
  for (const request of requestsAt(method, index, graph)) if (request.kind === 'call') return request;
  return undefined;
}
