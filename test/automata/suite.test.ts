import { expect, test } from 'vitest';
import { determinize, toNfa } from '../../src/automata/determinize.ts';
import type { Dfa, EventId } from '../../src/automata/dfa.ts';
import { minimize } from '../../src/automata/minimize.ts';
import { checkDfa } from './support/check-automata.ts';
import { compileCase } from './support/compile-case.ts';
import { accepts, verdicts } from './support/simulation.ts';
import { suiteCases } from './support/suite.ts';

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

const cases = suiteCases();

test.each(cases)('$file: $name', (each) => {
  const dfa = compileCase(each);
  expect(checkDfa(dfa)).toEqual([]);
  const letters = new Map(each.alphabet.map((name, letter) => [name, letter as EventId]));
  for (const { text, events } of each.traces) {
    const word = events.map(({ event }) => letters.get(event)!);
    const expected = events.map(({ categories }) => categories);
    const result = (engine: string, found: readonly (readonly string[])[]) => ({
      engine,
      trace: text,
      verdicts: sorted(found),
    });
    for (const [engine, found] of [
      ['DFA', verdicts(dfa, word)],
      ['minimised DFA', verdicts(minimize(dfa), word)],
      ['NFA simulation', byNfa(dfa, word)],
      ['subset construction', bySubsets(dfa, word)],
    ] as const)
      expect(result(engine, found)).toEqual(result(engine, expected));
  }
});

test('the suite has cases of every formalism', () => {
  expect([...new Set(cases.map((each) => each.formalism))].sort()).toEqual(['ere', 'fsm', 'ltl', 'ptltl']);
});
