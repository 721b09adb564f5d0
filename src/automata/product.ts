import { formulaInvalid, RrvError } from '../diagnostics.ts';
import { explore } from './determinize.ts';
import type { Dfa } from './dfa.ts';
import { type AutomatonLimits, defaultAutomatonLimits } from './limits.ts';

/**
 * The product automaton: both run side by side, and `combine` gives the categories of a pair from those of
 * its components. At most left x right states, bounded by `limits.determinizeStates`; reachable part only.
 * (Hopcroft, Motwani, Ullman, 3rd ed., 4.2.1.) Throws RrvError(formulaInvalid) on different alphabets.
 */
export function product(
  left: Dfa,
  right: Dfa,
  combine: (left: readonly string[], right: readonly string[]) => readonly string[],
  limits: AutomatonLimits = defaultAutomatonLimits,
): Dfa {
  requireSameAlphabet(left.alphabet, right.alphabet);
  const letters = left.alphabet.length;
  const { states: _, ...dfa } = explore<readonly [number, number]>(
    left.alphabet,
    [left.initial, right.initial],
    (pair) => `${pair[0]},${pair[1]}`,
    (pair, event) => [left.next[pair[0] * letters + event]!, right.next[pair[1] * letters + event]!],
    (pair) => combine(left.categories[pair[0]]!, right.categories[pair[1]]!),
    limits,
  );
  return dfa;
}

/** The words that both match. As `product`. */
export function intersection(left: Dfa, right: Dfa, limits: AutomatonLimits = defaultAutomatonLimits): Dfa {
  const both = (a: readonly string[], b: readonly string[]) =>
    a.includes('match') && b.includes('match') ? ['match'] : [];
  return product(left, right, both, limits);
}

/**
 * The complement with respect to Σ*: `match` where the automaton has it not; other categories are
 * dropped. Linear. (Hopcroft, Motwani, Ullman, 3rd ed., 4.2.1.)
 */
export function complement(dfa: Dfa): Dfa {
  return {
    ...dfa,
    categories: dfa.categories.map((categories) => (categories.includes('match') ? [] : ['match'])),
  };
}

/** Throws RrvError: formulaInvalid. */
function requireSameAlphabet(left: readonly string[], right: readonly string[]): void {
  if (left.length !== right.length || left.some((letter, index) => letter !== right[index]))
    throw new RrvError(formulaInvalid('automata over different alphabets cannot be combined'));
}
