import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { runtimeClasses } from '../../src/cli/java/runtime-classes.ts';
import { everyBody, everyBodyOf } from '../support/every-body.ts';
import { everyConstruction, everyConstructionOf } from '../support/every-construction.ts';
import { directoryArchive, hierarchyOf, runMonitored } from '../support/instrumented-program.ts';
import { compileJava, defaultJdk, runJava } from '../support/jdk.ts';
import { type Everything, type WovenEverything, weaveEverything } from '../support/weave-everything.ts';

const fixtures = join(import.meta.dirname, '..', 'fixtures', 'instrument');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-everything-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function weaveFolder(from: string, to: string, everything?: Everything): WovenEverything {
  const archive = directoryArchive(from);
  const woven = weaveEverything(
    [...archive.entries()].map((entry) => [entry.name, entry.read()] as const),
    hierarchyOf(archive),
    true,
    everything,
  );
  for (const [name, bytes] of [...woven.classes, ...runtimeClasses()]) {
    mkdirSync(dirname(join(to, name)), { recursive: true });
    writeFileSync(join(to, name), bytes);
  }
  return woven;
}

function compileAndWeave(name: string, source: string, options: readonly string[] = ['-g']) {
  const [before, after] = [join(folder, name, 'before'), join(folder, name, 'after')];
  mkdirSync(before, { recursive: true });
  compileJava(defaultJdk(), [source], before, options);
  return { before, after, woven: weaveFolder(before, after) };
}

test.each([
  ['current', ['-g']],
  ['Java 8', ['-g', '--release', '8']],
])('a program behaves as before when every call has events (%s)', (name, options) => {
  const source = join(fixtures, 'Calls.java');
  const text = readFileSync(source, 'utf8');
  // Java 8 has no List.of and no private methods in interfaces.
  const old = text
    .replace(/List\.of\(/g, 'Arrays.asList(')
    .replace('private double privately', 'default double privately')
    .replace('private static long length', 'static long length');
  const file = join(folder, name.replaceAll(' ', ''), 'Calls.java');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, name === 'current' ? text : old);
  const { before, after, woven } = compileAndWeave(name.replaceAll(' ', ''), file, options);
  const plain = runJava(defaultJdk(), ['-cp', before, 'Calls']);
  const { run, report } = runMonitored(after, 'Calls');
  expect(run.stdout).toBe(plain.stdout);
  expect(run.status).toBe(0);
  expect([...woven.unmonitored]).toEqual([]);
  const { events } = report.properties[0]!;
  expect(events.enter).toBeGreaterThan(100);
  // Calls that end by an exception: get(9) and toString() on null, which is no event before either.
  expect(events.enter! - events.leave!).toBe(1);
});

/** A method with so many calls that events around them would exceed 65,535 bytes. */
function bigMethod(calls: number, call: string): string {
  return `import java.util.*; public class Big { static int n; static void tick(int a, long b) { n += a + b; }
    static int run(List<Integer> list) { int s = 0; Iterator<Integer> i = list.iterator();\n${`${call}\n`.repeat(calls)} return s; }
    public static void main(String[] x) { List<Integer> l = new ArrayList<>(); for (int k = 0; k < 9000; k++) l.add(k); System.out.println(run(l) + n); } }`;
}

test('a method that would exceed 65,535 bytes has its calls moved out of it', () => {
  const file = join(folder, 'Big.java');
  writeFileSync(file, bigMethod(2500, 's += i.next(); tick(s, 2L);'));
  const { before, after, woven } = compileAndWeave('big', file);
  const plain = runJava(defaultJdk(), ['-cp', before, 'Big']);
  const { run, report } = runMonitored(after, 'Big');
  expect(run.stdout).toBe(plain.stdout);
  expect([...woven.unmonitored]).toEqual([]);
  expect(report.properties[0]!.events.enter).toBeGreaterThan(5000);
});

test('a constructor call that cannot be moved leaves the calls of its kind unmonitored, and the program whole', () => {
  const file = join(folder, 'Big.java');
  writeFileSync(file, bigMethod(2500, 's += new StringBuilder("five").length() + list.size();'));
  const { before, after, woven } = compileAndWeave('constructors', file, ['-g', '-Xlint:none']);
  const plain = runJava(defaultJdk(), ['-cp', before, 'Big']);
  const { run } = runMonitored(after, 'Big');
  expect(run.stdout).toBe(plain.stdout);
  expect([...woven.unmonitored.keys()]).toEqual([
    'the method is too large, and a constructor call cannot be moved out of it',
  ]);
});

test('a class without calls is returned byte for byte', () => {
  const file = join(folder, 'Plain.java');
  writeFileSync(file, 'interface Plain { int X = 1; int m(); }');
  const { before, woven } = compileAndWeave('plain', file);
  const bytes = readFileSync(join(before, 'Plain.class'));
  expect(Buffer.from(woven.classes.get('Plain.class')!).equals(bytes)).toBe(true);
  expect(readClassFile(bytes).methods).toHaveLength(1);
});

