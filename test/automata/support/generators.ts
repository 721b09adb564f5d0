import fc from 'fast-check';
import type { Dfa, EventId, StateId } from '../../../src/automata/dfa.ts';
import type { Ere } from '../../../src/automata/ere.ts';
import type { Grammar, GrammarSymbol, Production } from '../../../src/automata/grammar.ts';
import type { Ltl, LtlBinary, LtlUnary } from '../../../src/automata/ltl.ts';
import { EPSILON, type Nfa } from '../../../src/automata/nfa.ts';

/** Random inputs for property-based tests. Every test fixes its seed: a failure can be run again as it is. */

export function eres(alphabet: readonly string[], depth = 3): fc.Arbitrary<Ere> {
  const leaf = fc.oneof(
    { arbitrary: fc.constantFrom(...alphabet).map((name): Ere => ({ kind: 'event', name })), weight: 6 },
    { arbitrary: fc.constant<Ere>({ kind: 'epsilon' }), weight: 1 },
    { arbitrary: fc.constant<Ere>({ kind: 'empty' }), weight: 1 },
  );
  let all: fc.Arbitrary<Ere> = leaf;
  for (let level = 0; level < depth; level++) {
    const part = all;
    all = fc.oneof(
      leaf,
      fc
        .tuple(
          fc.constantFrom('concatenation' as const, 'union' as const, 'intersection' as const),
          fc.array(part, { minLength: 1, maxLength: 3 }),
        )
        .map(([kind, operands]): Ere => ({ kind, operands })),
      fc
        .tuple(fc.constantFrom('complement' as const, 'star' as const, 'plus' as const), part)
        .map(([kind, operand]): Ere => ({ kind, operand })),
      fc
        .tuple(part, fc.integer({ min: 0, max: 3 }))
        .map(([operand, count]): Ere => ({ kind: 'repeat', operand, count })),
    );
  }
  return all;
}

const unaries: LtlUnary[] = [
  'not',
  'next',
  'weakNext',
  'eventually',
  'always',
  'previously',
  'weakPreviously',
  'once',
  'historically',
];
const binaries: LtlBinary[] = [
  'and',
  'or',
  'xor',
  'implies',
  'iff',
  'until',
  'release',
  'since',
  'triggered',
  'interval',
];
const future = new Set<string>(['next', 'weakNext', 'eventually', 'always', 'until', 'release']);

export function ltls(alphabet: readonly string[], depth = 2, pastOnly = false): fc.Arbitrary<Ltl> {
  const usable = <Kind extends string>(kinds: readonly Kind[]) =>
    kinds.filter((kind) => !pastOnly || !future.has(kind));
  const leaf = fc.oneof(
    { arbitrary: fc.constantFrom(...alphabet).map((name): Ltl => ({ kind: 'event', name })), weight: 8 },
    { arbitrary: fc.constant<Ltl>({ kind: 'true' }), weight: 1 },
    { arbitrary: fc.constant<Ltl>({ kind: 'false' }), weight: 1 },
  );
  let all: fc.Arbitrary<Ltl> = leaf;
  for (let level = 0; level < depth; level++) {
    const part = all;
    all = fc.oneof(
      { arbitrary: leaf, weight: 1 },
      {
        arbitrary: fc
          .tuple(fc.constantFrom(...usable(unaries)), part)
          .map(([kind, operand]): Ltl => ({ kind, operand })),
        weight: 3,
      },
      {
        arbitrary: fc
          .tuple(fc.constantFrom(...usable(binaries)), part, part)
          .map(([kind, left, right]): Ltl => ({ kind, left, right })),
        weight: 3,
      },
    );
  }
  return all;
}

export function dfas(
  maxStates: number,
  letters: number,
  categories: readonly string[] = ['match'],
): fc.Arbitrary<Dfa> {
  return fc.integer({ min: 1, max: maxStates }).chain((stateCount) =>
    fc
      .tuple(
        fc.array(fc.nat(stateCount - 1), {
          minLength: stateCount * letters,
          maxLength: stateCount * letters,
        }),
        fc.array(fc.subarray([...categories]), { minLength: stateCount, maxLength: stateCount }),
        fc.nat(stateCount - 1),
      )
      .map(
        ([next, own, initial]): Dfa => ({
          alphabet: Array.from({ length: letters }, (_, letter) => `e${letter}`),
          stateCount,
          stateNames: Array.from({ length: stateCount }, (_, state) => `q${state}`),
          initial: initial as StateId,
          next: Int32Array.from(next),
          categories: own,
        }),
      ),
  );
}

export function nfas(maxStates: number, letters: number): fc.Arbitrary<Nfa> {
  return fc.integer({ min: 1, max: maxStates }).chain((stateCount) => {
    const edge = fc.record({
      event: fc.integer({ min: EPSILON, max: letters - 1 }).map((event) => event as EventId),
      target: fc.nat(stateCount - 1).map((state) => state as StateId),
    });
    return fc
      .tuple(
        fc.array(fc.array(edge, { maxLength: 3 }), { minLength: stateCount, maxLength: stateCount }),
        fc.array(fc.nat(1), { minLength: stateCount, maxLength: stateCount }),
        fc.uniqueArray(fc.nat(stateCount - 1), { maxLength: 2 }),
      )
      .map(
        ([edges, accepting, initial]): Nfa => ({
          alphabet: Array.from({ length: letters }, (_, letter) => `e${letter}`),
          stateCount,
          initial: initial as StateId[],
          accepting: Uint8Array.from(accepting),
          edges,
        }),
      );
  });
}

/** Of any kind: most are ambiguous, and some have no word. */
export function grammars(letters: number): fc.Arbitrary<Grammar> {
  return fc.integer({ min: 1, max: 4 }).chain((nonterminals) => {
    const symbol: fc.Arbitrary<GrammarSymbol> = fc.oneof(
      fc
        .integer({ min: 0, max: letters - 1 })
        .map((letter) => ({ kind: 'event' as const, letter: letter as EventId })),
      fc.integer({ min: 0, max: nonterminals - 1 }).map((index) => ({ kind: 'nonterminal' as const, index })),
    );
    const production: fc.Arbitrary<Production> = fc.record({
      of: fc.integer({ min: 0, max: nonterminals - 1 }),
      symbols: fc.array(symbol, { maxLength: 3 }),
    });
    return fc.array(production, { minLength: nonterminals, maxLength: nonterminals + 5 }).map(
      (productions): Grammar => ({
        nonterminals: Array.from({ length: nonterminals }, (_, index) => `N${index}`),
        productions,
      }),
    );
  });
}
