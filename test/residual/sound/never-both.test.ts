import { describe, expect, test } from 'vitest';
import { loadProperties } from '../../../src/property/language/load.ts';
import { neverBothIn } from '../../../src/residual/sound/program/never-both.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
import { lineComments } from '../../support/line-comments.ts';
import { compile, javaProgram } from './java-program.ts';

/** What remains of an event on each line. */
const source = `import java.util.*;
class Main {
  interface Named { void use(); }
  interface Other { void use(); }
  interface Both { void use(); }
  static class Base { public void use() { } }
  static class Left extends Base { }
  static class LeftBoth extends Left implements Both { }
  static class OwnQueue extends PriorityQueue<Object> { }
  static class OwnVector extends Vector<Object> implements Queue<Object> {
    public boolean offer(Object o) { return false; } public Object remove() { return null; } public Object poll() { return null; }
    public Object element() { return null; } public Object peek() { return null; }
  }
  static void naming(Named n) { }
  static void basing(Base b) { }
  static void use(Named n, Other o, Both b, Base base, Left left) {
    n.use(); // gone
    o.use(); // gone
    b.use(); // kept
    base.use(); // kept
    left.use(); // kept
    naming(n); // kept
    basing(base); // gone
  }
  static void add(List<Object> l, Set<Object> s, SortedSet<Object> t, Queue<Object> q, Deque<Object> d, Collection<Object> c) {
    l.add(1); // gone
    s.add(1); // gone
    t.add(1); // gone
    q.add(1); // kept
    d.add(1); // kept
    c.add(1); // kept
  }
  static void clear(List<Object> l, Set<Object> s, Queue<Object> q) {
    l.clear(); // kept
    s.clear(); // gone
    q.clear(); // kept
  }
  static void remove(List<Object> l, Set<Object> s) {
    l.remove(1); // kept
    s.remove(1); // kept
  }
  static void put(HashMap<Object, Object> h, Hashtable<Object, Object> t, AbstractMap<Object, Object> a) {
    h.put(1, 1); // gone
    t.put(1, 1); // gone
    a.put(1, 1); // kept
  }
}
`;

const { properties } = loadProperties(
  'both.mop',
  `import java.util.*;
Used(Object o) {
  event use before(Main.Left o) : call(* Main.*.use()) && target(o) {}
  event named before(Main.Left o) : call(* Main.naming(..)) && args(o) {}
  event plain before(Main.Named o) : call(* Main.basing(..)) && args(o) {}
  event deque before(ArrayDeque o) : call(* Collection+.add(..)) && target(o) {}
  event vector before(Vector o) : call(* Collection+.clear()) && target(o) {}
  event queue before(PriorityQueue o) : call(* Collection+.remove(..)) && target(o) {}
  event map before(NavigableMap o) : call(* Map+.put(..)) && target(o) {}
  ere : (use | named | plain | deque | vector | queue | map) (use | named | plain | deque | vector | queue | map)
  @match { }
}`,
  { lookup: (name) => /^(?:Main(?:\..*)?|java\.lang\.Object|java\.util\.\w+)$/.test(name) },
);
const property = properties[0]!;

function decided() {
  const { program, points } = javaProgram(compile({ 'Main.java': source }), [property]);
  const decisions = sound(program, property, points, {
    threads: 'shared',
    facts: [],
    world: { kind: 'open' },
  });
  return points.map(({ id, line }) => ({ line, ...decisions.get(id)! }));
}

test('what no class can be is no event', () => {
  const found = decided().map(({ line, kept }) => [line, kept ? 'kept' : 'gone']);
  expect(found).toEqual(lineComments(source, /^(?:kept|gone)$/));
});

test('the reason says so', () => {
  expect(decided().map(({ reason }) => reason)).toContain(
    'removed: never an event: no class is both java.util.List and java.util.ArrayDeque',
  );
});

describe('what is asked of the hierarchy', () => {
  const count = 20;
  const numbers = Array.from({ length: count }, (_, number) => number);
  const text = `class Main {
    interface Named { } interface Gone { } static class Missing { }
    static class Base { } static class Other extends Base { } static class Further extends Missing implements Named { }
    static class Untold extends Other implements Gone { }
    ${numbers.map((number) => `static class Of${number} { } static class Named${number} implements Named { }`).join(' ')}
  }`;

  function questions(without: readonly string[]) {
    const classes = new Map(compile({ 'Main.java': text }));
    for (const name of without) classes.delete(name);
    const { hierarchy } = javaProgram(classes, []).program;
    let asked = 0;
    const neverBoth = neverBothIn(
      {
        ...hierarchy,
        programSubtypes(name) {
          asked++;
          return hierarchy.programSubtypes(name);
        },
      },
      new Set(),
    );
    return { neverBoth, asked: () => asked };
  }

  test('what is below an interface is walked through once', () => {
    const { neverBoth, asked } = questions([]);
    for (const number of numbers) expect(neverBoth(`Main$Of${number}`, 'Main$Named')).toBe(true);
    // The interface, what implements it, and each class.
    expect(asked()).toBe(1 + (count + 1) + count);
  });

  test('what has the interface and extends a missing class may be of the class', () => {
    expect(questions([]).neverBoth('Main$Base', 'Main$Named')).toBe(true);
    expect(questions(['Main$Missing']).neverBoth('Main$Base', 'Main$Named')).toBe(false);
  });

  test('what extends the class and has a missing interface may have the interface', () => {
    expect(questions([]).neverBoth('Main$Base', 'Main$Named')).toBe(true);
    expect(questions(['Main$Gone']).neverBoth('Main$Base', 'Main$Named')).toBe(false);
  });
});
