import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadProperties } from '../../src/property/language/load.ts';
import { instrumentDirectory, type MonitorReport, runMonitored } from '../support/instrumented-program.ts';
import { compileJava, compileSources, defaultJdk, runJava } from '../support/jdk.ts';

/** `after` and `after throwing`: calls of every shape that return and that throw. */

const program = `
import java.util.*;
import java.util.function.*;

public class Calls {
  static long wide(long a, String b, double c) { if (b == null) throw new IllegalStateException("wide"); return a; }
  static void nothing(int a) { if (a < 0) throw new Error("nothing"); }
  private int own(int[] a, byte b) { return a[b]; }
  void alone() { throw new IllegalStateException("alone"); }
  static double told(long a, String b) { if (b == null) throw new IllegalStateException("told"); return a; }
  interface Teller { default void tellTwice() { told(5L, "b"); told(6L, null); } }
  static class Telling implements Teller {
    double tell(long a, String b) { return told(a, b); }
    static void untold() { told(7L, null); }
  }
  Calls(Iterator<String> asked) { asked.hasNext(); }
  static class Pair { Pair(long n, float f, double d, int[] a, byte b, Object first, Object second) { if (second == null) throw new IllegalStateException("pair"); } }
  interface Pairing { Pair of(long n, float f, double d, int[] a, byte b, Object first, Object second); }
  static class Stopping { void stop() { throw new IllegalStateException("stop"); } }
  interface Absent { void alone(); }
  static Object absent() { return null; }
  static void optional() { if (absent() != null) ((Absent) absent()).alone(); }
  /** The object is not initialised when what is thrown is caught. */
  static class Early extends Calls { Early(String b) { super(wide(2L, b, 1.0) < 0); } }
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
    attempt("early", () -> new Early("b"));
    attempt("early", () -> new Early(null));
    attempt("alone", () -> new Calls(false).alone());
    attempt("tell", () -> new Telling().tell(4L, "b"));
    attempt("tell", () -> new Telling().tell(4L, null));
    attempt("tellTwice", () -> new Telling().tellTwice());
    attempt("untold", () -> Telling.untold());
    new Calls(one);
    Supplier<String> reference = one::next;
    attempt("reference", () -> reference.get());
    Pairing pairing = Pair::new;
    attempt("pair", () -> pairing.of(1L, 2F, 3D, null, (byte) 4, "first", "second"));
    attempt("pair", () -> pairing.of(1L, 2F, 3D, null, (byte) 4, "first", null));
    attempt("stop", () -> new Stopping().stop());
    Iterator<String> none = null;
    attempt("null", () -> none.next());
    // Absent has no class file; no method names it, and looking for methods loads what methods name.
    attempt("listed", () -> System.out.println(Calls.class.getDeclaredMethods().length > 0));
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
Optional(Object c) {
  event thrown after(Object c) throwing : call(* Calls.Absent.alone()) && target(c) { }
  fsm : s [ thrown -> s ] @s { }
}
Maker(Object c) {
  event asked before(Object c) : call(* Iterator+.hasNext()) && this(c) { }
  fsm : s [ asked -> s ] @s { }
}
Asked(Iterator i) {
  event asked before(Iterator i) : call(* Iterator+.hasNext()) && target(i) { }
  fsm : s [ asked -> s ] @s { }
}
Paired(Object a) {
  event either after(Object a, Object b) : call(Calls.Pair.new(..)) && args(long, float, double, int[], byte, a, b)
    && condition(a.equals("first")) { }
  event failed after(Object a, Object b) throwing(Throwable t) : call(Calls.Pair.new(..))
    && args(long, float, double, int[], byte, a, b) && condition(a.equals("first") && b == null) { }
  fsm : s [ either -> s failed -> s ] @s { }
}
Stopped(Object c) {
  event begun before(Object c) : call(* Calls.Stopping.stop()) && target(c) { }
  event ended after(Object c) returning : call(* Calls.Stopping.stop()) && target(c) { }
  fsm : s [ begun -> s ended -> s ] @s { }
}
Caller(Object c) {
  event told after(Object c, long a, String b) returning(double d) : call(* Calls.told(..)) && this(c) && args(a, b)
    && condition(c.getClass().getName().equals("Calls$Telling") && a == d) { }
  event failed after(Object c, long a, String b) throwing(Throwable t) : call(* Calls.told(..)) && this(c) && args(a, b)
    && condition(c.getClass().getName().equals("Calls$Telling") && a > 3 && t.getMessage().equals("told")) { }
  event either after(Object c) : call(* Calls.told(..)) && this(c) { }
  fsm : s [ told -> s failed -> s either -> s ] @s { }
}
`;

