import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { World } from '../../../src/residual/analysis.ts';
import {
  directoryArchive,
  hierarchyOf,
  instrumentDirectory,
  type MonitorReport,
} from '../../support/instrumented-program.ts';
import { compileJava, type Jdk, jdkOfRelease, newerReleases, runJava } from '../../support/jdk.ts';
import { builtinProperties } from '../../support/named-properties.ts';

interface NewProgram {
  readonly members?: string;
  readonly before?: string;
  /** Runs `touch()` while the list is iterated over. */
  readonly trigger: string;
  /** The first and the last release of Java that has what it needs; absent: 25, and none. */
  readonly since?: number;
  readonly until?: number;
}

/** A view that hands on one iterator again and again, and a method that moves it. */
const sharing = `static class View extends AbstractSet<Object> { static final Iterator<Object> ONE = new ArrayList<Object>(List.of(1, 2, 3, 4)).iterator();
public int size() { return 3; } public Iterator<Object> iterator() { return ONE; } }
static void move(SequencedCollection<Object> c) { Iterator<Object> j = c.iterator(); if (j.hasNext()) j.next(); }`;
const moved = 'Iterator<Object> j = view.iterator(); if (j.hasNext()) { move(view); j.next(); }';

/** Ways in which code that needs a JDK as new as 25 runs code of the program. */
const programs: Readonly<Record<string, NewProgram>> = {
  ...lazyCollections('StableValue.list', 'StableValue.map', { until: 25 }),
  ...lazyCollections('List.ofLazy', 'Map.ofLazy', { since: 26 }),
  'List.ofLazy makes its elements when its text is asked for': {
    before: 'List<Object> lazy = List.ofLazy(3, n -> { touch(); return "x"; });',
    trigger: 'String s = "" + lazy;',
    since: 26,
  },
  'a lazy set asks what it holds': {
    before: 'Set<Object> lazy = Set.ofLazy(Set.<Object>of("k"), k -> { touch(); return true; });',
    trigger: 'lazy.contains("k");',
    since: 27,
  },
  'also when it is walked': {
    before: 'Set<Object> lazy = Set.ofLazy(Set.<Object>of("k"), k -> { touch(); return true; });',
    trigger: 'Iterator<Object> j = lazy.iterator(); while (j.hasNext()) j.next();',
    since: 27,
  },
  'a lazy constant is made when it is asked for': {
    before: 'LazyConstant<Object> lazy = LazyConstant.of(() -> { touch(); return "x"; });',
    trigger: 'lazy.get();',
    since: 26,
  },
  'a pattern asks a record for its components': {
    members: 'record Pair(Object left, Object right) { public Object left() { touch(); return left; } }',
    before: 'Object pair = new Pair("a", "b");',
    trigger: 'if (pair instanceof Pair(Object left, Object right)) left.hashCode();',
  },
  'a guard runs': {
    members: 'static boolean guard() { touch(); return true; }',
    before: 'Object o = "s";',
    trigger: 'int n = switch (o) { case String s when guard() -> 1; default -> 2; };',
  },
  'code runs before the constructor of the superclass': {
    members: 'static class Own { Own(int n) { if (n == 0) touch(); super(); } }',
    trigger: 'new Own(0);',
  },
  'a gatherer runs when its stream is walked': {
    before: `Iterator<Object> j = java.util.stream.Stream.<Object>of("a").gather(java.util.stream.Gatherer.ofSequential(
(Void v, Object e, java.util.stream.Gatherer.Downstream<? super Object> d) -> { touch(); return d.push(e); })).iterator();`,
    trigger: 'j.next();',
  },
  'a linked set looks for its last element': {
    members:
      'static boolean asks; static class Key { public int hashCode() { return 0; } public boolean equals(Object o) { if (asks) touch(); return o == this; } }',
    before:
      'LinkedHashSet<Object> set = new LinkedHashSet<>(); set.add(new Key()); set.add(new Key()); asks = true;',
    trigger: 'set.removeLast();',
  },
  'a reversed list asks the list': {
    members:
      'static class Own extends AbstractList<Object> { public int size() { return 2; } public Object get(int n) { touch(); return "e"; } }',
    before: 'List<Object> reversed = new Own().reversed();',
    trigger: 'reversed.getFirst();',
  },
  'the sequenced key set of a map hands on the iterator of its key set': {
    members: `${sharing}
static class Own extends TreeMap<Object, Object> { public Set<Object> keySet() { return new View(); } }`,
    before: 'SequencedSet<Object> view = new Own().sequencedKeySet();',
    trigger: moved,
  },
  'so do its sequenced values': {
    members: `${sharing}
static class Own extends TreeMap<Object, Object> { public Collection<Object> values() { return new View(); } }`,
    before: 'SequencedCollection<Object> view = new Own().sequencedValues();',
    trigger: moved,
  },
  'so does a sequenced set that is made of a map': {
    members: `${sharing}
static class Own extends LinkedHashMap<Object, Boolean> { public Set<Object> keySet() { return new View(); } }`,
    before: 'SequencedSet<Object> view = Collections.newSequencedSetFromMap(new Own());',
    trigger: moved,
  },
  'a virtual thread updates the list': {
    trigger: 'Thread.ofVirtual().start(() -> touch()).join();',
  },
};

