import { rowStarts } from '../../compressed-rows.ts';
import type { EffectGraph } from './effect-graph.ts';

/** Strongly connected components of an effect graph, callees before callers. */
export interface Components {
  readonly of: Int32Array;
  readonly count: number;
  /** Nodes, those of one component together, callees first. */
  readonly order: Int32Array;
  /** Per component and at the end, where its nodes start in `order`. */
  readonly start: Int32Array;
}

/** Tarjan's algorithm, iterative. O(nodes + edges). */
export function componentsOf({ nodeCount, callerStart, caller }: EffectGraph): Components {
  const of = new Int32Array(nodeCount).fill(-1);
  const order = new Int32Array(nodeCount).fill(-1);
  const low = new Int32Array(nodeCount);
  const position = callerStart.slice(0, nodeCount);
  const stack: number[] = [];
  const path: number[] = [];
  let visited = 0;
  let count = 0;
  for (let root = 0; root < nodeCount; root++) {
    if (order[root] !== -1) continue;
    path.push(root);
    while (path.length > 0) {
      const node = path[path.length - 1]!;
      if (order[node] === -1) {
        order[node] = low[node] = visited++;
        stack.push(node);
      }
      let next = -1;
      while (next < 0 && position[node]! < callerStart[node + 1]!) {
        const target = caller[position[node]!++]!;
        if (order[target] === -1) next = target;
        else if (of[target] === -1) low[node] = Math.min(low[node]!, order[target]!);
      }
      if (next >= 0) {
        path.push(next);
        continue;
      }
      path.pop();
      const above = path[path.length - 1];
      if (above !== undefined) low[above] = Math.min(low[above]!, low[node]!);
      if (low[node] !== order[node]) continue;
      for (let member = -1; member !== node; ) {
        member = stack.pop()!;
        of[member] = count;
      }
      count++;
    }
  }
  // The edges lead to callers, whose components are complete first.
  for (let node = 0; node < nodeCount; node++) of[node] = count - 1 - of[node]!;
  return { of, count, ...byComponent(of, count) };
}

/** Counting sort. */
function byComponent(of: Int32Array, count: number): Pick<Components, 'order' | 'start'> {
  const start = rowStarts(count, of);
  const next = start.slice();
  const order = new Int32Array(of.length);
  for (let node = 0; node < of.length; node++) order[next[of[node]!]!++] = node;
  return { order, start };
}
