import { type CompileOptions, finish, letterLookup, limitsOf } from './compile-options.ts';
import { explore, stepCounter } from './determinize.ts';
import type { Dfa, EventId } from './dfa.ts';
import type { AutomatonLimits } from './limits.ts';
import type { Ltl } from './ltl.ts';
import { type LtlCore, ltlCore } from './ltl-core.ts';
import type { FormulaId } from './ltl-formulas.ts';
import { liveAutomaton } from './ltl-tableau.ts';

/**
 * The monitor of a formula that must hold at the first position of the infinite trace: `violation` when the
 * trace so far becomes a bad prefix, `validation` when it becomes a good prefix (Definition 2 of the paper),
 * each reported once, by the event that decides; then nothing more. A formula that is unsatisfiable, or
 * valid, is decided by the first event. The construction is that of Bauer, Leucker, Schallhart ("Runtime
 * verification for LTL and TLTL", TOSEM 2011): the live parts of the automata of the formula and of its
 * negation, determinised and run side by side. Doubly exponential in the worst case; the limits bound it
 * (RrvError(automatonLimit)). RrvError(formulaInvalid) for an event that is not in the alphabet.
 */
export function compileLtl(formula: Ltl, alphabet: readonly string[], options: CompileOptions = {}): Dfa {
  const limits = limitsOf(options);
  // Events that the formula does not mention are alike to it: they share one letter.
  const lookup = letterLookup(alphabet);
  const letterOf = new Map<EventId, EventId>();
  const core = ltlCore(
    formula,
    (name) => {
      const event = lookup(name);
      const letter = letterOf.get(event) ?? (letterOf.size as EventId);
      letterOf.set(event, letter);
      return letter;
    },
    limits,
  );
  const other = letterOf.size;
  const letters = alphabet.map((_, event) => letterOf.get(event as EventId) ?? other);
  const letterCount = other < alphabet.length ? other + 1 : other;
  const bad = prefixAutomaton(core, core.root, letterCount, limits);
  const good = prefixAutomaton(core, core.negation(core.root), letterCount, limits);

  const verdictOf = (state: Undecided): Verdict | undefined =>
    state.bad.length === 0 ? 'violation' : state.good.length === 0 ? 'validation' : undefined;
  const { states: _, ...dfa } = explore<Progress>(
    alphabet,
    { kind: 'undecided', bad: bad.initial, good: good.initial },
    (state) =>
      state.kind === 'undecided' ? `undecided ${state.bad.join()} ${state.good.join()}` : state.kind,
    (state, event) => {
      if (state.kind !== 'undecided') return { kind: 'done' };
      // The empty set stays empty: what is decided before the first event is reported by that event.
      const letter = letters[event]!;
      const next: Undecided = {
        kind: 'undecided',
        bad: bad.step(state.bad, letter),
        good: good.step(state.good, letter),
      };
      const verdict = verdictOf(next);
      return verdict === undefined ? next : { kind: verdict };
    },
    (state) => (state.kind === 'violation' || state.kind === 'validation' ? [state.kind] : []),
    limits,
  );
  return finish(dfa, options, (result) => result.categories.map((own, state) => own[0] ?? `s${state}`));
}

type Verdict = 'violation' | 'validation';

interface Undecided {
  readonly kind: 'undecided';
  /** States of the two prefix automata: of the formula, and of its negation. */
  readonly bad: readonly number[];
  readonly good: readonly number[];
}

type Progress = Undecided | { readonly kind: Verdict | 'done' };

interface PrefixAutomaton {
  readonly initial: readonly number[];
  /** The empty set, once reached, is a bad prefix. */
  step(states: readonly number[], letter: number): readonly number[];
}

function prefixAutomaton(
  core: LtlCore,
  goal: FormulaId,
  letterCount: number,
  limits: AutomatonLimits,
): PrefixAutomaton {
  const live = liveAutomaton(core, [goal, core.constraint], letterCount, limits);
  const spend = stepCounter(limits);
  return {
    initial: live.initial,
    step(states, letter) {
      const targets = new Set<number>();
      for (const state of states) {
        const own = live.targets[state]![letter]!;
        spend(own.length + 1);
        for (const target of own) targets.add(target);
      }
      return [...targets].sort((left, right) => left - right);
    },
  };
}
