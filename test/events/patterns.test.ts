import { beforeAll, expect, test } from 'vitest';
import { loadProperties } from '../../src/property/language/load.ts';
import { compile, javaProgram } from '../residual/sound/java-program.ts';

/**
 * Byte code of Java 8: it has the flag of `strictfp`, calls private methods as `super`'s are called, and reads
 * fields of outer classes by methods and fields of the compiler.
 */
const source = `package a;
import java.io.*;
import java.util.*;
import java.util.function.*;
public abstract class P {
  int own; transient int moved; volatile int seen; static int shared;
  strictfp double exact() { return 1; }
  native int outside();
  synchronized void locked() { }
  abstract void open();
  final void closed() { }
  private int hidden() { return 1; }
  protected void kept() throws IOException, InterruptedException { }
  static void of(int[] x) { }
  static void of(String x) { }
  static void small(short x) { }
  static void tiny(byte x) { }
  static void sign(char x) { }
  static void big(float x) { }
  static void two(Object x, Object y) { }
  void nothing() { }
  class Inner { int reads() { return own + P.this.own; } }
  interface Fixed { static void made() { } } static class Sub extends P implements Fixed { void made() { } void own() { hidden(); made(); }
    void open() { } void closes() { closed(); } int hidden() { return 2; } }
  void calls(P p, Object o) throws Exception {
    p.exact(); p.outside(); p.locked(); p.open(); p.closed(); p.hidden(); p.kept();
    of(new int[0]); of("x");
    small((short) 1); tiny((byte) 1); sign('c'); big(1f);
    two(o, p); p.nothing();
    own = moved + seen + shared;
    Supplier<Integer> supplier = (Supplier<Integer> & Serializable) p::hidden;
    Function<Collection<?>, Integer> size = Collection::size;
    Supplier<Object> maker = Object::new;
  }
}`;

let classes: ReadonlyMap<string, Uint8Array>;
beforeAll(() => {
  classes = compile({ 'a/P.java': source }, ['--release', '8', '-Xlint:-options']);
});

/** The points of a pointcut whose event has these parameters. */
function pointsOf(pointcut: string, parameters = '') {
  const { properties } = loadProperties(
    'patterns.mop',
    `import a.P; P() { event e before(${parameters}) : ${pointcut} { } ere : e e @match { } }`,
    {
      lookup: (name) =>
        /^(?:a\.P|java\.lang\.(?:Object|Number|Short|String|Cloneable|Character|Float)|java\.io\.\w+Exception)$/.test(
          name,
        ),
    },
  );
  return javaProgram(classes, properties).points;
}

/** The points of a pointcut: the method and the line that they are in. */
const linesOf = (pointcut: string): string =>
  pointsOf(pointcut)
    .map(({ line, method, kind }) => `${kind === 'methodReference' ? 'reference' : method}:${line}`)
    .join(' ');

/** Methods that the pointcut matches, by a pointcut for each. */
const named = (pattern: (name: string) => string, names: string): string =>
  names
    .split(' ')
    .filter((name) => pointsOf(`${pattern(name)} && within(P) && !within(P.Inner)`).length > 0)
    .join(' ');

const methods = 'exact outside locked open closed hidden kept of two nothing';

test.each([
  ['strictfp', 'exact'],
  ['native', 'outside'],
  ['synchronized', 'locked'],
  ['abstract', 'open'],
  ['final', 'closed'],
  ['private', 'hidden'],
  ['protected', 'kept'],
  ['static', 'of two'],
  ['!static !abstract !protected', 'exact outside locked closed hidden nothing'],
  ['public', ''],
])('calls of methods that are %s: %s', (modifiers, expected) => {
  expect(named((name) => `call(${modifiers} * P.${name}(..))`, methods)).toBe(expected);
});

test.each([
  ['throws IOException', 'kept'],
  ['throws InterruptedException', 'kept'],
  ['throws IOException, InterruptedException', 'kept'],
  ['throws !Exception+', methods.replace(' kept', '')],
  ['throws IOException, !InterruptedException', ''],
])('calls of methods that %s: %s', (clause, expected) => {
  const types = clause.replaceAll(/(\w*Exception)/g, (name) =>
    name.startsWith('IO') ? `java.io.${name}` : `java.lang.${name}`,
  );
  expect(named((name) => `call(* P.${name}(..) ${types})`, methods)).toBe(expected);
});

test.each([
  ['Cloneable+', 1],
  ['java.io.Serializable+', 2],
  ['Object+', 2],
  ['Cloneable', 0],
  ['java.util.List+', 0],
  ['int[]', 1],
  ['int', 0],
  ['*[]', 1],
  ['*', 2],
])('of %s, %i of an array and a text are one', (type, count) => {
  expect(pointsOf(`call(* P.of(${type}))`)).toHaveLength(count);
});

