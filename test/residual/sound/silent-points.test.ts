import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadProperties } from '../../../src/property/language/load.ts';
import type { Property } from '../../../src/property/model.ts';
import { defaultAnalysisLimits } from '../../../src/residual/limits.ts';
import { soundWith } from '../../../src/residual/sound/sound.ts';
import { noWeakening, type Weakenings } from '../../../src/residual/weakening.ts';
import { instrumentDirectory, runMonitored } from '../../support/instrumented-program.ts';
import { compileSources } from '../../support/jdk.ts';
import { builtinProperties } from '../../support/named-properties.ts';
import { compile, javaProgram } from './java-program.ts';

const shared = `  static class Shared extends AbstractList<String> {
    final Iterator<String> kept = Arrays.asList("a", "b", "c", "d", "e", "f", "g", "h").iterator();
    public String get(int i) { return "x"; }
    public int size() { return 1; }
    public Iterator<String> iterator() { return kept; }
    public ListIterator<String> listIterator() { return null; }
    final ListIterator<String> both = Arrays.asList("a", "b").listIterator();
    public ListIterator<String> listIterator(int i) { return both; }
  }
`;

/**
 * A collection hands out one iterator again and again, so that nothing is known of the iterators of collections from elsewhere. The first
 * word of each method's comment: whether its `hasNext` and `next` may be silent for iterators of plain collections.
 */
const program = `import java.util.*;
public class Silent {
${shared}  static class Own extends ArrayList<String> {
    Own() { super(Arrays.asList("o", "w", "n")); }
    final Iterator<String> kept = super.iterator();
    public Iterator<String> iterator() { return kept; }
  }
  static Iterator<String> field;
  static int keep(Iterator<String> i) { field = i; return 0; }
  static int walk(Iterator<String> i) { return 0; }
  static Collection<String> none() { return null; }

  // silent
  static int loop(Collection<String> all) {
    int n = 0;
    for (String s : all) n += s.length();
    return n;
  }
  // silent
  static int guarded(Iterable<String> all) {
    Iterator<String> i = all.iterator();
    return i.hasNext() ? i.next().length() : 0;
  }
  // silent
  static int handed(List<String> all) {
    Iterator<String> i = all.listIterator();
    if (i == null) return 0;
    walk(i);
    return i.hasNext() ? i.next().length() : 0;
  }
  // silent
  static int indexed(List<String> all) {
    int n = 0;
    for (ListIterator<String> i = all.listIterator(all.size() / 2); i.hasNext();) n += i.next().length();
    return n;
  }
  // silent
  static long wide(long a, double b, Collection<String> all) {
    long n = a;
    for (String s : all) { double d = b; n += s.length() + (long) d; }
    return n;
  }
  // silent
  static int nested(Collection<String> all, Collection<String> more) {
    int n = 0;
    for (String s : all) for (String t : more) n += t.length();
    return n;
  }
  // silent
  static int caught(Collection<String> all) {
    int n = 0;
    try {
      Iterator<String> i = all.iterator();
      while (i.hasNext()) { n += i.next().length(); if (n > 100) throw new IllegalStateException(); }
    } catch (IllegalStateException e) { n = 100; }
    finally { n++; }
    return n;
  }
  // stays: the event is a violation
  static int unasked(Collection<String> all) {
    Iterator<String> i = all.iterator();
    return i.next().length();
  }
  // stays: the iterator of the round before is used once more
  static int older(Collection<String> first, Collection<String> second) {
    int n = 0;
    Iterator<String> old = null;
    boolean more = false;
    for (Collection<String> one : Arrays.asList(first, second)) {
      Iterator<String> i = one.iterator();
      if (more) n += old.next().length();
      more = i.hasNext();
      old = i;
    }
    return n;
  }
  // stays: the call fails, and the iterator of the one before is used
  static int failed(Collection<String> all) {
    int n = 0;
    Iterator<String> i = null;
    boolean more = false;
    for (Collection<String> one : Arrays.asList(all, none())) {
      Iterator<String> j = null;
      try { j = one.iterator(); }
      catch (NullPointerException e) { if (more) { n += i.next().length(); more = i.hasNext(); } }
      if (j != null) { i = j; more = i.hasNext(); }
    }
    return n;
  }
  // stays: one of two calls has made it
  static int either(Collection<String> all, Collection<String> more) {
    Iterator<String> i = all.isEmpty() ? more.iterator() : all.iterator();
    return i.hasNext() ? i.next().length() : 0;
  }
  // stays: it is kept
  static int kept(Collection<String> all) {
    Iterator<String> i = all.iterator();
    keep(i);
    return i.hasNext() ? i.next().length() : 0;
  }
  // stays: it may be another one
  static int parameter(Collection<String> all, Iterator<String> other) {
    Iterator<String> i = all.iterator();
    if (other != null) i = other;
    return i.hasNext() ? i.next().length() : 0;
  }
  final int n;
  // silent
  Silent(Collection<String> all) { this(count(all, all.iterator()), 0); }
  Silent(int n, int m) { this.n = n; }
  // stays: comes as a parameter
  static int count(Collection<String> all, Iterator<String> i) { return i.hasNext() ? i.next().length() : 0; }

  static void all(Collection<String> c, Collection<String> d) {
    Runnable[] tries = {
      () -> loop(c), () -> guarded(c), () -> handed((List<String>) c), () -> indexed((List<String>) c), () -> wide(1, 2, c), () -> nested(c, d), () -> caught(c),
      () -> unasked(c), () -> older(c, d), () -> failed(c), () -> either(c, d), () -> kept(c), () -> parameter(c, d.iterator()),
      () -> System.out.println(new Silent(c).n),
    };
    for (Runnable one : tries)
      try { one.run(); System.out.println("done"); }
      catch (RuntimeException e) { System.out.println(e.getClass()); }
  }
  public static void main(String[] arguments) {
    List<String> plain = new ArrayList<>(Arrays.asList("p", "q"));
    all(plain, plain);
    all(new Shared(), plain);
    all(plain, new Shared());
    all(new Own(), new Shared());
    all(Collections.emptyList(), plain);
    all(Collections.unmodifiableList(new Own()), new LinkedList<>(plain));
  }
}
`;

