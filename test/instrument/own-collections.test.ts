import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MonitorReport, runMonitored } from '../support/instrumented-program.ts';
import { compileSources } from '../support/jdk.ts';
import { builtinProperties, safeIterator } from '../support/named-properties.ts';
import { addVersion } from '../support/second-version.ts';
import { type Variant, type VariantRun, variantRuns, violationsOf } from '../support/variant-runs.ts';

/**
 * Each collection is walked through by a loop that knows it as an Iterable. The first word of its comment: whether the
 * events of its iterators are left out, as they are new; `some`: but for those of an iterator that it hands out again
 * and again.
 */
const program = `import java.util.*;
import java.util.function.*;
public class Own {
  static class Walk implements Iterator<String> {
    int left; Walk(int left) { this.left = left; }
    public boolean hasNext() { return left > 0; }
    public String next() { if (left-- <= 0) throw new NoSuchElementException(); return "w"; }
  }
  static class WalkTo extends Walk implements Runnable { WalkTo(int left) { super(left); } public void run() { } }
  static final Iterator<String> EMPTY = new Walk(0);
  static Iterator<String> changing = new Walk(0);
  static Iterator<String> walk(int size) { return size == 0 ? EMPTY : new Walk(size); }
  static Iterator<String> any(Iterable<String> other) { return other.iterator(); }

  // new
  static class New implements Iterable<String> { public Iterator<String> iterator() { return new Walk(2); } }
  // new: another iterator for each
  static class ByClass extends AbstractList<String> {
    public int size() { return 2; } public String get(int at) { return "g"; }
    public Iterator<String> iterator() { return size() > 2 ? new Walk(1) : new ArrayList<String>(Arrays.asList("a", "b")).iterator(); }
  }
  // new: its own result type
  static class Narrow implements Iterable<String> { public WalkTo iterator() { return new WalkTo(2); } }
  static abstract class Through implements Iterable<String> {
    public Iterator<String> iterator() { return from(2); } abstract Iterator<String> from(int at);
  }
  static class Other extends Through { Iterator<String> from(int at) { return changing; } }
  // new: through methods of its own, which those of other classes are not
  static class Over extends Through { @Override Iterator<String> from(int at) { return new Walk(at); } }
  // new: through super
  static class Above extends New { @Override public Iterator<String> iterator() { return super.iterator(); } }
  // some: one for all that are empty
  static class Some implements Iterable<String> {
    final int size; Some(int size) { this.size = size; }
    public Iterator<String> iterator() { return walk(size); }
  }
  // some: held by an interface
  static class Held implements Iterable<String> {
    static boolean isEmpty; public Iterator<String> iterator() { return isEmpty ? Holder.NONE : new Walk(1); }
  }
  interface Holder { Iterator<String> NONE = new Walk(0); }
  // told: it keeps its own
  static class Kept implements Iterable<String> {
    Iterator<String> kept; public Iterator<String> iterator() { return kept == null ? kept = new Walk(3) : kept; }
  }
  // told: keeps what it returns
  static class Noted implements Iterable<String> {
    Iterator<String> last; public Iterator<String> iterator() { Iterator<String> made = new Walk(1); last = made; return made; }
  }
  // told: it may be null
  static class Maybe implements Iterable<String> {
    boolean is = true; public Iterator<String> iterator() { return is ? new Walk(1) : null; }
  }
  // told: its iterators keep themselves
  static class Selfish implements Iterable<String> {
    static Object self;
    public Iterator<String> iterator() { return new Walk(1) { @Override public boolean hasNext() { self = this; return super.hasNext(); } }; }
  }
  // told: it asks another one, whose method is another
  static class Crossed extends Through {
    final Through other = new Other();
    @Override public Iterator<String> iterator() { return other.from(2); }
    Iterator<String> from(int at) { return new Walk(at); }
  }
  static class Setter { static void change() { changing = new Walk(1); } }
  // told: the field is not final
  static class Changing implements Iterable<String> {
    static int asked; public Iterator<String> iterator() { return asked++ % 2 == 0 ? changing : new Walk(1); }
  }
  // told: what it stands on may be anything
  static class Wrapping implements Iterable<String> {
    final Iterable<String> of = new Kept(); public Iterator<String> iterator() { return any(of); }
  }
  // told: elsewhere there is another class of this name
  public static class Twice implements Iterable<String> { public Iterator<String> iterator() { return new Walk(2); } }

  // What is kept in a variable is no pair that cancels out.
  static int loop(Iterable<String> all) {
    int n = 0;
    for (Iterator<String> i = all.iterator();;) {
      boolean more = i.hasNext();
      if (!more) return n;
      n += i.next().length();
    }
  }
  static int loop(Narrow all) {
    int n = 0;
    for (Iterator<String> i = all.iterator();;) {
      boolean more = i.hasNext();
      if (!more) return n;
      n += i.next().length();
    }
  }
  // Reports for each shared iterator of which nobody has asked yet.
  static void unasked(Iterator<String> i) { try { i.next(); } catch (NoSuchElementException e) { System.out.println("none"); } }

  public static void main(String[] names) throws Exception {
    // SafeHasNext: the loop asks the shared iterator, so that what comes next is none; a new one is not asked.
    loop(new Some(0)); unasked(new Some(0).iterator()); unasked(new Some(0).iterator()); unasked(new Some(1).iterator());
    Held.isEmpty = true; loop(new Held()); unasked(Holder.NONE); unasked(new Held().iterator()); Held.isEmpty = false;
    Setter.change(); loop(new Changing()); unasked(changing); loop(new Changing());
    loop(new Narrow());
    for (String name : names) {
      Object made;
      try { made = Class.forName("Own$" + name).getDeclaredConstructor(int.class).newInstance(3); }
      catch (NoSuchMethodException e) { made = Class.forName("Own$" + name).getDeclaredConstructor().newInstance(); }
      System.out.println(name + " " + loop((Iterable<String>) made));
    }
  }
}
`;

