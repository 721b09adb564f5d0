import { expect, test } from 'vitest';
import { verdictsOf } from '../../src/automata/compile-cfg.ts';
import { derivationStates } from '../../src/automata/derivation-states.ts';
import type { Derivations } from '../../src/automata/derivations.ts';
import { determinize, toNfa } from '../../src/automata/determinize.ts';
import type { Dfa, EventId } from '../../src/automata/dfa.ts';
import { minimize } from '../../src/automata/minimize.ts';
import { checkDfa } from './support/check-automata.ts';
import { compiledCase } from './support/compile-case.ts';
import { accepts, verdicts } from './support/simulation.ts';
import { type SuiteCase, suiteCases } from './support/suite.ts';

const sorted = (lists: readonly (readonly string[])[]) => lists.map((list) => [...list].sort());

/** The monitor run as one NFA per category: a verdict is acceptance of the trace so far. */
function byNfa(dfa: Dfa, word: readonly EventId[]): string[][] {
  const categories = [...new Set(dfa.categories.flat())].sort();
  return word.map((_, index) =>
    categories.filter((category) => accepts(toNfa(dfa, category), word.slice(0, index + 1))),
  );
}

/** The same after each category's language has been determinised and minimised on its own. */
function bySubsets(dfa: Dfa, word: readonly EventId[]): string[][] {
  const parts = [...new Set(dfa.categories.flat())]
    .sort()
    .map((category) => ({ category, part: minimize(determinize(toNfa(dfa, category))) }));
  const reports = parts.map(({ category, part }) =>
    verdicts(part, word).map((own) => (own.includes('match') ? [category] : [])),
  );
  return word.map((_, index) => reports.flatMap((own) => own[index]!));
}

type Engine = (word: readonly EventId[]) => readonly (readonly string[])[];

const ofAutomaton = (dfa: Dfa): Readonly<Record<string, Engine>> => ({
  DFA: (word) => verdicts(dfa, word),
  'minimised DFA': (word) => verdicts(minimize(dfa), word),
  'NFA simulation': (word) => byNfa(dfa, word),
  'subset construction': (word) => bySubsets(dfa, word),
});

function byDerivations({ categories }: SuiteCase, derivations: Derivations): Engine {
  const states = derivationStates(derivations);
  return (word) => {
    let state = states.initial;
    return word.map((letter) => {
      state = states.next(state, letter);
      return verdictsOf(states, state).filter((one) => categories?.includes(one) !== false);
    });
  };
}

const cases = suiteCases();

test.each(cases)('$file: $name', (each) => {
  const { monitor: dfa, derivations } = compiledCase(each);
  expect(checkDfa(dfa)).toEqual([]);
  const engines =
    derivations === undefined ? ofAutomaton(dfa) : { 'derivation states': byDerivations(each, derivations) };
  const letters = new Map(each.alphabet.map((name, letter) => [name, letter as EventId]));
  for (const { text, events } of each.traces) {
    const word = events.map(({ event }) => letters.get(event)!);
    const expected = events.map(({ categories }) => categories);
    const result = (engine: string, found: readonly (readonly string[])[]) => ({
      engine,
      trace: text,
      verdicts: sorted(found),
    });
    for (const [engine, run] of Object.entries(engines))
      expect(result(engine, run(word))).toEqual(result(engine, expected));
  }
});

test('the suite has cases of every formalism', () => {
  expect([...new Set(cases.map((each) => each.formalism))].sort()).toEqual([
    'cfg',
    'ere',
    'fsm',
    'ltl',
    'ptltl',
  ]);
  expect(cases.filter((each) => compiledCase(each).derivations !== undefined).length).toBeGreaterThan(8);
});
