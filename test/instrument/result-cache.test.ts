import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { classHierarchy } from '../../src/hierarchy/class-hierarchy.ts';
import { archiveClassSource } from '../../src/hierarchy/class-sources.ts';
import type { InstrumentRequest } from '../../src/instrument/instrument-types.ts';
import type { ResultCache } from '../../src/instrument/result-cache.ts';
import { readFactsFile } from '../../src/residual/facts/facts-file.ts';
import type { KeptSteps } from '../../src/residual/sound/replay/kept-steps.ts';
import { theJdk } from '../residual/sound/java-program.ts';
import { directoryArchive, instrumentDirectory } from '../support/instrumented-program.ts';
import { compileSources, defaultJdk } from '../support/jdk.ts';
import { type MemoryCache, memoryCache } from '../support/memory-cache.ts';
import { builtinProperties, safeHasNext, safeIterator } from '../support/named-properties.ts';

/** What a run gives: all bytes and the whole report, and nothing that depends on where it ran. */
type Outcome = Readonly<Record<string, string>>;

const base = {
  'Main.java': `public class Main extends Base {
  public static void main(String[] args) { new Main().run(new Object[1]); }
  void run(Object[] box) { System.out.println(Loops.sum(java.util.List.of(1, 2), box) + name() + Other.one()); }
}
`,
  'Base.java': 'class Base { String name() { return "base"; } }\n',
  'Loops.java': `import java.util.*;
class Loops {
  static int sum(List<Integer> list, Object[] box) {
    int sum = 0;
    Iterator<Integer> iterator = list.iterator();
    Keeper.look(iterator, box);
    while (iterator.hasNext()) sum += iterator.next();
    return sum;
  }
  static int first(Iterator<Integer> iterator) { return iterator.next(); }
}
`,
  'Keeper.java':
    'class Keeper { static void look(java.util.Iterator<?> i, Object[] box) { box[0] = null; } }\n',
  'Other.java': 'class Other { static int one() { return 1; } }\n',
  'Act.java': 'interface Act { void act(); }\n',
  'Acting.java': `import java.util.*;
class Acting {
  static List<Integer> list = new ArrayList<>();
  static int sum(Act act) {
    int sum = 0;
    for (int n : list) { sum += n; act.act(); }
    return sum;
  }
}
`,
  'Maker.java': `import java.lang.reflect.*;
class Maker implements InvocationHandler {
  static Object make() {
    return Proxy.newProxyInstance(Maker.class.getClassLoader(), new Class<?>[] { Runnable.class }, new Maker());
  }
  public Object invoke(Object proxy, Method method, Object[] given) { Acting.list.add(1); return null; }
}
`,
};
type Sources = Readonly<Record<string, string>>;

const otherProxies = { ...base, 'Maker.java': base['Maker.java'].replace('Runnable.class', 'Act.class') };

