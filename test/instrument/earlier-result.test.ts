import { beforeAll, describe, expect, test } from 'vitest';
import type { ApplicationArchive, ApplicationInput } from '../../src/archive/application.ts';
import { classHierarchy } from '../../src/hierarchy/class-hierarchy.ts';
import { archiveClassSource } from '../../src/hierarchy/class-sources.ts';
import { decodeResult, encodeResult, maxStoredPoints } from '../../src/instrument/cache/stored-result.ts';
import { instrument } from '../../src/instrument/instrument.ts';
import type { InstrumentRequest, InstrumentResult } from '../../src/instrument/instrument-types.ts';
import { digestOf } from '../../src/instrument/result-cache.ts';
import { loadProperties } from '../../src/property/language/load.ts';
import { readFactsFile } from '../../src/residual/facts/facts-file.ts';
import { defaultAnalysisLimits } from '../../src/residual/limits.ts';
import { compile, theJdk } from '../residual/sound/java-program.ts';
import { defaultJdk } from '../support/jdk.ts';
import { type MemoryCache, memoryCache, type Stored } from '../support/memory-cache.ts';
import { safeHasNext, safeIterator } from '../support/named-properties.ts';
import { plainRequest } from '../support/plain-request.ts';

/** Loops has points, Plain none; Other lies in an archive in the archive. */
const sources = {
  'Main.java':
    'public class Main { public static void main(String[] a) { Loops.sum(java.util.List.of(1)); } }',
  'Loops.java':
    'class Loops { static int sum(java.util.List<Integer> l) { int s = 0; for (int i : l) s += i; return s; } }',
  'Other.java':
    'class Other { static Object last(java.util.Iterator<?> i) { return i.hasNext() ? i.next() : null; } }',
};
const fewNames = [...theJdk().names()].filter((name) => /^java\/(?:lang|util)\/[^/]*$/.test(name));
const facts = readFactsFile('version: 1\nsafe:\n  - class: no.such.Type\n    because: test\n', 'facts.yaml');
let classes: ReadonlyMap<string, Uint8Array>;
let base: InstrumentRequest;

beforeAll(() => {
  classes = compile(sources);
  base = requestOf();
});

function archiveOf(label: string, ...names: readonly string[]): ApplicationArchive {
  const entries = names.map((name) => ({ name: `${name}.class`, read: () => classes.get(name)! }));
  return { label, kind: 'jar', entries: () => entries };
}

function requestOf(): InstrumentRequest {
  const archives = [archiveOf('app.jar', 'Main', 'Loops'), archiveOf('app.jar@lib/x.jar', 'Other')];
  return {
    ...plainRequest(),
    properties: [safeHasNext, safeIterator],
    analysis: 'sound',
    // It is used nowhere, so that there is a diagnostic.
    facts: [facts],
    inputs: [{ label: 'app.jar', archives, digest: () => digestOf(classes.values()) }],
    hierarchy: classHierarchy([
      ...archives.map((archive) => archiveClassSource(archive, 'application', defaultJdk().release)),
      { ...theJdk(), names: () => fewNames, classes: () => [] },
    ]),
    mayInstrument: filter([], []),
    compileJava: () => new Map(),
  };
}

/** As that of the command line, but lets everything through. */
function filter(include: readonly string[], exclude: readonly string[]): InstrumentRequest['mayInstrument'] {
  return Object.assign(() => true, { patterns: [include, exclude] });
}

const looked = 'the program was looked at';
const fails = (): never => {
  throw new Error(looked);
};

/** The same request, but whoever asks it for a class, a type or the compiler gets an error. */
function unreadable(request: InstrumentRequest): InstrumentRequest {
  return {
    ...request,
    inputs: request.inputs.map((input) => ({
      ...input,
      archives: input.archives.map((archive) => ({ ...archive, entries: fails })),
    })),
    hierarchy: new Proxy(request.hierarchy, { get: fails }),
    mayInstrument: Object.assign(fails, { patterns: request.mayInstrument.patterns! }),
    ...(request.compileJava === undefined ? {} : { compileJava: fails }),
  };
}

/** Everything in a result, archives by label. */
function contentOf({ archives, report, diagnostics }: InstrumentResult): unknown {
  return {
    archives: [...archives].map(([{ label }, change]) => ({ label, ...change })),
    report: JSON.stringify(report),
    diagnostics,
  };
}

/** Without the name of the result, which tells some requests apart already, so that the key is tested. */
const nameless = { section: (name: string) => name.replace(/^result .*/, 'result') };

