import { edge } from '../../cfg/edge-kind.ts';
import { Op } from '../../classfile/opcodes.ts';
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
 * The branch right behind a call, as compilers put it for `while (i.hasNext())`; undefined when what the call returned goes elsewhere
 * first, such as into a variable. O(1).
 */
export function branchOnResult(method: MethodCode, call: number): BranchOnResult | undefined {
  const { successors } = method.graph;
  let instruction: number | undefined;
  for (let at = successors.start[call]!; at < successors.start[call + 1]!; at++)
    if (successors.kind[at] === edge.fallThrough) instruction = successors.node[at];
  if (instruction === undefined) return undefined;
  const { opcode } = instructionAt(method, instruction);
  if (opcode !== Op.ifeq && opcode !== Op.ifne) return undefined;
  const jumps = new Map<number, number>();
  for (let at = successors.start[instruction]!; at < successors.start[instruction + 1]!; at++)
    jumps.set(successors.kind[at]!, successors.node[at]!);
  const jump = jumps.get(edge.jump);
  const next = jumps.get(edge.fallThrough);
  if (jumps.size !== 2 || jump === undefined || next === undefined) return undefined;
  return opcode === Op.ifeq
    ? { instruction, onTrue: next, onFalse: jump }
    : { instruction, onTrue: jump, onFalse: next };
}
