import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AccessFlag } from '../../../src/classfile/access-flags.ts';
import { loadProperties } from '../../../src/property/language/load.ts';
import {
  type BoundTypes,
  boundTypes,
  type CalledCode,
  mayBeOne,
} from '../../../src/residual/sound/program/bound-types.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
import { lineComments } from '../../support/line-comments.ts';
import { compile, javaProgram } from './java-program.ts';

/** What becomes of the event on each line. */
const source = `import java.util.*;
class Main {
  interface Named { }
  static class Base implements Named { void use() { } void end() { } }
  static class Left extends Base { }
  static class Right extends Base { }
  static final class Last { void use() { } }
  static final class LastNamed implements Named { }
  static Base field;
  static Object given(int n) { return null; }
  static Base returned() { return null; }
  static Left left() { return null; }
  static void take(Object o) { }
  static void named(Named n) { }
  static void making() {
    field = new Base(); // removed
    field = new Left(); // kept
    field = new Right(); // removed
    given(new Last() == null ? 1 : 2); // removed
    given(new LastNamed() == null ? 1 : 2); // removed
  }
  static void ending(Left left) {
    left.end(); // kept
  }
  static void using(Base b, Left l, Right r) {
    b.use(); // kept
    l.use(); // kept
    r.use(); // removed
  }
}
`;

const { properties } = loadProperties(
  'used.mop',
  `import java.util.*;
Used(Object o) {
  event make after() returning(Object o) : call(Main.Base+.new(..)) || call(Main.Last*.new(..)) {}
  event use before(Object o) : call(* Main.Base+.use()) && target(o) {}
  event end before(Object o) : call(* Main.Base+.end()) && target(o) {}
  ere : make use* end
  @match { }
}
Taken(Object o) {
  event make after() returning(Object o) : call(* Main.left()) {}
  event other after() returning(Object o) : call(* Main.given(..)) {}
  event take before(Main.Right o) : call(* Main.take(..)) && args(o) {}
  event named before(Object o) : call(* Main.named(..)) && args(o) {}
  event right before(Object o) : call(* Main.right(..)) && args(o) {}
  ere : make (take | named | right)
  @match { }
}
Handed(Object o) {
  event make after() returning(Object o) : call(Main.Last.new()) {}
  event named before(Object o) : call(* Main.named(..)) && args(o) {}
  ere : make named
  @match { }
}
Started(Object o) {
  creation event make after() returning(Object o) : call(Main.Other.new()) {}
  event use before(Object o) : call(* Main.Base+.use()) && target(o) {}
  ere : make use
  @match { System.out.println(o); }
}
Wrapped(Object c) {
  event wrap after() returning(Object c) :
    call(* Collections.unmodifiable*(..)) || call(* Arrays.asList(..)) || call(* Main.asList(..)) {}
  event update before(Object c) :
    (call(* Collection+.add(..)) || call(* Map+.put(..))) && target(c) {}
  ere : wrap update
  @match { }
}
Viewed(Object c) {
  event view after() returning(Object c) : call(* List+.subList(..)) {}
  event update before(Object c) : call(* Collection+.add(..)) && target(c) {}
  ere : view update
  @match { }
}
Refilled(Object c) {
  event walk before(Object c) : call(* Collection+.iterator()) && target(c) {}
  event update after(Object c) returning : call(* Collection+.add*(..)) && target(c) {}
  ere : walk update
  @match { }
}
Tried(Object c) {
  event walk before(Object c) : call(* Collection+.iterator()) && target(c) {}
  event update after(Object c) : call(* Collection+.add*(..)) && target(c) {}
  ere : walk update
  @match { }
}
`,
  {
    lookup: (name) =>
      /^(?:Main(?:\..*)?|java\.lang\.Object|java\.util\.(?:Arrays|Collections?|List|Map))$/.test(name),
  },
);
const [used, taken, handed, started, wrapped, viewed, refilled, tried] = properties;

function decided(text: string, property: (typeof properties)[number]) {
  const { program, points } = javaProgram(compile({ 'Main.java': text }), [property]);
  const decisions = sound(program, property, points, {
    threads: 'shared',
    facts: [],
    world: { kind: 'open' },
  });
  return points.map(({ id, line }) => [
    line,
    decisions.get(id)!.kept ? 'kept' : 'removed',
    decisions.get(id)!.reason,
  ]);
}

