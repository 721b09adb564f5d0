import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileEre } from '../../src/automata/compile-ere.ts';
import { compileFsm } from '../../src/automata/compile-fsm.ts';
import { compileLtl } from '../../src/automata/compile-ltl.ts';
import { compilePtltl } from '../../src/automata/compile-ptltl.ts';
import type { Dfa, EventId } from '../../src/automata/dfa.ts';
import type { Ltl } from '../../src/automata/ltl.ts';
import { processorTime } from '../support/processor-time.ts';
import { checkDfa } from './support/check-automata.ts';
import { holds, inLanguage, type Lasso, stateAfter, words } from './support/definitions.ts';
import { difference } from './support/equivalence.ts';
import { parseEre, parseFsm, parseLtl } from './support/formula-parser.ts';
import { eres, ltls } from './support/generators.ts';
import { verdicts } from './support/simulation.ts';

const alphabet = ['a', 'b'];
const wider = ['a', 'b', 'c'];
const named = (word: readonly EventId[], names: readonly string[] = alphabet) =>
  word.map((event) => names[event]!);
const categoriesAfter = (dfa: Dfa, word: readonly EventId[]) => dfa.categories[stateAfter(dfa, word)]!;

test('an expression matches the words of its language and fails on the words without continuation in it', () => {
  fc.assert(
    fc.property(eres(alphabet), (ere) => {
      const dfa = compileEre(ere, alphabet);
      expect(checkDfa(dfa)).toEqual([]);
      for (const word of words(2, 5)) {
        const member = inLanguage(ere, named(word));
        const categories = categoriesAfter(dfa, word);
        expect([word, categories.includes('match')]).toEqual([word, member]);
        // A failing word has no continuation that is a member, as far as the eye reaches; and a state that
        // does not fail leads to a match within as many letters as there are states.
        if (categories.includes('fail'))
          expect(words(2, 2).some((end) => inLanguage(ere, named([...word, ...end])))).toBe(false);
        else if (!member) {
          const live = words(2, Math.min(dfa.stateCount, 8)).some((end) =>
            categoriesAfter(dfa, [...word, ...end]).includes('match'),
          );
          expect(live || dfa.stateCount > 8).toBe(true);
        }
      }
    }),
    { seed: 4, numRuns: 150 },
  );
});

/** All lassos u v v v .. with short u and v. */
function lassos(letters: number, stemLength: number, loopLength: number): Lasso<EventId>[] {
  const loops = words(letters, loopLength).filter((loop) => loop.length > 0);
  return words(letters, stemLength).flatMap((stem) => loops.map((loop) => ({ stem, loop })));
}

/** Compares a monitor with the formula's truth on every short continuation of every short trace. */
function checkMonitor(formula: Ltl, names: readonly string[], length: number, tails: Lasso<EventId>[]): void {
  const dfa = compileLtl(formula, names);
  expect(checkDfa(dfa)).toEqual([]);
  const known = new Map<string, boolean>();
  for (const word of words(names.length, length)) {
    const values = new Set<boolean>();
    for (const tail of tails) {
      const stem = [...word, ...tail.stem];
      const key = `${stem.join('')}(${tail.loop.join('')})`;
      let value = known.get(key);
      if (value === undefined) {
        value = holds(formula, { stem: named(stem, names), loop: named(tail.loop, names) });
        known.set(key, value);
      }
      values.add(value);
      if (values.size === 2) break;
    }
    const expected = values.size === 2 ? 'open' : values.has(true) ? 'validation' : 'violation';
    // Reported once, at the first decided prefix of at least one event.
    const reports = verdicts(dfa, word);
    const found = reports.findIndex((categories) => categories.length > 0);
    expect(reports.filter((categories) => categories.length > 0).length).toBeLessThan(2);
    if (word.length === 0) continue;
    expect([JSON.stringify(formula), word, found < 0 ? 'open' : reports[found]![0]]).toEqual([
      JSON.stringify(formula),
      word,
      expected,
    ]);
  }
}

test('violation and validation are the bad and good prefixes of the formula on infinite traces', () => {
  const tails = lassos(2, 2, 3);
  fc.assert(
    fc.property(ltls(alphabet, 2), (formula) => checkMonitor(formula, alphabet, 4, tails)),
    { seed: 7, numRuns: 50 },
  );
});

test('the same with three levels of operators, past over future over past included', () => {
  const tails = lassos(2, 3, 2);
  fc.assert(
    fc.property(ltls(alphabet, 3), (formula) => checkMonitor(formula, alphabet, 3, tails)),
    { seed: 11, numRuns: 50 },
  );
});