/** Iterators that do more than others when they are walked, or otherwise: each loop may be over either kind. */
const walks = `import java.util.*;
public class Walks {
  static Iterator<String> self;
  static class Walk implements Iterator<String> {
    int left = 2;
    public boolean hasNext() { return left > 0; }
    public String next() { left--; return "w"; }
    public void remove() { }
  }
  static class Wraps extends Walk {
    final Walk of = new Walk();
    @Override public boolean hasNext() { if (of.hasNext()) of.next(); return true; }
  }
  static class Eager extends Wraps {
    int asked;
    @Override public boolean hasNext() { if (of.hasNext()) of.next(); if (++asked == 2) next(); return true; }
  }
  static class Keeps extends Walk { @Override public void remove() { self = this; } }
  static abstract class Asked implements Iterable<String> { }
  static class AskedEager extends Asked { public Iterator<String> iterator() { return new Eager(); } }
  static class AskedWraps extends Asked { public Iterator<String> iterator() { return new Wraps(); } }
  static abstract class Removing implements Iterable<String> { }
  static class RemovingKept extends Removing { public Iterator<String> iterator() { return new Keeps(); } }
  static class RemovingWalk extends Removing { public Iterator<String> iterator() { return new Walk(); } }

  // That it was asked before makes up for what the second call does.
  static int twice(Asked all) { Iterator<String> i = all.iterator(); return i.hasNext() && i.hasNext() ? i.next().length() : 0; }
  // Likewise for what becomes of it later.
  static void remove(Removing all) { Iterator<String> i = all.iterator(); if (i.hasNext()) i.remove(); }

  public static void main(String[] arguments) {
    twice(new AskedWraps()); twice(new AskedEager());
    remove(new RemovingWalk()); remove(new RemovingKept());
    self.next();
    self.next();
  }
}
`;