/** A cache with the result of the base request. */
function warm(break_: typeof nameless | undefined = undefined): MemoryCache {
  const cache = memoryCache(new Map(), break_);
  instrument({ ...base, cache });
  return cache;
}

test('the same request again gives the same result, and nothing is read', () => {
  const plain = instrument(base);
  expect(plain.diagnostics).not.toEqual([]);
  expect(plain.archives.size).toBe(2);
  const cache = memoryCache();
  expect(contentOf(instrument({ ...base, cache }))).toEqual(contentOf(plain));
  cache.written.length = 0;
  expect(contentOf(instrument({ ...unreadable(base), cache }))).toEqual(contentOf(plain));
  expect(cache.written).toEqual([]);
});

describe('where the program is another in what is not woven', () => {
  /** A method without room for what an event after a constructor call needs. */
  const full = `class Full { static void run(int k) { new Full(); ${'k = k * 31 + 1;'.repeat(9360)} } }`;
  /** A loop in which the collection may be updated. */
  const each = `class Each {
    static void run(java.util.List<Object> l, Runnable r) { for (Object o : l) r.run(); }
    static void add(java.util.List<Object> l) { l.add(l); } }`;
  const { properties } = loadProperties(
    'made.mop',
    'Made(Object o) { event made after() returning(Object o): call(Full.new()) {} ere: made made @match {} }',
    { lookup: (name) => /^(?:java\.lang\.Object|Full)$/.test(name) },
  );
  const requestWith = (digest: string): InstrumentRequest => {
    const more = new Map([
      ...compile({ 'Full.java': full, 'Each.java': each }),
      ...compile({ 'module-info.java': 'module app { }' }),
    ]);
    const entries = [...more].map(([name, bytes]) => ({
      name: `${name}.class`,
      read: () => new Uint8Array(bytes),
    }));
    const [app, ...others] = base.inputs[0]!.archives;
    const archives = [{ ...app!, entries: () => [...app!.entries(), ...entries] }, ...others];
    return {
      ...base,
      properties: [...base.properties, ...properties],
      inputs: [{ ...base.inputs[0]!, archives, digest: () => digest }],
    };
  };

  test('the outcome is that of a run without, and so it is the next time', () => {
    const [first, second] = [requestWith('first'), requestWith('second')];
    const plain = contentOf(instrument(second));
    const { points } = instrument(second).report;
    expect(points.some(({ unmonitored }) => unmonitored !== undefined)).toBe(true);
    expect(points.some(({ deferred }) => deferred === true)).toBe(true);
    const cache = memoryCache();
    instrument({ ...first, cache });
    expect(contentOf(instrument({ ...unreadable(first), cache }))).toEqual(plain);
    cache.written.length = 0;
    expect(contentOf(instrument({ ...second, cache }))).toEqual(plain);
    expect(cache.written).toEqual(['result']);
    expect(contentOf(instrument({ ...unreadable(second), cache }))).toEqual(plain);
  });
});

type Option = Exclude<keyof InstrumentRequest, 'hierarchy' | 'onProgress' | 'cache' | 'inputs'>;

/** An option that is new needs a line here. */
const otherOptions: Readonly<Record<Option, () => Partial<InstrumentRequest>>> = {
  properties: () => ({
    properties: [
      { ...safeHasNext, documentation: { ...safeHasNext.documentation, summary: 'another' } },
      safeIterator,
    ],
  }),
  analysis: () => ({ analysis: 'paper' }),
  threads: () => ({ threads: 'shared' }),
  world: () => ({ world: { kind: 'closed', entries: ['main'], reflection: ['**'] } }),
  runtime: () => ({ runtime: 'external' }),
  facts: () => ({ facts: [] }),
  audit: () => ({ audit: true }),
  limits: () => ({ limits: { ...defaultAnalysisLimits, sliceClasses: 1 } }),
  allowEmpty: () => ({ allowEmpty: true }),
  experimental: () => ({ experimental: true }),
  libraryRelease: () => ({ libraryRelease: 8 }),
  mayInstrument: () => ({ mayInstrument: filter(['Main'], []) }),
  runtimeClasses: () => ({
    runtimeClasses: new Map([...base.runtimeClasses].map(([name, bytes]) => [name, bytes.slice(0, -1)])),
  }),
  rrvVersion: () => ({ rrvVersion: 'another' }),
  compileJava: () => ({ compileJava: undefined as never }),
};

const ofInput = (change: Partial<ApplicationInput>) => (): Partial<InstrumentRequest> => ({
  inputs: base.inputs.map((input) => ({ ...input, ...change })),
});
const ofArchives = (change: Partial<ApplicationArchive>) => (): Partial<InstrumentRequest> =>
  ofInput({ archives: base.inputs[0]!.archives.map((archive) => ({ ...archive, ...change })) })();

