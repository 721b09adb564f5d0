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
import { compileJava, jdkOfRelease, runJava } from '../../support/jdk.ts';
import { builtinProperties } from '../../support/named-properties.ts';

interface NewProgram {
  readonly members?: string;
  readonly before?: string;
  /** Runs `touch()` while the list is iterated over. */
  readonly trigger: string;
}

/** A view that hands on one iterator again and again, and a method that moves it. */
const sharing = `static class View extends AbstractSet<Object> { static final Iterator<Object> ONE = new ArrayList<Object>(List.of(1, 2, 3, 4)).iterator();
public int size() { return 3; } public Iterator<Object> iterator() { return ONE; } }
static void move(SequencedCollection<Object> c) { Iterator<Object> j = c.iterator(); if (j.hasNext()) j.next(); }`;
const moved = 'Iterator<Object> j = view.iterator(); if (j.hasNext()) { move(view); j.next(); }';

/** Ways in which code that needs JDK 25 runs code of the program. */
const programs: Readonly<Record<string, NewProgram>> = {
  'a lazy list makes its elements': {
    before: 'List<Object> lazy = StableValue.list(3, n -> { touch(); return "x"; });',
    trigger: 'lazy.get(0);',
  },
  'also when it is walked': {
    before: 'List<Object> lazy = StableValue.list(3, n -> { touch(); return "x"; });',
    trigger: 'Iterator<Object> j = lazy.iterator(); while (j.hasNext()) j.next();',
  },
  'a lazy map makes its values': {
    before: 'Map<Object, Object> lazy = StableValue.map(Set.<Object>of("k"), k -> { touch(); return "x"; });',
    trigger: 'lazy.get("k");',
  },
  'also when they are looked for': {
    before: 'Map<Object, Object> lazy = StableValue.map(Set.<Object>of("k"), k -> { touch(); return "x"; });',
    trigger: 'lazy.containsValue("y");',
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

const jdk = jdkOfRelease(25);

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

describe.runIf(jdk !== undefined)('programs of Java 25, in every world', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rrv-newest-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test.each(Object.entries(programs).map(([what, program], index) => ({ what, program, index })))(
    '$what',
    ({ program, index }) => {
      const name = `N${index}`;
      const file = join(folder, `${name}.java`);
      const classes = join(folder, 'classes');
      mkdirSync(classes);
      writeFileSync(file, sourceOf(name, program));
      compileJava(jdk!, [file], classes, ['--enable-preview', '--release', '25', '-g']);
      const hierarchy = hierarchyOf(directoryArchive(classes), jdk!);
      const runOf = (label: string, analysis: 'none' | 'sound', world: World): readonly string[] => {
        const to = join(folder, label);
        instrumentDirectory(classes, to, builtinProperties, { analysis, world, hierarchy });
        const report = join(folder, `${label}.json`);
        const run = runJava(jdk!, ['--enable-preview', `-Drrv.report=${report}`, '-cp', to, name]);
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
    compileJava(jdk!, [file], classes, ['--release', '25']);
    const hierarchy = hierarchyOf(directoryArchive(classes), jdk!);
    const to = join(folder, 'residual');
    const { report } = instrumentDirectory(classes, to, builtinProperties, { analysis: 'sound', hierarchy });
    expect(report.points.filter(({ kept }) => kept)).toEqual([]);
    const json = join(folder, 'report.json');
    const run = runJava(jdk!, [`-Drrv.report=${json}`, '-cp', to, 'Compact']);
    expect(run).toMatchObject({ status: 0, stdout: 'a\n' });
    const { properties } = JSON.parse(readFileSync(json, 'utf8')) as MonitorReport;
    expect(properties.map(({ violations }) => violations)).toEqual(builtinProperties.map(() => []));
  });
});
