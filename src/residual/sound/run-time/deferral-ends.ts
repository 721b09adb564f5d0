import { type ControlFlowGraph, predecessorsOf } from '../../../cfg/control-flow-graph.ts';
import { isExceptional } from '../../../cfg/edge-kind.ts';
import type { InstructionIndex } from '../../../classfile/instruction.ts';

/**
 * The instructions before which a deferred slice is over: none of those that ask about it can be next any more,
 * but when its call has run again. Every path from the call to a return or to the call passes one of them; so may paths
 * that were not at the call. A backward search from `asking` that stops at the call: O(edges between them), and
 * O(edges of the method) for the first slice.
 */
export function deferralEnds(
  graph: ControlFlowGraph,
): (call: InstructionIndex, asking: readonly InstructionIndex[]) => ReadonlySet<InstructionIndex> {
  return (call, asking) => {
    const predecessors = predecessorsOf(graph);
    /** From where one of them may be next. The call is not among them: what it returns has another slice. */
    const waits = new Set<number>();
    const pending: number[] = [];
    const visit = (node: number): void => {
      if (node === call || waits.has(node)) return;
      waits.add(node);
      pending.push(node);
    };
    for (const node of asking) visit(node);
    for (let node = pending.pop(); node !== undefined; node = pending.pop())
      for (let edge = predecessors.start[node]!; edge < predecessors.start[node + 1]!; edge++)
        visit(predecessors.node[edge]!);
    const ends = new Set<InstructionIndex>();
    const { start, node: targets, kind } = graph.successors;
    for (const node of [call, ...waits])
      for (let edge = start[node]!; edge < start[node + 1]!; edge++) {
        const target = targets[edge]! as InstructionIndex;
        // A call that fails has begun nothing.
        if (!waits.has(target) && (node !== call || !isExceptional(kind[edge]!))) ends.add(target);
      }
    return ends;
  };
}
