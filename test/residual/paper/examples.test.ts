import { expect, test } from 'vitest';
import { controlFlowGraph } from '../../../src/cfg/control-flow-graph.ts';
import { readCode } from '../../../src/classfile/code.ts';
import type { Property } from '../../../src/property/model.ts';
import type { AnalysisOptions } from '../../../src/residual/analysis.ts';
import type { Automaton } from '../../../src/residual/paper/automaton.ts';
import { badPrefixesOf } from '../../../src/residual/paper/bad-prefixes.ts';
import { type CfgAutomaton, mappedCfg } from '../../../src/residual/paper/cfg-automaton.ts';
import { extendedAutomaton } from '../../../src/residual/paper/extended-automaton.ts';
import { mergeEpsilon } from '../../../src/residual/paper/merge-epsilon.ts';
import { paper } from '../../../src/residual/paper/paper-analysis.ts';
import { safeIterator } from '../../support/named-properties.ts';
import { algorithm1 } from './algorithm-1.ts';
import { javaProgram } from './java-program.ts';

/** The paper's letters for SafeIterator: c, u, n. */
const short: Readonly<Record<string, string>> = { create: 'c', update: 'u', next: 'n' };
const names = safeIterator.monitor.alphabet.map((name) => short[name]!);
const options: AnalysisOptions = { threads: 'confined', facts: [], world: { kind: 'open' } };

function accepts(automaton: Automaton, word: string): boolean {
  let states = new Set(automaton.initial);
  for (const letter of word)
    states = new Set(
      automaton.transitions
        .filter((one) => states.has(one.from) && one.letter === [...names, '#'].indexOf(letter))
        .map((one) => one.to),
    );
  return [...states].some((state) => automaton.final[state]);
}

function words(length: number): readonly string[] {
  return length === 0
    ? ['']
    : words(length - 1).flatMap((word) => [word, ...names.map((name) => word + name)]);
}

test('Example 1, Figure 2: the monitor accepts the traces in which c n* u+ n has occurred', () => {
  const bad = badPrefixesOf(safeIterator);
  for (const word of new Set(words(7)))
    expect(accepts(bad, word), word).toBe(/^[un]*c[cn]*u[cu]*n/.test(word));
});

/** A parametric event of Examples 2 and 3: a letter and the objects bound to l and i. */
interface ParametricEvent {
  readonly letter: string;
  readonly l?: string;
  readonly i?: string;
}

/** The trace τ of Example 2, for the object that l2 refers to. */
function trace(l2: string): readonly ParametricEvent[] {
  const [l1, it] = ['o(l1)', 'o(it)'];
  return [
    { letter: 'u', l: l1 },
    { letter: 'c', l: l1, i: it },
    { letter: 'u', l: l2 },
    { letter: 'u', l: l2 },
    { letter: 'n', l: l1, i: it },
    { letter: 'c', l: l1, i: it },
    { letter: 'u', l: l2 },
  ];
}

/** Definition 4 for the maximal bindings: the events whose binding is part of θ. */
function projections(events: readonly ParametricEvent[]): ReadonlySet<string> {
  const bindings = events.map(({ l, i }) => ({ l, i }));
  const maximal = bindings.filter(
    (one) => !bindings.some((other) => other.l === one.l && other.i !== undefined && one.i === undefined),
  );
  return new Set(
    maximal.map((theta) =>
      events
        .filter(({ l, i }) => (l === undefined || l === theta.l) && (i === undefined || i === theta.i))
        .map(({ letter }) => letter)
        .join(''),
    ),
  );
}

test('Examples 2 and 3: the trace is projected by what aliases', () => {
  expect(projections(trace('o(l1)'))).toEqual(new Set(['ucuuncu']));
  expect(projections(trace('o(l2)'))).toEqual(new Set(['ucnc', 'uuu']));
});

const figure1 = javaProgram('Figure1');
const points = figure1.points(safeIterator);

function figure1Automaton(): CfgAutomaton {
  const file = figure1.program.classOf(points[0]!).classFile();
  const code = readCode(file, file.methods[points[0]!.methodIndex]!)!;
  const cfg = controlFlowGraph(code);
  if (!cfg.ok) throw new Error('too many edges');
  return mergeEpsilon(mappedCfg(cfg.graph, points, () => false, names.length));
}

/** The words of all paths to the end; the automaton has no loop. */
function tracesOf(cfg: CfgAutomaton): readonly string[] {
  const from = (state: number): readonly string[] =>
    state === cfg.stateCount - 1
      ? ['']
      : [...cfg.node.subarray(cfg.start[state]!, cfg.start[state + 1]!)].flatMap((next) =>
          from(next).map((rest) => names[cfg.symbol[state]!]! + rest),
        );
  return cfg.initial.flatMap(from).sort();
}