test('an event on objects of types that no reporting slice has goes', () => {
  const found = decided(source, used!);
  expect(found.map(([line, what]) => [line, what])).toEqual(lineComments(source, /^(?:kept|removed)$/));
  expect(found.find(([, what]) => what === 'removed')![2]).toBe(
    'removed: no sequence of the events that are left on objects of the types it may bind is ever reported',
  );
});

describe('what may be one object', () => {
  const main = (body: string) => `class Main {
    interface Named { } static class Base { } static class Left extends Base { } static class Right extends Base { }
    static Left left() { return null; } static Object given(int n) { return null; }
    static void take(Object o) { } static void named(Named n) { } static void right(Right r) { }
    static Left field;
    static void m(Named n, Right r) {
      field = left();
      ${body} }
  }`;
  const kept = (body: string) => decided(main(body), taken!).map(([, what]) => what);

  test('a static type that is an interface says nothing', () => {
    const text = `class Main {
      interface Named { } static final class Last { } static void named(Named n) { } static Object made;
      static void m(Named n) { made = new Last(); named(n); }
    }`;
    expect(decided(text, handed!).map(([, what]) => what)).toEqual(['kept', 'kept']);
  });

  test('a type test says what a value is, and that it is not null', () => {
    expect(kept('take(n);')).toEqual(['removed', 'removed']);
    expect(kept('take(n); take((Object) r);')).toEqual(['removed', 'removed', 'removed']);
  });

  test('null is of all types', () => {
    expect(kept('right(r);')).toEqual(['kept', 'kept']);
    expect(kept('take(r);')).toEqual(['removed', 'removed']);
  });
});

describe('what methods of the class library return', () => {
  const text = `import java.util.*;
class Main {
  static List<Object> asList(Object o) { return null; }
  static class Own extends AbstractList<Object> {
    public Object get(int n) { return null; }
    public int size() { return 0; }
  }
  static Object made;
  static void m(List<Object> list, ArrayList<Object> plain, Own own, AbstractList<Object> any, AbstractCollection<Object> some) {
    made = Collections.unmodifiableList(list); // kept
    made = Arrays.asList(list, list); // kept
    list.add(made); // kept
    plain.add(made); // removed
    own.add(made); // removed
    any.add(made); // kept
    some.add(made); // kept
  }
  static void m(Map<Object, Object> map, HashMap<Object, Object> plain, TreeMap<Object, Object> tree) {
    map.put(made, made); // kept
    plain.put(made, made); // removed
    tree.put(made, made); // removed
  }
}
`;

  test('is of classes that no object of the program is of', () => {
    expect(decided(text, wrapped!).map(([line, what]) => [line, what])).toEqual(
      lineComments(text, /^(?:kept|removed)$/),
    );
  });

  const views = (body: string) => `import java.util.*;
class Main {
  static Object made;
  static void m(List<Object> list, ArrayList<Object> plain, Stack<Object> stack, LinkedList<Object> linked, AbstractList<Object> any, Collection<Object> some) {
    made = list.subList(0, 1); // kept
    made = plain.subList(0, 1); // kept
    list.add(made); // kept
    plain.add(made); // removed
    stack.add(made); // removed
    linked.add(made); // removed
    any.add(made); // kept
    some.add(made); // kept
  }
  static class Own extends ArrayList<Object> {
    ${body}
  }
}
`;
  const own = 'public List<Object> subList(int from, int to)';

  test.each([
    'void m(Own own) { own.add(made); } // removed',
    `${own} { throw new UnsupportedOperationException(); }`,
  ])('views are no objects of other classes: %s', (body) => {
    const text = views(body);
    expect(decided(text, viewed!).map(([line, what]) => [line, what])).toEqual(
      lineComments(text, /^(?:kept|removed)$/),
    );
  });

  test.each([
    `${own} { return this; }`,
    `${own} { return super.subList(from, to); }`,
    `public native List<Object> subList(int from, int to);`,
  ])('views of the program may be anything: %s', (body) => {
    expect(decided(views(body), viewed!).filter(([, what]) => what === 'removed')).toEqual([]);
  });

  test('methods of other classes may return anything', () => {
    const other = text.replace('made = Arrays.asList(list, list); // kept', 'made = asList(made); // kept');
    expect(decided(other, wrapped!).filter(([, what]) => what === 'removed')).toEqual([]);
  });
});