const safeHasNext = builtinProperties.find(({ name }) => name === 'SafeHasNext')!;

/** `both(a, b)` needs `a.hasNext()` before it, unless nothing was asked of `b` so far. */
const twoIterators = `import java.util.Iterator;
/** Two iterators. */
TwoIterators(Iterator a, Iterator b) {
  event ask after(Iterator a) returning : call(* Iterator+.hasNext()) && target(a) { }
  event next before(Iterator b) : call(* Iterator+.next()) && target(b) { }
  event both before(Iterator a, Iterator b) : call(* *.both(Iterator, Iterator)) && args(a, b) { }
  fsm :
    start [ ask -> safe, next -> armed, both -> start ]
    armed [ ask -> safe, next -> armed, both -> bad ]
    safe [ ask -> safe, next -> safe, both -> safe ]
    bad [ ask -> bad, next -> bad, both -> bad ]
  @bad { System.err.println("bad"); }
}`;

/** Of the two collections of each method, one may be plain while the other is not. */
const two = `import java.util.*;
public class Two {
${shared}  static void both(Iterator<String> a, Iterator<String> b) { }
  // The last call is a point for either iterator.
  static void each(Collection<String> c, Collection<String> d) {
    Iterator<String> a = c.iterator();
    Iterator<String> b = d.iterator();
    if (a.hasNext()) both(a, b);
  }
  // One call makes both iterators.
  static void again(Collection<String> c, Collection<String> d) {
    Iterator<String> a = null;
    for (Collection<String> one : Arrays.asList(c, d)) {
      Iterator<String> b = one.iterator();
      b.hasNext();
      if (a != null) both(a, b);
      a = b;
      Objects.requireNonNull(b).next();
    }
  }
  public static void main(String[] arguments) {
    Collection<String> plain = new ArrayList<>(Arrays.asList("p", "q"));
    Shared shared = new Shared();
    shared.iterator().next();
    each(plain, shared); each(shared, plain); each(plain, plain); each(shared, shared);
    again(plain, shared); again(shared, plain); again(plain, plain); again(shared, new Shared());
  }
}
`;

/** Per method whether its points of SafeHasNext that are kept are silent after a call. */
function silence(weakenings: Weakenings): ReadonlyMap<string, boolean> {
  const java = javaProgram(compile({ 'Silent.java': program }), [safeHasNext]);
  const options = { threads: 'confined', facts: [], world: { kind: 'open' } } as const;
  const decisions = soundWith(java.program, safeHasNext, java.points, options, weakenings);
  const found = new Map<string, boolean>();
  for (const { id, method } of java.points) {
    const { kept, silence } = decisions.get(id)!;
    expect(kept).toBe(true);
    found.set(method, (found.get(method) ?? true) && silence !== undefined);
  }
  return found;
}

