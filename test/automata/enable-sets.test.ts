import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileEre } from '../../src/automata/compile-ere.ts';
import { compileFsm } from '../../src/automata/compile-fsm.ts';
import type { Dfa, EventId } from '../../src/automata/dfa.ts';
import { stateAfter, words } from './support/definitions.ts';
import {
  coenableSets,
  enableSets,
  eventMask,
  type Label,
  type Mask,
  minimalSets,
  parameterMask,
  stateCoenableSets,
} from './support/enable-sets.ts';
import { parseEre, parseFsm } from './support/formula-parser.ts';
import { dfas } from './support/generators.ts';

const ascending = (family: Iterable<Mask>) => [...new Set(family)].sort((a, b) => Number(a - b));

/** Straight from the definitions: all words w e u with short w and u. */
function byDefinition(dfa: Dfa, category: string, label: Label, length: number) {
  const letters = dfa.alphabet.length;
  const of = (word: readonly EventId[]) => word.reduce((mask, event) => mask | label(event), 0n);
  const parts = words(letters, length);
  const enable: Mask[][] = dfa.alphabet.map(() => []);
  const coenable: Mask[][] = dfa.alphabet.map(() => []);
  for (const before of parts)
    for (let event = 0; event < letters; event++)
      for (const after of parts) {
        const end = stateAfter(dfa, [...before, event as EventId, ...after]);
        if (!dfa.categories[end]!.includes(category)) continue;
        enable[event]!.push(of(before));
        if (after.length > 0) coenable[event]!.push(of(after));
      }
  return { enable: enable.map(ascending), coenable: coenable.map(ascending) };
}

test('enable and coenable sets, of events and of parameters, are those of the definitions', () => {
  const labels: Label[] = [eventMask, parameterMask([0b01, 0b11]), parameterMask([0, 0b10])];
  fc.assert(
    // Three states and two letters: a word of six letters reaches every pair of state and set.
    fc.property(dfas(3, 2, ['match', 'fail']), fc.constantFrom(...labels), (dfa, label) => {
      for (const category of ['match', 'fail']) {
        const { enable, coenable } = byDefinition(dfa, category, label, 6);
        expect(enableSets(dfa, category, label)).toEqual(enable);
        expect(coenableSets(dfa, category, label)).toEqual(coenable);
      }
    }),
    { seed: 5, numRuns: 25 },
  );
});

test('per state, the sets are those of the words that lead from it to the category', () => {
  fc.assert(
    fc.property(dfas(3, 2), (dfa) => {
      const sets = stateCoenableSets(dfa, 'match');
      for (let state = 0; state < dfa.stateCount; state++)
        expect(sets[state]).toEqual(
          ascending(
            words(2, 7)
              .filter((word) => word.length > 0)
              .filter((word) => dfa.categories[stateAfter(dfa, word, state)]!.includes('match'))
              .map((word) => word.reduce((mask, event) => mask | eventMask(event), 0n)),
          ),
        );
    }),
    { seed: 6, numRuns: 50 },
  );
});

const events = ['create', 'update', 'next'];
const sets = (families: readonly (readonly Mask[])[], names: readonly string[]) =>
  families.map((family) =>
    family.map((mask) => names.filter((_, index) => (mask >> BigInt(index)) & 1n).join(' ')),
  );

test('the example of the PLDI 2011 paper: an update after creation, then next', () => {
  const dfa = compileEre(parseEre('update* create next* update+ next'), events);
  // After create and after next, an update and a next must still come; after update, at least a next.
  expect(sets(coenableSets(dfa, 'match').map(minimalSets), events)).toEqual([
    ['update next'],
    ['next'],
    ['update next'],
  ]);
  // Lifted with X(create) = {c, i}, X(update) = {c}, X(next) = {i}: an update of c alone is of no use once
  // its iterator is gone.
  const bound = parameterMask([0b11, 0b01, 0b10]);
  expect(sets(coenableSets(dfa, 'match', bound).map(minimalSets), ['c', 'i'])).toEqual([
    ['c i'],
    ['i'],
    ['c i'],
  ]);
  expect(sets(enableSets(dfa, 'match'), events)).toEqual([
    ['', 'update'],
    ['', 'create', 'update', 'create update', 'create next', 'create update next'],
    ['create', 'create update', 'create next', 'create update next'],
  ]);
});

test('an absorbing category stays possible, per state and per event', () => {
  const dfa = compileFsm(parseFsm('ok [ next -> ok ]'), events);
  const failing = dfa.stateNames.indexOf('fail');
  const perState = sets(stateCoenableSets(dfa, 'fail').map(minimalSets), events);
  expect(perState[1 - failing]).toEqual(['create', 'update']);
  expect(perState[failing]).toEqual(['create', 'update', 'next']);
});
