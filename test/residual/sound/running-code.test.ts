import { expect, test } from 'vitest';
import { readClassFile } from '../../../src/classfile/class-file.ts';
import type { World } from '../../../src/residual/analysis.ts';
import { scanProgram } from '../../../src/residual/call-graph/scanned-program.ts';
import { runningCode } from '../../../src/residual/sound/program/running-code.ts';
import { noWeakening } from '../../../src/residual/weakening.ts';
import { compile, javaProgram } from './java-program.ts';

const closed: World = { kind: 'closed', entries: ['main'], reflection: [] };

const newProxy = (type: string, handler: string): string =>
  `(${type}) Proxy.newProxyInstance(P.class.getClassLoader(), new Class<?>[] { ${type}.class }, ${handler})`;

/** Interfaces with proxies when `main` runs; `first` makes proxies of A, `second` of B, `any` of those that it is given. */
function proxied(body: string, members: string, world: World): readonly string[] {
  const classes = compile({
    'P.java': `import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;
interface A { void a(); default void more() throws Throwable { } }
interface B { void b(); }
class Handler implements InvocationHandler {
  Handler(int number) { }
  public Object invoke(Object proxy, Method method, Object[] given) throws Throwable { return null; }
}
public class P {
  static A first(InvocationHandler handler) { return ${newProxy('A', 'handler')}; }
  static B second() { return ${newProxy('B', 'new Handler(1)')}; }
  static Object any(Class<?> type, MethodHandle run) { return MethodHandleProxies.asInterfaceInstance(type, run); }
  public static void main(String[] arguments) throws Throwable { ${body} }
  ${members}
}`,
  });
  const { program } = javaProgram(classes, []);
  const scanned = scanProgram([...classes.values()].map((bytes) => readClassFile(bytes)));
  const { proxies } = runningCode(scanned, program.hierarchy, new Set(), world, noWeakening);
  return proxies.classes.flatMap(({ interfaces }) => interfaces).sort();
}

test.each([
  ['none runs', '', '', []],
  ['one runs', 'second();', '', ['B']],
  [
    'one runs, when code of the class library calls it',
    'new Thread(new Runs(1)).start();',
    'static class Runs implements Runnable { Runs(int number) { } public void run() { second(); } }',
    ['B'],
  ],
  ['by a function', 'new Thread(() -> second()).start();', '', ['B']],
  ['by a method reference', 'new Thread(P::second).start();', '', ['B']],
  [
    'of a class whose objects nobody makes',
    '',
    'static class Never { Never(int n) { } void go() { second(); } }',
    [],
  ],
  ['of a class that may be found by name', '', 'static class Found { Found() { second(); } }', ['B']],
  ['in a class initialiser', '', 'static class Set { static final B b = second(); }', ['B']],
  [
    'by a call that comes before any object has the method',
    'Acts a = null; if (arguments.length > 0) a.act(); made();',
    `static class Acts { Acts(int n) { } void act() { second(); } }
     static void made() { new Acts(1); }`,
    ['B'],
  ],
  [
    'by what a function object inherits',
    'Acts a = () -> { }; a.more();',
    'interface Acts { void act(); default void more() { second(); } }',
    ['B'],
  ],
  ['where native code may run: anything may run', 'use();', 'static native void use();', ['A', 'B']],
  [
    'by the handler of proxies that run before',
    'first(new Makes(1)).a();',
    `static class Makes extends Handler { Makes(int number) { super(number); }
      public Object invoke(Object proxy, Method method, Object[] given) { return second(); } }`,
    ['A', 'B'],
  ],
  [
    'by what only a proxy inherits',
    `More m = ${newProxy('More', 'InvocationHandler::invokeDefault')}; m.more();`,
    'interface More extends A { default void more() { second(); } }',
    ['B', 'P$More'],
  ],
  [
    'by what only a proxy inherits that is made by such code',
    `More m = ${newProxy('More', 'InvocationHandler::invokeDefault')}; m.more();`,
    `interface More { default void more() { Most m = ${newProxy('Most', 'InvocationHandler::invokeDefault')}; m.most(); } }
     interface Most { default void most() { second(); } }`,
    ['B', 'P$More', 'P$Most'],
  ],
  [
    'not by what only a proxy inherits that nobody makes',
    'More m = null; m.more();',
    `interface More { default void more() { second(); } }
     static More never() { return ${newProxy('More', 'null')}; }`,
    [],
  ],
  ['where a method handle may be called: anything may run', 'any(A.class, null);', '', ['A', 'B']],
])('proxies in a closed world: %s', (_, body, members, interfaces) => {
  expect(proxied(body, members, closed)).toEqual(interfaces);
});

test('proxies of methods that reflection or other code may call', () => {
  expect(proxied('', '', { ...closed, reflection: ['P#second'] })).toEqual(['B']);
  expect(proxied('', '', { ...closed, entries: ['P#second'] })).toEqual(['B']);
  expect(proxied('', '', { kind: 'open' })).toEqual(['A', 'B']);
});
