import { beforeAll, describe, expect, test } from 'vitest';
import type { Property } from '../../../src/property/model.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
import { loadOne } from '../../property/load-support.ts';
import { builtinProperties, safeHasNext, safeIterator } from '../../support/named-properties.ts';
import { compile, javaProgram } from './java-program.ts';

const ownListIterator = `static class I implements ListIterator<String> {
        public boolean hasNext() { return false; } public String next() { throw new NoSuchElementException(); }
        public boolean hasPrevious() { return false; } public String previous() { throw new NoSuchElementException(); }
        public int nextIndex() { return 0; } public int previousIndex() { return -1; }
        public void remove() { } public void set(String s) { } public void add(String s) { } }`;

/** Members of one class per test, all compiled in one go. */
const members = {
  Loop: 'int m(List<String> l) { int n = 0; for (String s : l) n += s.length(); return n; }',
  Lambda: `Iterable<String> of(Iterator<String> i) { return () -> i; }
    int m(List<String> l) { int n = 0; for (String s : l) n += s.length(); return n; }
    int n(Iterable<String> l) { int n = 0; for (String s : l) n += s.length(); return n; }`,
  Unasked: 'String m(List<String> l) { return l.iterator().next(); }',
  Parameter:
    'void m(Iterator<String> i) { while (i.hasNext()) i.next(); } void n(Iterator<String> i) { i.next(); }',
  Shared: `Iterator<String> f;
    void m(List<String> l) { f = l.iterator(); f.hasNext(); } void n() { f.next(); }`,
  Copies: `void m(List<String> l) { Iterator<String> i = l.iterator(), j = i; while (i.hasNext()) j.next(); }`,
  Factory: `Iterator<String> of(List<String> l) { return l.iterator(); }
    void m(List<String> l) { Iterator<String> i = of(l); while (i.hasNext()) i.next(); }`,
  OwnList: `static class L extends ArrayList<String> {
      public Iterator<String> iterator() { return new I(super.iterator()); } }
    static class I implements Iterator<String> { final Iterator<String> it; I(Iterator<String> it) { this.it = it; }
      public boolean hasNext() { return it != null; } public String next() { return ""; } }
    static class Asking implements Iterator<String> {
      public boolean hasNext() { return true; } public String next() { return hasNext() ? "" : null; } }
    List<String> make() { return new L(); }
    void m(List<String> l) { Iterator<String> i = l.iterator(); while (i.hasNext()) i.next(); }`,
  Delegating: `static class D extends AbstractCollection<String> { Collection<String> c;
      public Iterator<String> iterator() { return c.iterator(); } public int size() { return c.size(); } }
    static class Nested extends AbstractCollection<String> { D d;
      public Iterator<String> iterator() { return d.iterator(); } public int size() { return d.size(); } }
    int m(Collection<String> c) { int n = 0; for (String s : c) n += s.length(); return n; }`,
  Constant: `static class Empty extends AbstractCollection<String> {
      static final Iterator<String> SHARED = new Empty.I();
      static class I implements Iterator<String> {
        public boolean hasNext() { return false; } public String next() { throw new NoSuchElementException(); } }
      public Iterator<String> iterator() { return SHARED; } public int size() { return 0; } }
    int m(Collection<String> c) { int n = 0; for (String s : c) n += s.length(); return n; }
    int own() { List<String> l = new ArrayList<>(); l.add(""); int n = 0; for (String s : l) n++; return n; }`,
  Sequential: `${ownListIterator}
    static class S extends AbstractSequentialList<String> {
      public ListIterator<String> listIterator(int n) { return new I(); } public int size() { return 0; } }
    int m(List<String> l) { int n = 0; for (String s : l) n += s.length(); return n; }`,
  SharedSequential: `${ownListIterator}
    static class S extends AbstractSequentialList<String> { static final I SHARED = new I();
      public ListIterator<String> listIterator(int n) { return SHARED; } public int size() { return 0; } }
    int m(List<String> l) { int n = 0; for (String s : l) n += s.length(); return n; }`,
  Updating: `static class L extends ArrayList<String> {
      public Iterator<String> iterator() { return new I(this); } }
    static class I implements Iterator<String> { final L l; I(L l) { this.l = l; }
      public boolean hasNext() { return true; } public String next() { l.clear(); return ""; } }
    void m(List<String> l) { for (String s : l) { } }`,
  Helper: `static boolean more(Iterator<String> i) { return i != null; }
    void m(List<String> l) { Iterator<String> i = l.iterator(); while (i.hasNext()) { if (more(i)) i.next(); } }`,
  Quiet: `int m(List<String> l) { int n = 0; for (String s : l) n++; return n; }
    void u(List<String> l) { l.add("x"); }`,
  // The paper's Fig. 1: l1 and l2 may be one list.
  Figure1: `List<String> a, b; List<String> first() { return a; } List<String> second() { return b; }
    void m(boolean someflag) { List<String> l1 = first(), l2 = second();
      l2.add("1"); Iterator<String> it = l1.iterator();
      if (someflag) { l2.add("2"); l2.add("3"); }
      if (it.hasNext()) it.next();
      l2.iterator(); l2.add("4"); }`,
};

