import { formulaInvalid, RrvError } from '../diagnostics.ts';
import type { Dfa, EventId } from './dfa.ts';
import { type AutomatonLimits, defaultAutomatonLimits } from './limits.ts';
import { minimize } from './minimize.ts';

export interface CompileOptions {
  readonly limits?: AutomatonLimits;
  /**
   * The categories that somebody asks for; others are dropped, which makes the monitor smaller. All that the
   * formalism has when absent.
   */
  readonly categories?: readonly string[];
}

/** The given limits, or the defaults. */
export function limitsOf(options: CompileOptions): AutomatonLimits {
  return options.limits ?? defaultAutomatonLimits;
}

/** Minimal, with the wanted categories only, and states named after what they report. */
export function finish(dfa: Dfa, options: CompileOptions, name: (dfa: Dfa) => readonly string[]): Dfa {
  const wanted = options.categories;
  const categories =
    wanted === undefined
      ? dfa.categories
      : dfa.categories.map((own) => own.filter((category) => wanted.includes(category)));
  const result = minimize({ ...dfa, categories });
  return { ...result, stateNames: name(result) };
}

/** For a pattern: there is one state that fails at most. */
export function verdictNames({ categories }: Dfa): readonly string[] {
  return categories.map((own, state) => (own.includes('fail') ? 'fail' : `s${state}`));
}

/** The letters by name. Throws RrvError(formulaInvalid) for a name that is not in the alphabet. */
export function letterLookup(alphabet: readonly string[]): (name: string) => EventId {
  const letters = new Map(alphabet.map((name, letter) => [name, letter as EventId]));
  return (name) => {
    const letter = letters.get(name);
    if (letter === undefined)
      throw new RrvError(
        formulaInvalid(
          `the formula uses the event ${name}, which is not declared`,
          {},
          `Declared: ${alphabet.join(', ')}.`,
        ),
      );
    return letter;
  };
}
