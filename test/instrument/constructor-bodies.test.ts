import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadProperties } from '../../src/property/language/load.ts';
import {
  directoryArchive,
  hierarchyOf,
  instrumentDirectory,
  runMonitored,
} from '../support/instrumented-program.ts';
import { compileJava, compileSources, jdksOfTests } from '../support/jdk.ts';

/** Constructors that change parameters before they call another one: of events, or only others. */
const program = `public class Begun {
  Begun(Object o) { }
  static class Object1 extends Begun { Object1(Object o) { super(o = "other"); } }
  static class Int1 extends Begun { Int1(int n) { super(n++); } }
  static class Long1 extends Begun { Long1(long l) { super(l = 5); } }
  static class Behind extends Begun { Behind(long l, Object o) { super(o = "other"); } }
  static class Beside extends Begun { Beside(int n, int m) { super(m++); } }
  public static void main(String[] args) {
    new Object1("o"); new Int1(1); new Long1(2); new Behind(3, "o"); new Beside(4, 4);
  }
}
`;

const property = `Begun() {
  event object before(Object o) : execution(Begun.Object1.new(..)) && args(o) { }
  event integer before(int n) : execution(Begun.Int1.new(..)) && args(n) { }
  event wide before(long l) : execution(Begun.Long1.new(..)) && args(l) { }
  event behind before(long l) : execution(Begun.Behind.new(..)) && args(l, ..) && condition(l == 3) { }
  event beside before(int n) : execution(Begun.Beside.new(..)) && args(n, ..) && condition(n == 4) { }
  fsm : s [ default s ] @s { }
}`;

const folder = mkdtempSync(join(tmpdir(), 'rrv-begun-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(() => {
  compileSources({ 'Begun.java': program }, join(folder, 'source'), join(folder, 'before'), ['-g']);
});

test('an argument that a constructor has changed before its body begins is not told', () => {
  const lookup = (name: string): boolean => name === 'Begun' || name === 'java.lang.Object';
  const loaded = loadProperties('begun.mop', property, { lookup }).properties;
  const { report } = instrumentDirectory(join(folder, 'before'), join(folder, 'after'), loaded);
  const changes = 'the constructor changes its parameters before it calls the other one';
  expect(new Map(report.points.map(({ event, unmonitored }) => [event, unmonitored]))).toEqual(
    new Map([
      ['object', changes],
      ['integer', changes],
      ['wide', changes],
      ['behind', undefined],
      ['beside', undefined],
    ]),
  );
  const { run, report: found } = runMonitored(join(folder, 'after'), 'Begun');
  expect(run.status).toBe(0);
  expect(found.properties[0]!.events).toEqual({ object: 0, integer: 0, wide: 0, behind: 1, beside: 1 });
});

test('a constructor may set fields of other objects of its class before it calls the other one', () => {
  const [before, after] = [join(folder, 'sets'), join(folder, 'sets-after')];
  const sets = `public class Sets {
    int value;
    final Sets next;
    Sets(int n) { next = null; value = n; }
    Sets(Sets other) { this(other.value = 5); }
    Sets(Sets other, boolean first) { this((first ? other : new Sets(1)).value += 2); }
    static class Inner extends Sets { int value; final int captured; Inner(Sets s, int n) { super(s.value = n); captured = n; } }
    public static void main(String[] args) {
      Sets one = new Sets(1);
      System.out.println(new Sets(one).value + new Sets(one, true).value + new Inner(one, 9).captured + one.value);
    }
  }`;
  compileSources({ 'Sets.java': sets }, join(folder, 'sets-source'), before, ['-g']);
  const property = `Sets(Sets o) {
    event set before(Sets o, int v) : set(int Sets.value) && target(o) && args(v) && condition(o != null && v != 1) { }
    event next before() : set(Sets Sets.next) { }
    fsm : s [ default s ] @s { }
  }`;
  const lookup = (name: string): boolean => name === 'Sets';
  const { properties } = loadProperties('sets.mop', property, { lookup });
  const { report } = instrumentDirectory(before, after, properties);
  expect(report.points.filter(({ unmonitored }) => unmonitored !== undefined)).toEqual([]);
  const { run, report: found } = runMonitored(after, 'Sets');
  expect(run).toMatchObject({ status: 0, stdout: '30\n' });
  expect(found.properties[0]!.events).toEqual({ set: 6, next: 4 });
});

/** Java 25 (JEP 513): statements before the call of the other constructor, after which variables are gone. */
const flexible = `public class Early {
  final int sum;
  Early(int sum) { this.sum = sum; }
  static class Loop extends Early {
    Loop(long n, String s) {
      int sum = 0;
      for (long k = 0; k < n; k++) sum += s.length();
      try { sum += Integer.parseInt(s); } catch (NumberFormatException e) { sum++; }
      super(sum);
      if (n == 2) throw new IllegalStateException();
    }
  }
  static class Changed extends Early {
    Changed(int n) {
      while (n < 5) { int more = n; n += more; }
      super(n);
    }
  }
  static class Other extends Early {
    Other(int n) {
      while (n < 5) n++;
      super(n);
    }
  }
  public static void main(String[] args) {
    new Other(1);
    new Loop(1, "7");
    try { new Loop(2, "x"); } catch (IllegalStateException e) { System.out.println("thrown"); }
    System.out.println(new Changed(1).sum);
  }
}
`;

const early = `Early() {
  event enter before(Early o, long n, String s) :
    execution(Early.Loop.new(..)) && this(o) && args(n, s) && condition(n > 0 && s.length() == 1) { }
  event leave after(Early o, long n) returning : execution(Early.Loop.new(..)) && this(o) && args(n, ..) && condition(n == 1) { }
  event fail after(long n) throwing : execution(Early.Loop.new(..)) && args(n, ..) && condition(n == 2) { }
  event changed before(int n) : execution(Early.Changed.new(..)) && args(n) { }
  event self before(Early o) : execution(Early.Other.new(..)) && this(o) { }
  fsm : s [ default s ] @s { }
}`;

const newest = jdksOfTests().at(-1)!;

test.runIf(newest.release >= 25)(
  'variables that are gone before the other constructor is called are no parameters',
  () => {
    const [before, after] = [join(folder, 'early'), join(folder, 'early-after')];
    mkdirSync(before);
    writeFileSync(join(folder, 'Early.java'), flexible);
    compileJava(newest, [join(folder, 'Early.java')], before, ['--release', '25', '-g']);
    const lookup = (name: string): boolean => /^(?:Early|java\.lang\.(?:Object|String))$/.test(name);
    const loaded = loadProperties('early.mop', early, { lookup }).properties;
    const hierarchy = hierarchyOf(directoryArchive(before), newest);
    const { report } = instrumentDirectory(before, after, loaded, { hierarchy });
    expect(
      report.points.filter(({ unmonitored }) => unmonitored !== undefined).map(({ event }) => event),
    ).toEqual(['changed']);
    const { run, report: found } = runMonitored(after, 'Early', [], newest);
    expect(run).toMatchObject({ status: 0, stdout: 'thrown\n8\n' });
    expect(found.properties[0]!.events).toEqual({ enter: 2, leave: 1, fail: 1, changed: 0, self: 1 });
  },
);
