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
