import fc from 'fast-check';
import { expect, test } from 'vitest';
import { determinize, toNfa } from '../../src/automata/determinize.ts';
import type { Dfa, EventId } from '../../src/automata/dfa.ts';
import { dfaToDot } from '../../src/automata/dot.ts';
import { defaultAutomatonLimits } from '../../src/automata/limits.ts';
import { minimize } from '../../src/automata/minimize.ts';
import { EPSILON, type Nfa } from '../../src/automata/nfa.ts';
import { complement, intersection, product } from '../../src/automata/product.ts';
import { closeBackward } from '../../src/automata/reachability.ts';
import { stronglyConnected } from '../../src/automata/strongly-connected.ts';
import { checkDfa, checkNfa } from './support/check-automata.ts';
import { stateAfter, words } from './support/definitions.ts';
import { difference, isEmpty } from './support/equivalence.ts';
import { dfas, nfas } from './support/generators.ts';
import { accepts, verdicts } from './support/simulation.ts';

const seeded = { seed: 20261121, numRuns: 150 };
const short = words(2, 6);

/** Acceptance by the definition: some path from an initial state to an accepting one spells the word. */
function spells(nfa: Nfa, word: readonly EventId[]): boolean {
  const seen = new Set<string>();
  const work = nfa.initial.map((state) => ({ state, read: 0 }));
  for (let item = work.pop(); item !== undefined; item = work.pop()) {
    const { state, read } = item;
    if (seen.has(`${state} ${read}`)) continue;
    seen.add(`${state} ${read}`);
    if (read === word.length && nfa.accepting[state] === 1) return true;
    for (const edge of nfa.edges[state]!) {
      if (edge.event === EPSILON) work.push({ state: edge.target, read });
      else if (edge.event === word[read]) work.push({ state: edge.target, read: read + 1 });
    }
  }
  return false;
}

const isMatch = (dfa: Dfa, word: readonly EventId[]) =>
  dfa.categories[stateAfter(dfa, word)]!.includes('match');

test('simulation, subset construction and minimisation keep the language', () => {
  fc.assert(
    fc.property(nfas(5, 2), (nfa) => {
      expect(checkNfa(nfa)).toEqual([]);
      const dfa = determinize(nfa);
      const small = minimize(dfa);
      expect(checkDfa(dfa)).toEqual([]);
      expect(checkDfa(small)).toEqual([]);
      const back = toNfa(small);
      for (const word of short) {
        const expected = spells(nfa, word);
        expect(accepts(nfa, word)).toBe(expected);
        expect(isMatch(dfa, word)).toBe(expected);
        expect(isMatch(small, word)).toBe(expected);
        expect(accepts(back, word)).toBe(expected);
      }
    }),
    seeded,
  );
});

test('minimisation leaves one state per Myhill-Nerode class', () => {
  fc.assert(
    fc.property(dfas(7, 2, ['match', 'fail']), (dfa) => {
      const small = minimize(dfa);
      // Two reachable states are equivalent when no word of length < states tells them apart.
      const tests = words(2, dfa.stateCount - 1);
      const classes = new Set<string>();
      for (const word of words(2, dfa.stateCount)) {
        const state = stateAfter(dfa, word);
        classes.add(tests.map((end) => dfa.categories[stateAfter(dfa, end, state)]!.join('+')).join());
      }
      expect(small.stateCount).toBe(classes.size);
      expect(difference(dfa, small)).toBeUndefined();
    }),
    { ...seeded, numRuns: 150 },
  );
});

test('equivalent automata have the same minimal automaton, others a shortest word between them', () => {
  fc.assert(
    fc.property(dfas(4, 2), dfas(4, 2), (left, right) => {
      const word = difference(left, right);
      const shortest = words(2, 8).find((each) => isMatch(left, each) !== isMatch(right, each));
      expect(word?.length).toBe(shortest?.length);
      const [one, two] = [minimize(left), minimize(right)];
      const same = one.stateCount === two.stateCount && one.next.join() === two.next.join();
      if (word === undefined) expect(same).toBe(true);
      else expect(isMatch(left, word)).not.toBe(isMatch(right, word));
    }),
    seeded,
  );
});

test('product, intersection, complement and emptiness are what they say of every word', () => {
  fc.assert(
    fc.property(dfas(4, 2), dfas(4, 2), (left, right) => {
      const either = product(left, right, (a, b) => [...new Set([...a, ...b])]);
      const both = intersection(left, right);
      const not = complement(left);
      for (const word of short) {
        const [one, two] = [isMatch(left, word), isMatch(right, word)];
        expect(isMatch(either, word)).toBe(one || two);
        expect(isMatch(both, word)).toBe(one && two);
        expect(isMatch(not, word)).toBe(!one);
      }
      // 4 x 4 states: a shortest word of the intersection is shorter than 16; words of 6 find most.
      if (short.some((word) => isMatch(both, word))) expect(isEmpty(both)).toBe(false);
      expect(isEmpty(intersection(left, complement(left)))).toBe(true);
    }),
    seeded,
  );
});

