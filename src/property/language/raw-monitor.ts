import type { Dfa, StateId } from '../../automata/dfa.ts';
import { distinctNames } from '../../automata/state-names.ts';

/**
 * The monitor of a property without a formula: every event in `reporting` reports a category of its own
 * name each time it happens; the others report nothing (their Java code may). State 0 is the initial one.
 */
export function rawMonitor(alphabet: readonly string[], reporting: ReadonlySet<string>): Dfa {
  const states = ['idle', ...alphabet.filter((name) => reporting.has(name))];
  const row = alphabet.map((name) => Math.max(0, states.indexOf(name, 1)));
  return {
    alphabet,
    stateCount: states.length,
    stateNames: distinctNames(states),
    initial: 0 as StateId,
    next: Int32Array.from(states.flatMap(() => row)),
    categories: states.map((name, state) => (state === 0 ? [] : [name])),
  };
}
