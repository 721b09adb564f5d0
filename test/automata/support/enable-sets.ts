import type { Dfa, EventId } from '../../../src/automata/dfa.ts';
import { coreachable, statesOf } from '../../../src/automata/reachability.ts';

/** A set of events or of parameters: bit i stands for the i-th. */
export type Mask = bigint;

/** What an event adds to a set: itself (`eventMask`), or the parameters X(e) that it binds. */
export type Label = (event: EventId) => Mask;

export const eventMask: Label = (event) => 1n << BigInt(event);

/** From a property's X(e), as a bit set over its parameters (at most 31), for the lifted sets. */
export function parameterMask(bound: readonly number[]): Label {
  return (event) => BigInt(bound[event]!);
}

/**
 * ENABLE of category k (Chen, Meredith, Jin, Rosu, "Efficient formalism-independent monitoring of parametric
 * properties", ASE 2009, Definition 8): per event e, the sets { label(w) | w e u leads to a state with k for
 * some u }, where label(w) is the union over the letters of w. With parameterMask these are the enable sets
 * lifted to parameters: a slice may have to be created at e only on top of a binding of one of these sets.
 * Each family is ascending. O(states · letters · sets). Over parameters there are at most 2^parameters sets per state.
 */
export function enableSets(dfa: Dfa, category: string, label: Label = eventMask): Mask[][] {
  const letters = dfa.alphabet.length;
  const live = coreachable(dfa, statesOf(dfa, category));
  const families: Set<Mask>[] = dfa.alphabet.map(() => new Set());
  masksPerState(dfa, [[dfa.initial, 0n]], (state, mask, add) => {
    for (let event = 0; event < letters; event++) {
      const target = dfa.next[state * letters + event]!;
      if (live[target] === 0) continue;
      families[event]!.add(mask);
      add(target, mask | label(event as EventId));
    }
  });
  return families.map(ascending);
}

/**
 * COENABLE per state: the sets { label(w) | w not empty, and w leads from the state to one with k }. A slice
 * in this state can still report k only while all objects of one of these parameter sets are alive.
 * As `enableSets`; the empty word is left out, because k has then been reported already.
 */
export function stateCoenableSets(dfa: Dfa, category: string, label: Label = eventMask): Mask[][] {
  const letters = dfa.alphabet.length;
  const predecessors: [number, EventId][][] = Array.from({ length: dfa.stateCount }, () => []);
  dfa.next.forEach((target, index) => {
    predecessors[target]!.push([Math.floor(index / letters), (index % letters) as EventId]);
  });
  const last = statesOf(dfa, category).flatMap((goal) =>
    predecessors[goal]!.map(([source, event]): [number, Mask] => [source, label(event)]),
  );
  const families = masksPerState(dfa, last, (state, mask, add) => {
    for (const [source, event] of predecessors[state]!) add(source, mask | label(event));
  });
  return families.map(ascending);
}

/**
 * COENABLE of category k (Jin, Meredith, Griffith, Rosu, "Garbage collection for monitoring parametric
 * properties", PLDI 2011, Definition 10): per event e, the sets { label(u) | w e u leads to a state with k,
 * u not empty }. With parameterMask: after e, a slice matters only while the objects of one of these sets
 * are alive. As `stateCoenableSets`.
 */
export function coenableSets(dfa: Dfa, category: string, label: Label = eventMask): Mask[][] {
  const letters = dfa.alphabet.length;
  const perState = stateCoenableSets(dfa, category, label);
  const reached = masksPerState(dfa, [[dfa.initial, 0n]], (state, none, add) => {
    for (let event = 0; event < letters; event++) add(dfa.next[state * letters + event]!, none);
  });
  const families: Set<Mask>[] = dfa.alphabet.map(() => new Set());
  for (let state = 0; state < dfa.stateCount; state++)
    if (reached[state]!.size > 0)
      for (let event = 0; event < letters; event++)
        for (const mask of perState[dfa.next[state * letters + event]!]!) families[event]!.add(mask);
  return families.map(ascending);
}

/** The members without a proper subset in the family: for "all of one set are alive" the others say nothing. */
export function minimalSets(family: readonly Mask[]): Mask[] {
  return family.filter((mask) => !family.some((other) => other !== mask && (other & mask) === other));
}

/** The least family per state that holds `first` and what `grow` adds to each of its members. */
function masksPerState(
  dfa: Dfa,
  first: readonly [number, Mask][],
  grow: (state: number, mask: Mask, add: (state: number, mask: Mask) => void) => void,
): readonly ReadonlySet<Mask>[] {
  const families = Array.from({ length: dfa.stateCount }, () => new Set<Mask>());
  const work: [number, Mask][] = [];
  const add = (state: number, mask: Mask): void => {
    if (families[state]!.has(mask)) return;
    families[state]!.add(mask);
    work.push([state, mask]);
  };
  for (const [state, mask] of first) add(state, mask);
  for (let item = work.pop(); item !== undefined; item = work.pop()) grow(...item, add);
  return families;
}

function ascending(family: Iterable<Mask>): Mask[] {
  return [...family].sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
}