describe('what calls return on', () => {
  const collection = `extends AbstractCollection<Object> {
    public int size() { return 0; }
    public Iterator<Object> iterator() { return null; }`;
  const refuses = 'public boolean add(Object o) { throw new UnsupportedOperationException(); }';
  const text = (more: string, call = 'some.add(some)') => `import java.util.*;
import java.util.function.*;
class Main {
  static class Fixed ${collection} ${refuses} }
  static class Loose ${collection} ${refuses} }
  static class Open extends Loose { public boolean add(Object o) { return true; } }
  static abstract class Bare extends Fixed { public abstract boolean add(Object o); }
  static void m(Fixed fixed, Loose loose, Open open, Bare bare, Collection<Object> some, List<Object> list) {
    fixed.iterator(); // removed
    bare.iterator(); // removed
    loose.iterator(); // kept
    open.iterator(); // kept
    some.iterator(); // kept
    ${call}; // kept
  }
  ${more}
}
`;
  const what = (source: string, property = refilled!) =>
    decided(source, property).map(([line, one]) => [line, one]);

  test.each([
    ['', 'some.add(some)'],
    ['', 'Predicate<Object> adding = some::add'],
    ['', 'list.add(0, some)'],
    ['static class Inherits extends Fixed { }', 'some.add(some)'],
    ['static class Other extends Fixed { public boolean add(String o) { return true; } }', 'some.add(some)'],
    ['static class Loops extends Fixed { public boolean add(Object o) { while (true); } }', 'some.add(some)'],
    ['interface Odd { boolean add(Object o); }', 'some.add(some)'],
  ])('is no object of a class whose method only throws: %s %s', (more, call) => {
    const source = text(more, call);
    expect(what(source)).toEqual(
      // No class of these is a list, so that what is called on one is none of theirs.
      call.startsWith('list')
        ? lineComments(
            source.replace(/((?:loose|open).iterator\(\);) \/\/ kept/g, '$1 // removed'),
            /^(?:kept|removed)$/,
          )
        : lineComments(source, /^(?:kept|removed)$/),
    );
  });

  const fixed = (source: string, property = refilled!) =>
    decided(source, property).find(([line]) =>
      source.split('\n')[Number(line) - 1]!.includes('fixed.iterator()'),
    )![1];

  test.each([
    ['static class Sub extends Fixed { public boolean add(Object o) { return true; } }', 'some.add(some)'],
    ['static class Sub extends Fixed { public native boolean add(Object o); }', 'some.add(some)'],
    [
      'static class Sub extends Bare { public boolean add(Object o) { return o == null; } }',
      'some.add(some)',
    ],
    ['', 'some.addAll(some)'],
    ['', 'Predicate<Collection<Object>> adding = some::addAll'],
    [
      'static abstract class Sub extends Fixed implements List<Object> { public void add(int n, Object o) { } } static class Subs extends Sub { public boolean addAll(int n, Collection<?> c) { return true; } public Object get(int n) { return null; } public Object set(int n, Object o) { return null; } public Object remove(int n) { return null; } public int indexOf(Object o) { return 0; } public int lastIndexOf(Object o) { return 0; } public ListIterator<Object> listIterator() { return null; } public ListIterator<Object> listIterator(int n) { return null; } public List<Object> subList(int n, int m) { return null; } }',
      'list.add(0, some)',
    ],
  ])('may be one of a class that has a method which returns: %s %s', (more, call) => {
    expect(fixed(text('', 'some.add(some)'))).toBe('removed');
    expect(fixed(text(more, call))).toBe('kept');
  });

  test('an event that does not wait until the call returns happens there, too', () => {
    expect(fixed(text(''), tried!)).toBe('kept');
  });
});

test('without a point at which a slice starts, code that is not understood never runs', () => {
  const text = (also: string) => `class Main {
    static class Base { void use() { } } static class Other { }
    static void m(Base b) { b.use(); ${also} }
  }`;
  expect(decided(text(''), started!)).toEqual([
    [3, 'removed', 'removed: no slice ever starts, as none of its creation events is left'],
  ]);
  expect(decided(text('new Other();'), started!).map(([, what]) => what)).toEqual(['kept', 'kept']);
});

test('what is new is of the class that is named, also when that is missing', () => {
  const { points } = javaProgram(compile({ 'Main.java': source }), [used!]);
  const made = points.find(({ event }) => event.name === 'make')!;
  const test = { kind: 'instanceof', value: 0, type: 'Main$Left' } as const;
  const ofMissing = boundTypes({ ...made, test }, 0, { header: () => undefined }, noCode);
  expect(ofMissing).toEqual({ types: ['Main$Base', 'Main$Left'], isExact: true, mayBeNull: false });
});