describe('points that are silent for iterators of plain collections', () => {
  const expected = [...program.matchAll(/\/\/ (silent|stays).*\n {2}(?:static \w+ )?(\w+)\(/g)]
    .map(([, word, method]) => [method, word === 'silent'] as const)
    .filter(([method]) => method !== 'Silent');

  test('are those that bind the newest iterator of one call alone', () => {
    expect(expected).toHaveLength(14);
    const found = silence(noWeakening);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  });

  test('a mistake: what is asked last holds for older iterators, too', () => {
    const found = silence(new Set(['forgetOlderIterators']));
    expect([found.get('older'), found.get('failed')]).toEqual([true, true]);
  });
});

test('a method with too many points for its loops asks for the first of them only', () => {
  const loops = 400;
  const source = `import java.util.*;
public class Many {
${shared}  static int many(Collection<String> all) {
    int n = 0;
${'    for (String s : all) n += s.length();\n'.repeat(loops)}    return n;
  }
}
`;
  const java = javaProgram(compile({ 'Many.java': source }), [safeHasNext]);
  const options = { threads: 'confined', facts: [], world: { kind: 'open' } } as const;
  const decisions = soundWith(java.program, safeHasNext, java.points, options, noWeakening);
  const silent = java.points.filter(({ id }) => decisions.get(id)!.silence !== undefined);
  // Two points for each loop.
  expect(silent).toHaveLength(2 * Math.floor(defaultAnalysisLimits.askedPoints / (2 * loops)));
});

describe('at run time', () => {
  const loadedTwo = loadProperties('TwoIterators.mop', twoIterators).properties;
  const programs: Readonly<Record<string, readonly [source: string, properties: readonly Property[]]>> = {
    Silent: [program, builtinProperties],
    Two: [two, [...loadedTwo, safeHasNext]],
  };
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rrv-silent-'));
    for (const [name, [source]] of Object.entries(programs))
      compileSources({ [`${name}.java`]: source }, join(folder, name), join(folder, name, 'before'), ['-g']);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('a method without room for the question has none, and the report says so', () => {
    const large = `import java.util.*;
public class Large {
  static int small(Collection<String> all) { int n = 0; for (String s : all) n++; return n; }
  static int large(Collection<String> all) { int n = 0; for (String s : all) n++; ${'n++; '.repeat(21_828)} return n; }
  static class Odd extends ArrayList<String> { public Iterator<String> iterator() { return null; } }
  public static void main(String[] arguments) { System.out.println(small(List.of("a")) + large(List.of("b"))); }
}
`;
    compileSources({ 'Large.java': large }, folder, join(folder, 'large'), ['-g']);
    const { report } = instrumentDirectory(join(folder, 'large'), join(folder, 'woven'), [safeHasNext], {
      analysis: 'sound',
    });
    const silent = report.points.map(({ method, silent = false }) => `${method} ${silent}`);
    expect([...new Set(silent)].sort()).toEqual(['large false', 'small true']);
    const reasons = report.points.map(({ method, reason }) => `${method} ${reason.includes('; silent for')}`);
    expect([...new Set(reasons)].sort()).toEqual(['large false', 'small true']);
    const { run: ran, report: events } = runMonitored(join(folder, 'woven'), 'Large');
    expect(ran.stdout).toBe('21830\n');
    expect(events.properties[0]!.events).toEqual({ hasNext: 2, next: 1 });
  });

  test.each(Object.keys(programs))('they change no report, and an audit agrees: %s', (name) => {
    const run = (variant: string, options: Parameters<typeof instrumentDirectory>[3]) => {
      const [, properties] = programs[name]!;
      instrumentDirectory(join(folder, name, 'before'), join(folder, name, variant), properties, options);
      return runMonitored(join(folder, name, variant), name);
    };
    const full = run('none', { analysis: 'none' });
    const residual = run('sound', { analysis: 'sound' });
    const audited = run('audited', { analysis: 'sound', audit: true });
    expect([full, residual, audited].map(({ run: { status } }) => status)).toEqual([0, 0, 0]);
    expect(residual.run.stdout).toBe(full.run.stdout);
    expect(audited.run.stderr).not.toMatch(/audit/);
    const violations = ({ report }: typeof full) =>
      report.properties.map(({ name, violations: all }) => [
        name,
        all.map(({ site, count }) => [site.line, count]),
      ]);
    expect(violations(residual)).toEqual(violations(full));
    expect(violations(audited)).toEqual(violations(full));
    const eventsOf = ({ report }: typeof full) =>
      Object.values(report.properties.find(({ name }) => name === 'SafeHasNext')!.events).reduce(
        (sum, one) => sum + one,
        0,
      );
    expect(eventsOf(residual)).toBeLessThan(eventsOf(full) * 0.7);
  });
});
