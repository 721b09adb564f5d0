import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InstrumentRequest, InstrumentResult } from '../../src/instrument/instrument-types.ts';
import { loadProperties } from '../../src/property/language/load.ts';
import { libraryProperty } from '../../src/property/library/index.ts';
import { instrumentDirectory, type MonitorReport, runMonitored } from '../support/instrumented-program.ts';
import { compileSources } from '../support/jdk.ts';

/** Properties with Java code. */
const own = `import java.util.*;
/** As Iterator_HasNext, with a field in place of states. unasked comes first: of one pointcut the last does. */
Asked(Iterator i) {
  Iterator asked;
  event next before(Iterator i) : call(* Iterator+.next()) && target(i) && condition(!(asked == null)) { asked = null; }
  event unasked before(Iterator i) : call(* Iterator+.next()) && target(i) && condition(asked == null) { }
  event hasNext after(Iterator i) : call(* Iterator+.hasNext()) && target(i) { asked = i; }
  ere : (unasked | next | hasNext)* unasked
  @match { System.err.println("next() without hasNext()"); }
}
/** No field: what the condition says is the same for every monitor. */
Empty(Collection c) {
  event use before(Collection c) : call(* Collection+.iterator()) && target(c) && condition(c.isEmpty()) { }
  event clear after(Collection c) : call(* Collection+.clear()) && target(c) { }
  ere : (use | clear)* clear use
  @match { System.err.println("walks through what it has cleared"); }
}
/** Asked under a lock that the program never takes. */
Locked(Iterator i) {
  event ask after(Iterator i) : call(* Iterator+.hasNext()) && target(i) && condition(Thread.holdsLock(i)) { }
  event next before(Iterator i) : call(* Iterator+.next()) && target(i) { }
  fsm : start [ ask -> asked next -> unasked ] asked [ ask -> asked next -> start ] unasked [ ask -> asked next -> unasked ]
  @unasked { System.err.println("not asked under its lock"); }
}
/** Counts: any event may be refused. */
Often(Collection c) {
  int count = 0;
  event add after(Collection c) : call(* Collection+.add(..)) && target(c) { count++; }
  event over after(Collection c) : call(* Collection+.add(..)) && target(c) && condition(count > 2) { }
  ere : (add | over)* over
  @match { System.err.println("many"); }
}
/** What has been cleared is filled again, as published files say it: with a handler that says more. */
Told(Collection c) {
  String place = null;
  int count = 0;
  event add after(Collection c) : call(* Collection+.add(..)) && target(c) { if (this.count == 0) this.place = __LOC; count++; }
  event over after(Collection c) : call(* Collection+.add(..)) && target(c) && condition(this.count > 2) { }
  event clear after(Collection c) : call(* Collection+.clear()) && target(c) { }
  ere : (add | over)* clear add* over
  @match { System.out.println(this.count + " from " + this.place + " on"); }
}
/** As StringBuilder_ThreadSafe. An argument has the name of the field. */
Owned(StringBuilder b) {
  Thread t = null;
  event safe before(StringBuilder b, Thread t) : call(* StringBuilder.*(..)) && target(b) && thread(t) && condition(this.t == null || this.t == t) { this.t = t; }
  event unsafe before(StringBuilder b, Thread t) : call(* StringBuilder.*(..)) && target(b) && thread(t) && condition(this.t != null && this.t != t) { }
  ere : safe*
  @fail { System.err.println("used by another"); __RESET; }
}
/** Has a list, which is not understood. */
Listed(Collection c) {
  List<Object> all = new ArrayList<Object>();
  event add after(Collection c) : call(* Collection+.add(..)) && target(c) && condition(all.size() > 2) { }
  ere : add
  @match { System.err.println("listed"); }
}
/** Two objects, and no way to a report: nothing in the program sorts. */
Sorted(List l, Iterator i) {
  List sorted;
  creation event sort before(List l) : call(* List+.sort(Comparator)) && target(l) { sorted = l; }
  event walk after(List l) returning(Iterator i) : call(* List+.iterator()) && target(l) && condition(sorted != null) { }
  event next before(Iterator i) : call(* Iterator+.next()) && target(i) { }
  ere : sort walk next
  @match { System.err.println("sorted"); }
}
`;

const letters = {
  T: ['StringBuilder_ThreadSafe', 'Owned'],
  M: ['Collections_NewSetFromMap'],
  A: ['Asked'],
  E: ['Empty'],
  K: ['Listed'],
  O: ['Often'],
  N: ['Told'],
  S: ['Sorted'],
  L: ['Locked'],
};

