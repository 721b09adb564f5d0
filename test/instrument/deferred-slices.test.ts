import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadProperties } from '../../src/property/language/load.ts';
import { instrumentDirectory, type MonitorReport, runMonitored } from '../support/instrumented-program.ts';
import { compileSources, defaultJdk, runJava } from '../support/jdk.ts';
import { builtinProperties } from '../support/named-properties.ts';
import { type Variant, type VariantRun, variantRuns, violationsOf } from '../support/variant-runs.ts';

/** The first word of each method's comment: whether the slices of its SafeIterator begin when their collection has an event. */
const program = `import java.util.*;
import java.util.concurrent.*;
public class Deferred {
  static Iterator<String> field;
  static int rounds;
  /** Updates the collection at every third call. */
  static boolean touch(Collection<String> all) { return ++rounds % 3 == 0 && all.add("t" + rounds); }
  static Collection<String> none() { return null; }
  static void walk(Iterator<String> i) { i.hasNext(); }

  // deferred
  static int loop(Collection<String> all) {
    int n = 0;
    for (String s : all) { n += s.length(); if (n < 100 && touch(all)) n++; }
    return n;
  }
  // deferred
  static int twice(Collection<String> all) {
    int n = 0;
    Iterator<String> i = all.iterator();
    if (i.hasNext()) n += i.next().length();
    touch(all);
    if (i.hasNext()) n += i.next().length();
    touch(all);
    while (i.hasNext() && n < 1000) { n += i.next().length(); touch(all); }
    return n;
  }
  // deferred
  static int nested(Collection<String> all, Collection<String> more) {
    int n = 0;
    for (String s : all) for (String t : more) { n += t.length(); if (n % 7 == 0) touch(all); }
    return n;
  }
  // deferred
  static int copied(List<String> all) {
    ListIterator<String> i = all.listIterator();
    ListIterator<String> j = i;
    int n = 0;
    while (i.hasNext()) { n += ((String) j.next()).length(); i.set("s"); if (n == 3) j.add("new"); touch(all); }
    return n;
  }
  // deferred
  static int indexed(List<String> all) {
    int n = 0;
    for (ListIterator<String> i = all.listIterator(rounds % 3); i.hasNext() && n < 100; touch(all)) n += i.next().length();
    return n;
  }
  // deferred
  static int caught(Collection<String> all) {
    int n = 0;
    Iterator<String> i = all.iterator();
    for (int k = 0; k < 9; k++)
      try { if (i.hasNext()) n += i.next().length(); touch(all); }
      catch (ConcurrentModificationException e) { n += 100; }
    return n;
  }
  // deferred
  static long wide(long a, double b, Collection<String> all) {
    long n = a;
    for (String s : all) { double d = b; if (touch(all)) n += (long) d; n += s.length(); }
    return n;
  }
  // deferred
  static int again(Collection<String> all) {
    int n = 0;
    for (int k = 0; k < 4; k++) { Iterator<String> i = all.iterator(); touch(all); if (i.hasNext()) n += i.next().length(); }
    return n;
  }
  // deferred: a call on null is no event
  static int forgotten(Collection<String> all) {
    int n = 0;
    Iterator<String> i = all.iterator();
    Iterator<String> j = i;
    touch(all);
    if (all.size() > 2) i = null;
    try { n += i.next().length(); } catch (NullPointerException e) { n = 100; }
    return j.hasNext() ? n + j.next().length() : n;
  }
  // stays: one of two calls has made it
  static int either(Collection<String> all, Collection<String> more) {
    Iterator<String> i = all.size() > 3 ? more.iterator() : all.iterator();
    touch(all);
    return i.hasNext() ? i.next().length() : 0;
  }
  // stays: the iterator of the round before is used once more
  static int older(Collection<String> first, Collection<String> second) {
    int n = 0;
    Iterator<String> old = null;
    for (int k = 0; k < 2; k++) {
      Iterator<String> i = (k == 0 ? first : second).iterator();
      if (old != null && old.hasNext()) n += old.next().length();
      touch(first);
      old = i;
    }
    return n;
  }
  // stays: the call fails, and the iterator of the one before is used
  static int failed(Collection<String> all) {
    int n = 0;
    Iterator<String> i = null;
    for (int k = 0; k < 2; k++)
      try { i = (k == 0 ? all : none()).iterator(); touch(all); }
      catch (NullPointerException e) { if (i.hasNext()) n += i.next().length(); }
    return n;
  }
  // stays: it is kept
  static int kept(Collection<String> all) {
    Iterator<String> i = all.iterator();
    field = i;
    touch(all);
    if (field.hasNext()) field.next();
    return i.hasNext() ? i.next().length() : 0;
  }
  // stays: it is handed on
  static int handed(Collection<String> all) {
    Iterator<String> i = all.iterator();
    walk(i);
    touch(all);
    return i.hasNext() ? i.next().length() : 0;
  }
  // stays: it may be another one
  static int parameter(Collection<String> all, Iterator<String> other) {
    Iterator<String> i = all.iterator();
    touch(all);
    if (other != null) i = other;
    return i.hasNext() ? i.next().length() : 0;
  }
  // stays: it is captured
  static int captured(Collection<String> all) {
    Iterator<String> i = all.iterator();
    Runnable next = () -> i.next();
    touch(all);
    if (i.hasNext()) next.run();
    return i.hasNext() ? i.next().length() : 0;
  }
  // stays: it is returned
  static Iterator<String> returned(Collection<String> all) {
    Iterator<String> i = all.iterator();
    touch(all);
    if (i.hasNext()) i.next();
    return i;
  }
  // stays: another iterator puts it into a list
  static int put(Collection<String> all, List<Iterator<String>> into) {
    Iterator<String> i = all.iterator();
    into.listIterator().add(i);
    touch(all);
    if (into.get(0).hasNext()) into.get(0).next();
    return i.hasNext() ? i.next().length() : 0;
  }

  static void all(Collection<String> c, Collection<String> d) {
    Runnable[] tries = {
      () -> loop(c), () -> twice(c), () -> nested(c, d), () -> copied((List<String>) c), () -> indexed((List<String>) c), () -> caught(c), () -> wide(1, 2, c),
      () -> again(c), () -> forgotten(c), () -> either(c, d), () -> older(c, d), () -> failed(c), () -> kept(c), () -> handed(c),
      () -> parameter(c, d.iterator()), () -> parameter(c, null), () -> captured(c), () -> returned(c).next(), () -> put(c, new LinkedList<>()),
    };
    for (Runnable one : tries)
      for (int k = 0; k < 4; k++)
        try { one.run(); System.out.println("done"); }
        catch (RuntimeException e) { System.out.println(e.getClass()); }
  }
  static Collection<String> letters(Collection<String> to) { to.addAll(List.of("a", "b", "c", "d")); return to; }
  /** Its iterator is one object. */
  static class Shared extends ArrayList<String> {
    private Iterator<String> kept;
    public Iterator<String> iterator() { return kept == null ? kept = super.iterator() : kept; }
  }
  public static void main(String[] arguments) {
    all(letters(new ArrayList<>()), letters(new ArrayList<>()));
    all(letters(new LinkedList<>()), letters(new TreeSet<>()));
    all(letters(new ConcurrentLinkedQueue<>()), letters(new CopyOnWriteArrayList<>()));
    all(letters(new CopyOnWriteArrayList<>()), letters(new Shared()));
    all(letters(new Shared()), letters(new LinkedHashSet<>()));
    Collection<String> same = letters(new Vector<>());
    all(same, same);
    all(Collections.emptyList(), same);
    all(Collections.unmodifiableList(new ArrayList<>(same)), same);
  }
}
`;

