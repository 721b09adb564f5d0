import { beforeAll, expect, test } from 'vitest';
import type { DynamicTest } from '../../src/events/point.ts';
import { loadProperties } from '../../src/property/language/load.ts';
import { compile, javaProgram } from '../residual/sound/java-program.ts';

/** Which join points a pointcut is about is found by what it names, wherever that stands. */
const source = `package a;
public class C {
  public int x;
  void m() { }
  static int r(C c) { c.m(); return c.x + c.x; }
}`;
let classes: ReadonlyMap<string, Uint8Array>;
let callOfRemove: ReadonlyMap<string, Uint8Array>;
beforeAll(() => {
  classes = compile({ 'a/C.java': source });
  callOfRemove = compile({
    'T.java':
      'class T { static boolean r(java.util.Collection<Object> c, Object o) { return c.remove(o); } }',
  });
});

test.each([
  ['get(int C.x) && target(f)', 'fieldAccess fieldAccess'],
  ['target(f) && (get(int C.x) || within(z.B))', 'fieldAccess fieldAccess'],
  ['target(f) && (get(int C.x) || (call(* *(..)) && within(a.C)))', 'call fieldAccess fieldAccess'],
  ['target(f) && !(!get(int C.x))', 'fieldAccess fieldAccess'],
  ['target(f) && execution(* C.m())', 'body'],
  ['target(f) && (execution(* C.m()) || within(z.B))', 'body'],
  ['target(f) && !(!execution(* C.m()))', 'body'],
  ['target(f) && !(!call(* C.m()))', 'call'],
  ['target(f) && within(a.C)', 'call'],
  // A name with a wildcard is also one of an imported class, of an imported package and of java.lang.
  ['target(f) && call(* C*.m())', 'call'],
  ['target(f) && call(* *C+.m()) && within(C*)', 'call'],
  ['target(f) && call(void *.m()) && !within(D*)', 'call'],
  ['target(f) && call(* D*.m())', ''],
  ['target(f) && get(int *C.x)', 'fieldAccess fieldAccess'],
])('%s', (pointcut, kinds) => {
  const { properties } = loadProperties(
    'form.mop',
    `import a.C; Form(C f) { event e before(C f) : ${pointcut} { } ere : e e @match { } }`,
    { lookup: (name) => name === 'a.C' },
  );
  const { points } = javaProgram(classes, properties);
  expect(points.map(({ kind }) => kind).join(' ')).toBe(kinds);
});

test.each([
  ['target(List || Set)', '(List or Set)'],
  ['target((List || Set))', '(List or Set)'],
  ['target(List && Set)', '(List and Set)'],
  ['target(!(List || Map))', 'not (List or Map)'],
  ['target(!List && Collection)', 'not List'],
  ['target(List || Collection)', 'always'],
  ['args(String || Number)', '(String or Number)'],
  ['args(.., !String)', 'not String'],
])('%s asks an object of another static type: %s', (pointcut, asked) => {
  const { properties } = loadProperties(
    'form.mop',
    `Form() { event e before() : call(* remove(..)) && ${pointcut} { } ere : e e @match { } }`,
    { lookup: (name) => /^java\.(?:lang\.[NS]\w+|util\.[CLMS][a-z]+)$/.test(name) },
  );
  const { points } = javaProgram(callOfRemove, properties);
  const text = (test: DynamicTest): string => {
    switch (test.kind) {
      case 'instanceof':
        return test.type.slice(test.type.lastIndexOf('/') + 1);
      case 'and':
      case 'or':
        return `(${test.operands.map(text).join(` ${test.kind} `)})`;
      case 'not':
        return `not ${text(test.operand)}`;
      default:
        return test.kind;
    }
  };
  expect(points.map(({ test }) => text(test))).toEqual([asked]);
});

test.each([
  ['import a.*;', 'call'],
  ['package a;', 'call'],
  ['import b.*;', ''],
  ['', ''],
])('the imports %s give C* %s', (imports, kinds) => {
  const lookup = (name: string) => name === 'java.lang.Object';
  const text = `${imports} Form(Object f) { event e before(Object f) : call(* C*.m()) && target(f) { } ere : e e @match { } }`;
  const { points } = javaProgram(classes, loadProperties('form.mop', text, { lookup }).properties);
  expect(points.map(({ kind }) => kind).join(' ')).toBe(kinds);
});

test('a class may have the name of a member that all objects of JavaScript have', () => {
  const named = compile({
    'toString.java': 'class toString { void m() { } static void r(toString o) { o.m(); } }',
  });
  const text =
    'Form(toString f) { event e before(toString f) : call(* toString.m()) && target(f) { } ere : e e @match { } }';
  const { properties } = loadProperties('form.mop', text, { lookup: (name) => name === 'toString' });
  expect(javaProgram(named, properties).points.map(({ kind, test }) => [kind, test.kind])).toEqual([
    ['call', 'always'],
  ]);
});