/** Collections that the class library makes with `list` and `map`. */
function lazyCollections(
  list: string,
  map: string,
  releases: Pick<NewProgram, 'since' | 'until'>,
): Readonly<Record<string, NewProgram>> {
  const ofList = `List<Object> lazy = ${list}(3, n -> { touch(); return "x"; });`;
  const ofMap = `Map<Object, Object> lazy = ${map}(Set.<Object>of("k"), k -> { touch(); return "x"; });`;
  return {
    [`${list} makes its elements`]: { before: ofList, trigger: 'lazy.get(0);', ...releases },
    [`${list} does when it is walked`]: {
      before: ofList,
      trigger: 'Iterator<Object> j = lazy.iterator(); while (j.hasNext()) j.next();',
      ...releases,
    },
    [`${list} does when a part of it is walked`]: {
      before: ofList,
      trigger: 'Iterator<Object> j = lazy.subList(0, 2).iterator(); while (j.hasNext()) j.next();',
      ...releases,
    },
    [`${list} does when it is put into a set`]: {
      before: ofList,
      trigger: 'new HashSet<Object>().add(lazy);',
      ...releases,
    },
    [`${map} does when its entries are put into a set`]: {
      before: ofMap,
      trigger: 'new HashSet<Object>().addAll(lazy.entrySet());',
      ...releases,
    },
    [`${map} makes its values`]: { before: ofMap, trigger: 'lazy.get("k");', ...releases },
    [`${map} does when they are looked for`]: {
      before: ofMap,
      trigger: 'lazy.containsValue("y");',
      ...releases,
    },
  };
}

function sourceOf(name: string, { members = '', before = '', trigger }: NewProgram): string {
  return `import java.util.*;
class ${name} {
static List<Object> list = new ArrayList<>(List.of("a", "b"));
static boolean isTouched;
static void touch() { if (!isTouched) list.add("x"); isTouched = true; }
${members}
void main() throws Exception {
${before}
Iterator<Object> i = list.iterator();
i.hasNext();
${trigger}
try { i.next(); } catch (ConcurrentModificationException e) { }
} }`;
}

/** Violations by place, and the names of properties whose report there is. */
function summaryOf(report: MonitorReport): readonly string[] {
  return report.properties.flatMap(({ name, violations }) => [
    name,
    ...violations.map(({ site, count }) => `${name} ${site.class}.${site.method} ${site.line} ${count}`),
  ]);
}

const jdks = [25, ...newerReleases()].map(jdkOfRelease).filter((jdk): jdk is Jdk => jdk !== undefined);

describe.each(jdks)('programs of Java $release, in every world', (jdk) => {
  const { release } = jdk;
  const fitting = Object.entries(programs).filter(
    ([, { since = 25, until = Number.POSITIVE_INFINITY }]) => since <= release && release <= until,
  );
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rrv-newest-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test.each(fitting.map(([what, program], index) => ({ what, program, index })))(
    '$what',
    ({ program, index }) => {
      const name = `N${index}`;
      const file = join(folder, `${name}.java`);
      const classes = join(folder, 'classes');
      mkdirSync(classes);
      writeFileSync(file, sourceOf(name, program));
      compileJava(jdk, [file], classes, ['--enable-preview', '--release', `${release}`, '-g']);
      const hierarchy = hierarchyOf(directoryArchive(classes), jdk);
      const runOf = (label: string, analysis: 'none' | 'sound', world: World): readonly string[] => {
        const to = join(folder, label);
        instrumentDirectory(classes, to, builtinProperties, { analysis, world, hierarchy });
        const report = join(folder, `${label}.json`);
        const run = runJava(jdk, ['--enable-preview', `-Drrv.report=${report}`, '-cp', to, name]);
        expect(run.status, run.stderr).toBe(0);
        return summaryOf(JSON.parse(readFileSync(report, 'utf8')) as MonitorReport);
      };
      const full = runOf('full', 'none', { kind: 'open' });
      expect(full.length).toBeGreaterThan(builtinProperties.length);
      const worlds: readonly World[] = [
        { kind: 'open' },
        { kind: 'closed', entries: ['main'], reflection: ['**'] },
        { kind: 'closed', entries: ['main'], reflection: [] },
      ];
      for (const [number, world] of worlds.entries())
        expect(runOf(`residual${number}`, 'sound', world)).toEqual(full);
    },
  );

  test('a program that starts at an instance method has a report without one event', () => {
    const classes = join(folder, 'classes');
    mkdirSync(classes);
    const file = join(folder, 'Compact.java');
    writeFileSync(file, 'void main() { for (var one : new ArrayList<>(List.of("a"))) IO.println(one); }');
    compileJava(jdk, [file], classes, ['--release', `${release}`]);
    const hierarchy = hierarchyOf(directoryArchive(classes), jdk);
    const to = join(folder, 'residual');
    const { report } = instrumentDirectory(classes, to, builtinProperties, { analysis: 'sound', hierarchy });
    expect(report.points.filter(({ kept }) => kept)).toEqual([]);
    const json = join(folder, 'report.json');
    const run = runJava(jdk, [`-Drrv.report=${json}`, '-cp', to, 'Compact']);
    expect(run).toMatchObject({ status: 0, stdout: 'a\n' });
    const { properties } = JSON.parse(readFileSync(json, 'utf8')) as MonitorReport;
    expect(properties.map(({ violations }) => violations)).toEqual(builtinProperties.map(() => []));
  });
});
