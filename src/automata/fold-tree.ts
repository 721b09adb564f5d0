import { automatonLimit, RrvError } from '../diagnostics.ts';
import type { AutomatonLimits } from './limits.ts';

/**
 * Computes a value for a tree bottom up without recursion: `combine` sees a node and the values of its
 * children. A node that occurs twice is computed twice. Linear; throws RrvError(automatonLimit) when more
 * than `limits.formulaSize` nodes are visited.
 */
export function foldTree<Node, Value>(
  root: Node,
  children: (node: Node) => readonly Node[],
  combine: (node: Node, values: readonly Value[]) => Value,
  limits: AutomatonLimits,
): Value {
  interface Frame {
    readonly node: Node;
    readonly pending: readonly Node[];
    readonly values: Value[];
  }
  let visited = 0;
  const open = (node: Node): Frame => {
    visited++;
    if (visited > limits.formulaSize)
      throw new RrvError(automatonLimit('formulaSize', visited, limits.formulaSize));
    return { node, pending: children(node), values: [] };
  };
  const stack = [open(root)];
  for (;;) {
    const frame = stack.at(-1)!;
    const child = frame.pending[frame.values.length];
    if (child !== undefined) {
      stack.push(open(child));
      continue;
    }
    stack.pop();
    const value = combine(frame.node, frame.values);
    const parent = stack.at(-1);
    if (parent === undefined) return value;
    parent.values.push(value);
  }
}