/** The same for SafeMapIterator, whose slices have two owners. */
const maps = `import java.util.*;
import java.util.concurrent.*;
public class Maps {
  static int rounds;
  static void touch(Map<String, String> map) { if (++rounds % 3 == 0) map.put("t" + rounds, "t"); }
  // deferred
  static int keys(Map<String, String> map) {
    int n = 0;
    for (String s : map.keySet()) { n += s.length(); touch(map); }
    return n;
  }
  // deferred
  static int entries(Map<String, String> map) {
    int n = 0;
    Iterator<Map.Entry<String, String>> i = map.entrySet().iterator();
    for (int k = 0; k < 5; k++) { if (i.hasNext()) n += i.next().getKey().length(); touch(map); }
    return n;
  }
  // deferred
  static int view(Collection<String> values, Map<String, String> map) {
    int n = 0;
    for (String s : values) { n += s.length(); touch(map); }
    return n;
  }
  // deferred
  static int nested(Map<String, String> map) {
    int n = 0;
    for (String s : map.keySet()) for (String t : map.values()) { n += t.length(); if (n > 5 && n < 20) map.put("n" + n, ""); }
    return n;
  }
  // deferred
  static int asked(Map<String, String> map) {
    int n = 0;
    Iterator<String> i = map.keySet().iterator();
    map.keySet();
    if (i.hasNext()) n += i.next().length();
    touch(map);
    if (i.hasNext()) n += i.next().length();
    return n;
  }
  // stays: it is returned
  static Iterator<String> returned(Map<String, String> map) {
    Iterator<String> i = map.values().iterator();
    touch(map);
    if (i.hasNext()) i.next();
    return i;
  }
  static void all(Map<String, String> map) {
    map.putAll(Map.of("a", "1", "b", "2", "c", "3"));
    Runnable[] tries = {
      () -> keys(map), () -> entries(map), () -> view(map.values(), map), () -> view(List.of("x", "y", "z"), map), () -> nested(map),
      () -> asked(map), () -> returned(map).next(),
    };
    for (Runnable one : tries)
      for (int k = 0; k < 4; k++)
        try { one.run(); System.out.println("done"); }
        catch (RuntimeException e) { System.out.println(e.getClass()); }
  }
  public static void main(String[] arguments) {
    all(new HashMap<>()); all(new LinkedHashMap<>()); all(new TreeMap<>()); all(new ConcurrentHashMap<>()); all(new Hashtable<>());
    all(Collections.synchronizedMap(new WeakHashMap<>()));
  }
}
`;

