import { explore } from '../../automata/determinize.ts';
import type { Dfa } from '../../automata/dfa.ts';
import type { AutomatonLimits } from '../../automata/limits.ts';
import { minimize } from '../../automata/minimize.ts';

/**
 * JavaMOP's `full-binding`: only slices that bind all parameters report. The domain of a slice is the union
 * of what its events bind, so the product of the monitor with that set decides it. `binds` is a bit set of
 * parameters per letter. O(states * 2^parameters * letters).
 */
export function fullBindingMonitor(
  monitor: Dfa,
  binds: readonly number[],
  full: number,
  limits: AutomatonLimits,
): Dfa {
  const letters = monitor.alphabet.length;
  const { states, ...dfa } = explore<readonly [state: number, bound: number]>(
    monitor.alphabet,
    [monitor.initial, 0],
    ([state, bound]) => `${state},${bound}`,
    ([state, bound], event) => [monitor.next[state * letters + event]!, bound | binds[event]!],
    ([state, bound]) => (bound === full ? monitor.categories[state]! : []),
    limits,
  );
  const named = { ...dfa, stateNames: states.map(([state]) => monitor.stateNames[state]!) };
  return minimize(named);
}
