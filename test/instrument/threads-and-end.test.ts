import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadProperties } from '../../src/property/language/load.ts';
import {
  directoryArchive,
  hierarchyOf,
  instrumentDirectory,
  type MonitorReport,
  runMonitored,
} from '../support/instrumented-program.ts';
import { compileJava, defaultJdk, jdksOfTests, runJava } from '../support/jdk.ts';

/** `startThread` and `endProgram`: every way to begin a thread, what only looks like one, and the last event. */

const program = `
import java.util.*;
import java.util.concurrent.*;

public class Threads {
  static class Own extends Thread { @Override public void run() { nested(); super.run(); } }
  static class Task implements Runnable { @Override public void run() { nested(); } }
  /** Runs on a thread that something else began. */
  static class Nested implements Runnable { @Override public void run() { } }
  static class Both extends Thread { Both(Runnable task) { super(task); } }
  static void nested() { new Nested().run(); Runnable lambda = () -> { }; lambda.run(); }
  static void referenced() { nested(); }

  public static void main(String[] args) throws Exception {
    new Task().run();
    new Own().run();
    for (Thread thread : new Thread[] {
        new Own(), new Own(), new Thread(new Task()), new Thread(() -> nested()), new Thread(Threads::referenced),
        new Both(new Task()), new Thread(new Task(), "named") }) {
      thread.start();
      thread.join();
    }
    ExecutorService pool = Executors.newSingleThreadExecutor();
    pool.submit(new Task()).get();
    pool.shutdown();
    new Thread();
    List<String> open = new ArrayList<>();
    open.add("one");
    System.out.println("end of main");
  }
}
`;

const properties = `
Starts() {
  event start before() : startThread() { }
  event named before() : startThread() && threadName("named") { }
  event own before(Thread t) : startThread() && target(t) { }
  event within before() : startThread() && within(Threads.Task) { }
  event current before(Thread t) : startThread() && thread(t) && condition(t == Thread.currentThread() && !t.getName().equals("main")) { }
  fsm : s [ default s ] @s { }
}
Ends(ArrayList l) {
  creation event add after(ArrayList l) : call(* List.add(..)) && target(l) { }
  event clear before(ArrayList l) : call(* List.clear()) && target(l) { }
  event end after() : endProgram() { }
  ere : add+ end @match { }
}
EndThread(Thread t) {
  event end before(Thread t) : endProgram() && thread(t) && condition(!t.getName().equals("main")) { }
  event never before(Thread t) : endProgram() && thread(t) && condition(t.getName().equals("main")) { }
  ere : end @match { }
}
`;

const folder = mkdtempSync(join(tmpdir(), 'rrv-threads-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let woven: string;
let before: string;
let reasons: readonly string[];

beforeAll(() => {
  const source = join(folder, 'Threads.java');
  writeFileSync(source, program);
  const plain = join(folder, 'before');
  woven = join(folder, 'after');
  compileJava(defaultJdk(), [source], plain, ['-g']);
  before = runJava(defaultJdk(), ['-cp', plain, 'Threads']).stdout;
  const lookup = (name: string) =>
    /^java\.(?:lang\.Thread|util\.List|util\.ArrayList)$|^Threads(?:\$\w+)?$/.test(name);
  const loaded = loadProperties('threads.mop', properties, { lookup }).properties;
  const result = instrumentDirectory(plain, woven, loaded, { analysis: 'sound' });
  expect(result.report.points.filter(({ unmonitored }) => unmonitored !== undefined)).toEqual([]);
  reasons = result.report.points
    .filter(({ property }) => property === 'Ends')
    .map(({ event, method, line, reason }) => `${event} ${method} ${line} ${reason}`);
});

describe.each(jdksOfTests().map((jdk) => [jdk.release, jdk] as const))('JDK %i', (_, jdk) => {
  let report: MonitorReport;

  beforeAll(() => {
    const { run, report: found } = runMonitored(woven, 'Threads', [], jdk);
    report = found;
    expect(run.stdout).toBe(before);
    expect(run.status).toBe(0);
  });

  const property = (wanted: string) => report.properties.find(({ name }) => name === wanted)!;

  test('a thread starts once, with the first code of the program that it runs', () => {
    // Own twice, Task three times (one of them below Both.run, which is Thread's), a lambda, a method reference.
    expect(property('Starts').events).toEqual({ start: 7, named: 1, own: 2, within: 3, current: 7 });
  });

  test('the end of the program is an event of every slice, before the report is written', () => {
    expect(property('Ends').events).toEqual({ add: 1, clear: 0, end: 1 });
    expect(property('Ends').violations.map(({ count, site }) => [count, site.class, site.method])).toEqual([
      [1, 'Threads', 'main'],
    ]);
    expect(property('EndThread').events).toEqual({ end: 1, never: 0 });
    expect(property('EndThread').violations).toHaveLength(1);
  });
});

test('the end of the program is listed at main, and keeps all points of its property', () => {
  expect(reasons).toEqual([
    'add main 28 every point is kept: the property has an event at the end of the program',
    'end main 15 every point is kept: the property has an event at the end of the program',
  ]);
});

test('with several archives the end is listed once in each, and happens once', () => {
  const at = (name: string) => join(folder, 'two', name);
  mkdirSync(at('.'), { recursive: true });
  writeFileSync(
    at('Lib.java'),
    'public class Lib { static { ready(); } static void ready() { } static void use() { ready(); } }',
  );
  writeFileSync(at('Main.java'), 'public class Main { public static void main(String[] a) { Lib.use(); } }');
  compileJava(defaultJdk(), [at('Lib.java')], at('lib'), ['-g']);
  compileJava(defaultJdk(), [at('Main.java')], at('main'), ['-g', '-cp', at('lib')]);
  const text = `Ends() {
    event ready before() : call(* Lib.ready()) { }
    event use before() : call(* Lib.use()) { }
    event end after() : endProgram() { }
    ere : (ready | use)+ end @match { }
  }`;
  const loaded = loadProperties('ends.mop', text, { lookup: (name) => name === 'Lib' }).properties;
  const archives = [directoryArchive(at('main'), 'main'), directoryArchive(at('lib'), 'lib')];
  const request = { inputs: archives.map((archive) => ({ label: archive.label, archives: [archive] })) };
  const hierarchy = hierarchyOf({
    ...archives[0]!,
    entries: () => archives.flatMap((one) => [...one.entries()]),
  });
  const result = instrumentDirectory(at('main'), at('woven'), loaded, { ...request, hierarchy });
  const ends = result.report.points.filter(({ event }) => event === 'end');
  expect(ends.map(({ input, method }) => `${input} ${method}`)).toEqual(['main main', 'lib use']);
  const { report } = runMonitored(at('woven'), 'Main');
  expect(report.properties[0]!.events).toEqual({ ready: 2, use: 1, end: 1 });
  expect(report.properties[0]!.violations).toHaveLength(1);
});