/** Bodies of loops that may update what they walk through: their slices wait for that. */
const updates = `import java.util.*;
import java.util.function.*;
public class Updates {
  static Iterator<String> self;
  static class Walk implements Iterator<String> {
    int left; Walk(int left) { this.left = left; }
    public boolean hasNext() { return left > 0; }
    public String next() { left--; return "w"; }
  }
  static class Own extends Walk { Own(int left) { super(left); } public boolean hasNext() { if (left == 1) next(); return super.hasNext(); } }
  static class Keeps extends Walk { Keeps(int left) { super(left); } public void remove() { self = this; } }
  static class Each extends Walk { Each(int left) { super(left); } public void forEachRemaining(Consumer<? super String> to) { self = this; } }
  static abstract class Base extends AbstractCollection<String> {
    int size = 2;
    public int size() { return size; }
    public boolean add(String s) { size++; return true; }
  }
  static class Bag extends Base {
    static final Iterator<String> NONE = new Walk(0);
    public Iterator<String> iterator() { return size == 0 ? NONE : new Walk(size); }
  }
  static class Fresh extends Base { public Iterator<String> iterator() { return new Walk(size); } }
  static class Outer extends Base {
    final Fresh inner = new Fresh();
    public Iterator<String> iterator() { return inner.iterator(); }
  }
  static class OwnBag extends Base { public Iterator<String> iterator() { return new Own(size); } }
  static class KeepsBag extends Base { public Iterator<String> iterator() { return new Keeps(size); } }
  static class EachBag extends Base { public Iterator<String> iterator() { return new Each(size); } }
  static class Grows extends Walk {
    final Base of; Grows(Base of) { super(9); this.of = of; }
    public boolean hasNext() { of.add("x"); return super.hasNext(); }
  }
  static class GrowsBag extends Base { public Iterator<String> iterator() { return new Grows(this); } }

  // What comes first is silent for the iterators of other collections, as nothing can happen to those before.
  static void first(Collection<String> all) {
    Iterator<String> i = all.iterator();
    i.hasNext();
    i.next();
    all.add("x");
    i.next();
  }
  static int loop(Collection<String> all, boolean update) {
    int n = 0;
    for (String s : all) { n += s.length(); if (update && n == 1) all.add("x"); }
    return n;
  }
  static void remove(Collection<String> all, boolean update) {
    for (Iterator<String> i = all.iterator(); i.hasNext(); i.next()) { i.remove(); if (update) all.add("x"); }
    all.add("x");
  }
  static void each(Collection<String> all, boolean update) {
    Iterator<String> i = all.iterator();
    if (update) all.add("x");
    i.next();
    i.forEachRemaining(s -> { });
    all.add("x");
  }
  static void run(Collection<String> all, Runnable body) { for (String s : all) body.run(); }
  static void later(Iterator<String> i) { i.next(); }

  public static void main(String[] arguments) {
    for (int k = 0; k < 20; k++) loop(new Bag(), false);
    loop(new Bag(), true);
    // What is shared has the slices of all that have handed it out.
    Bag empty = new Bag();
    empty.size = 0;
    loop(empty, false);
    empty.add("x");
    later(Bag.NONE);
    // The iterator has another slice already.
    Outer outer = new Outer();
    run(outer, () -> outer.inner.add("x"));
    // What others do with the iterator counts: its own methods, and who has it from them.
    loop(new OwnBag(), true);
    remove(new KeepsBag(), false);
    later(self);
    each(new EachBag(), false);
    later(self);
    first(new GrowsBag());
    first(new Bag());
  }
}
`;

/** Another version of one of the classes. */
const another = `import java.util.*;
public class Own {
  public static class Twice implements Iterable<String> { public Iterator<String> iterator() { return null; } void more() { } }
}
`;

const safeHasNext = builtinProperties.filter(({ name }) => name === 'SafeHasNext');
const named = [...program.matchAll(/\/\/ (new|some|told).*\n {2}(?:public )?static class (\w+)/g)].map(
  ([, word, name]) => ({ name: name!, isTold: word === 'told' }),
);

describe('iterators of collections of the program', () => {
  let folder: string;
  let runs: Readonly<Record<Variant, VariantRun>>;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rrv-own-'));
    const [before, other] = [join(folder, 'before'), join(folder, 'other')];
    compileSources({ 'Own.java': program }, join(folder, 'source'), before, ['-g']);
    compileSources({ 'Own.java': another }, join(folder, 'another'), other, ['-g']);
    addVersion('Own$Twice.class', other, before);
    runs = variantRuns(folder, 'Own', safeHasNext);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Events of a run that walks through these collections, too, beyond those of one that does not. */
  function eventsOf(variant: Variant, names: readonly string[]): number {
    const { run, report } = runMonitored(join(folder, variant), 'Own', names);
    expect(run.stdout.split('\n').filter((line) => /^\w+ \d/.test(line))).toHaveLength(names.length);
    return countOf(report) - countOf(runs[variant].report);
  }

  test('are left out where they are new', () => {
    expect(named).toHaveLength(program.match(/\/\/ (new|some|told)/g)!.length);
    const [told, others] = [true, false].map((isTold) =>
      named.filter((one) => one.isTold === isTold).map(({ name }) => name),
    );
    expect(eventsOf('sound', others!)).toBe(0);
    expect(eventsOf('sound', told!)).toBe(eventsOf('none', told!));
  });

  test('are told where they are shared: reports are the same, and an audit agrees', () => {
    const { none, sound, audit } = runs;
    const lines = (run: VariantRun) =>
      run.report.properties.flatMap(({ violations }) =>
        violations.map(({ site, count }) => `${site.method} ${count}`),
      );
    // Of an iterator that nobody has asked: the second time for each field but one, and a new one.
    expect(lines(none)).toEqual(['unasked 3']);
    for (const run of [sound, audit]) {
      expect(run.stdout).toBe(none.stdout);
      expect(violationsOf(run.report)).toEqual(violationsOf(none.report));
    }
    expect(countOf(sound.report)).toBeLessThan(countOf(none.report));
  });
});

