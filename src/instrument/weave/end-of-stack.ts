import { controlFlowGraph } from '../../cfg/control-flow-graph.ts';
import { reachableNodes } from '../../cfg/reachability.ts';
import type { Code } from '../../classfile/code.ts';
import type { Point } from '../../events/point.ts';

/** What a handler may name to catch a StackOverflowError; undefined: it catches everything. */
const caught: ReadonlySet<string | undefined> = new Set([
  undefined,
  ...['StackOverflowError', 'VirtualMachineError', 'Error', 'Throwable'].map((name) => `java/lang/${name}`),
]);

/**
 * Whether an event of the method may come after a handler has caught a StackOverflowError: so near the end of
 * the stack that no class can be loaded. The unit has to be there by then. False for code that is too large
 * for its graph. O(edges).
 */
export function mayFollowOverflow(code: Code, points: readonly Point[]): boolean {
  const handlers = code.exceptionTable.filter(({ catchType }) => caught.has(catchType));
  if (handlers.length === 0) return false;
  const built = controlFlowGraph(code);
  if (!built.ok) return false;
  const reached = reachableNodes(
    built.graph.successors,
    handlers.map(({ handler }) => handler),
  );
  return points.some(({ instruction }) => reached[instruction] === 1);
}
