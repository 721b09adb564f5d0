import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadProperties } from '../../src/property/language/load.ts';
import { instrumentDirectory, type MonitorReport, runMonitored } from '../support/instrumented-program.ts';
import { compileJava, compileSources, defaultJdk, runJava } from '../support/jdk.ts';

/** `get` and `set`: fields of every width, static ones, in constructors, inherited ones. */

const program = `
public class Fields {
  static class Base { protected int count; volatile long wide; }
  static class Derived extends Base {
    static Object shared; static double ratio;
    private final String text;
    Derived(String text) { this(text, 1); }
    Derived(String text, int start) { super(); this.text = text; count = start; }
    class Inner { int of() { return text.length() + count; } }
    void work() { count++; wide += count; ratio = wide / 2.0; shared = this; }
  }

  public static void main(String[] args) {
    Derived one = new Derived("a"), two = new Derived("bc", 5);
    one.work();
    two.work();
    two.count = 7;
    Derived none = null;
    try { none.count = 1; } catch (NullPointerException e) { System.out.println("null"); }
    System.out.println(one.new Inner().of() + two.new Inner().of() + one.wide + Derived.ratio);
    System.out.println(Derived.shared == two);
  }
}
`;

const properties = `
Sets(Fields.Base b) {
  event set before(Fields.Base b, int v) : set(int Fields.Base+.count) && target(b) && args(v) { }
  event get after(Fields.Base b) returning(int v) : get(* Fields.Base.count) && target(b) { }
  event inherited after(Fields.Base b) returning : get(* Fields.Derived.count) && target(b) { }
  event wide before(Fields.Base b) : set(volatile long *) && target(b) { }
  fsm : s [ default s ] @s { }
}
Kinds() {
  event ratio before(double d) : set(double Fields.Derived.ratio) && args(d) { }
  event shared after() returning(Object o) : get(static Object Fields..shared) { }
  event text before(String t) : set(private String *.text) && args(t) { }
  event strings after() returning(String t) : get(String *) && within(Fields.Derived) { }
  event never before() : set(!volatile long *) { }
  fsm : s [ default s ] @s { }
}
`;

