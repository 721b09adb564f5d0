import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { InstrumentRequest } from '../../src/instrument/instrument-types.ts';
import { loadProperties } from '../../src/property/language/load.ts';
import { instrumentDirectory, runMonitored } from '../support/instrumented-program.ts';
import { compileSources } from '../support/jdk.ts';
import { safeHasNext } from '../support/named-properties.ts';

/** The event whose name begins with `x` cannot be produced in the program; no other event may be lost or assumed for it. */
const properties = `import java.util.*;
/** Only the events that nothing produces would keep next from being reported. */
Told(Iterator i) {
  event xTold before(Object o, Iterator i) : call(* Iterator+.hasNext()) && this(o) && target(i) { }
  event next before(Iterator i) : call(* Iterator+.next()) && target(i) { }
  ere : next @match { System.err.println("not told"); }
}
/** Has events at the calls of the others. */
Asked(Iterator i) {
  event asked after(Iterator i) : call(* Iterator+.hasNext()) && target(i) { }
  event next before(Iterator i) : call(* Iterator+.next()) && target(i) { }
  ere : asked next @match { System.err.println("asked"); }
}
/** What copy() throws is an event, beside one of \`this\`. */
Copied(Object o) {
  event failed after(Object o) throwing : call(* Unwoven.copy(..)) && args(o) { }
  event by before(Object o) : call(* Unwoven.copy(..)) && this(o) { }
  ere : failed failed @match { System.err.println("twice"); }
}
By(Object o, Object p) {
  event started before(Object p) : call(* Unwoven.copy(..)) && args(p) { }
  event by before(Object o, Object p) : call(* Unwoven.copy(..)) && this(o) && args(p) { }
  ere : by started @match { System.err.println("by"); }
}
/** The alternatives of xMerged bind one name to two values at one call, those of merged never: AspectJ rejects the former there. */
Merged(Collection c) {
  event xMerged before(Collection c) : call(* Collection+.addAll(..)) && (target(c) || args(c)) { }
  event merged before(Collection c) :
    (call(* Unwoven.merge(..)) && args(c, ..)) || (call(* Unwoven.merge(..)) && args(c, Object)) || (call(* Collection+.clear()) && target(c)) { }
  ere : merged merged @match { System.err.println("merged"); }
}
`;

const program = `import java.util.*;
public class Unwoven {
  Unwoven() {
    Iterator<String> i = new ArrayList<>(List.of("a")).iterator();
    i.hasNext();
    i.next();
  }
  static void copy(Object o) { throw new IllegalStateException(); }
  void twice(Object o) {
    for (int k = 0; k < 2; k++)
      try { copy(o); } catch (IllegalStateException e) { }
  }
  static void merge(Collection<String> c, Object o) { c.addAll(List.of()); }
  public static void main(String[] a) {
    new Unwoven().twice(new Object());
    List<String> c = new ArrayList<>();
    merge(c, "");
    c.clear();
  }
}
`;

const folder = mkdtempSync(join(tmpdir(), 'rrv-unweavable-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('what cannot be woven is no event, and changes nothing for other events, whatever is removed', () => {
  compileSources({ 'Unwoven.java': program }, join(folder, 'src'), join(folder, 'classes'));
  const isType = (name: string): boolean =>
    /^(?:java\.(?:lang\.Object|util\.(?:Collection|Iterator))|Unwoven)$/.test(name);
  const loaded = loadProperties('test.mop', properties, { lookup: isType }).properties;
  const reportsWith = (name: string, options: Partial<InstrumentRequest>): readonly string[] => {
    const to = join(folder, name, 'classes');
    const { report } = instrumentDirectory(join(folder, 'classes'), to, loaded, options);
    const unmonitored = report.points.filter((point) => point.unmonitored !== undefined);
    expect(new Set(unmonitored.map(({ event }) => event))).toEqual(new Set(['xTold', 'xMerged']));
    return runMonitored(to, 'Unwoven').report.properties.flatMap(({ name: property, violations }) =>
      violations.map(({ site, count }) => `${property} ${site.line} ${count}`),
    );
  };
  const expected = ['Told 6 1', 'Asked 6 1', 'Copied 11 1', 'By 11 1', 'Merged 18 1'];
  expect(reportsWith('none', {})).toEqual(expected);
  expect(reportsWith('open', { analysis: 'sound' })).toEqual(expected);
  const world = { kind: 'closed', entries: ['main'], reflection: [] } as const;
  expect(reportsWith('closed', { analysis: 'sound', world })).toEqual(expected);
});

