import type { EdgeLists } from '../../../cfg/control-flow-graph.ts';
import { edge } from '../../../cfg/edge-kind.ts';
import { Op } from '../../../classfile/opcodes.ts';
import type { MethodCode } from './method-code.ts';
import { instructionAt } from './method-code.ts';

/** Where control goes when a call has returned a boolean that the next instruction branches on. */
export interface BranchOnResult {
  /** The branch. Others may jump to it, too. */
  readonly instruction: number;
  readonly onTrue: number;
  readonly onFalse: number;
}

/**
 * The branch right behind a call, as compilers put it for `while (i.hasNext())`; undefined when what the call
 * returned goes elsewhere first, such as into a variable. O(1).
 */
export function branchOnResult(method: MethodCode, call: number): BranchOnResult | undefined {
  const { successors } = method.graph;
  const instruction = target(successors, call, edge.fallThrough);
  if (instruction === undefined) return undefined;
  const { opcode } = instructionAt(method, instruction);
  if (opcode !== Op.ifeq && opcode !== Op.ifne) return undefined;
  const jump = target(successors, instruction, edge.jump);
  const next = target(successors, instruction, edge.fallThrough);
  const edges = successors.start[instruction + 1]! - successors.start[instruction]!;
  if (edges !== 2 || jump === undefined || next === undefined) return undefined;
  return opcode === Op.ifeq
    ? { instruction, onTrue: next, onFalse: jump }
    : { instruction, onTrue: jump, onFalse: next };
}

/** Where the edge of this kind leads. */
function target(successors: EdgeLists, from: number, kind: number): number | undefined {
  for (let at = successors.start[from]!; at < successors.start[from + 1]!; at++)
    if (successors.kind[at] === kind) return successors.node[at];
  return undefined;
}