const folder = mkdtempSync(join(tmpdir(), 'rrv-fields-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let report: MonitorReport;
let outputs: string[];

beforeAll(() => {
  const source = join(folder, 'Fields.java');
  writeFileSync(source, program);
  compileJava(defaultJdk(), [source], join(folder, 'before'), ['-g']);
  outputs = [runJava(defaultJdk(), ['-cp', join(folder, 'before'), 'Fields']).stdout];
  const lookup = (name: string) => /^(?:java\.lang\.\w+|Fields(?:\$\w+)?)$/.test(name);
  const loaded = loadProperties('fields.mop', properties, { lookup }).properties;
  for (const analysis of ['none', 'sound'] as const) {
    const result = instrumentDirectory(join(folder, 'before'), join(folder, analysis), loaded, { analysis });
    expect(result.report.points.filter(({ unmonitored }) => unmonitored !== undefined)).toEqual([]);
    expect(result.report.points.every(({ kept }) => kept)).toBe(true);
    const { run, report: found } = runMonitored(join(folder, analysis), 'Fields');
    outputs.push(run.stdout);
    report = found;
  }
});

const events = (name: string) => report.properties.find((property) => property.name === name)!.events;

test('the program behaves as before', () => {
  expect(outputs[0]).toBe('null\n17.0\ntrue\n');
  expect(outputs[1]).toBe(outputs[0]);
  expect(outputs[2]).toBe(outputs[0]);
});

test('reads and writes of a field of an object, inherited or not, but for null', () => {
  // Two constructors, two count++, one assignment; two reads each in work(), one each in Inner.of(). The field is that of Base alone, as to AspectJ.
  expect(events('Sets')).toEqual({ set: 5, get: 6, inherited: 0, wide: 2 });
});

test('static fields, modifiers, wildcards and the place of the access', () => {
  // Two objects; their texts are read in Inner, which is within Derived.
  expect(events('Kinds')).toEqual({ ratio: 2, shared: 1, text: 2, strings: 2, never: 0 });
});

test('what follows an access that throws, as AspectJ has it, but that a receiver which an event asks for is there', () => {
  const source = `public class Thrown {
    int n;
    static class Never { static int s; static { if (s == 0) throw new IllegalStateException(); } }
    class Inner { int of() { return n; } }
    static int get(Thrown t) { return t.n; }
    static void set(Thrown t, int v) { t.n = v; }
    static int never() { return Never.s; }
    public static void main(String[] a) {
      Thrown one = new Thrown();
      set(one, 2);
      System.out.println(get(one) + one.new Inner().of());
      try { get(null); } catch (NullPointerException e) { System.out.println("get"); }
      try { set(null, 3); } catch (NullPointerException e) { System.out.println("set"); }
      try { never(); } catch (ExceptionInInitializerError e) { System.out.println("never"); }
    }
  }`;
  compileSources({ 'Thrown.java': source }, join(folder, 'sources'), join(folder, 'thrown'));
  const text = `Thrown() {
    event got after() : get(int Thrown.n) { }
    event gotOf after(Thrown t) : get(int Thrown.n) && target(t) { }
    event gotThrown after() throwing(Throwable e) : get(int Thrown.n) { }
    event gotReturned after() returning(int n) : get(int Thrown.n) { }
    event wrote after(int v) : set(int Thrown.n) && args(v) { }
    event writeThrown after(int v) throwing(NullPointerException e) : set(int Thrown.n) && args(v) { }
    event outer after() throwing : set(* Thrown.Inner.*) { }
    event never after() : get(static int Thrown.Never.s) && !within(Thrown.Never) { }
    event neverThrown after() throwing : get(static int Thrown.Never.s) { }
    fsm : s [ default s ] @s { }
  }`;
  const lookup = (name: string) => /^(?:java\.lang\.\w+|Thrown(?:\$\w+)?)$/.test(name);
  const { properties: loaded } = loadProperties('Thrown.mop', text, { lookup });
  const result = instrumentDirectory(join(folder, 'thrown'), join(folder, 'thrown-woven'), loaded);
  expect(result.report.points.filter(({ unmonitored }) => unmonitored !== undefined)).toEqual([]);
  const { run, report: found } = runMonitored(join(folder, 'thrown-woven'), 'Thrown');
  expect(run.stdout).toBe('4\nget\nset\nnever\n');
  expect(found.properties[0]!.events).toEqual({
    ...{ got: 3, gotOf: 2, gotThrown: 1, gotReturned: 2 },
    ...{ wrote: 2, writeThrown: 1, outer: 0, never: 1, neverThrown: 1 },
  });
});

test('a field access in a method that has no room is unmonitored, and the calls there are not', () => {
  const accesses = 3000;
  const source = `public class Large { static int n; static void tick() { }
    public static void main(String[] a) { ${'tick(); n = 1;\n'.repeat(accesses)} } }`;
  compileSources({ 'Large.java': source }, join(folder, 'sources'), join(folder, 'large'));
  const text = `Large() {
    event tick before() : call(void Large.tick()) { }
    event set before(int v) : set(int Large.n) && args(v) { }
    fsm : s [ default s ] @s { }
  }`;
  const { properties: loaded } = loadProperties('Large.mop', text, { lookup: (name) => name === 'Large' });
  const result = instrumentDirectory(join(folder, 'large'), join(folder, 'large-woven'), loaded);
  const unmonitored = result.report.points.map(({ event, unmonitored: why }) => `${event} ${why ?? 'woven'}`);
  expect([...new Set(unmonitored)].sort()).toEqual([
    'set the method is too large, and a field access cannot be moved out of it',
    'tick woven',
  ]);
  const large = runMonitored(join(folder, 'large-woven'), 'Large').report;
  expect(large.properties[0]!.events).toEqual({ tick: accesses, set: 0 });
});