/** Branches, loops to the first instruction, handlers, parameters that change, wide values; no invokedynamic. */
const oldProgram = `
import java.util.*;
public class Old {
  final long sum;
  Old(int n, double d, Object o) { this(n > 3 ? (long) d : n); n = 7; }
  Old(long sum) { super(); this.sum = sum; if (sum < 0) throw new IllegalArgumentException("negative"); for (int k = 0; k < 2; k++) nothing(); }
  static int loop(int a, long b, Object o) { do { a--; b += a; if (b > 90) return (int) b; } while (a > 0); o = "changed"; return a; }
  long tried(Map m, double[] d) {
    try { synchronized (this) { d[0]++; return m.size() + (long) d[0]; } }
    catch (NullPointerException e) { d = null; m = null; return sum; }
    finally { if (d == null) System.out.println("no array"); }
  }
  static Object choose(Object o) { return o instanceof String ? ((String) o).length() > 2 ? o : "short" : null; }
  static void nothing() { }
  static void fails(int n) { switch (n) { case 0: fails(1); case 1: throw new IllegalStateException("one"); default: } }
  public static void main(String[] args) {
    for (int k = 0; k < 6; k++) System.out.println(new Old(k, k * 2.5, args).sum + " " + loop(k, 80, args));
    System.out.println(new Old(5).tried(new HashMap(), new double[] { 1 }));
    System.out.println(new Old(5).tried(null, null) + " " + choose("abc") + choose("a") + choose(args));
    nothing();
    try { new Old(-1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    try { fails(0); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
  }
}
`;

// Version 48 and 49 are verified by inference, 50 by frames or else inference, 51 on by frames.
test.each([48, 49, 50, 51, 52])(
  'class version %i: a program behaves as before when every body has events',
  (version) => {
    const name = `old-${version}`;
    mkdirSync(join(folder, name), { recursive: true });
    const file = join(folder, name, 'Old.java');
    writeFileSync(file, oldProgram);
    const [before, after] = [join(folder, name, 'before'), join(folder, name, 'after')];
    compileJava(defaultJdk(), [file], before, ['-g', '--release', '8', '-Xlint:none']);
    const bytes = readFileSync(join(before, 'Old.class'));
    bytes[7] = version;
    writeFileSync(join(before, 'Old.class'), bytes);
    const woven = weaveFolder(before, after, { property: everyBody, pointsOf: everyBodyOf });
    expect([...woven.unmonitored]).toEqual([]);
    const plain = runJava(defaultJdk(), ['-Xverify:all', '-cp', before, 'Old']);
    const { run, report } = runMonitored(after, 'Old');
    expect(plain.stderr).toBe('');
    expect(run.stdout).toBe(plain.stdout);
    // 6 x 2 constructors and loop, 3 x 1 of `new Old(long)`, tried twice, choose 3 times, nothing 17 times, fails twice, main.
    expect(report.properties[0]!.events).toEqual({ enter: 46, leave: 43, fail: 3 });
  },
);

const constructions = `
import java.util.*;
public class Made {
  static class Odd extends RuntimeException { Odd(long a, String text, int b) { super(text); if (a + b > 5) throw new IllegalStateException("odd"); } }
  static class Base { Base(Object o, double d) { if (o == null) throw new NullPointerException("base"); } }
  static class Derived extends Base { Derived(int n) { super(n > 1 ? new Base(n > 2 ? null : "x", 1) : null, n); } }
  static int depth(int n) {
    int local = n; String text = "t" + n;
    try { Object o = new Odd(n, text, n > 2 ? new int[] { n, n }.length : 0); local += o.hashCode() == 0 ? 1 : 2; }
    catch (IllegalStateException e) { local += 10 + text.length(); if (n == 4) throw new Odd(1, e.getMessage() + local, 0); }
    finally { local += 100; System.out.println("finally " + local); }
    return local;
  }
  static String nested() { return new StringBuilder(new String(new char[] { 'a', 'b' }, 0, 2)).append(new Made().toString().length() > 0).toString(); }
  static void loop() { for (;;) { try { new Derived(new Random(1).nextInt(1) + 3); } catch (NullPointerException e) { System.out.println(e.getMessage()); return; } } }
  public static void main(String[] args) {
    for (int n = 0; n < 6; n++)
      try { System.out.println(depth(n)); } catch (RuntimeException e) { System.out.println(e.getMessage()); }
    System.out.println(nested());
    for (int n = 1; n < 3; n++) try { new Derived(n); } catch (NullPointerException e) { System.out.println("null " + n); }
    loop();
    synchronized (args) { try { new Base(null, 2); } catch (NullPointerException e) { System.out.println(Thread.holdsLock(args)); } }
  }
}
`;

test.each([49, 50, 52])('class version %i: constructor calls that throw', (version) => {
  const name = `made-${version}`;
  mkdirSync(join(folder, name), { recursive: true });
  const file = join(folder, name, 'Made.java');
  writeFileSync(file, constructions);
  const [before, after] = [join(folder, name, 'before'), join(folder, name, 'after')];
  compileJava(defaultJdk(), [file], before, ['-g', '--release', '8', '-Xlint:none']);
  for (const one of ['Made', 'Made$Odd', 'Made$Base', 'Made$Derived']) {
    const bytes = readFileSync(join(before, `${one}.class`));
    bytes[7] = version;
    writeFileSync(join(before, `${one}.class`), bytes);
  }
  const woven = weaveFolder(before, after, { property: everyConstruction, pointsOf: everyConstructionOf });
  expect([...woven.unmonitored]).toEqual([]);
  const plain = runJava(defaultJdk(), ['-Xverify:all', '-cp', before, 'Made']);
  const { run, report } = runMonitored(after, 'Made');
  expect(plain.stderr).toBe('');
  expect(run.stdout).toBe(plain.stdout);
  // Odd twice, Derived for 1 and 3, Base at the end; `super(new Base(..))` is left out.
  expect(report.properties[0]!.events.failed).toBe(5);
});
