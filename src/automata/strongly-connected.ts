/**
 * The strongly connected component of each state, as a number; a component's number is greater than those of
 * the components that it reaches. Tarjan 1972, without recursion. Linear.
 */
export function stronglyConnected(
  stateCount: number,
  successors: (state: number) => readonly number[],
): Int32Array {
  const component = new Int32Array(stateCount).fill(-1);
  const index = new Int32Array(stateCount).fill(-1);
  const low = new Int32Array(stateCount);
  const open: number[] = [];
  const path: { state: number; targets: readonly number[]; at: number }[] = [];
  let visited = 0;
  let components = 0;
  const enter = (state: number) => {
    index[state] = visited;
    low[state] = visited;
    visited++;
    open.push(state);
    path.push({ state, targets: successors(state), at: 0 });
  };
  for (let root = 0; root < stateCount; root++) {
    if (index[root] !== -1) continue;
    enter(root);
    for (let frame = path.at(-1); frame !== undefined; frame = path.at(-1)) {
      const { state } = frame;
      const target = frame.targets[frame.at++];
      if (target !== undefined) {
        if (index[target] === -1) enter(target);
        else if (component[target] === -1) low[state] = Math.min(low[state]!, index[target]!);
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent !== undefined) low[parent.state] = Math.min(low[parent.state]!, low[state]!);
      if (low[state] !== index[state]) continue;
      for (;;) {
        const member = open.pop()!;
        component[member] = components;
        if (member === state) break;
      }
      components++;
    }
  }
  return component;
}
