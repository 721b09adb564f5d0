import type { CallBack } from '../facts/library-facts.ts';
import type { EffectGraph } from './effect-graph.ts';
import type { EventMasks } from './effects.ts';
import type { Request } from './scanned-code.ts';
import type { Targets } from './targets.ts';
import { factsOf } from './targets.ts';

/** Nodes of the effect graph that hold points: methods, and behind them function objects. */
export type Holder = number;

/**
 * Which holders of points each request may run. One pass over the call graph answers questions about any choice of the
 * points, where `effects` needs a pass for each.
 */
export interface ReachableHolders {
  /** What running code may produce when holders hold these symbols (a bit set each, in the order of the holders). */
  masks(symbols: Int32Array): EventMasks;
  /** Whether running the node (a method by index) may run the holder. A holder runs itself. */
  reaches(node: number, holder: Holder): boolean;
  /** Whether a method may be run again by what it calls. */
  isReentered(method: number): boolean;
}

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

/** `holders`: nodes, each once. O(nodes + edges x holders / 32), with one set for all components that reach the same. */
export function reachableHolders(
  effectGraph: EffectGraph,
  components: Components,
  holders: readonly Holder[],
): ReachableHolders {
  const { graph, facts, options, anything, callerStart, caller, nodeOf } = effectGraph;
  const methodCount = graph.methods.length;
  const words = (holders.length + 31) >> 5;
  const none = new Uint32Array(words);
  const every = new Uint32Array(words).fill(0xffffffff);
  const sets: Uint32Array[] = new Array<Uint32Array>(components.count).fill(none);
  const isOwn = new Uint8Array(components.count);
  const addTo = (component: number, set: Uint32Array): void => {
    const known = sets[component]!;
    if (set === none || known === set || known === every) return;
    if (known === none || set === every) {
      sets[component] = set;
      isOwn[component] = 0;
      return;
    }
    let word = 0;
    while (word < words && (set[word]! & ~known[word]!) === 0) word++;
    if (word === words) return;
    if (isOwn[component] === 0) {
      sets[component] = known.slice();
      isOwn[component] = 1;
    }
    const own = sets[component]!;
    for (; word < words; word++) own[word]! |= set[word]!;
  };
  holders.forEach((node, holder) => {
    const set = new Uint32Array(words);
    set[holder >> 5] = 1 << (holder & 31);
    addTo(components.of[node]!, set);
  });
  for (const node of anything) addTo(components.of[node]!, every);
  const { order, start } = components;
  for (let at = 0; at < order.length; at++) {
    const node = order[at]!;
    const component = components.of[node]!;
    for (let edge = callerStart[node]!; edge < callerStart[node + 1]!; edge++) {
      const target = components.of[caller[edge]!]!;
      if (target !== component) addTo(target, sets[component]!);
    }
  }

  /** Sets by number; most requests reach one of few. */
  const numbered: Uint32Array[] = [];
  const numbers = new Map<Uint32Array, number>();
  const numberOf = (set: Uint32Array): number => {
    let number = numbers.get(set);
    if (number === undefined) {
      number = numbered.push(set) - 1;
      numbers.set(set, number);
    }
    return number;
  };
  const addSetsOf = (targets: Targets, found: Set<number>): void => {
    if (targets.anything) {
      found.add(numberOf(every));
      return;
    }
    for (const method of targets.methods) found.add(numberOf(sets[components.of[method]!]!));
    for (const one of targets.functions) found.add(numberOf(sets[components.of[methodCount + one]!]!));
  };
  const ofCallBackLists = new Map<readonly CallBack[], readonly number[]>();
  const setsOfCallBacks = (callBacks: readonly CallBack[]): readonly number[] => {
    let found = ofCallBackLists.get(callBacks);
    if (found === undefined) {
      const all = new Set<number>();
      if (!options.forgetCallBacks) for (const one of callBacks) addSetsOf(graph.callBackTargets(one), all);
      found = [...all];
      ofCallBackLists.set(callBacks, found);
    }
    return found;
  };
  const ofRequests = new Map<Request, readonly number[]>();
  const setsOfRequest = (request: Request): readonly number[] => {
    let found = ofRequests.get(request);
    if (found === undefined) {
      const node = nodeOf(request);
      if (node !== undefined) found = [numberOf(sets[components.of[node]!]!)];
      else {
        const targets = graph.targets(request);
        const all = new Set<number>();
        addSetsOf(targets, all);
        const callsBack = targets.library ? factsOf(request, facts)?.callsBack : [];
        for (const set of callsBack === undefined ? [numberOf(every)] : setsOfCallBacks(callsBack))
          all.add(set);
        found = [...all];
      }
      ofRequests.set(request, found);
    }
    return found;
  };

  const positions = new Map(holders.map((holder, position) => [holder, position]));

  return {
    reaches(node, holder) {
      const position = positions.get(holder);
      if (position === undefined) return true;
      return (sets[components.of[node]!]![position >> 5]! & (1 << (position & 31))) !== 0;
    },
    isReentered(method) {
      const component = components.of[method]!;
      return start[component + 1]! - start[component]! > 1 || sets[component] === every;
    },
    masks(symbols) {
      let all = 0;
      for (const held of symbols) all |= held;
      const bySymbol: { readonly bit: number; readonly holding: Uint32Array }[] = [];
      for (let symbol = 0; all >>> symbol !== 0; symbol++) {
        const bit = 1 << symbol;
        if ((all & bit) === 0) continue;
        const holding = new Uint32Array(words);
        for (let holder = 0; holder < symbols.length; holder++)
          if ((symbols[holder]! & bit) !== 0) holding[holder >> 5]! |= 1 << (holder & 31);
        bySymbol.push({ bit, holding });
      }
      const known: (number | undefined)[] = [];
      const maskOf = (number: number): number => {
        let mask = known[number];
        if (mask === undefined) {
          const set = numbered[number]!;
          mask = 0;
          if (set === every) mask = all;
          else if (set !== none)
            for (const { bit, holding } of bySymbol) if (intersect(set, holding)) mask |= bit;
          known[number] = mask;
        }
        return mask;
      };
      const union = (some: readonly number[]): number => {
        let mask = 0;
        for (const number of some) mask |= maskOf(number);
        return mask;
      };
      return {
        all,
        ofRequest: (request) => union(setsOfRequest(request)),
        ofCallBacks: (callBacks) => union(setsOfCallBacks(callBacks)),
      };
    },
  };
}

function byComponent(of: Int32Array, count: number): Pick<Components, 'order' | 'start'> {
  const start = new Int32Array(count + 1);
  for (let node = 0; node < of.length; node++) start[of[node]! + 1]!++;
  for (let component = 0; component < count; component++) start[component + 1]! += start[component]!;
  const next = start.slice();
  const order = new Int32Array(of.length);
  for (let node = 0; node < of.length; node++) order[next[of[node]!]!++] = node;
  return { order, start };
}

function intersect(left: Uint32Array, right: Uint32Array): boolean {
  for (let word = 0; word < left.length; word++) if ((left[word]! & right[word]!) !== 0) return true;
  return false;
}
