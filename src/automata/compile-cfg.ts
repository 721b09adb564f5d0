import { type CompileOptions, finish, limitsOf, verdictNames } from './compile-options.ts';
import { type DerivationStates, derivationStates } from './derivation-states.ts';
import { type Derivations, derivationsOf } from './derivations.ts';
import { explore } from './determinize.ts';
import type { Dfa, StateId } from './dfa.ts';
import type { Grammar } from './grammar.ts';

/** What a context-free pattern reports. */
export interface ContextFreeMonitor {
  /** `match` and `fail`; with `derivations`, each event may report all that is asked for. */
  readonly monitor: Dfa;
  /** Of a pattern that needs a stack, or more states than the limit. */
  readonly derivations?: Derivations;
}

/**
 * `match`: the trace so far is a word of the grammar. `fail`: no continuation is one. A language with few states is
 * compiled to its automaton. `suffix`: a match may begin at any event. Throws RrvError(automatonLimit).
 */
export function compileCfg(
  grammar: Grammar,
  alphabet: readonly string[],
  suffix: boolean,
  options: CompileOptions,
): ContextFreeMonitor {
  const limits = limitsOf(options);
  const derivations = derivationsOf(grammar, alphabet.length, suffix, limits);
  const states = derivationStates(derivations);
  if (isWithin(states, alphabet.length, limits.grammarSteps)) {
    const dfa = explore(
      alphabet,
      states.initial,
      (state) => `${state}`,
      (state, letter) => states.next(state, letter),
      (state) => verdictsOf(states, state),
      limits,
    );
    return { monitor: finish(dfa, options, verdictNames) };
  }
  const categories = options.categories ?? ['match', 'fail'];
  return { monitor: anyVerdict(alphabet, categories), derivations };
}

/** What is reported where this state is entered. */
export function verdictsOf(states: DerivationStates, state: StateId): readonly string[] {
  return states.accepts(state) ? ['match'] : states.isDead(state) ? ['fail'] : [];
}

/** Whether all states are found in so many steps. */
function isWithin({ initial, next, work }: DerivationStates, letters: number, steps: number): boolean {
  const found = new Set([initial]);
  for (const state of found)
    for (let letter = 0; letter < letters; letter++) {
      found.add(next(state, letter));
      if (work() > steps) return false;
    }
  return true;
}

/** One that may report any of the categories at each event. */
export function anyVerdict(alphabet: readonly string[], categories: readonly string[]): Dfa {
  return {
    alphabet,
    stateCount: 1,
    stateNames: ['any'],
    initial: 0 as StateId,
    next: new Int32Array(alphabet.length),
    categories: [categories],
  };
}
