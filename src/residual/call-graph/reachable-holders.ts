import { remembering } from '../../remembering.ts';
import type { CallBack } from '../facts/library-facts.ts';
import { open } from './effect-components.ts';
import type { EventMasks, ExploredEffects } from './effects.ts';
import { type Holder, holderSets } from './holder-sets.ts';
import type { Request } from './request.ts';

/**
 * Which holders of points each request may run. One look at a component answers questions about any choice of the
 * points, where `effects` needs one for each.
 */
export interface ReachableHolders {
  /** What running code may produce when holders hold these symbols (a bit set each, in the order of the holders). */
  masks(symbols: Int32Array): EventMasks;
  /** Whether running the node (a method by index) may run the holder. A holder runs itself. */
  reaches(node: number, holder: Holder): boolean;
  /** Whether a method may be run again by what it calls. */
  isReentered(method: number): boolean;
}

/** `holders`: nodes, each once. There is one set for all components that reach the same. */
export function reachableHolders(
  { graph, components }: ExploredEffects,
  holders: readonly Holder[],
): ReachableHolders {
  const sets = holderSets(components, holders);
  const { none, every, words } = sets;
  /** Sets by number; most requests reach one of few. */
  const numbered: Uint32Array[] = [];
  const numbers = new Map<Uint32Array, number>();
  const numberOf = (node: number): number => {
    const set = sets.of(node);
    let number = numbers.get(set);
    if (number === undefined) {
      number = numbered.push(set) - 1;
      numbers.set(set, number);
    }
    return number;
  };
  const ofCallBackLists = remembering((callBacks: readonly CallBack[]) => [
    ...new Set(callBacks.map((one) => numberOf(graph.nodeOfCallBack(one)))),
  ]);
  const ofRequests = remembering((request: Request) => numberOf(graph.nodeOfRequest(request)));

  const positions = new Map(holders.map((holder, position) => [holder, position]));

  return {
    reaches(node, holder) {
      const position = positions.get(holder);
      if (position === undefined) return true;
      return (sets.of(node)[position >> 5]! & (1 << (position & 31))) !== 0;
    },
    isReentered(method) {
      const component = components.of(method);
      return component === open || components.members(component).length > 1;
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
      return {
        all,
        ofRequest: (request) => maskOf(ofRequests(request)),
        ofCallBacks: (callBacks) =>
          ofCallBackLists(callBacks).reduce((mask, number) => mask | maskOf(number), 0),
      };
    },
  };
}

function intersect(left: Uint32Array, right: Uint32Array): boolean {
  for (let word = 0; word < left.length; word++) if ((left[word]! & right[word]!) !== 0) return true;
  return false;
}