test('two states are in one strongly connected component when each reaches the other', () => {
  const graphs = fc.array(fc.array(fc.nat(6), { maxLength: 3 }), { minLength: 7, maxLength: 7 });
  fc.assert(
    fc.property(graphs, (graph) => {
      const component = stronglyConnected(7, (state) => graph[state]!);
      const reachedFrom = graph.map((_, to) => closeBackward(7, [to], (state) => graph[state]!));
      for (const one of graph.keys())
        for (const other of graph.keys()) {
          const together = reachedFrom[one]![other] === 1 && reachedFrom[other]![one] === 1;
          expect(component[one] === component[other]).toBe(together);
          if (reachedFrom[other]![one] === 1)
            expect(component[one]!).toBeGreaterThanOrEqual(component[other]!);
        }
    }),
    seeded,
  );
});

test('verdicts are the categories that each transition enters', () => {
  const dfa: Dfa = {
    alphabet: ['a', 'b'],
    stateCount: 2,
    stateNames: ['start', 'end'],
    initial: 0 as Dfa['initial'],
    next: Int32Array.from([1, 0, 1, 0]),
    categories: [['begin'], ['match']],
  };
  const [a, b] = [0, 1] as [EventId, EventId];
  // The initial state is not entered by the empty trace; a self-loop enters its state again.
  expect(verdicts(dfa, [])).toEqual([]);
  expect(verdicts(dfa, [a, a, b, b])).toEqual([['match'], ['match'], ['begin'], ['begin']]);
});

test('the sanity checkers name what is wrong', () => {
  const good = minimize(
    determinize({ alphabet: ['a'], stateCount: 0, initial: [], accepting: new Uint8Array(), edges: [] }),
  );
  expect(checkDfa(good)).toEqual([]);
  expect(checkDfa({ ...good, next: Int32Array.from([7]) })).toEqual([
    'transition 0: target 7 does not exist',
  ]);
  expect(checkDfa({ ...good, next: new Int32Array(), stateNames: [], categories: [] })).toHaveLength(3);
  expect(checkDfa({ ...good, alphabet: ['a', 'a'], next: Int32Array.from([0, 0]) })).toEqual([
    'a letter occurs twice',
  ]);
  expect(checkDfa({ ...good, initial: 3 as Dfa['initial'], categories: [['x', 'x']] })).toHaveLength(2);
  const broken: Nfa = {
    alphabet: ['a'],
    stateCount: 1,
    initial: [1 as Dfa['initial']],
    accepting: new Uint8Array(2),
    edges: [[{ event: 5 as EventId, target: 9 as Dfa['initial'] }]],
  };
  expect(checkNfa(broken)).toEqual([
    '2 accepting flags for 1 states',
    'initial state 1 does not exist',
    'state 0: target 9 does not exist',
    'state 0: letter 5 does not exist',
  ]);
});

test('an automaton that explodes is stopped by the limit that it reaches', () => {
  // The n-th letter from the end is a: 2^n states (Hopcroft, Motwani, Ullman, example 2.13).
  const n = 20;
  const edges: Nfa['edges'] = Array.from({ length: n + 1 }, (_, state) => {
    const target = (state + 1) as Dfa['initial'];
    if (state === n) return [];
    const read = (event: number) => ({ event: event as EventId, target });
    if (state > 0) return [read(0), read(1)];
    return [
      read(0),
      { event: 0 as EventId, target: 0 as Dfa['initial'] },
      { event: 1 as EventId, target: 0 as Dfa['initial'] },
    ];
  });
  const accepting = new Uint8Array(n + 1);
  accepting[n] = 1;
  const nfa: Nfa = {
    alphabet: ['a', 'b'],
    stateCount: n + 1,
    initial: [0 as Dfa['initial']],
    accepting,
    edges,
  };
  expect(() => determinize(nfa, { ...defaultAutomatonLimits, determinizeStates: 1000 })).toThrow(
    'determinizeStates is 1000, reached 1001',
  );
});

test('DOT output names every state and joins the labels of parallel edges', () => {
  const dfa: Dfa = {
    alphabet: ['a', 'b'],
    stateCount: 2,
    stateNames: ['s"0', 's1'],
    initial: 0 as Dfa['initial'],
    next: Int32Array.from([1, 1, 1, 0]),
    categories: [[], ['match']],
  };
  expect(dfaToDot(dfa)).toBe(
    [
      'digraph "monitor" {',
      '  rankdir=LR;',
      '  node [shape=circle];',
      '  start [shape=point];',
      '  0 [label="s\\"0"];',
      '  1 [label="s1\\nmatch", shape=doublecircle];',
      '  start -> 0;',
      '  0 -> 1 [label="a, b"];',
      '  1 -> 1 [label="a"];',
      '  1 -> 0 [label="b"];',
      '}',
      '',
    ].join('\n'),
  );
});

test('a long label in DOT output has several lines', () => {
  const alphabet = ['view', 'create', 'update', 'next', 'aVeryLongNameOfAnEvent'];
  const dfa: Dfa = {
    alphabet,
    stateCount: 1,
    stateNames: ['s'],
    initial: 0 as Dfa['initial'],
    next: new Int32Array(alphabet.length),
    categories: [[]],
  };
  expect(dfaToDot(dfa)).toContain('0 -> 0 [label="view, create,\\nupdate, next,\\naVeryLongNameOfAnEvent"];');
});