const folder = mkdtempSync(join(tmpdir(), 'rrv-cache-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function compiled(sources: Sources): string {
  const hash = createHash('sha256').update(JSON.stringify(sources)).digest('hex').slice(0, 12);
  const [from, to] = [join(folder, hash, 'src'), join(folder, hash, 'classes')];
  compileSources(sources, from, to, ['-g']);
  return to;
}

/** Without the other 26,000, whose headers would take most of the time. */
const fewNames = [...theJdk().names()].filter((name) =>
  /^java\/(?:lang|util|util\/function|io)\/[^/]*$/.test(name),
);

let count = 0;
function run(classes: string, options: Partial<InstrumentRequest> & { cache?: ResultCache } = {}): Outcome {
  const { properties = builtinProperties, ...rest } = options;
  const to = join(folder, `out${count++}`);
  const hierarchy = classHierarchy([
    archiveClassSource(directoryArchive(classes), 'application', defaultJdk().release),
    { ...theJdk(), names: () => fewNames, classes: () => [] },
  ]);
  const result = instrumentDirectory(classes, to, properties, { analysis: 'sound', hierarchy, ...rest });
  const outcome: Record<string, string> = { report: JSON.stringify(result.report) };
  for (const change of result.archives.values())
    for (const [name, bytes] of [...change.changed, ...change.added])
      outcome[name] = createHash('sha256').update(bytes).digest('hex');
  return outcome;
}

/** Whether the analysis did not run. */
function reused({ written }: MemoryCache): boolean {
  return !written.includes('decisions');
}

let baseClasses: string;
let warm: Map<string, Map<string, string>>;
const copyOf = (stored: Map<string, Map<string, string>>) =>
  new Map([...stored].map(([name, section]) => [name, new Map(section)]));

beforeAll(() => {
  baseClasses = compiled(base);
  const cache = memoryCache();
  expect(run(baseClasses, { cache })).toEqual(run(baseClasses));
  warm = cache.stored;
});

test('the program is one whose verdict hangs on the code of a class without points', () => {
  const keeps = compiled({ ...base, 'Keeper.java': base['Keeper.java'].replace('null', 'i') });
  expect(run(keeps).report).not.toBe(run(baseClasses).report);
});

test('and on the interfaces of proxies', () => {
  expect(run(compiled(otherProxies)).report).not.toBe(run(baseClasses).report);
});

const changes: Readonly<Record<string, { readonly sources: Sources; readonly reuses: boolean }>> = {
  nothing: { sources: base, reuses: true },
  'the code of a class that the analysis does not look into': {
    sources: { ...base, 'Other.java': base['Other.java'].replace('1;', '2;') },
    reuses: true,
  },
  'the code of a method that the analysis looked into': {
    sources: { ...base, 'Keeper.java': base['Keeper.java'].replace('null', 'i') },
    reuses: false,
  },
  'a call in a class without points': {
    sources: { ...base, 'Other.java': base['Other.java'].replace('1;', 'Loops.sum(null, null);') },
    reuses: false,
  },
  'a superclass': {
    sources: { ...base, 'Base.java': base['Base.java'].replace('Base', 'Base extends Thread') },
    reuses: false,
  },
  'a method with points': {
    sources: { ...base, 'Loops.java': base['Loops.java'].replace('sum = 0', 'sum = list.size()') },
    reuses: false,
  },
  'a constant in a method with points': {
    sources: { ...base, 'Loops.java': base['Loops.java'].replace('sum = 0', 'sum = 5') },
    reuses: false,
  },
  'the lines of a class with points': {
    sources: { ...base, 'Loops.java': base['Loops.java'].replace('class Loops', '\n\nclass Loops') },
    reuses: false,
  },
  'the interfaces of proxies': { sources: otherProxies, reuses: false },
  'a new class': {
    sources: { ...base, 'New.java': 'class New implements Runnable { public void run() {} }' },
    reuses: false,
  },
};

describe('with the results of another version of the program the outcome is that of a run without', () => {
  for (const [what, { sources, reuses }] of Object.entries(changes))
    test(`changed: ${what}`, () => {
      const classes = compiled(sources);
      const cache = memoryCache(copyOf(warm));
      expect(run(classes, { cache })).toEqual(run(classes));
      expect(reused(cache)).toBe(reuses);
    });

  const facts = readFactsFile(
    'version: 1\nfacts:\n  - calls: Keeper.look(..)\n    does-not-retain: argument 0\n    calls-back: []\n    because: test\n',
    'test.yaml',
  );
  const options: Readonly<Record<string, Partial<InstrumentRequest>>> = {
    properties: { properties: [safeHasNext] },
    'the order of properties': { properties: [...builtinProperties].reverse() },
    threads: { threads: 'shared' },
    analysis: { analysis: 'paper' },
    'no analysis': { analysis: 'none' },
    'a facts file': { facts: [facts] },
    'what may be instrumented': { mayInstrument: (name) => name !== 'Loops', allowEmpty: true },
    audit: { audit: true },
  };
  for (const [what, changed] of Object.entries(options))
    test(`changed: ${what}`, () => {
      const cache = memoryCache(copyOf(warm));
      expect(run(baseClasses, { ...changed, cache })).toEqual(run(baseClasses, changed));
    });

  test('changed: class library or class path', () => {
    const cache = memoryCache(copyOf(warm), {}, 'another');
    expect(run(baseClasses, { cache })).toEqual(run(baseClasses));
    expect(reused(cache)).toBe(false);
  });
});

describe('a cache that is wrong on purpose changes the outcome, so that these comparisons can fail', () => {
  test('a key that forgets the properties', () => {
    const forgetful = (stored?: Map<string, Map<string, string>>) =>
      memoryCache(stored, { section: (name) => name.replace(/^classes \S+/, 'classes') });
    const cache = forgetful();
    run(baseClasses, { properties: [{ ...safeIterator, events: safeIterator.events.slice(0, 1) }], cache });
    const properties = [safeHasNext];
    expect(run(baseClasses, { properties, cache: forgetful(cache.stored) })).not.toEqual(
      run(baseClasses, { properties }),
    );
  });

  test('decisions that forget whose code was read', () => {
    const value = (one: unknown): unknown =>
      typeof one === 'object' && one !== null && 'read' in one ? { ...one, read: [] } : one;
    const classes = compiled(changes['the code of a method that the analysis looked into']!.sources);
    const cache = memoryCache(copyOf(warm), { value });
    expect(run(classes, { cache })).not.toEqual(run(classes));
  });

  const forgetful = (forget: (kept: KeptSteps) => KeptSteps) => ({
    value: (one: unknown): unknown =>
      typeof one === 'object' && one !== null && 'ofProperties' in one
        ? { ...one, ofProperties: (one.ofProperties as KeptSteps[]).map(forget) }
        : one,
  });

  test('results for single methods that forget whose code was read', () => {
    const forget = forgetful((kept) => ({
      ...kept,
      nodes: kept.nodes.map(([, points, further]) => [[], points, further]),
    }));
    const classes = compiled(changes['the code of a method that the analysis looked into']!.sources);
    const cache = memoryCache(copyOf(warm), forget);
    expect(run(classes, { cache })).not.toEqual(run(classes));
  });

  test('results for single methods that forget which events other code may produce', () => {
    const forget = forgetful((kept) => ({
      ...kept,
      records: kept.records.map(([step, points, symbols, node, , ...found]) => [
        ...([step, points, symbols, node] as const),
        [],
        ...found,
      ]),
    }));
    const classes = compiled({ ...base, 'Adding.java': adding('One') });
    const cache = memoryCache(copyOf(warm), forget);
    expect(run(classes, { cache })).not.toEqual(run(classes));
  });
});

/** What the loop of Acting calls; it adds to the list by way of another class. */
function adding(by: 'One' | 'Two'): string {
  const way = (name: string) => `class ${name} { static void add() { Acting.list.add(1); } }`;
  return `class Adding implements Act { public void act() { ${by}.add(); } }\n${way('One')}\n${way('Two')}\n`;
}

test('ways through other methods are those of the program that there is', () => {
  const cache = memoryCache();
  const first = run(compiled({ ...base, 'Adding.java': adding('One') }), { cache });
  const classes = compiled({ ...base, 'Adding.java': adding('Two') });
  const expected = run(classes);
  expect(first.report).toContain('> One.add');
  expect(expected.report).toContain('> Two.add');
  expect(expected.report).not.toContain('> One.add');
  expect(run(classes, { cache })).toEqual(expected);
});

test('whatever stands in the cache, the outcome is right or the run makes its own', () => {
  const expected = run(baseClasses);
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(), (value, at) => {
      const stored = copyOf(warm);
      for (const section of stored.values()) {
        const keys = [...section.keys()];
        section.set(keys[at % keys.length]!, JSON.stringify(value));
      }
      expect(run(baseClasses, { cache: memoryCache(stored) })).toEqual(expected);
    }),
    { numRuns: 8 },
  );
});
