import type { Components } from './effect-components.ts';
import type { EffectGraph } from './effect-graph.ts';

/** Nodes of the effect graph that hold points: methods, and behind them function objects. */
export type Holder = number;

/** Per component of an effect graph, which holders running it may run: a set of bits, in the order of the holders. */
export interface HolderSets {
  /** By component; components that reach the same holders may have one object. */
  readonly sets: readonly Uint32Array[];
  /** Of components that reach no holder. */
  readonly none: Uint32Array;
  /** Of components that may run anything. */
  readonly every: Uint32Array;
  /** Of each set. */
  readonly words: number;
}

/** `holders`: nodes, each once. O(nodes + edges x holders / 32). */
export function holderSets(
  { anything, callerStart, caller }: EffectGraph,
  components: Components,
  holders: readonly Holder[],
): HolderSets {
  const words = (holders.length + 31) >> 5;
  const none = new Uint32Array(words);
  const every = new Uint32Array(words).fill(0xffffffff);
  const sets: Uint32Array[] = new Array<Uint32Array>(components.count).fill(none);
  /** By component, 1 where its set was made for it, and may be changed. */
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
  const { order } = components;
  for (let at = 0; at < order.length; at++) {
    const node = order[at]!;
    const component = components.of[node]!;
    for (let edge = callerStart[node]!; edge < callerStart[node + 1]!; edge++) {
      const target = components.of[caller[edge]!]!;
      if (target !== component) addTo(target, sets[component]!);
    }
  }
  return { sets, none, every, words };
}