let classes: ReadonlyMap<string, Uint8Array>;
beforeAll(() => {
  classes = compile(
    Object.fromEntries(
      Object.entries(members).map(([name, text]) => [
        `${name}.java`,
        `import java.util.*;\nclass ${name} {\n${text}\n}\n`,
      ]),
    ),
  );
});

/** Method, event and decision of every point of a property in one of the classes. */
function decide(property: Property, name: keyof typeof members): readonly string[] {
  const { program, points } = javaProgram(
    new Map([...classes].filter(([one]) => one === name || one.startsWith(`${name}$`))),
    [...new Set([...builtinProperties, property])],
  );
  const own = points.filter((point) => point.property === property);
  const decisions = sound(program, property, own, {
    threads: 'confined',
    facts: [],
    world: { kind: 'open' },
  });
  return own.map((point) => {
    const decision = decisions.get(point.id)!;
    // Where a kept point is silent all the same is for silent-points.test.ts.
    const [reason] = decision.reason.split('; silent');
    return `${point.method} ${point.event.name} ${decision.kept ? reason : 'removed'}`;
  });
}

/** The same of SafeHasNext in the method m. */
function decideInM(name: keyof typeof members): readonly string[] {
  return decide(safeHasNext, name).filter((line) => line.startsWith('m '));
}

describe('SafeHasNext', () => {
  test('a loop over a local iterator vanishes', () => {
    expect(decide(safeHasNext, 'Loop')).toEqual(['m hasNext removed', 'm next removed']);
  });

  test('a list that the class library walks by its listIterator(int) has the iterators of that', () => {
    expect(decideInM('Sequential')).toEqual(['m hasNext removed', 'm next removed']);
    expect(decideInM('SharedSequential')).toEqual([
      'm hasNext kept: i may come from outside the method',
      'm next kept: i may come from outside the method',
    ]);
  });

  test('collections that hand out the iterators of other collections are no obstacle', () => {
    expect(decideInM('Delegating')).toEqual(['m hasNext removed', 'm next removed']);
  });

  test('a collection with one iterator for all may be what is walked, but not where the list was made here', () => {
    expect(decide(safeHasNext, 'Constant').filter((line) => !line.startsWith('<'))).toEqual([
      'm hasNext kept: i may come from outside the method',
      'm next kept: i may come from outside the method',
      'own hasNext removed',
      'own next removed',
    ]);
  });

  test('a function object that is an Iterable is no list, but may be any Iterable', () => {
    expect(decide(safeHasNext, 'Lambda')).toEqual([
      'm hasNext removed',
      'm next removed',
      'n hasNext kept: i may come from outside the method',
      'n next kept: i may come from outside the method',
    ]);
  });
  test('next() without hasNext() stays, with its reason', () => {
    expect(decide(safeHasNext, 'Unasked')).toEqual([
      'm next kept: without it a report would be lost on this path: next at line 3',
    ]);
  });

  test("an iterator that is the class library's or one of the application vanishes, whatever other iterators do", () => {
    expect(decideInM('OwnList')).toEqual(['m hasNext removed', 'm next removed']);
  });

  test('an iterator from elsewhere stays', () => {
    expect(decide(safeHasNext, 'Parameter')[0]).toBe('m hasNext kept: i may come from outside the method');
  });

  test('an iterator stored in a field stays', () => {
    expect(decide(safeHasNext, 'Shared')).toEqual([
      'm hasNext kept: i may come from outside the method',
      'n next kept: i may come from outside the method',
    ]);
  });

  test('copies of a local variable are one object', () => {
    expect(decide(safeHasNext, 'Copies')).toEqual(['m hasNext removed', 'm next removed']);
  });

  test('an iterator that a method of the application creates and returns is fresh', () => {
    expect(decide(safeHasNext, 'Factory')).toEqual(['m hasNext removed', 'm next removed']);
  });

  test('a callee that neither keeps nor uses the iterator does not matter', () => {
    expect(decide(safeHasNext, 'Helper').every((decision) => !decision.includes('leaves'))).toBe(true);
  });
});

describe('SafeIterator', () => {
  test('a loop that updates nothing vanishes, and then so do the updates elsewhere', () => {
    expect(decide(safeIterator, 'Quiet')).toEqual(['m create removed', 'm next removed', 'u update removed']);
  });

  test('an iterator of the application that updates its list keeps the loop', () => {
    const decisions = decide(safeIterator, 'Updating').filter((one) => one.startsWith('m '));
    expect(decisions).toHaveLength(2);
    expect(decisions[1]).toMatch(
      /^m next kept: without it a report would be lost .*update in java.util.Iterator/,
    );
  });

  test("the paper's example: what can be reported stays", () => {
    const decisions = decide(safeIterator, 'Figure1');
    expect(decisions).toHaveLength(7);
    expect(decisions.filter((decision) => decision.endsWith('removed'))).toEqual(['m create removed']);
  });
});

test('an event that binds no object says why it stays', () => {
  const gone = loadOne(
    `import java.util.*;\nGone(Iterator i) {
      event asked before(Iterator i) : call(* Iterator+.hasNext()) && target(i) { }
      event added before() : call(* List+.add(..)) { }
      ere : asked added
      @match { System.err.println("added"); } }`,
  );
  expect(decide(gone, 'Quiet')).toContain(
    'u added kept: the event binds no object, so that it is one of every slice',
  );
});
