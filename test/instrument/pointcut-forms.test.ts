import { beforeAll, expect, test } from 'vitest';
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
beforeAll(() => {
  classes = compile({ 'a/C.java': source });
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