/** Where nothing is known of what calls run. */
const noCode: CalledCode = {
  returnsFromLibrary: () => false,
  neverReturningOn: () => [],
  interfaceAskedFor: () => undefined,
  isNeverBoth: () => false,
};

/** Random classes and interfaces: each extends one before it, and implements interfaces before it. */
const hierarchies = fc.array(
  fc.record({
    isInterface: fc.boolean(),
    isFinal: fc.boolean(),
    superClass: fc.nat(),
    interfaces: fc.array(fc.nat(), { maxLength: 2 }),
  }),
  { minLength: 1, maxLength: 7 },
);

type Declared = {
  readonly name: string;
  readonly isInterface: boolean;
  readonly isFinal: boolean;
  readonly above: ReadonlySet<string>;
};

function declaredTypes(
  drawn: readonly { isInterface: boolean; isFinal: boolean; superClass: number; interfaces: number[] }[],
) {
  const all: Declared[] = [];
  for (const [index, { isInterface, isFinal, superClass, interfaces }] of drawn.entries()) {
    const name = `T${index}`;
    const above = new Set([name, 'java/lang/Object']);
    const extend = (pick: number, from: readonly Declared[]) => {
      const one = from[pick % (from.length + 1)];
      for (const type of one?.above ?? []) above.add(type);
    };
    if (!isInterface)
      extend(
        superClass,
        all.filter((one) => !one.isInterface && !one.isFinal),
      );
    for (const pick of interfaces)
      extend(
        pick,
        all.filter((one) => one.isInterface),
      );
    all.push({ name, isInterface, isFinal: isFinal && !isInterface, above });
  }
  return all;
}

test('mayBeOne: false only when no class that there is, or could be, is of all types', () => {
  const bound = fc.record({
    picks: fc.array(fc.nat(), { maxLength: 2 }),
    isExact: fc.boolean(),
    mayBeNull: fc.boolean(),
  });
  let [ones, others] = [0, 0];
  fc.assert(
    fc.property(hierarchies, bound, bound, (drawn, first, second) => {
      const all = declaredTypes(drawn);
      const byName = new Map(all.map((one) => [one.name, one]));
      const hierarchy = {
        isSubtype: (sub: string, sup: string) => byName.get(sub)!.above.has(sup),
        header: (name: string) => {
          const { isInterface, isFinal } = byName.get(name)!;
          return { isInterface, accessFlags: isFinal ? AccessFlag.final : 0 } as never;
        },
      };
      const boundOf = ({
        picks,
        isExact,
        mayBeNull,
      }: {
        picks: number[];
        isExact: boolean;
        mayBeNull: boolean;
      }): BoundTypes => {
        const types = picks.map((pick) => all[pick % all.length]!.name);
        const exact = isExact && types.length > 0 && !byName.get(types[0]!)!.isInterface;
        return { types, isExact: exact, mayBeNull };
      };
      const [left, right] = [boundOf(first), boundOf(second)];
      const interfaces = all.filter((one) => one.isInterface).flatMap(({ above }) => [...above]);
      const classes = all.filter((one) => !one.isInterface);
      // Any class that is not final may be extended by one that implements everything.
      const possible = [
        ...classes.map(({ name, above }) => ({ name, above })),
        ...classes
          .filter((one) => !one.isFinal)
          .map(({ above }) => ({ name: 'new', above: new Set([...above, ...interfaces]) })),
        { name: 'new', above: new Set(['java/lang/Object', ...interfaces]) },
      ];
      const fits = ({ types, isExact }: BoundTypes, one: { name: string; above: ReadonlySet<string> }) =>
        types.every((type) => one.above.has(type)) && (!isExact || one.name === types[0]);
      const isPossible =
        (left.mayBeNull && right.mayBeNull) || possible.some((one) => fits(left, one) && fits(right, one));
      const found = mayBeOne(left, right, hierarchy, noCode);
      expect(mayBeOne(right, left, hierarchy, noCode)).toBe(found);
      if (isPossible) expect(found).toBe(true);
      if (found) ones++;
      else others++;
    }),
    { numRuns: 3000 },
  );
  expect(Math.min(ones, others)).toBeGreaterThan(200);
});