test('what only some of the iterators do counts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rrv-walks-'));
  try {
    compileSources({ 'Walks.java': walks }, join(folder, 'source'), join(folder, 'before'), ['-g']);
    const { none, sound, audit } = variantRuns(folder, 'Walks', safeHasNext);
    const reported = none.report.properties.flatMap(({ violations }) => violations);
    expect(reported.map(({ site, count }) => [site.method, count])).toEqual([['main', 1]]);
    for (const run of [sound, audit]) expect(violationsOf(run.report)).toEqual(violationsOf(none.report));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('slices wait for an update where the iterator is new, and only code that is looked at has it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rrv-updates-'));
  try {
    compileSources({ 'Updates.java': updates }, join(folder, 'source'), join(folder, 'before'), ['-g']);
    const { none, sound, audit } = variantRuns(folder, 'Updates', [safeIterator]);
    const reported = none.report.properties.flatMap(({ violations }) =>
      violations.map(({ site, count }) => `${site.method} ${count}`),
    );
    expect(reported.sort()).toEqual(['first 1', 'first 1', 'hasNext 1', 'later 3', 'loop 1', 'run 1']);
    for (const run of [sound, audit]) expect(violationsOf(run.report)).toEqual(violationsOf(none.report));
    const monitors = ({ report }: VariantRun) => report.properties[0]!.monitors.created;
    expect(monitors(sound)).toBeLessThan(monitors(none) - 18);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('an initialiser without room says nothing, and no collection that hands out what it sets is known', () => {
  const program = (room: number) => `import java.util.*;
public class Full {
  static class Walk implements Iterator<String> {
    int left; Walk(int left) { this.left = left; }
    public boolean hasNext() { return left > 0; } public String next() { return left-- > 0 ? "w" : null; }
  }
  static class Holder {
    static int n; static final Iterator<String> NONE = new Walk(0);
    static { ${'n++; '.repeat(8_190 - room)} }
  }
  static class Bag implements Iterable<String> {
    final int size; Bag(int size) { this.size = size; }
    public Iterator<String> iterator() { return size == 0 ? Holder.NONE : new Walk(size); }
  }
  static int loop(Bag all) { int n = 0; for (String s : all) n++; return n; }
  public static void main(String[] arguments) { loop(new Bag(0)); Holder.NONE.next(); System.out.println(loop(new Bag(3)) + Holder.n); }
}
`;
  const folder = mkdtempSync(join(tmpdir(), 'rrv-full-'));
  try {
    const events = [0, 10].map((room) => {
      const place = join(folder, `${room}`);
      compileSources({ 'Full.java': program(room) }, join(place, 'source'), join(place, 'before'), ['-g']);
      const { none, sound } = variantRuns(place, 'Full', safeHasNext);
      expect(sound.stdout).toBe(`${3 + 8_190 - room}\n`);
      expect(violationsOf(sound.report)).toEqual(violationsOf(none.report));
      return [countOf(none.report), countOf(sound.report)];
    });
    // Of the loop over three elements the last answer is told, as the rest cancels out: not where it is known that
    // the empty one was another.
    expect(events).toEqual([
      [9, 3],
      [9, 2],
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function countOf({ properties }: MonitorReport): number {
  return properties.flatMap(({ events }) => Object.values(events)).reduce((sum, one) => sum + one, 0);
}
