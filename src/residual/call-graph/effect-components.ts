import type { EffectGraph } from './effect-graph.ts';

/** In the place of a component: the node may run anything, directly or not. */
export const open = -1;

/**
 * Strongly connected components of an effect graph, as far as they were asked for: numbered from 0, callees
 * before callers.
 */
export interface Components {
  /** The component of a node, or `open`. What running the node may run is explored then. */
  of(node: number): number;
  /** So many are known. */
  count(): number;
  /** The nodes of one. */
  members(component: number): readonly number[];
  /** The other components that its nodes run directly, each once. */
  below(component: number): readonly number[];
}

/**
 * An answer for each component, found once from those of the components below it, for the node that is asked
 * about. `whenOpen`: for nodes that may run anything.
 */
export function byComponent<T>(
  components: Components,
  whenOpen: T,
  find: (component: number, known: readonly T[]) => T,
): (node: number) => T {
  const known: T[] = [];
  return (node) => {
    const component = components.of(node);
    if (component === open) return whenOpen;
    while (known.length <= component) known.push(find(known.length, known));
    return known[component]!;
  };
}

/** A node on the stack of the search. */
interface Visit {
  readonly node: number;
  readonly callees: readonly number[];
  /** How many of them have been looked at. */
  done: number;
  readonly order: number;
  /** The least order of a node on the stack that it is known to run. */
  low: number;
}

/**
 * Tarjan's algorithm (SIAM J. Comput. 1972), iterative, from the nodes that are asked about. It ends at the
 * first node that may run anything: all nodes on its stack run the one that it is at. So it looks at few nodes
 * of programs most of whose code may run anything. O(nodes + edges) that it looks at, over all questions.
 */
export function componentsOf({ callees }: Pick<EffectGraph, 'callees'>): Components {
  const componentOf = new Map<number, number>();
  const members: (readonly number[])[] = [];
  const below: (readonly number[])[] = [];

  const isOpen = (node: number): boolean => componentOf.get(node) === open;
  const complete = (visits: readonly Visit[]): void => {
    const component = members.push(visits.map(({ node }) => node)) - 1;
    for (const { node } of visits) componentOf.set(node, component);
    const further = new Set<number>();
    for (const visit of visits) for (const callee of visit.callees) further.add(componentOf.get(callee)!);
    further.delete(component);
    below.push([...further]);
  };
  const explore = (root: number): void => {
    const visits = new Map<number, Visit>();
    const stack: Visit[] = [];
    const path: Visit[] = [];
    /** Whether the search may go on. */
    const visit = (node: number): boolean => {
      const called = callees(node);
      const isEnd = called === undefined || called.some(isOpen);
      const order = visits.size;
      const begun: Visit = { node, callees: isEnd ? [] : called, done: 0, order, low: order };
      visits.set(node, begun);
      stack.push(begun);
      path.push(begun);
      return !isEnd;
    };
    /** The next callee that the search has not met. */
    const nextOf = (at: Visit): number | undefined => {
      while (at.done < at.callees.length) {
        const callee = at.callees[at.done++]!;
        if (componentOf.has(callee)) continue;
        const met = visits.get(callee);
        if (met === undefined) return callee;
        at.low = Math.min(at.low, met.order);
      }
      return undefined;
    };
    let goesOn = visit(root);
    for (let at = path.at(-1); goesOn && at !== undefined; at = path.at(-1)) {
      const next = nextOf(at);
      if (next !== undefined) {
        goesOn = visit(next);
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above !== undefined) above.low = Math.min(above.low, at.low);
      if (at.low === at.order) complete(stack.splice(stack.lastIndexOf(at)));
    }
    for (const { node } of stack) componentOf.set(node, open);
  };
  return {
    of(node) {
      const known = componentOf.get(node);
      if (known !== undefined) return known;
      explore(node);
      return componentOf.get(node)!;
    },
    count: () => members.length,
    members: (component) => members[component]!,
    below: (component) => below[component]!,
  };
}
