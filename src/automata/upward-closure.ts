import type { EventId, StateId } from './dfa.ts';
import type { Nfa } from './nfa.ts';

/**
 * The upward closure (Definition 6 of the paper): every word from which some word of the language remains
 * when letters are removed. A self-loop with every letter on every state (Section 3.3). O(states · letters).
 */
export function upwardClosure(nfa: Nfa): Nfa {
  const edges = nfa.edges.map((own, state) => [
    ...own,
    ...nfa.alphabet.map((_, event) => ({ event: event as EventId, target: state as StateId })),
  ]);
  return { ...nfa, edges };
}
