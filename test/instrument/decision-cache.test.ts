import { expect, test } from 'vitest';
import type { InstructionIndex } from '../../src/classfile/instruction.ts';
import type { Point, PointId } from '../../src/events/point.ts';
import {
  type Analysed,
  decisionKey,
  decodeDecisions,
  encodeDecisions,
  programKey,
  versionsOf,
} from '../../src/instrument/cache/decision-cache.ts';
import type { InstrumentRequest } from '../../src/instrument/instrument-types.ts';
import type { ApplicationClass } from '../../src/instrument/program/application.ts';
import { digestOf } from '../../src/instrument/result-cache.ts';
import type { OwnCollections } from '../../src/residual/analysis.ts';
import { defaultAnalysisLimits } from '../../src/residual/limits.ts';
import { memoryCache } from '../support/memory-cache.ts';
import { safeHasNext, safeIterator } from '../support/named-properties.ts';

const pointOf = (id: number, more: Partial<Point> = {}): Point =>
  ({ property: safeIterator, event: safeIterator.events[0], id: id as PointId, ...more }) as Point;

const classOf = (more: Partial<ApplicationClass> = {}): ApplicationClass =>
  ({
    input: 'in',
    entry: 'a/B.class',
    name: 'a/B',
    instrumented: true,
    outline: 'o',
    digest: 'd',
    points: [pointOf(1)],
    ...more,
  }) as ApplicationClass;

test('what was decided is read as it was written', () => {
  const classes = [
    classOf({ points: [pointOf(3), pointOf(4)] }),
    classOf({ points: [pointOf(5), pointOf(6)] }),
  ];
  const own: OwnCollections = [
    { className: 'a/Ring', shared: [{ owner: 'a/Ring', name: 'NONE', descriptor: 'Ljava/util/Iterator;' }] },
  ];
  const other: OwnCollections = [{ className: 'a/Bag', shared: [] }];
  const maker = 7 as InstructionIndex;
  const analysed: Analysed = {
    decisions: new Map([
      [3 as PointId, { kept: true, reason: 'first', silence: { maker, place: 'first' } }],
      [4 as PointId, { kept: true, reason: 'second', silence: { maker, own, place: 'third' } }],
      [5 as PointId, { kept: false, reason: 'first' }],
      [6 as PointId, { kept: true, reason: 'second', inert: other }],
    ]),
    missing: [{ name: 'a/Gone', neededBy: 'a/B' }],
    worldLimit: 12,
    unwatched: { count: 2, first: { className: 'a/B', method: 'run', descriptor: '()V' } },
  };
  const versions = versionsOf(classes);
  const kept = { ofRun: 1, ofProperties: [2] };
  const stored = (what: Analysed) => encodeDecisions('p', versions, classes, what, new Set(['a/B']), kept);
  const read = (value: unknown) => decodeDecisions(JSON.parse(JSON.stringify(value)), 'p', versions, classes);
  expect(read(stored(analysed))).toEqual({ analysed, kept });
  const without: Analysed = { ...analysed, missing: [], worldLimit: undefined, unwatched: undefined };
  expect(read(stored(without))).toEqual({ analysed: without, kept });
  // Collections that are not there make no decision without them.
  for (const damage of ['ofOwn', 'ofInert'])
    expect(read({ ...(stored(analysed) as object), [damage]: [0, 9, 0, 0] })).toEqual({
      analysed: undefined,
      kept,
    });
  expect(read({ ...(stored(analysed) as object), unwatched: [{ count: 1 }] })?.analysed).toBeUndefined();
});

test('decisions are those of everything in the request that an analysis asks about', () => {
  const manifest = (text: string) => ({
    label: 'a.jar',
    archives: [{ entries: () => [{ name: 'META-INF/MANIFEST.MF', read: () => Buffer.from(text) }] }],
  });
  const request = {
    properties: [safeIterator],
    analysis: 'sound',
    threads: 'confined',
    world: 'open',
    facts: [],
    limits: defaultAnalysisLimits,
    inputs: [manifest('Main-Class: A')],
  } as unknown as InstrumentRequest;
  const others: readonly Partial<Record<keyof InstrumentRequest, unknown>>[] = [
    { properties: [safeHasNext] },
    { analysis: 'paper' },
    { threads: 'shared' },
    { world: 'main' },
    { facts: [{ path: 'mine' }] },
    { limits: { ...defaultAnalysisLimits, sliceClasses: 1 } },
    { inputs: [manifest('Multi-Release: true')] },
  ];
  const keys = [request, ...others.map((other) => ({ ...request, ...other }) as InstrumentRequest)].map(
    (one) => decisionKey(one, memoryCache()),
  );
  expect(new Set(keys).size).toBe(others.length + 1);
  expect(decisionKey(request, memoryCache(new Map(), {}, 'another'))).not.toBe(keys[0]);
});

test('a program is its classes, wherever they are, what is read of all of them, and its points', () => {
  const others: readonly Partial<ApplicationClass>[] = [
    { input: 'other' },
    { entry: 'b/B.class' },
    { name: 'a/C' },
    { instrumented: false },
    { outline: 'p' },
    { points: [] },
    { points: [pointOf(1, { event: safeIterator.events[1]! })] },
    { points: [pointOf(1, { property: safeHasNext, event: safeHasNext.events[0]! })] },
  ];
  const keys = [{}, ...others].map((other) => programKey([classOf(other)]));
  expect(new Set(keys).size).toBe(others.length + 1);
});

test('a version of a name is that of all its classes', () => {
  const others: readonly Partial<ApplicationClass>[] = [
    { input: 'other' },
    { entry: 'b/B.class' },
    { digest: 'e' },
  ];
  const pairs = others.flatMap((other) => [
    [classOf(), classOf(other)],
    [classOf(other), classOf()],
  ]);
  const versions = [[classOf()], [classOf(), classOf()], ...pairs].map((classes) =>
    versionsOf(classes).get('a/B'),
  );
  expect(new Set(versions).size).toBe(versions.length);
});

test('a digest knows where its parts end', () => {
  expect(digestOf(['ab', 'c'])).not.toBe(digestOf(['a', 'bc']));
});