/** A letter and a sign: the points of these properties in the line are removed (-) or stay (+). */
const program = `import java.util.*;
public class Coded {
  static StringBuilder shared;
  static Iterator<String> kept;
  static String local(int n) {
    StringBuilder b = new StringBuilder("n");
    for (int k = 0; k < n; k++) b.append(k).append(',');   // T-
    return b.toString();                                   // T-
  }
  static String inHandler(String text) {
    StringBuilder b = new StringBuilder();
    try { b.append(Integer.parseInt(text)); }              // T-
    catch (NumberFormatException e) { b.append("no"); }    // T-
    return b.reverse().toString();                         // T-
  }
  static void append(StringBuilder b) {
    b.append("helped");                                    // T+
  }
  static String helped() {
    StringBuilder b = new StringBuilder();
    append(b);
    return b.append('.').toString();                       // T-
  }
  static StringBuilder returned() {
    StringBuilder b = new StringBuilder();
    b.append("returned");                                  // T+
    return b;
  }
  static void stored() {
    shared = new StringBuilder();
    shared.append("stored");                               // T+
  }
  static void handed() throws Exception {
    StringBuilder b = new StringBuilder();
    b.append("main");                                      // T+
    Thread other = new Thread(() -> b.append("other"));    // T+
    other.start();
    other.join();
    b.append("main");                                      // T+
  }
  static void elsewhere() throws Exception {
    StringBuilder b = returned();
    Thread other = new Thread(() -> b.append("other"));    // T+
    other.start();
    other.join();
  }
  static int maps() {
    Map<String, Boolean> first = new HashMap<>();
    first.put("a", true);                                  // M-
    Map<String, Boolean> second = new HashMap<>();
    Set<String> set = Collections.newSetFromMap(second);   // M+
    set.add("b");                                          // K+ O+ N+
    second.put("c", true);                                 // M+
    return first.size() + second.size();                   // M+
  }
  static int loop(List<String> list) {
    int n = 0;
    for (Iterator<String> i = new ArrayList<>(list).iterator(); i.hasNext();) // A- L+ S- E-
      n += i.next().length();                              // A- L+ S-
    return n;
  }
  static int unasked(List<String> list) {
    Iterator<String> i = new ArrayList<>(list).iterator(); // S- E-
    int n = i.next().length();                             // A+ L+ S-
    while (i.hasNext()) n += i.next().length();            // A- L+ S-
    return n;
  }
  static int twice(List<String> list) {
    Iterator<String> i = new ArrayList<>(list).iterator(); // S- E-
    if (!i.hasNext()) return 0;                            // A- L+
    return i.next().length() + i.next().length();          // A+ L+ S-
  }
  static int field(List<String> list) {
    kept = list.iterator();                                // S- E+
    int n = 0;
    while (kept.hasNext()) n += kept.next().length();      // A+ L+ S-
    return n;
  }
  static int cleared(boolean really) {
    List<String> list = new ArrayList<>();
    list.add("x");                                         // K+ O+ N-
    if (really) list.clear();                              // E+ N-
    int n = 0;
    for (String s : list) n += s.length();                 // E+ S- A- L+
    return n;
  }
  static int filled() {
    List<String> list = new ArrayList<>();
    for (int k = 0; k < 4; k++) list.add("x");             // K+ O+ N-
    int n = 0;
    for (String s : list) n += s.length();                 // E- S- A- L+
    return n;
  }
  static int again() {
    List<String> list = new ArrayList<>();
    list.add("x");                                         // K+ O+ N+
    list.clear();                                          // E- N+
    list.add("x"); list.add("x"); list.add("x");           // K+ O+ N+
    return list.size();
  }
  public static void main(String[] arguments) throws Exception {
    System.out.println(local(3) + inHandler("12") + inHandler("x") + helped() + returned());
    stored();
    Thread other = new Thread(Coded::stored2);
    other.start();
    other.join();
    handed();
    elsewhere();
    List<String> list = List.of("a", "b", "c");
    System.out.println(maps() + loop(list) + unasked(list) + twice(list) + field(list) + cleared(true) + cleared(false) + filled() + again());
  }
  static void stored2() {
    shared.append("by another");                           // T+
  }
}
`;

