import { explore } from '../../automata/determinize.ts';
import type { Dfa } from '../../automata/dfa.ts';
import type { AutomatonLimits } from '../../automata/limits.ts';
import { minimize } from '../../automata/minimize.ts';
import { distinctNames } from '../../automata/state-names.ts';

/**
 * JavaMOP's `full-binding`: only slices that bind all parameters report. The domain of a slice is the union
 * of what its events bind, so the product of the monitor with that set decides it. `binds` is a bit set of
 * parameters per letter. After a report with one of the categories `resetting` the formula begins anew, and
 * what is bound stays bound: that is in the product, so that handlers must not reset. O(states * 2^parameters
 * * letters).
 */
export function fullBindingMonitor(
  monitor: Dfa,
  binds: readonly number[],
  full: number,
  resetting: ReadonlySet<string>,
  limits: AutomatonLimits,
): Dfa {
  const letters = monitor.alphabet.length;
  const { states, ...dfa } = explore<readonly [state: number, bound: number]>(
    monitor.alphabet,
    [monitor.initial, 0],
    ([state, bound]) => `${state},${bound}`,
    ([state, bound], event) => {
      const isReset = bound === full && monitor.categories[state]!.some((name) => resetting.has(name));
      const from = isReset ? monitor.initial : state;
      return [monitor.next[from * letters + event]!, bound | binds[event]!];
    },
    ([state, bound]) => (bound === full ? monitor.categories[state]! : []),
    limits,
  );
  const named = { ...dfa, stateNames: states.map(([state]) => monitor.stateNames[state]!) };
  const result = minimize(named);
  return { ...result, stateNames: distinctNames(result.stateNames) };
}