const others: Readonly<Record<string, () => Partial<InstrumentRequest>>> = {
  ...otherOptions,
  'what is excluded': () => ({ mayInstrument: filter([], ['Main']) }),
  'the order of properties': () => ({ properties: [safeIterator, safeHasNext] }),
  'a byte of an input': ofInput({ digest: () => 'another' }),
  'the name of an input': ofInput({ label: 'another.jar' }),
  'the names of archives': ofArchives({ label: 'another.jar' }),
  'the kind of archives': ofArchives({ kind: 'war' }),
  'one input more': () => ({ inputs: [...base.inputs, { ...base.inputs[0]!, label: 'more.jar' }] }),
  'an option that nobody knows yet': () => ({ later: 1 }) as Partial<InstrumentRequest>,
};

describe('the result is not that of a request with another', () => {
  test.each(Object.keys(others))('%s', (what) => {
    const request = { ...unreadable({ ...base, ...others[what]!() }), cache: warm(nameless) };
    expect(() => instrument(request)).toThrow(looked);
  });

  test('class library, class path or compiler', () => {
    const cache = memoryCache(warm().stored, {}, 'another');
    expect(() => instrument({ ...unreadable(base), cache })).toThrow(looked);
  });
});

test('a function that is new is an error until somebody says what stands for it', () => {
  const request = { ...base, later: () => 1, cache: memoryCache() };
  expect(() => instrument(request)).toThrow('only plain data has a digest');
});

describe('no result is kept', () => {
  const keeps = (request: InstrumentRequest): boolean => {
    const cache = memoryCache();
    try {
      instrument({ ...request, cache });
    } catch {}
    return cache.written.includes('result');
  };

  test('unless all is well', () => expect(keeps(base)).toBe(true));
  test('of a run that fails', () => {
    const none = { ...base, mayInstrument: Object.assign(() => false, { patterns: [[], ['**']] }) };
    expect(keeps(none)).toBe(false);
  });
  test('of inputs that nobody can tell apart', () => {
    const inputs = base.inputs.map(({ digest, ...input }) => input);
    expect(keeps({ ...base, inputs })).toBe(false);
  });
  test('with a filter that has no name', () => {
    expect(keeps({ ...base, mayInstrument: () => true })).toBe(false);
  });
  test('of an input that changes meanwhile', () => {
    let count = 0;
    expect(keeps({ ...base, ...ofInput({ digest: () => `version ${count++}` })() })).toBe(false);
  });
  test('that is too large', () => {
    const result = instrument(base);
    const points = Array.from({ length: maxStoredPoints + 1 }, () => result.report.points[0]!);
    expect(
      encodeResult({ ...result, report: { ...result.report, points } }, base, nothingWoven),
    ).toBeUndefined();
  });
});

test('a result for analyze and one for instrument are kept side by side', () => {
  const cache = warm();
  instrument({ ...base, runtime: 'external', cache });
  for (const runtime of ['embed', 'external'] as const)
    instrument({ ...unreadable({ ...base, runtime }), cache });
});

test('of each name one result is kept', () => {
  const cache = warm();
  instrument({ ...base, threads: 'shared', cache });
  expect(() => instrument({ ...unreadable(base), cache })).toThrow(looked);
});

/** Then a result holds all contents but the runtime's. */
const nothingWoven = { keys: () => [], contents: () => [] };
const noneWith = (keys: unknown) => (Array.isArray(keys) ? [] : undefined);

type Members = Readonly<Record<string, unknown>>;

/** What stands in front of the contents. */
interface Head extends Members {
  readonly changes: readonly (readonly [string, readonly unknown[]])[];
  readonly lengths: readonly (readonly [number, number])[];
  readonly report: Members & {
    readonly points: readonly Members[];
    readonly properties: readonly Members[];
  };
  readonly diagnostics: readonly Members[];
}

