import { remembering } from '../../remembering.ts';
import type { CallBack } from '../facts/library-facts.ts';
import { byComponent, type Components } from './effect-components.ts';
import type { EffectGraph } from './effect-graph.ts';
import type { Request } from './request.ts';

/** Symbols (bits of `Property.events`) that running code may produce. */
export interface EventMasks {
  ofRequest(request: Request): number;
  ofCallBacks(callBacks: readonly CallBack[]): number;
  /** Every symbol of any point. */
  readonly all: number;
}

/**
 * Which events of one property running a request may produce, transitively: a set of symbols (bits of
 * `Property.events`), the least fixed point over the effect graph.
 */
export interface Effects extends EventMasks {
  /**
   * For people: a shortest way from running the request to the symbol, caller first. Empty when there is
   * none. It depends on nothing that was asked before.
   */
  witness(request: Request, symbol: number): readonly string[];
}

/** Properties have at most this many event definitions; `effects` is not asked about others. */
export const maxSymbols = 31;

const maxWitness = 12;

/** What effects of all properties are found with. */
export interface ExploredEffects {
  readonly graph: EffectGraph;
  readonly components: Components;
}

/**
 * `own`: by node that holds points, their symbols as bits. Each component is looked at once, when a node of it
 * or of one that runs it is first asked for: O(nodes + edges) of these.
 */
export function effects(
  { graph, components }: ExploredEffects,
  own: ReadonlyMap<number, number>,
  all: number,
): Effects {
  const maskOf = byComponent(components, all, (component, masks) => {
    let mask = 0;
    for (const member of components.members(component)) mask |= own.get(member) ?? 0;
    for (const further of components.below(component)) mask |= masks[further]!;
    return mask;
  });
  const maskOfAll = (nodes: readonly number[]): number =>
    nodes.reduce((mask, node) => mask | maskOf(node), 0);
  const nodesOf = remembering((callBacks: readonly CallBack[]) => callBacks.map(graph.nodeOfCallBack));
  return {
    all,
    ofCallBacks: (callBacks) => maskOfAll(nodesOf(callBacks)),
    ofRequest: (request) => maskOf(graph.nodeOfRequest(request)),
    witness(request, symbol) {
      const bit = 1 << symbol;
      const start = graph.nodeOfRequest(request);
      if ((maskOf(start) & bit) === 0) return [];
      const path = simplePath(
        start,
        (node) => graph.callees(node) ?? [],
        (node) => ((own.get(node) ?? 0) & bit) !== 0 || graph.callees(node) === undefined,
        graph.takesLong,
      );
      return path
        .map(graph.nameOf)
        .filter((name) => name !== undefined)
        .slice(0, maxWitness);
    },
  };
}

/**
 * From the node to one that is an end, both included; empty: there is none. Breadth first; nodes that take long
 * are looked at when there are no others: a way through them says less, too.
 */
function simplePath(
  start: number,
  next: (node: number) => readonly number[],
  isEnd: (node: number) => boolean,
  takesLong: (node: number) => boolean,
): readonly number[] {
  const from = new Map<number, number | undefined>([[start, undefined]]);
  const pathTo = (end: number): readonly number[] => {
    const path: number[] = [];
    for (let at: number | undefined = end; at !== undefined; at = from.get(at)) path.push(at);
    return path.reverse();
  };
  if (isEnd(start)) return pathTo(start);
  let later: number[] = [];
  for (let now = [start]; now.length > 0; [now, later] = [later, []])
    for (const node of now) {
      if (takesLong(node) && isEnd(node)) return pathTo(node);
      for (const callee of next(node)) {
        if (from.has(callee)) continue;
        from.set(callee, node);
        if (takesLong(callee)) later.push(callee);
        else if (isEnd(callee)) return pathTo(callee);
        else now.push(callee);
      }
    }
  return [];
}