const programs = { Deferred: [program, 'SafeIterator'], Maps: [maps, 'SafeMapIterator'] } as const;

describe.each(Object.keys(programs) as (keyof typeof programs)[])(
  'slices of iterators that stay in their method: %s',
  (name) => {
    const [source, property] = programs[name];
    let folder: string;
    let runs: Readonly<Record<Variant, VariantRun>>;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'rrv-deferred-'));
      const before = join(folder, 'before');
      compileSources({ [`${name}.java`]: source }, join(folder, 'source'), before, ['-g']);
      runs = variantRuns(folder, name, builtinProperties);
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    test('are those of one call, used in its method alone', () => {
      const expected = [...source.matchAll(/\/\/ (deferred|stays).*\n {2}static [\w<>]+ (\w+)\(/g)];
      expect(expected.length).toBe(source.match(/\/\/ (deferred|stays)/g)!.length);
      const found = new Map<string, boolean>();
      for (const point of runs.sound.result.report.points)
        if (point.property === property && point.event === 'create' && point.kept)
          found.set(point.method, (found.get(point.method) ?? false) || point.deferred === true);
      for (const [, word, method] of expected)
        expect([method, found.get(method!)]).toEqual([method, word === 'deferred']);
      expect(runs.none.result.report.points.some(({ deferred }) => deferred)).toBe(false);
      expect(runs.audit.result.report.points.some(({ deferred }) => deferred)).toBe(false);
    });

    test('report what they report without, from fewer monitors', () => {
      const { none, sound, audit } = runs;
      expect(sound.stdout).toBe(none.stdout);
      expect(violationsOf(sound.report)).toEqual(violationsOf(none.report));
      expect(violationsOf(audit.report)).toEqual(violationsOf(none.report));
      const of = ({ report }: VariantRun) => report.properties.find((one) => one.name === property)!;
      expect(of(none).violations.length).toBeGreaterThan(4);
      expect(of(sound).monitors.created).toBeLessThan(of(none).monitors.created);
      expect(of(sound).monitors.created).toBeGreaterThan(0);
    });

    test('the general monitor begins them at once', () => {
      const file = join(folder, 'general.json');
      const folderOf = join(folder, 'sound');
      const run = runJava(defaultJdk(), [
        `-Drrv.engine=general`,
        `-Drrv.report=${file}`,
        '-cp',
        folderOf,
        name,
      ]);
      expect(run.status).toBe(0);
      const report = JSON.parse(readFileSync(file, 'utf8')) as MonitorReport;
      expect(violationsOf(report)).toEqual(violationsOf(runs.none.report));
      // A list that no slice has begins nothing.
      const created = ({ properties }: MonitorReport) =>
        properties.find((one) => one.name === 'SafeMapIterator')!.events.create!;
      const all = created(runs.none.report);
      const begun = name === 'Maps' ? all - 24 : 0;
      expect([created(runs.sound.report), created(report)]).toEqual([begun, begun]);
    });
  },
);