/** Advice of Byte Buddy, and what becomes of it: `copied` in a class loader that knows the class library alone. */
const advice = {
  'shaded/net/bytebuddy/asm/Advice.java': `package shaded.net.bytebuddy.asm;
    import java.lang.annotation.*;
    public class Advice { @Retention(RetentionPolicy.RUNTIME) public @interface OnMethodEnter { } }`,
  'Advised.java': `import java.io.*; import java.util.*; import shaded.net.bytebuddy.asm.Advice;
    public class Advised {
      public static class Copied {
        @Advice.OnMethodEnter public static void enter(List<String> list) {
          System.out.println(list.iterator().next());
        }
      }
      public static void main(String[] arguments) throws Exception {
        byte[] copied;
        try (InputStream in = Advised.class.getResourceAsStream("Advised$Copied.class")) { copied = in.readAllBytes(); }
        Class<?> elsewhere = new ClassLoader(ClassLoader.getPlatformClassLoader()) {
          Class<?> define() { return defineClass("Advised$Copied", copied, 0, copied.length); }
        }.define();
        List<String> list = new ArrayList<>(List.of("a"));
        elsewhere.getMethod("enter", List.class).invoke(null, list);
        Copied.enter(list);
        list.iterator().next();
      } }`,
};

test('advice of Byte Buddy has no events, as its code is copied into other classes', () => {
  compileSources(advice, join(folder, 'advice-src'), join(folder, 'advice'));
  const told = properties.slice(0, properties.indexOf('/** Has events'));
  const isType = (name: string): boolean => /^java\.(?:lang\.Object|util\.Iterator)$/.test(name);
  const loaded = loadProperties('test.mop', told, { lookup: isType }).properties;
  for (const analysis of ['none', 'sound'] as const) {
    const to = join(folder, analysis, 'advice');
    const { report } = instrumentDirectory(join(folder, 'advice'), to, loaded, { analysis });
    const unmonitored = report.points.filter((point) => point.unmonitored !== undefined);
    expect(unmonitored.map((point) => [point.class, point.method, point.event])).toEqual([
      ['Advised$Copied', 'enter', 'next'],
    ]);
    const { run, report: monitored } = runMonitored(to, 'Advised');
    expect(run.stdout).toBe('a\na\n');
    const sites = monitored.properties.flatMap(({ violations }) => violations.map(({ site }) => site.line));
    expect(sites).toEqual([17]);
  }
});

/** Two references to one method, of which one is written to a stream and read again. */
const references = {
  'Written.java': `import java.io.*; import java.util.*; import java.util.function.Function;
    public class Written {
      interface Stored extends Function<Iterator<String>, String>, Serializable { }
      static Stored readAgain(Stored stored) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(stored);
        return (Stored) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
      }
      public static void main(String[] arguments) throws Exception {
        Stored stored = Iterator::next;
        Function<Iterator<String>, String> other = Iterator::next;
        System.out.println(readAgain(stored).apply(List.of("a").iterator()) + other.apply(List.of("b").iterator()));
      } }`,
};

test('a method reference that can be serialized has no event, as its serial form names the method', () => {
  compileSources(references, join(folder, 'written-src'), join(folder, 'written'));
  const to = join(folder, 'serial', 'written');
  const { report } = instrumentDirectory(join(folder, 'written'), to, [safeHasNext]);
  const reasons = report.points.map(({ line, unmonitored }) => [line, unmonitored]);
  const why = 'the method reference is serializable: its serial form names the method';
  // javac reads the first one again in a method of its own.
  expect(reasons).toEqual([
    [10, why],
    [11, undefined],
    [2, why],
  ]);
  const { run, report: monitored } = runMonitored(to, 'Written');
  expect([run.stderr, run.stdout]).toEqual([expect.not.stringContaining('Exception'), 'ab\n']);
  expect(monitored.properties.map(({ events }) => events)).toEqual([{ hasNext: 0, next: 1 }]);
});