test('the same for formulas that need each part of the construction', () => {
  const tails = lassos(2, 2, 2);
  const formulas = [
    // Postponing asks for less than fulfilling: both choices must be kept.
    '[](<> o a and o <> o a)',
    // A guess and the negation of what it stands for.
    '(o [](b => (*) <> b)) and o [](a => (*) not <> b)',
    '<> (a and (*) [] a)',
    '((*) <> [] a) S b',
    '[] (a => <*> (b and o o b))',
  ];
  for (const formula of formulas) checkMonitor(parseLtl(formula), alphabet, 4, tails);
});

test('the same over three events, of which the formula may not mention all', () => {
  const tails = lassos(3, 1, 2);
  fc.assert(
    fc.property(ltls(['a', 'c'], 2), (formula) => checkMonitor(formula, wider, 3, tails)),
    { seed: 13, numRuns: 50 },
  );
});

test('a past-time formula has after each event the value that its definition gives it there', () => {
  fc.assert(
    fc.property(ltls(alphabet, 3, true), (formula) => {
      const dfa = compilePtltl(formula, alphabet);
      expect(checkDfa(dfa)).toEqual([]);
      for (const word of words(2, 5)) {
        if (word.length === 0) continue;
        // "At the last position" in a formula of the first: next, once per further event.
        let there: Ltl = formula;
        for (let count = 1; count < word.length; count++) there = { kind: 'next', operand: there };
        const value = holds(there, { stem: named(word), loop: ['a'] });
        expect([word, categoriesAfter(dfa, word)]).toEqual([word, [value ? 'validation' : 'violation']]);
      }
    }),
    { seed: 17, numRuns: 150 },
  );
});

test('laws of the logic give equivalent monitors', () => {
  const laws: [string, string][] = [
    ['[] a', 'not <> not a'],
    ['a U b', 'b or (a and o (a U b))'],
    ['a R b', 'not ((not a) U (not b))'],
    ['a ~U b', 'a R b'],
    ['~o a', 'o a'],
    ['[](b => <*> a)', 'not ((not a) U (b and not a))'],
    ['[](b => (*) a)', '(not b) and [](o b => a)'],
    ['[](a ~S b)', '[] not ((not a) S (not b))'],
    ['[] [*] a', '[] a'],
    ['<> [a, b)', '<> (a and not b)'],
    ['a xor b', '(a and not b) or (b and not a)'],
    ['a <=> b', '(a => b) and (b => a)'],
    ['[](a => (*) <> b)', '[](a => (*) (b or o <> b))'],
  ];
  for (const [left, right] of laws)
    expect([left, difference(compileLtl(parseLtl(left), wider), compileLtl(parseLtl(right), wider))]).toEqual(
      [left, undefined],
    );
});

test('a formula that is decided from the start is reported by the first event', () => {
  const [a] = [0 as EventId];
  expect(verdicts(compileLtl(parseLtl('a and b'), alphabet), [a, a])).toEqual([['violation'], []]);
  expect(verdicts(compileLtl(parseLtl('[]<>a or <>[]b'), alphabet), [a, a])).toEqual([['validation'], []]);
  expect(verdicts(compileLtl(parseLtl('[]<>a and <>[]b'), wider), [a, a])).toEqual([['violation'], []]);
  // Needs the automata: no finite trace alone decides it, and no rewriting of the formula shows it.
  expect(verdicts(compileLtl(parseLtl('[]<>a'), wider), [a, a, a])).toEqual([[], [], []]);
});

test('state machines: default, fail, aliases, wanted categories', () => {
  const fsm = parseFsm(`
    start [ open -> opened ]
    opened [ close -> closed, open -> err, default opened ]
    closed [ ]
    err [ default err ]
    alias unsafe = err fail`);
  const names = ['open', 'close', 'use'];
  const dfa = compileFsm(fsm, names);
  expect(checkDfa(dfa)).toEqual([]);
  const [open, close, use] = [0, 1, 2] as [EventId, EventId, EventId];
  expect(verdicts(dfa, [open, use, use, close, use, use])).toEqual([
    ['opened'],
    ['opened'],
    ['opened'],
    ['closed'],
    ['fail', 'unsafe'],
    ['fail', 'unsafe'],
  ]);
  expect(verdicts(dfa, [open, open, close])).toEqual([['opened'], ['err', 'unsafe'], ['err', 'unsafe']]);
  const named = parseFsm('s0 [ use -> s1 open -> s2 ] s1 [ use -> s0 ] s2 [ ] alias s1 = s2');
  expect(verdicts(compileFsm(named, names), [use, use, open])).toEqual([[], ['s0'], ['s2', 's1']]);
  const wanted = compileFsm(fsm, names, { categories: ['unsafe'] });
  expect(wanted.stateCount).toBe(4);
  expect(verdicts(wanted, [close, open])).toEqual([['unsafe'], ['unsafe']]);
});

