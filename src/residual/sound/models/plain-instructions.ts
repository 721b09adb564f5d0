import { isExceptional } from '../../../cfg/edge-kind.ts';
import type { MethodPoint } from '../values/method-points.ts';
import type { ModelContext } from './model-context.ts';
import type { ModelExternals } from './model-externals.ts';
import type { SliceClass } from './slice-class.ts';

/** Which instructions of a method matter to a slice class by themselves: most do not. */
export interface PlainInstructions {
  /** Points of the method at the instruction. */
  pointsAt(node: number): readonly MethodPoint[];
  /** Whether the instruction has no points and creates nothing. */
  isPlain(node: number): boolean;
  /**
   * Whether all that an instruction does is to move what is followed: control goes on at one later
   * instruction, no event happens, nothing is created. It has no location of its own.
   */
  isPassed(node: number): boolean;
}

/** Answers are remembered. O(points), then O(1) for each instruction. */
export function plainInstructions(
  context: ModelContext,
  sliceClass: SliceClass,
  externals: ModelExternals,
): PlainInstructions {
  const { graph } = context.method;
  /** By instruction. */
  const pointsAt = new Array<MethodPoint[] | undefined>(graph.nodeCount).fill(undefined);
  for (const point of context.points) {
    const list = pointsAt[point.instruction];
    if (list === undefined) pointsAt[point.instruction] = [point];
    else list.push(point);
  }
  const isPlain = (node: number): boolean => pointsAt[node] === undefined && !sliceClass.sites.includes(node);
  /** What `isPassed` has found: 1 or -1. */
  const passed = new Int8Array(graph.nodeCount);
  const isPassed = (node: number): boolean => {
    const known = passed[node]!;
    if (known !== 0) return known === 1;
    const { start, node: targets, kind } = graph.successors;
    const first = start[node]!;
    const answer =
      start[node + 1]! === first + 1 &&
      targets[first]! > node &&
      !isExceptional(kind[first]!) &&
      graph.exits[node] === 0 &&
      isPlain(node) &&
      !externals.isRunAt(node);
    passed[node] = answer ? 1 : -1;
    return answer;
  };
  return { pointsAt: (node) => pointsAt[node] ?? noPoints, isPlain, isPassed };
}

const noPoints: readonly MethodPoint[] = [];