describe('a stored result that is damaged is none', () => {
  let stored: Uint8Array;
  beforeAll(() => {
    stored = Buffer.concat(encodeResult(instrument(base), base, nothingWoven)!);
  });

  function withHead(change: (head: Head) => unknown): Uint8Array {
    const bytes = Buffer.from(stored);
    const end = 4 + bytes.readUInt32BE(0);
    const head = JSON.stringify(change(JSON.parse(bytes.toString('utf8', 4, end)) as Head));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(Buffer.byteLength(head));
    return Buffer.concat([length, Buffer.from(head), bytes.subarray(end)]);
  }
  test('one that is not is one, and does not hold the runtime', () => {
    expect(
      decodeResult(
        withHead((head) => head),
        base,
        noneWith,
      ),
    ).toBeDefined();
    const runtime = [...base.runtimeClasses.values()].reduce((sum, { length }) => sum + length, 0);
    expect(stored.length).toBeLessThan(runtime);
  });

  test('in its length', () => {
    const longer = Buffer.concat([stored, Buffer.alloc(1)]);
    for (const bytes of [...[0, 3, 4, 40, stored.length - 1].map((end) => stored.subarray(0, end)), longer])
      expect(decodeResult(bytes, base, noneWith)).toBeUndefined();
  });

  const optional = ['silent', 'deferred', 'once', 'paired', 'unmonitored', 'hint', 'where'];
  /** Puts what `change` makes of one into the place of each of a kind. */
  const kinds: Readonly<Record<string, (head: Head, change: (one: Members) => unknown) => unknown>> = {
    head: (head, change) => change(head),
    report: (head, change) => ({ ...head, report: change(head.report) }),
    points: (head, change) => ({
      ...head,
      report: { ...head.report, points: head.report.points.map(change) },
    }),
    properties: (head, change) => ({
      ...head,
      report: { ...head.report, properties: head.report.properties.map(change) },
    }),
    diagnostics: (head, change) => ({ ...head, diagnostics: head.diagnostics.map(change) }),
  };
  test.each(Object.keys(kinds))('in any member: %s', (kind) => {
    const names = new Set<string>();
    const noted = (one: Members): Members => {
      for (const name of Object.keys(one)) names.add(name);
      return one;
    };
    withHead((head) => kinds[kind]!(head, noted));
    const decodes = (change: (one: Members) => unknown): boolean =>
      decodeResult(
        withHead((head) => kinds[kind]!(head, change)),
        base,
        noneWith,
      ) !== undefined;
    expect(names.size).toBeGreaterThan(3);
    const isTaken = (change: (name: string) => (one: Members) => unknown): string[] =>
      [...names].filter((name) => decodes(change(name)));
    // An empty object is wrong for all but a place, which may say nothing.
    expect(isTaken((name) => (one) => ({ ...one, [name]: {} }))).toEqual(
      [...names].filter((name) => name === 'where'),
    );
    const absent = isTaken(
      (name) =>
        ({ [name]: _, ...others }) =>
          others,
    );
    expect(absent).toEqual([...names].filter((name) => optional.includes(name)));
  });

  const replaced = (at: number, value: unknown) => (head: Head) => ({
    ...head,
    changes: head.changes.map(([label, change]) => [label, change.with(at, value)]),
  });
  const damages: Readonly<Record<string, (head: Head) => unknown>> = {
    'an archive less': (head) => ({ ...head, changes: head.changes.slice(1) }),
    'archives in another order': (head) => ({ ...head, changes: [...head.changes].reverse() }),
    'an archive of another name': (head) => ({
      ...head,
      changes: head.changes.map(([, change]) => ['another.jar', change]),
    }),
    'a content that is not there': replaced(0, [['Main.class', 1e6]]),
    'a content of no number': replaced(1, [['Main.class', -1]]),
    'a changed entry that leads out': replaced(0, [['../Main.class', 0]]),
    'an added entry that leads out': replaced(1, [['/Main.class', 0]]),
    'a removed entry that leads out': replaced(2, ['a/../../b']),
    'a change that is no list': replaced(0, 'x'),
    'contents that are longer': (head) => ({
      ...head,
      lengths: head.lengths.map(([length, size]) => [length, size + 1]),
    }),
    'contents that are no numbers': (head) => ({ ...head, lengths: ['1'] }),
    'no object': () => 1,
  };
  test.each(Object.keys(damages))('in its changes: %s', (what) => {
    expect(decodeResult(withHead(damages[what]!), base, noneWith)).toBeUndefined();
  });

  test('and the run makes its own, and keeps that', () => {
    const cache = warm();
    const spoilt: Stored = new Map(
      [...cache.stored].map(([name, section]) => [
        name,
        name.startsWith('result ') ? new Map([...section.keys()].map((key) => [key, 'AAAA'])) : section,
      ]),
    );
    const other = memoryCache(spoilt);
    expect(contentOf(instrument({ ...base, cache: other }))).toEqual(contentOf(instrument(base)));
    expect(other.written).toEqual(expect.arrayContaining(['result']));
    instrument({ ...unreadable(base), cache: other });
  });
});
