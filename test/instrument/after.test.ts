import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadProperties } from '../../src/property/language/load.ts';
import { instrumentDirectory, type MonitorReport, runMonitored } from '../support/instrumented-program.ts';
import { compileJava, defaultJdk, runJava } from '../support/jdk.ts';

/** `after` and `after throwing`: calls of every shape that return and that throw. */

const program = `
import java.util.*;
import java.util.function.*;

public class Calls {
  static long wide(long a, String b, double c) { if (b == null) throw new IllegalStateException("wide"); return a; }
  static void nothing(int a) { if (a < 0) throw new Error("nothing"); }
  private int own(int[] a, byte b) { return a[b]; }
  void alone() { throw new IllegalStateException("alone"); }
  Calls(boolean fail) { if (fail) throw new IllegalArgumentException("made"); }

  static void attempt(String name, Runnable runnable) {
    try { runnable.run(); System.out.println(name + " returned"); }
    catch (Throwable t) { System.out.println(name + " threw " + t); }
  }

  public static void main(String[] args) {
    Iterator<String> one = List.of("x").iterator();
    attempt("next", () -> one.next());
    attempt("next", () -> one.next());
    attempt("wide", () -> wide(1L, "b", 2.0));
    attempt("wide", () -> wide(1L, null, 2.0));
    attempt("nothing", () -> nothing(1));
    attempt("nothing", () -> nothing(-1));
    attempt("own", () -> new Calls(false).own(new int[] { 1 }, (byte) 0));
    attempt("own", () -> new Calls(false).own(new int[] { 1 }, (byte) 1));
    attempt("made", () -> new Calls(true));
    attempt("alone", () -> new Calls(false).alone());
    Supplier<String> reference = one::next;
    attempt("reference", () -> reference.get());
    Iterator<String> none = null;
    // Helpful messages name the variable, which the call no longer has where it is made.
    attempt("null", () -> { try { none.next(); } catch (NullPointerException x) { throw new RuntimeException(); } });
  }
}
`;

const properties = `import java.util.*;
After(Iterator i) {
  event any after(Iterator i) : call(* Iterator+.next()) && target(i) { }
  event good after(Iterator i) returning(Object o) : call(* Iterator+.next()) && target(i) { }
  event bad after(Iterator i) throwing(NoSuchElementException x) : call(* Iterator+.next()) && target(i) { }
  fsm : s [ any -> s good -> s bad -> failed ] failed [ any -> s good -> s bad -> failed ] @failed { }
}
Arguments() {
  event wide after(long a, String b, double c) : call(* Calls.wide(..)) && args(a, b, c) { }
  event nothing after(int a) : call(* Calls.nothing(..)) && args(a) { }
  event own after(Object c, int[] a, byte b) : call(* Calls.own(..)) && target(c) && args(a, b) { }
  event made after() : call(Calls.new(..)) { }
  event state after() throwing(IllegalStateException x) : call(* Calls.wide(..)) { }
  event error after() throwing(Error x) : call(* Calls.*(..)) { }
  fsm : s [ default s ] @s { }
}
Thrown(Object c) {
  event thrown after(Object c) throwing : call(* Calls.alone()) && target(c) { }
  fsm : s [ thrown -> failed ] failed [ ] @failed { }
}
`;

const folder = mkdtempSync(join(tmpdir(), 'rrv-after-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let report: MonitorReport;
let before: string;
let after: string;

beforeAll(() => {
  const source = join(folder, 'Calls.java');
  writeFileSync(source, program);
  compileJava(defaultJdk(), [source], join(folder, 'before'), ['-g']);
  before = runJava(defaultJdk(), ['-cp', join(folder, 'before'), 'Calls']).stdout;
  const lookup = (name: string) =>
    /^java\.(?:util\.(?:Iterator|NoSuchElementException)|lang\.\w+)$/.test(name) || name === 'Calls';
  const loaded = loadProperties('after.mop', properties, { lookup }).properties;
  const result = instrumentDirectory(join(folder, 'before'), join(folder, 'after'), loaded);
  expect(result.report.points.filter(({ unmonitored }) => unmonitored !== undefined)).toEqual([]);
  const { run, report: found } = runMonitored(join(folder, 'after'), 'Calls');
  report = found;
  after = run.stdout;
});

const events = (name: string) => report.properties.find((property) => property.name === name)!.events;

describe('after and after throwing', () => {
  test('the program behaves as before', () => {
    expect(before).toContain('nothing threw java.lang.Error: nothing');
    expect(after).toBe(before);
  });

  test('after is both, after throwing is of the type that it names', () => {
    // Four calls of next() on an object; the fourth through the method reference. null.next() throws, too:
    // another exception, and without a receiver there is no event.
    expect(events('After')).toEqual({ any: 3, good: 1, bad: 2 });
  });

  test('arguments are there when the call threw', () => {
    expect(events('Arguments')).toEqual({ wide: 2, nothing: 2, own: 2, made: 4, state: 1, error: 1 });
  });

  test('a call without arguments of which nothing but what it throws is an event', () => {
    expect(events('Thrown')).toEqual({ thrown: 1 });
  });
});
