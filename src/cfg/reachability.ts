import type { EdgeLists } from './control-flow-graph.ts';

/**
 * The nodes that can be reached from `starts` along `edges`, the starts included: 1 per reached node. With
 * `predecessors` it answers which nodes can reach the starts. O(nodes + edges), iterative.
 */
export function reachableNodes(edges: EdgeLists, starts: Iterable<number>): Uint8Array {
  const reached = new Uint8Array(edges.start.length - 1);
  const work: number[] = [];
  for (const node of starts) {
    if (reached[node] === 1) continue;
    reached[node] = 1;
    work.push(node);
  }
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    for (let position = edges.start[node]!; position < edges.start[node + 1]!; position++) {
      const other = edges.node[position]!;
      if (reached[other] === 1) continue;
      reached[other] = 1;
      work.push(other);
    }
  }
  return reached;
}

/**
 * The nodes reachable from `entry` in reverse post-order (a node before its successors, except along back
 * edges): the order in which a forward data-flow analysis converges fastest. O(nodes + edges), iterative.
 */
export function reversePostOrder(edges: EdgeLists, entry: number): Int32Array {
  const count = edges.start.length - 1;
  if (count === 0) return new Int32Array(0);
  const seen = new Uint8Array(count);
  const next = edges.start.slice(0, count);
  const order = new Int32Array(count);
  let place = count;
  const path = [entry];
  seen[entry] = 1;
  while (path.length > 0) {
    const node = path[path.length - 1]!;
    const position = next[node]!;
    if (position === edges.start[node + 1]!) {
      path.pop();
      place -= 1;
      order[place] = node;
      continue;
    }
    next[node] = position + 1;
    const other = edges.node[position]!;
    if (seen[other] === 1) continue;
    seen[other] = 1;
    path.push(other);
  }
  return order.slice(place);
}
