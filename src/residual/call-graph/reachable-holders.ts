import type { CallBack } from '../facts/library-facts.ts';
import type { Components } from './effect-components.ts';
import type { EffectGraph } from './effect-graph.ts';
import type { EventMasks } from './effects.ts';
import { type Holder, holderSets } from './holder-sets.ts';
import type { Request } from './scanned-code.ts';
import type { Targets } from './targets.ts';
import { factsOf } from './targets.ts';

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

/**
 * `holders`: nodes, each once. O(nodes + edges x holders / 32), with one set for all components that reach
 * the same.
 */
export function reachableHolders(
  effectGraph: EffectGraph,
  components: Components,
  holders: readonly Holder[],
): ReachableHolders {
  const { graph, facts, options, nodeOf } = effectGraph;
  const methodCount = graph.methods.length;
  const { sets, none, every, words } = holderSets(effectGraph, components, holders);
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
      return components.start[component + 1]! - components.start[component]! > 1 || sets[component] === every;
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

function intersect(left: Uint32Array, right: Uint32Array): boolean {
  for (let word = 0; word < left.length; word++) if ((left[word]! & right[word]!) !== 0) return true;
  return false;
}
