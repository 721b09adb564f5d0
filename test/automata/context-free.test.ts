import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ContextFreeMonitor, compileCfg, verdictsOf } from '../../src/automata/compile-cfg.ts';
import { derivationStates } from '../../src/automata/derivation-states.ts';
import type { EventId } from '../../src/automata/dfa.ts';
import type { Grammar, GrammarSymbol, Production } from '../../src/automata/grammar.ts';
import { defaultAutomatonLimits } from '../../src/automata/limits.ts';
import { parseCfg } from './support/formula-parser.ts';
import { grammars } from './support/generators.ts';
import { verdicts } from './support/simulation.ts';

/** The words up to a length, by definition: the least sets of words that hold what productions make of each other's. */
function wordsUpTo({ nonterminals, productions }: Grammar, length: number): ReadonlySet<string> {
  const words = nonterminals.map(() => new Set<string>());
  for (let grows = true; grows; ) {
    grows = false;
    for (const { of, symbols } of productions) {
      let made = new Set(['']);
      for (const symbol of symbols) {
        const next = symbol.kind === 'event' ? [String(symbol.letter)] : [...words[symbol.index]!];
        made = new Set([...made].flatMap((word) => next.map((more) => word + more)));
        for (const word of made) if (word.length > length) made.delete(word);
      }
      for (const word of made)
        if (!words[of]!.has(word)) {
          words[of]!.add(word);
          grows = true;
        }
    }
  }
  return words[0]!;
}

/** A grammar of all beginnings of its words: those of a production are some of its symbols and a beginning of the next. */
function beginningsOf({ nonterminals, productions }: Grammar): Grammar {
  const count = nonterminals.length;
  const derives = new Set<number>();
  const all = ({ symbols }: Production): boolean =>
    symbols.every((symbol) => symbol.kind === 'event' || derives.has(symbol.index));
  for (let size = -1; size < derives.size; ) {
    size = derives.size;
    for (const production of productions) if (all(production)) derives.add(production.of);
  }
  const useful = productions.filter(all);
  const begun = useful.flatMap(({ of, symbols }) => [
    { of, symbols: [] },
    ...symbols.map((symbol, at) => ({
      of,
      symbols: [...symbols.slice(0, at).map(moved), symbol.kind === 'event' ? symbol : symbol],
    })),
  ]);
  return {
    nonterminals: [...nonterminals.map((name) => `${name} begun`), ...nonterminals],
    productions: [
      ...begun,
      ...useful.map(({ of, symbols }) => ({ of: of + count, symbols: symbols.map(moved) })),
    ],
  };

  function moved(symbol: GrammarSymbol): GrammarSymbol {
    return symbol.kind === 'event' ? symbol : { ...symbol, index: symbol.index + count };
  }
}

const letters = 2;
const alphabet = ['a', 'b'];

function tracesUpTo(length: number): EventId[][] {
  let last: EventId[][] = [[]];
  return Array.from({ length }, () => {
    last = last.flatMap((trace) =>
      Array.from({ length: letters }, (_, letter) => [...trace, letter as EventId]),
    );
    return last;
  }).flat();
}

/** What a trace reports at its end. */
function reporter({
  monitor,
  derivations,
}: ContextFreeMonitor): (trace: readonly EventId[]) => readonly string[] {
  if (derivations === undefined) return (trace) => verdicts(monitor, trace).at(-1)!;
  const states = derivationStates(derivations);
  return (trace) =>
    verdictsOf(
      states,
      trace.reduce((state, letter) => states.next(state, letter), states.initial),
    );
}

const limits = { ...defaultAutomatonLimits, grammarSteps: 2000 };

