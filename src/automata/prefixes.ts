import type { Dfa, StateId } from './dfa.ts';
import { minimize } from './minimize.ts';
import { coreachable, statesOf } from './reachability.ts';

/**
 * The bad prefixes (Definition 2 of the paper) of the language of `category` in Σ*: the words that no
 * continuation, the empty one included, leads into it. They have category `bad` in the result, which is
 * minimal. Linear, then `minimize`.
 */
export function badPrefixes(dfa: Dfa, category = 'match', bad = 'match'): Dfa {
  const live = coreachable(dfa, statesOf(dfa, category));
  return minimize({ ...dfa, categories: Array.from(live, (flag) => (flag === 1 ? [] : [bad])) });
}

/**
 * The good prefixes (Definition 2 of the paper) of the language of `category` in Σ*: the words that every
 * continuation keeps in it. They have category `good` in the result, which is minimal. Linear, then `minimize`.
 */
export function goodPrefixes(dfa: Dfa, category = 'match', good = 'match'): Dfa {
  const outside: StateId[] = [];
  dfa.categories.forEach((categories, state) => {
    if (!categories.includes(category)) outside.push(state as StateId);
  });
  const leaves = coreachable(dfa, outside);
  return minimize({ ...dfa, categories: Array.from(leaves, (flag) => (flag === 1 ? [] : [good])) });
}
