import { byComponent, type Components } from './effect-components.ts';

/** Nodes of the effect graph that hold points: methods, and behind them function objects. */
export type Holder = number;

/** Which holders running a node may run: a set of bits, in the order of the holders. */
export interface HolderSets {
  /** Nodes that reach the same holders may have one object. */
  of(node: number): Uint32Array;
  /** Of nodes that reach no holder. */
  readonly none: Uint32Array;
  /** Of nodes that may run anything. */
  readonly every: Uint32Array;
  /** Of each set. */
  readonly words: number;
}

/**
 * `holders`: nodes, each once. O(nodes + edges x holders / 32) of the components that the nodes that are asked
 * about run.
 */
export function holderSets(components: Components, holders: readonly Holder[]): HolderSets {
  const words = (holders.length + 31) >> 5;
  const none = new Uint32Array(words);
  const every = new Uint32Array(words).fill(0xffffffff);
  const positions = new Map(holders.map((holder, position) => [holder, position]));
  const setOf = (component: number, sets: readonly Uint32Array[]): Uint32Array => {
    let set: Uint32Array = none;
    let isOwn = false;
    for (const member of components.members(component)) {
      const position = positions.get(member);
      if (position === undefined) continue;
      if (!isOwn) set = new Uint32Array(words);
      isOwn = true;
      set[position >> 5]! |= 1 << (position & 31);
    }
    for (const further of components.below(component)) {
      const added = sets[further]!;
      if (added === none || added === set) continue;
      if (set === none) {
        set = added;
        continue;
      }
      let word = 0;
      while (word < words && (added[word]! & ~set[word]!) === 0) word++;
      if (word === words) continue;
      if (!isOwn) set = set.slice();
      isOwn = true;
      for (; word < words; word++) set[word]! |= added[word]!;
    }
    return set;
  };
  return {
    ...{ none, every, words },
    of: byComponent(components, every, setOf),
  };
}
