import { explore } from './determinize.ts';
import type { Dfa, StateId } from './dfa.ts';
import { defaultAutomatonLimits } from './limits.ts';
import { coarsestPartition, partitionBy } from './partition.ts';

/**
 * The smallest automaton with the same categories after every word, and therefore the same reports: the
 * coarsest partition that refines the one by category sets, on the reachable part. States are numbered
 * breadth first, so equivalent automata have equal results, names aside; each keeps the name of its first
 * member. O(k n log n).
 */
export function minimize(input: Dfa): Dfa {
  const dfa = trim(input);
  const letters = dfa.alphabet.length;
  const byCategories = partitionBy(dfa.stateCount, (state) =>
    JSON.stringify([...dfa.categories[state]!].sort()),
  );
  const blockOf = coarsestPartition(
    { stateCount: dfa.stateCount, letterCount: letters, next: dfa.next },
    byCategories,
  );
  const representative: StateId[] = [];
  blockOf.forEach((block, state) => {
    representative[block] ??= state as StateId;
  });
  const first = (state: number) => representative[blockOf[state]!]!;
  const { states, ...result } = explore(
    dfa.alphabet,
    first(dfa.initial),
    (state) => `${state}`,
    (state, event) => first(dfa.next[state * letters + event]!),
    (state) => dfa.categories[state]!,
    { ...defaultAutomatonLimits, determinizeStates: dfa.stateCount },
  );
  return { ...result, stateNames: states.map((state) => dfa.stateNames[state]!) };
}

/** The reachable part of an automaton, numbered breadth first. Linear. */
function trim(dfa: Dfa): Dfa {
  const letters = dfa.alphabet.length;
  const { states, ...result } = explore<number>(
    dfa.alphabet,
    dfa.initial,
    (state) => `${state}`,
    (state, event) => dfa.next[state * letters + event]!,
    (state) => dfa.categories[state]!,
    { ...defaultAutomatonLimits, determinizeStates: dfa.stateCount },
  );
  return { ...result, stateNames: states.map((state) => dfa.stateNames[state]!) };
}