test('formulas and machines that mean nothing are errors that say why', () => {
  const fails = (build: () => unknown) => {
    try {
      build();
    } catch (error) {
      return String(error);
    }
    return 'no error';
  };
  expect(fails(() => compileEre(parseEre('a d*'), wider))).toContain(
    'uses the event d, which is not declared',
  );
  expect(fails(() => compileLtl(parseLtl('[] d'), wider))).toContain('uses the event d');
  expect(fails(() => compilePtltl(parseLtl('(*) <> a'), wider))).toContain('no future operators');
  expect(fails(() => compileFsm(parseFsm('s [ d -> s ]'), wider))).toContain('uses the event d');
  expect(fails(() => compileFsm(parseFsm('s [ a -> t ]'), wider))).toContain('the state t is not declared');
  expect(fails(() => compileFsm(parseFsm('s [ ] s [ ]'), wider))).toContain('the state s is declared twice');
  expect(fails(() => compileFsm(parseFsm('s [ a -> s, a -> t ] t [ ]'), wider))).toContain('two transitions');
  expect(fails(() => compileFsm(parseFsm(''), wider))).toContain('has no state');
  expect(fails(() => compileFsm(parseFsm('s [ ] alias x = y'), wider))).toContain(
    'the state y is not declared',
  );
});

test('what explodes is stopped by a limit, within a second, and the message names the limit', () => {
  const any = '(a | b)';
  const many = Array.from({ length: 16 }, (_, index) => `e${index}`);
  const each = (part: (name: string) => string, join: string) => many.map(part).join(join);
  const cases: [limit: string, build: () => unknown][] = [
    ['determinizeStates', () => compileEre(parseEre(`${any}* a ${any.repeat(20)}`), alphabet)],
    ['determinizeSteps', () => compileEre(parseEre('(epsilon | a | b)^999'), alphabet)],
    ['formulaSize', () => compileEre(parseEre('((a^9)^9)^999'), alphabet)],
    ['nfaStates', () => compileEre(parseEre('(~(a^90))^99'), alphabet)],
    ['tableauEdges', () => compileLtl(parseLtl(each((name) => `<> ${name}`, ' and ')), many)],
    ['tableauEdges', () => compileLtl(parseLtl(`[] (a => ${'o '.repeat(18)} b)`), alphabet)],
    [
      'tableauChoices',
      () => compileLtl(parseLtl(each((name) => `(o ${name} or o o ${name})`, ' and ')), many),
    ],
    ['futureUnderPast', () => compileLtl(parseLtl(each((name) => `(*) <> ${name}`, ' or ')), many)],
    ['determinizeStates', () => compilePtltl(parseLtl(`${'(*) '.repeat(20)} a`), alphabet)],
  ];
  for (const [limit, build] of cases) {
    const started = processorTime();
    let message = 'no limit';
    try {
      build();
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toMatch(new RegExp(`^RRV_AUTOMATON_LIMIT: .* ${limit} is \\d+, reached \\d+$`));
    // The longest takes a second where nothing else runs, and two on a busy machine; without limits none would end.
    expect([limit, processorTime() - started < 15_000]).toEqual([limit, true]);
  }
});

test('a property of 12 states and 40 events compiles in well under a second', () => {
  const names = Array.from({ length: 40 }, (_, index) => `e${index}`);
  const states = Array.from({ length: 12 }, (_, index) => `s${index}`);
  const machine = states
    .map(
      (state, from) =>
        `${state} [ ${names.map((name, event) => `${name} -> s${(from * 7 + event * 5 + 1) % 12}`).join(', ')} ]`,
    )
    .join('\n');
  const pattern = `(${names.slice(0, 20).join(' | ')})* ${names.slice(20, 30).join(' ')} (${names.slice(30).join('|')})+`;
  const formula = `[](e1 => (*) e0) and [](e2 => o (e3 or e4)) and (e5 R not e6) and [](e7 => <*> e8)`;
  const started = processorTime();
  expect(compileFsm(parseFsm(machine), names).stateCount).toBe(12);
  expect(compileEre(parseEre(pattern), names).stateCount).toBe(13);
  expect(checkDfa(compileLtl(parseLtl(formula), names))).toEqual([]);
  expect(processorTime() - started).toBeLessThan(1000);
});