/** `made` happens at the same call before the iterator is joined with its collection. */
const early = `import java.util.*;
Early(Collection c, Iterator i) {
  event made after() returning(Iterator i) : call(* Collection+.iterator()) { }
  event create after(Collection c) returning(Iterator i) : call(* Collection+.iterator()) && target(c) { }
  event update before(Collection c) : call(* Collection+.add(..)) && target(c) { }
  event next before(Iterator i) : call(* Iterator+.next()) && target(i) { }
  fsm : start [ create -> begun made -> start update -> start next -> start ]
    begun [ update -> updated made -> begun next -> begun ]
    updated [ update -> updated made -> begun next -> bad ]
    bad [ update -> updated made -> begun next -> begun ]
  @bad { }
}
/** Has the last call woven elsewhere, so that nothing in the method is silent. */
Elsewhere(ListIterator i) {
  event next after(ListIterator i) : call(* ListIterator+.next()) && target(i) { }
  ere : next next next next
  @match { }
}`;

const earlyProgram = `import java.util.*;
public class Early {
  static class Own extends ArrayList<String> { }
  /** Lets iterators that are handed out be any. */
  static class Shared extends ArrayList<String> {
    final ListIterator<String> kept = super.listIterator();
    public ListIterator<String> listIterator() { return kept; }
    public Iterator<String> iterator() { return kept; }
  }
  static void alternate(Collection<String> first, Collection<String> second, List<String> more) {
    Collection<String> all = first;
    for (int k = 0; k < 4; k++) {
      Iterator<String> i = all.iterator();
      if (i.hasNext()) i.next();
      if (k == 9) { first.add("x"); i.next(); }
      first.add("y");
      all = all == first ? second : first;
    }
    ListIterator<String> i = more.listIterator();
    if (i.hasNext()) i.next();
  }
  public static void main(String[] arguments) {
    Collection<String> own = new Own();
    own.add("z");
    alternate(new ArrayList<>(), own, new LinkedList<>());
  }
}
`;

test('events of a call before it begins a slice are not asked about the one before', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rrv-deferred-early-'));
  try {
    const { properties } = loadProperties('early.mop', early, {
      lookup: (name) => /^java\.(?:lang|util)\.\w+$/.test(name),
    });
    const before = join(folder, 'before');
    compileSources({ 'Early.java': earlyProgram }, join(folder, 'source'), before, ['-g']);
    const result = instrumentDirectory(before, join(folder, 'sound'), properties, { analysis: 'sound' });
    const atCall = result.report.points.filter(
      ({ method, event }) => method === 'alternate' && ['made', 'create'].includes(event),
    );
    expect(atCall.map(({ event, deferred }) => [event, deferred === true])).toEqual([
      ['made', false],
      ['create', true],
    ]);
    const { run, report } = runMonitored(join(folder, 'sound'), 'Early');
    expect(run.status).toBe(0);
    expect(report.properties.flatMap(({ violations }) => violations)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
