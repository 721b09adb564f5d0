import { automatonLimit, RrvError } from '../diagnostics.ts';
import type { Dfa, EventId, StateId } from './dfa.ts';
import { epsilonClosure, stepSet } from './epsilon.ts';
import type { AutomatonLimits } from './limits.ts';
import { defaultAutomatonLimits } from './limits.ts';
import type { Nfa } from './nfa.ts';

/**
 * The deterministic automaton that `expand` spans from `initial`: breadth first, states numbered as they are
 * found, two with equal keys being one. Throws RrvError(automatonLimit) over `limits.determinizeStates`.
 * O(states · letters) calls of `expand`'s result.
 */
export function explore<State>(
  alphabet: readonly string[],
  initial: State,
  key: (state: State) => string,
  expand: (state: State, event: EventId) => State,
  categories: (state: State) => readonly string[],
  limits: AutomatonLimits = defaultAutomatonLimits,
): Dfa & { readonly states: readonly State[] } {
  const numbers = new Map<string, number>();
  const states: State[] = [];
  const next: number[] = [];
  const number = (state: State): number => {
    const name = key(state);
    const known = numbers.get(name);
    if (known !== undefined) return known;
    if (states.length >= limits.determinizeStates)
      throw new RrvError(automatonLimit('determinizeStates', states.length + 1, limits.determinizeStates));
    numbers.set(name, states.length);
    states.push(state);
    return states.length - 1;
  };
  number(initial);
  // `states` grows while it is walked.
  for (let index = 0; index < states.length; index++)
    for (let event = 0; event < alphabet.length; event++)
      next.push(number(expand(states[index]!, event as EventId)));
  return {
    alphabet,
    stateCount: states.length,
    stateNames: states.map((_, index) => `s${index}`),
    initial: 0 as StateId,
    next: Int32Array.from(next),
    categories: states.map(categories),
    states,
  };
}

/**
 * The subset construction (Rabin and Scott 1959; Hopcroft, Motwani, Ullman, 3rd ed., 2.3.5): a total
 * automaton whose states that hold an accepting state have `match`. Up to 2^states states, bounded by
 * `limits.determinizeStates` and `limits.determinizeSteps` (RrvError(automatonLimit)).
 */
export function determinize(nfa: Nfa, limits: AutomatonLimits = defaultAutomatonLimits): Dfa {
  const spend = stepCounter(limits);
  const { states: _, ...dfa } = explore(
    nfa.alphabet,
    epsilonClosure(nfa, nfa.initial),
    (subset) => subset.join(),
    (subset, event) => {
      spend(subset.length + 1);
      return stepSet(nfa, subset, event);
    },
    (subset) => (subset.some((state) => nfa.accepting[state] === 1) ? ['match'] : []),
    limits,
  );
  return dfa;
}

/** Adds up steps and throws RrvError(automatonLimit) when there are more than `limits.determinizeSteps`. */
export function stepCounter(limits: AutomatonLimits): (steps: number) => void {
  let total = 0;
  return (steps) => {
    total += steps;
    if (total > limits.determinizeSteps)
      throw new RrvError(automatonLimit('determinizeSteps', total, limits.determinizeSteps));
  };
}

/** The same language as an NFA: the words that lead to a state with `category`. Linear. */
export function toNfa(dfa: Dfa, category = 'match'): Nfa {
  const letters = dfa.alphabet.length;
  return {
    alphabet: dfa.alphabet,
    stateCount: dfa.stateCount,
    initial: [dfa.initial],
    accepting: Uint8Array.from(dfa.categories, (categories) => (categories.includes(category) ? 1 : 0)),
    edges: Array.from({ length: dfa.stateCount }, (_, state) =>
      Array.from({ length: letters }, (_, event) => ({
        event: event as EventId,
        target: dfa.next[state * letters + event] as StateId,
      })),
    ),
  };
}