test.each([
  ['Number', 'small tiny big'],
  ['Short', 'small'],
  ['Character', 'sign'],
  ['Float', 'big'],
  ['Object', 'small tiny sign big'],
  ['short', 'small'],
  ['int', ''],
  ['String', ''],
])('an argument is a %s, boxed, of %s', (type, expected) => {
  expect(named((name) => `call(* P.${name}(..)) && args(${type})`, 'small tiny sign big')).toBe(expected);
});

test.each([
  ['(args(x, ..) || args(.., x))', 'x'],
  ['(args(x, *) || args(x, P))', undefined],
  ['(args(x, *) || args(*, *) && !args(*, *) && target(x))', undefined],
  ['((args(x, ..) || args(.., x)) && (args(y, *) || args(y, *)))', 'x'],
  ['((args(y, *) || args(y, *)) && (args(x, ..) || args(.., x)))', 'x'],
  ['((args(x, *) || args(*, x)) || args(x, *))', 'x'],
])('alternatives %s that bind what differs: %s', (alternatives, name) => {
  const parameters = alternatives.includes('y') ? 'Object x, Object y' : 'Object x';
  const [point, ...more] = pointsOf(`call(* P.two(..)) && ${alternatives}`, parameters);
  expect(more).toEqual([]);
  expect(point!.ambiguousBinding).toBe(name);
});

test('fields, but for those that the compiler has made, and by their modifiers', () => {
  const fields = 'own moved seen shared';
  const fieldsOf = (kind: string, modifiers: string): string =>
    named((name) => `${kind}(${modifiers} * P.${name})`, fields);
  expect(['', 'transient', 'volatile', 'static', '!static'].map((word) => fieldsOf('get', word))).toEqual([
    'moved seen shared',
    'moved',
    'seen',
    'shared',
    'moved seen',
  ]);
  expect(fieldsOf('set', '')).toBe('own');
  expect(pointsOf('get(* P.Inner.*)')).toEqual([]);
  expect(pointsOf('within(P.Inner) && get(* *)').map(({ descriptor }) => descriptor)).toEqual(['()I', '()I']);
});

test('a field is that of an interface, where the superclass has a private one of the name', () => {
  const found = compile({
    'a/Above.java': 'package a; class Above { private static Object all; }',
    'a/Names.java': 'package a; interface Names { Object all = new Object(); }',
    'a/P.java': 'package a; class P extends Above implements Names { Object get() { return all; } }',
  });
  const text = (type: string) =>
    `import a.*; P() { event e before() : get(* ${type}.all) { } ere : e e @match { } }`;
  const points = ['Above', 'Names'].map((type) => {
    const lookup = (name: string): boolean => name === `a.${type}`;
    return javaProgram(found, loadProperties('fields.mop', text(type), { lookup }).properties).points.length;
  });
  expect(points).toEqual([0, 1]);
});

test('private methods are called, and referred to, as others are', () => {
  // The last one is where the compiler has code that reads the function object from a stream.
  expect(linesOf('call(* P.hidden())')).toBe('calls:26 reference:31 reference:5');
  expect(linesOf('call(* java.util.Collection.size())')).toBe('reference:32');
  expect(linesOf('call(Object.new()) && within(P)')).toBe('reference:33');
});

test('a method of a supertype is called where a class inherits it, but for static ones, and what returns nothing gives nothing', () => {
  expect(pointsOf('call(* P.Sub.made())')).toHaveLength(1);
  expect(pointsOf('call(* P.Fixed.made())')).toEqual([]);
  expect(linesOf('call(* P.Sub.closed())')).toBe('closes:24');
  const { properties } = loadProperties(
    'returns.mop',
    'import a.P; P() { event e after() returning(Object o) : call(* P.*(..)) && within(P) { } ere : e e @match { } }',
    { lookup: (name) => name === 'a.P' || name === 'java.lang.Object' },
  );
  const { points } = javaProgram(classes, properties);
  expect(points.filter(({ values }) => values[0]!.descriptor === 'V')).toEqual([]);
  expect(points.length).toBeGreaterThan(1);
});

test.each([
  ['call(* Base+.m())', 2],
  ['call(* b.Ba*+.m())', 2],
  ['call(* Base.m())', 1],
  ['call(* Object+.m())', 2],
  ['call(* b.Above+.m())', 0],
  ['get(int Base+.x)', 1],
  ['call(* *(..)) && within(Base+)', 2],
])('%s, where Base is missing: a class that extends it by its own file counts, %i', (pointcut, count) => {
  const all = compile({
    'b/Above.java': 'package b; public class Above { }',
    'b/Base.java': 'package b; public class Base extends Above { public int x; public void m() { } }',
    'a/Sub.java':
      'package a; public class Sub extends b.Base { static int r(Sub s, b.Base b) { s.m(); b.m(); return s.x; } }',
  });
  const present = new Map([...all].filter(([name]) => name === 'a/Sub'));
  const { properties } = loadProperties(
    'missing.mop',
    `import b.Base; P() { event e before() : ${pointcut} { } ere : e e @match { } }`,
    { lookup: (name) => name === 'java.lang.Object' },
  );
  expect(javaProgram(present, properties).points).toHaveLength(count);
});
