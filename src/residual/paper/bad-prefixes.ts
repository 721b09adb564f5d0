import type { Dfa } from '../../automata/dfa.ts';
import type { Property } from '../../property/model.ts';
import type { Automaton, Transition } from './automaton.ts';

/**
 * The automaton A^bad of Definition 2 and Figure 2: it accepts the traces on which the monitor has reported.
 * Bad prefixes are closed under extension, so a state that reports is final and never left, whatever the
 * monitor does afterwards (start again, or stay silent). States that are not reachable then are left out.
 * O(states * letters).
 *
 * Consequence: of a slice, only the first report is looked at.
 */
function badPrefixAutomaton(monitor: Dfa, reports: (category: string) => boolean): Automaton {
  const letterCount = monitor.alphabet.length;
  const isFinal = (state: number): boolean => monitor.categories[state]?.some(reports) ?? false;
  const transitions: Transition[] = [];
  /** The monitor's states that are reachable, in order of discovery, with their new numbers. */
  const numbers = new Map<number, number>([[monitor.initial, 0]]);
  for (const [state, from] of numbers)
    for (let letter = 0; letter < letterCount; letter++) {
      const target = isFinal(state) ? state : monitor.next[state * letterCount + letter]!;
      const to = numbers.get(target) ?? numbers.size;
      numbers.set(target, to);
      transitions.push({ from, letter, to });
    }
  const states = [...numbers.keys()];
  return {
    letterCount,
    stateCount: states.length,
    stateNames: states.map((state) => monitor.stateNames[state] ?? String(state)),
    transitions,
    initial: [0],
    final: states.map(isFinal),
  };
}

/** A^bad of a property: what any of its handlers acts on is a bad prefix (or a good one, see `prefixKind`). */
export function badPrefixesOf(property: Property): Automaton {
  const handled = new Set(property.handlers.map((handler) => handler.category));
  return badPrefixAutomaton(property.monitor, (category) => handled.has(category));
}

/**
 * Which prefixes the property's handlers wait for (Definition 2, section 5.3): good ones when all of them handle
 * the verdict `validation` (co-safety: nothing can falsify the formula any more), bad ones otherwise.
 */
export function prefixKind(property: Property): 'bad' | 'good' {
  const { handlers } = property;
  return handlers.length > 0 && handlers.every(({ category }) => category === 'validation') ? 'good' : 'bad';
}