const folder = mkdtempSync(join(tmpdir(), 'rrv-after-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let report: MonitorReport;
let before: string;
let after: string;
let unmonitored: readonly string[];

beforeAll(() => {
  const source = join(folder, 'Calls.java');
  writeFileSync(source, program);
  compileJava(defaultJdk(), [source], join(folder, 'before'), ['-g']);
  rmSync(join(folder, 'before', 'Calls$Absent.class'));
  before = runJava(defaultJdk(), ['-cp', join(folder, 'before'), 'Calls']).stdout;
  const lookup = (name: string) =>
    /^java\.(?:util\.(?:Iterator|NoSuchElementException)|lang\.\w+)$/.test(name) || name === 'Calls';
  const loaded = loadProperties('after.mop', properties, { lookup }).properties;
  const result = instrumentDirectory(join(folder, 'before'), join(folder, 'after'), loaded);
  unmonitored = result.report.points.flatMap(({ property, unmonitored: why }) =>
    why === undefined ? [] : [`${property}: ${why}`],
  );
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
    expect(events('Arguments')).toEqual({ wide: 4, nothing: 2, own: 2, made: 5, state: 2, error: 1 });
  });

  test('arguments of a constructor are there when a reference to it threw', () => {
    expect(events('Paired')).toEqual({ either: 2, failed: 1 });
  });

  test('a call without arguments that throws has no event after returning', () => {
    expect(events('Stopped')).toEqual({ begun: 1, ended: 0 });
  });

  test('a call without arguments of which nothing but what it throws is an event', () => {
    expect(events('Thrown')).toEqual({ thrown: 1 });
  });

  test('an obstacle to one event is none to the others at the same call', () => {
    expect(unmonitored).toEqual(['Maker: `this` is not available at the call']);
    expect(events('Maker')).toEqual({ asked: 0 });
    expect(events('Asked')).toEqual({ asked: 1 });
  });

  test('`this` of the method that makes the call is there when the call threw', () => {
    expect(events('Caller')).toEqual({ told: 2, failed: 2, either: 4 });
  });
});

test('`this` and arguments are there when a call threw that had to be moved out of its method', () => {
  const calls = Array.from({ length: 3_000 }, (_, at) => `fails(${at});`).join('\n');
  const source = `public class Large {
    int n;
    void fails(int at) { n += at; if (at == 2_999) throw new IllegalStateException("last"); }
    void run() {\n${calls}\n}
    public static void main(String[] args) {
      Large large = new Large();
      try { large.run(); } catch (IllegalStateException e) { System.out.println(e.getMessage() + large.n); } } }`;
  const property = loadProperties(
    'large.mop',
    `Large(Object c) {
      event failed after(Object c, int at) throwing(Throwable t) : call(* Large.fails(..)) && this(c) && args(at)
        && condition(c.getClass().getName().equals("Large") && at == 2999) { }
      fsm : s [ failed -> s ] @s { }
    }`,
    { lookup: (name) => /^java\.lang\.\w+$/.test(name) || name === 'Large' },
  ).properties;
  const [plain, woven] = [join(folder, 'large'), join(folder, 'large-woven')];
  compileSources({ 'Large.java': source }, join(folder, 'large-source'), plain, ['-g']);
  const { report: points } = instrumentDirectory(plain, woven, property);
  expect(points.points.filter(({ unmonitored: why }) => why !== undefined)).toEqual([]);
  const { run, report: found } = runMonitored(woven, 'Large');
  expect(run).toMatchObject({ status: 0, stdout: runJava(defaultJdk(), ['-cp', plain, 'Large']).stdout });
  expect(found.properties[0]!.events).toEqual({ failed: 1 });
});