let folder: string;
let [none, sound]: Ran[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-coded-'));
  compileSources({ 'Coded.java': program }, join(folder, 'source'), join(folder, 'classes'), [
    '-g',
    '-XDstringConcat=inline',
  ]);
  none = ran('none', { analysis: 'none' });
  sound = ran('sound', { analysis: 'sound' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const properties = [
  libraryProperty('StringBuilder_ThreadSafe'),
  libraryProperty('Collections_NewSetFromMap'),
  ...loadProperties('own.mop', own, {
    lookup: (name) => /^java\.(?:lang|util(?!\.String|\.Thread))\.\w+$/.test(name),
  }).properties,
];

interface Ran {
  readonly result: InstrumentResult;
  readonly report: MonitorReport;
  readonly stdout: string;
}

function ran(variant: string, options: Partial<InstrumentRequest>): Ran {
  const to = join(folder, variant);
  const result = instrumentDirectory(join(folder, 'classes'), to, properties, options);
  const { run, report } = runMonitored(to, 'Coded');
  expect([variant, run.status, run.stderr.match(/audit|internal/g)]).toEqual([variant, 0, null]);
  return { result, report, stdout: run.stdout };
}

/** Compilers number in different orders. */
const lambdaNumber = /\$\d+$/;

const found = (report: MonitorReport): readonly string[] =>
  report.properties.flatMap(({ name, violations }) =>
    violations.map(
      ({ site, count, message }) =>
        `${name} ${site.method.replace(lambdaNumber, '')}:${site.line} ${count} ${message}`,
    ),
  );

describe('points of properties with Java code', () => {
  test('go where no field or thread can make a difference', () => {
    const lines = program.split('\n');
    const said = new Map<string, string>();
    const expected = new Map<string, string>();
    lines.forEach((line, index) => {
      for (const [, letter, sign] of line.split('//')[1]?.matchAll(/([A-Z])([+-])/g) ?? [])
        for (const name of letters[letter as keyof typeof letters])
          expected.set(`${name} ${index + 1}`, sign!);
    });
    for (const { property, line, kept } of sound!.result.report.points) {
      const key = `${property} ${line}`;
      if (kept || !said.has(key)) said.set(key, kept ? '+' : '-');
    }
    // Text that the compiler puts together is in main alone.
    const inMain = [...said.keys()].filter((key) =>
      lines[Number(key.split(' ')[1]) - 1]!.includes('System.out'),
    );
    for (const key of inMain) expect([key, said.get(key)]).toEqual([key, '-']);
    for (const key of inMain) said.delete(key);
    const sorted = (map: ReadonlyMap<string, string>) =>
      [...map].sort(([left], [right]) => left.localeCompare(right));
    expect(sorted(said)).toEqual(sorted(expected));
  });

  test('report what they report without', () => {
    expect(found(none!.report)).toMatchInlineSnapshot(`
      [
        "StringBuilder_ThreadSafe stored2:113 1 a StringBuilder was used by a second thread",
        "StringBuilder_ThreadSafe lambda$handed:36 1 a StringBuilder was used by a second thread",
        "StringBuilder_ThreadSafe lambda$elsewhere:43 1 a StringBuilder was used by a second thread",
        "Collections_NewSetFromMap maps:53 1 a map that backs a set was not empty, or was used directly",
        "Asked unasked:64 1 next() without hasNext()",
        "Asked twice:71 1 next() without hasNext()",
        "Empty cleared:84 1 walks through what it has cleared",
        "Locked loop:59 1 not asked under its lock",
        "Locked unasked:64 1 not asked under its lock",
        "Locked unasked:65 1 not asked under its lock",
        "Locked twice:71 1 not asked under its lock",
        "Locked twice:71 1 not asked under its lock",
        "Locked field:76 1 not asked under its lock",
        "Locked cleared:84 1 not asked under its lock",
        "Locked filled:91 1 not asked under its lock",
        "Often filled:89 1 many",
        "Often again:98 1 many",
        "Often again:98 1 many",
        "Told again:98 1 3 from Coded.again(Coded.java:96) on",
        "Owned stored2:113 1 used by another",
        "Owned lambda$handed:36 1 used by another",
        "Owned lambda$elsewhere:43 1 used by another",
      ]
    `);
    expect([sound!.stdout, found(sound!.report)]).toEqual([none!.stdout, found(none!.report)]);
  });

  test.each<readonly [string, Partial<InstrumentRequest>]>([
    ['other threads', { threads: 'shared' }],
    ['an audit', { audit: true }],
    [
      'an audit of a closed world',
      { audit: true, world: { kind: 'closed', entries: ['Coded#main'], reflection: [] } },
    ],
  ])('do so with %s', (variant, options) => {
    const { stdout, report } = ran(variant.replaceAll(' ', '-'), { analysis: 'sound', ...options });
    expect([stdout, found(report)]).toEqual([none!.stdout, found(none!.report)]);
  });

  test('say why they stay', () => {
    const reasonsOf = (name: string) => {
      const points = sound!.result.report.points.filter(({ property }) => property === name);
      return [...new Set(points.map(({ reason }) => reason))];
    };
    expect(reasonsOf('Often')).toMatchInlineSnapshot(`
      [
        "kept: c may come from outside the method",
        "kept: without it a report would be lost on this path: over at line 81",
        "kept: without it a report would be lost on this path: over at line 89",
        "kept: without it a report would be lost on this path: over at line 96",
        "kept: without it a report would be lost on this path: add at line 96, over at line 96, over at line 98",
        "kept: without it a report would be lost on this path: over at line 98",
        "kept: without it a report would be lost on this path: add at line 96, over at line 96, add at line 98, over at line 98, over at line 98",
        "kept: without it a report would be lost on this path: add at line 96, over at line 96, add at line 98, over at line 98, add at line 98, over at line 98, over at line 98",
      ]
    `);
    expect(reasonsOf('Listed')).toMatchInlineSnapshot(`
      [
        "kept: the property's Java code declares more than fields that are null in the beginning, numbers, and static methods that look at something",
      ]
    `);
  });
});