test('Example 4, Figure 3: one state per instruction of interest and the end, two traces', () => {
  const cfg = figure1Automaton();
  expect(cfg.stateCount).toBe(8);
  expect(tracesOf(cfg)).toEqual(['ucncu', 'ucuuncu']);
});

function isSubword(word: string, of: string): boolean {
  let position = 0;
  for (const letter of of) if (letter === word[position]) position += 1;
  return position === word.length;
}

test('Example 5: every projection is a subword of a trace, so the upward closure finds it', () => {
  const upward = extendedAutomaton(badPrefixesOf(safeIterator));
  const [t2, t1] = tracesOf(figure1Automaton());
  const withoutIf = (l2: string) => trace(l2).filter((_, index) => index !== 2 && index !== 3);
  const pt1 = new Set([...projections(trace('o(l1)')), ...projections(trace('o(l2)'))]);
  const pt2 = new Set([...projections(withoutIf('o(l1)')), ...projections(withoutIf('o(l2)'))]);
  expect(pt1).toEqual(new Set(['ucuuncu', 'ucnc', 'uuu']));
  expect(pt2).toEqual(new Set(['ucncu', 'ucnc', 'u']));
  for (const word of pt1) expect(isSubword(word, t1!)).toBe(true);
  for (const word of pt2) expect(isSubword(word, t2!)).toBe(true);
  // Without its initial self-loops the extended automaton accepts the shortest bad words that start with c.
  const bad = badPrefixesOf(safeIterator);
  for (const word of new Set(words(5))) {
    const hidden = [...new Set(words(5))].some(
      (candidate) => candidate.endsWith('n') && accepts(bad, candidate) && isSubword(candidate, word),
    );
    const found = [...word].some((_, start) =>
      [...word].some((_, end) => accepts(upward, word.slice(start, end + 1))),
    );
    expect(found, word).toBe(hidden);
  }
});

test('Example 6, Figure 4: the transitions of the extended automaton', () => {
  const extended = extendedAutomaton(badPrefixesOf(safeIterator));
  expect(extended.stateCount).toBe(4);
  const states = ['start', 'iterating', 'updated', 'violation'];
  const arrows = extended.transitions.map(
    ({ from, letter, to }) => `${states[from]} ${[...names, '#'][letter]} ${states[to]}`,
  );
  expect(arrows).toEqual([
    'start c iterating',
    'start # start',
    'start # iterating',
    'start # updated',
    'iterating c iterating',
    'iterating u iterating',
    'iterating u updated',
    'iterating n iterating',
    'iterating # iterating',
    'iterating # updated',
    'updated c updated',
    'updated u updated',
    'updated n updated',
    'updated n violation',
    'updated # updated',
  ]);
});

test('Example 7, Figure 5: exactly lines 7, 10, 11 and 14 stay', () => {
  const cfg = figure1Automaton();
  const extended = extendedAutomaton(badPrefixesOf(safeIterator));
  const lineOfPoint = new Map(points.map((point) => [point.id as number, point.line]));
  const byTheLetter = [...algorithm1(cfg, extended)]
    .flatMap((violating, state) => (violating === 1 ? [lineOfPoint.get(cfg.point[state]!)] : []))
    .sort((left, right) => left! - right!);
  expect(byTheLetter).toEqual([7, 10, 11, 14]);

  const decisions = paper(figure1.program, safeIterator, points, options);
  expect(points.map((point) => [point.line, decisions.get(point.id)])).toEqual([
    [6, { kept: false, reason: 'no path from here completes a bad prefix within the method' }],
    [7, { kept: true, reason: 'a path from here can complete a bad prefix: create update update next' }],
    [10, { kept: true, reason: 'a path from here can complete a bad prefix: update update next' }],
    [11, { kept: true, reason: 'a path from here can complete a bad prefix: update next' }],
    [14, { kept: true, reason: 'a path from here can complete a bad prefix: next' }],
    [15, { kept: false, reason: 'no path from here completes a bad prefix within the method' }],
    [16, { kept: false, reason: 'no path from here completes a bad prefix within the method' }],
  ]);
});

test('Section 5.3: with good prefixes the matching paths are the safe ones', () => {
  const coSafety: Property = {
    ...safeIterator,
    monitor: {
      ...safeIterator.monitor,
      categories: safeIterator.monitor.categories.map((all) => (all.length > 0 ? ['validation'] : [])),
    },
    handlers: [{ ...safeIterator.handlers[0]!, category: 'validation' }],
  };
  const decisions = paper(figure1.program, coSafety, points, options);
  const kept = points.filter((point) => decisions.get(point.id)?.kept);
  expect(kept.map((point) => point.line)).toEqual([6, 15, 16]);
});
