import { formulaInvalid, RrvError } from '../diagnostics.ts';
import { type CompileOptions, finish, letterLookup, limitsOf } from './compile-options.ts';
import { explore } from './determinize.ts';
import type { Dfa } from './dfa.ts';
import type { Ltl } from './ltl.ts';
import { ltlCore } from './ltl-core.ts';
import { type PastBits, presentEvaluator } from './ltl-present.ts';

/**
 * The monitor of a past-time formula: after each event `validation` when the formula holds at that event,
 * `violation` when not (Havelund and Rosu, TACAS 2002; JavaMOP's `ptltl:`). At most 2^past subformulas
 * states before minimisation, bounded by `limits.determinizeStates` (RrvError(automatonLimit)).
 * RrvError(formulaInvalid) for a future operator or an event that is not in the alphabet.
 */
export function compilePtltl(formula: Ltl, alphabet: readonly string[], options: CompileOptions = {}): Dfa {
  const limits = limitsOf(options);
  const core = ltlCore(formula, letterLookup(alphabet), limits);
  if (!core.isPresent(core.root) || core.definitions.length > 0)
    throw new RrvError(
      formulaInvalid('a past-time formula has no future operators', {}, 'Use ltl: for [], <>, o, U and R.'),
    );
  const present = presentEvaluator(core);
  interface Progress {
    readonly past: PastBits;
    /** Absent before the first event. */
    readonly holds?: boolean;
  }
  const { states: _, ...dfa } = explore<Progress>(
    alphabet,
    { past: present.initial },
    (state) => `${state.past}|${state.holds}`,
    (state, event) => {
      const now = present.evaluate(state.past, event, 0);
      return { past: now.past, holds: now.values[core.root] === 1 };
    },
    (state) => (state.holds === undefined ? [] : [state.holds ? 'validation' : 'violation']),
    limits,
  );
  return finish(dfa, options, (result) => result.categories.map((_, state) => `s${state}`));
}
