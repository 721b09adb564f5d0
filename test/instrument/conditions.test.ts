import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RrvError } from '../../src/diagnostics.ts';
import { loadProperties } from '../../src/property/language/load.ts';
import { instrumentDirectory, type MonitorReport, runMonitored } from '../support/instrumented-program.ts';
import { compileJava, defaultJdk, runJava } from '../support/jdk.ts';

/** Conditions below `||` and `!`, beside what is known when weaving and what is not. */

const program = `
public class Numbers {
  static void one(int n) { }
  static void two(int n, Object o) { }
  static class Small extends Numbers { }
  void own() { }

  public static void main(String[] args) {
    for (int n = 0; n < 10; n++) { one(n); two(n, n % 2 == 0 ? "even" : (Object) n); }
    Numbers plain = new Numbers(), small = new Small();
    plain.own(); small.own(); small.own();
    Thread.currentThread().setName("other");
    one(3);
    System.out.println("done");
  }
}
`;

const properties = `
Or() {
  int seen = 0;
  event either before(int n) :
    (call(* Numbers.one(..)) && args(n) && condition(n < 2)) || (call(* Numbers.two(..)) && args(n, *) &&
    condition(n
      > 6)) { }
  event not before(int n) : call(* Numbers.one(..)) && args(n) && !condition(n < 4) { }
  event dynamic before(Object m) : call(* Numbers.own()) && target(m) && (target(Numbers.Small) || condition(seen++ < 0)) { }
  event negated before(Object o) : call(* Numbers.two(..)) && args(int, o) && !(args(int, String) && if(o.hashCode() != 0)) { }
  event thread before(int n) : call(* Numbers.one(..)) && args(n) && (threadName("other") || condition(n == 7)) && condition(n > 2) { }
  event both before(int n) : (call(* Numbers.*(int)) && condition(n == 1) || call(* Numbers.one(int)) && condition(n == 2)) && args(n) { }
  event never before(int n) : call(* Numbers.one(int)) && args(n) && (within(Other) && condition(true) || condition(false)) { }
  event typed before(String s) : call(* Numbers.two(..)) && (args(*, s) && condition(s.length() == 4) || args(int, s) && condition(false)) { }
  fsm : s [ default s ] @s { }
}
`;

const folder = mkdtempSync(join(tmpdir(), 'rrv-conditions-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const lookup = (name: string) => /^java\.lang\.(?:String|Object)$|^Numbers(?:\$\w+)?$|^Other$/.test(name);
let report: MonitorReport;
let outputs: string[];

beforeAll(() => {
  const source = join(folder, 'Numbers.java');
  writeFileSync(source, program);
  compileJava(defaultJdk(), [source], join(folder, 'before'), ['-g']);
  outputs = [runJava(defaultJdk(), ['-cp', join(folder, 'before'), 'Numbers']).stdout];
  const loaded = loadProperties('numbers.mop', properties, { lookup }).properties;
  instrumentDirectory(join(folder, 'before'), join(folder, 'after'), loaded, { analysis: 'sound' });
  const { run, report: found } = runMonitored(join(folder, 'after'), 'Numbers');
  report = found;
  outputs.push(run.stdout);
});

describe('conditions below || and !', () => {
  test('the program behaves as before', () => {
    expect(outputs[1]).toBe(outputs[0]);
  });

  test('each event happens when the whole pointcut holds', () => {
    expect(report.properties[0]!.events).toEqual({
      either: 5,
      not: 6,
      dynamic: 2,
      negated: 5,
      thread: 2,
      both: 2,
      never: 0,
      typed: 5,
    });
    // What the Java code throws would be a lost event.
    expect(report.dropped.events).toBe(0);
  });

  test('the compiler finds an error at its line of the file', () => {
    const text = `Wrong() {
  event e before(int n) : call(* Numbers.one(int)) && args(n) && (call(* a(..)) ||
    !if(n > 3 &&
        missing)) { }
  fsm : s [ default s ] @s { }
}`;
    const wrong = loadProperties('wrong.mop', text, { lookup }).properties;
    try {
      instrumentDirectory(join(folder, 'before'), join(folder, 'wrong'), wrong);
      expect.unreachable();
    } catch (error) {
      expect((error as RrvError).diagnostic).toMatchObject({
        code: 'RRV_PROPERTY_JAVA',
        where: { file: 'wrong.mop', line: 4 },
      });
    }
  });
});

/** As published: what a slice asks is null in one that has just begun. */
const published = `
import java.util.*;
import java.lang.ref.*;
Locked(Collection c, Iterator i) {
  Collection c;
  creation event sync after() returning(Collection c) : call(* Collections.synchronizedCollection(..)) { this.c = c; }
  event walk after(Collection c) returning(Iterator i) : call(* Collection+.iterator()) && target(c) { }
  event next before(Iterator i) : call(* Iterator+.next()) && target(i) && condition(!Thread.holdsLock(this.c)) { }
  ere : sync walk next
  @match { }
}
Reachable(Collection c, Iterator i) {
  WeakReference lock;
  creation event sync after() returning(Collection c) : call(* Collections.synchronizedCollection(..)) { lock = new WeakReference(c); }
  event walk after(Collection c) returning(Iterator i) : call(* Collection+.iterator()) && target(c) { }
  event next before(Iterator i) : call(* Iterator+.next()) && target(i) && condition(lock.get() != null) { }
  ere : sync walk next
  @match { }
}
`;

const walks = `import java.util.*;
public class Walks {
  public static void main(String[] args) {
    Collection<String> all = Collections.synchronizedCollection(new ArrayList<>(List.of("a")));
    for (Iterator<String> own = List.of("b", "c").iterator(); own.hasNext(); ) own.next();
    synchronized (all) { all.iterator().next(); }
    all.iterator().next();
  }
}
`;

test.each(['none', 'sound'] as const)('an iterator of no slice loses no event, %s', (analysis) => {
  const source = join(folder, 'Walks.java');
  writeFileSync(source, walks);
  compileJava(defaultJdk(), [source], join(folder, 'walks'), ['-g']);
  const types = (name: string) => /^java\.(?:util|lang(?:\.ref)?)\.\w+$/.test(name);
  const loaded = loadProperties('published.mop', published, { lookup: types }).properties;
  instrumentDirectory(join(folder, 'walks'), join(folder, analysis), loaded, { analysis });
  const found = runMonitored(join(folder, analysis), 'Walks').report;
  expect(found.dropped.events).toBe(0);
  expect(found.properties.map(({ events }) => events)).toEqual([
    { sync: 1, walk: 2, next: 1 },
    { sync: 1, walk: 2, next: 2 },
  ]);
});
