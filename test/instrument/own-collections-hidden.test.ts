import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadProperties } from '../../src/property/language/load.ts';
import type { Property } from '../../src/property/model.ts';
import { compileSources } from '../support/jdk.ts';
import { safeHasNext, safeIterator } from '../support/named-properties.ts';
import { variantRuns, violationsOf } from '../support/variant-runs.ts';

/**
 * What a call runs on an object of a class of which the analysis knows what its iterators are, and which is not what it
 * knows of: methods that the class does not override (JVMS 5.4.6), and other methods that make iterators.
 */
const sources = {
  'p/Near.java': `package p;
import java.util.*;
public class Near {
  public static class Walk implements Iterator<Object> {
    int left = 3; public boolean hasNext() { return left > 0; } public Object next() { return left--; }
  }
  public static final Iterator<Object>[] kept = new Iterator[] { new Walk() };
  Iterator<Object> iterator() { return kept[0]; }
  public static void ask(Near all) { Iterator<Object> i = all.iterator(); i.hasNext(); }
}
`,
  'Selected.java': `import java.util.*;
public class Selected {
  static Iterator<Object> kept = new p.Near.Walk();
  static class Above {
    private Iterator<Object> iterator() { return kept; }
    static void ask(Above all) { Iterator<Object> i = all.iterator(); i.hasNext(); }
  }
  static class OfClass extends Above implements Iterable<Object> { public Iterator<Object> iterator() { return new p.Near.Walk(); } }
  interface Beside {
    private Iterator<Object> iterator() { return kept; }
    static void ask(Beside all) { Iterator<Object> i = all.iterator(); i.hasNext(); }
  }
  static class OfInterface implements Beside, Iterable<Object> { public Iterator<Object> iterator() { return new p.Near.Walk(); } }
  static class OfPackage extends p.Near implements Iterable<Object> { public Iterator<Object> iterator() { return new p.Near.Walk(); } }
  static void later(Iterator<Object> i) { i.next(); }
  public static void main(String[] arguments) {
    Above.ask(new OfClass()); later(kept);
    Beside.ask(new OfInterface()); later(kept);
    p.Near.ask(new OfPackage()); later(p.Near.kept[0]);
    later(kept);
  }
}
`,
  'Stepped.java': `import java.util.*;
public class Stepped {
  static Iterator<Object> self;
  static class Steps {
    private Object next() { self = (Iterator<Object>) this; return null; }
    static void walk(Collection<Object> all, boolean update) {
      Iterator<Object> i = all.iterator();
      ((Steps) i).next();
      while (i.hasNext()) { i.next(); if (update) all.add("x"); }
    }
  }
  static class Walk extends Steps implements Iterator<Object> { int left = 2; public boolean hasNext() { return left > 0; } public Object next() { return left--; } }
  static class Bag extends AbstractCollection<Object> {
    public int size() { return 2; } public boolean add(Object o) { return true; }
    public Iterator<Object> iterator() { return new Walk(); }
  }
  static void later(Iterator<Object> i) { i.next(); }
  public static void main(String[] arguments) {
    Bag bag = new Bag();
    Steps.walk(bag, false); bag.add("x"); later(self);
  }
}
`,
  'Added.java': `import java.util.*;
public class Added {
  static Iterator<Object> self;
  static class Walk implements Iterator<Object> {
    int left = 2; public boolean hasNext() { return left > 0; } public Object next() { return left--; }
    public void add(Object o) { self = this; }
  }
  static class Bag extends AbstractCollection<Object> {
    public int size() { return 2; } public boolean add(Object o) { return true; }
    public Iterator<Object> iterator() { return new Walk(); }
  }
  static void walk(Collection<Object> all, boolean update) {
    Iterator<Object> i = all.iterator();
    ((Walk) i).add("x");
    while (i.hasNext()) { i.next(); if (update) all.add("x"); }
  }
  static void later(Iterator<Object> i) { i.next(); }
  public static void main(String[] arguments) {
    Bag bag = new Bag();
    walk(bag, false); bag.add("x"); later(self);
  }
}
`,
  'Listed.java': `import java.util.*;
public class Listed {
  static class Bag extends AbstractList<Object> {
    final ListIterator<Object> both = new ArrayList<Object>(Arrays.asList(1, 2, 3)).listIterator();
    public int size() { return 3; } public Object get(int at) { return at; } public boolean add(Object o) { return true; }
    public Iterator<Object> iterator() { return new p.Near.Walk(); }
    public ListIterator<Object> listIterator() { return both; }
  }
  static void walk(List<Object> all, boolean update) {
    ListIterator<Object> i = all.listIterator();
    for (int n = 0; n < 2 && i.hasNext(); n++) { i.next(); if (update) all.add("x"); }
  }
  static void later(Iterator<Object> i) { i.next(); }
  public static void main(String[] arguments) {
    Bag bag = new Bag();
    walk(bag, false); bag.add("x"); later(bag.both);
  }
}
`,
  'Turned.java': `import java.util.*;
public class Turned {
  static class Both extends AbstractCollection<Object> implements Iterator<Object> {
    int left = 2;
    public boolean hasNext() { return left > 0; } public Object next() { return left--; } public void remove() { }
    public int size() { return 2; } public Iterator<Object> iterator() { return new Both(); }
  }
  static void walk(Collection<Object> all) { Iterator<Object> i = all.iterator(); i.next(); i.remove(); }
  static int later(Collection<Object> all) { return all.size(); }
  public static void main(String[] arguments) {
    Both both = new Both();
    walk(both); later(both);
  }
}
`,
};

/** Its slices are found through the collection. */
const useAfterRemove = loadProperties(
  'UseAfterRemove.mop',
  `import java.util.Collection;
import java.util.Iterator;
UseAfterRemove(Iterator i, Collection c) {
  creation event create after(Collection c) returning(Iterator i) : call(* Collection+.iterator()) && target(c) { }
  event remove after(Iterator i) returning : call(* Iterator+.remove()) && target(i) { }
  event use before(Collection c) : call(* Collection+.size()) && target(c) { }
  ere : create (create | use)* remove (remove | create)* use
  @match { }
}`,
).properties[0]!;

const programs: readonly (readonly [string, Property, readonly string[]])[] = [
  ['Selected', safeHasNext, ['later 1']],
  ['Stepped', safeIterator, ['later 1']],
  ['Added', safeIterator, ['later 1']],
  ['Listed', safeIterator, ['later 1']],
  ['Turned', useAfterRemove, ['later 1']],
];

describe('what is known of the iterators of a collection says nothing of', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rrv-hidden-'));
    compileSources(sources, join(folder, 'source'), join(folder, 'before'), ['-g']);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(programs)('other methods and other roles: %s', (main, property, reported) => {
    const { none, sound, audit } = variantRuns(folder, main, [property]);
    const violations = none.report.properties.flatMap((one) => one.violations);
    expect(violations.map(({ site, count }) => `${site.method} ${count}`)).toEqual(reported);
    for (const run of [sound, audit]) expect(violationsOf(run.report)).toEqual(violationsOf(none.report));
  });
});