test('random grammars report what their words say', () => {
  const kinds = { grammars: 0, withStack: 0, empty: 0 };
  const length = 6;
  const traces = tracesUpTo(length);
  fc.assert(
    fc.property(grammars(letters), fc.boolean(), (grammar, suffix) => {
      const words = wordsUpTo(grammar, length);
      const beginnings = wordsUpTo(beginningsOf(grammar), length);
      const compiled = compileCfg(grammar, alphabet, suffix, { limits });
      const reported = reporter(compiled);
      kinds.grammars++;
      kinds.withStack += compiled.derivations === undefined ? 0 : 1;
      kinds.empty += beginnings.size === 0 ? 1 : 0;
      for (const trace of traces) {
        const text = trace.join('');
        const matches = suffix ? trace.some((_, begin) => words.has(text.slice(begin))) : words.has(text);
        const fails = suffix
          ? beginnings.size === 0 || (beginnings.size === 1 && words.size === 1)
          : !beginnings.has(text);
        expect({ text, reported: reported(trace) }).toEqual({
          text,
          reported: matches ? ['match'] : fails ? ['fail'] : [],
        });
      }
    }),
    { seed: 20261201, numRuns: 1500 },
  );
  expect(kinds.grammars).toBe(1500);
  expect([kinds.withStack > 200, kinds.empty > 200]).toEqual([true, true]);
});

test('a pattern that needs no stack is compiled to the automaton of its language', () => {
  const compiled = (text: string, suffix = false) =>
    compileCfg(parseCfg(text, alphabet), alphabet, suffix, {});
  const states = (text: string, suffix = false) => {
    const { monitor, derivations } = compiled(text, suffix);
    return derivations === undefined ? monitor.stateCount : 'stack';
  };
  // Begun, matched once, and failed; with any events before it there is no failure.
  expect([states('S -> a a'), states('S -> a a', true)]).toEqual([4, 3]);
  expect([states('S -> S S | a'), states('S -> S S | epsilon | a')]).toEqual([3, 2]);
  expect([states('S -> S a | b'), states('S -> a S | b'), states('S -> S')]).toEqual([3, 3, 1]);
  expect([states('S -> a S b | epsilon'), states('S -> S a S b | epsilon')]).toEqual(['stack', 'stack']);
  expect(states('S -> S S | a S b | epsilon')).toBe('stack');
});

test('the states of brackets are their depths, however they are written', () => {
  for (const text of ['S -> S a S b | epsilon', 'S -> a S b S | epsilon', 'S -> S S | a S b | epsilon']) {
    const { derivations } = compileCfg(parseCfg(text, alphabet), alphabet, false, {});
    const states = derivationStates(derivations!);
    const ends = new Set<number>();
    let state = states.initial;
    for (let round = 0; round < 3; round++) {
      for (let depth = 0; depth < 1000; depth++) {
        state = states.next(state, 0);
        ends.add(state);
      }
      for (let depth = 0; depth < 1000; depth++) {
        state = states.next(state, 1);
        ends.add(state);
      }
      expect(states.accepts(state)).toBe(true);
    }
    expect(ends.size).toBeLessThanOrEqual(2001);
    expect(states.work()).toBeLessThan(50_000);
  }
});

test.each([
  ['S -> a S b | epsilon', 200_000],
  ['S -> S a S b | epsilon', 200_000],
  // Each `b` ends one of many.
  ['S -> a S b | a S b b | epsilon', 1000],
])('nesting deeper than the stack of this process: %s', (text, depth) => {
  const { derivations } = compileCfg(parseCfg(text, alphabet), alphabet, false, {});
  const states = derivationStates(derivations!);
  let state = states.initial;
  for (let at = 0; at < depth; at++) state = states.next(state, 0);
  for (let at = 0; at < depth; at++) state = states.next(state, 1);
  expect([states.accepts(state), states.isDead(state)]).toEqual([true, false]);
});

test('a grammar that is too large is an error', () => {
  const grammar = parseCfg('S -> T a | T b, T -> S a S | b', alphabet);
  const compiled = (grammarSize: number) =>
    compileCfg(grammar, alphabet, false, { limits: { ...defaultAutomatonLimits, grammarSize } });
  expect(() => compiled(10)).toThrow('grammarSize');
  expect(compiled(1000).derivations).toBeDefined();
});
