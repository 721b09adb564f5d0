import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadProperties } from '../../src/property/language/load.ts';
import { libraryProperty } from '../../src/property/library/index.ts';
import type { Property } from '../../src/property/model.ts';
import { compiledToRun, randomPrograms, recordedProperties } from '../residual/sound/random-programs.ts';
import { randomProperty } from '../residual/sound/random-properties.ts';
import { instrumentDirectory } from '../support/instrumented-program.ts';
import { compileSources, defaultJdk, runJava } from '../support/jdk.ts';
import { judgedTrace } from '../trace/judged-trace.ts';

/** `rrv.trace`: what the monitors are told, as `rrv properties try` reads it (docs/running.md). */

const folder = mkdtempSync(join(tmpdir(), 'rrv-written-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Options = Parameters<typeof instrumentDirectory>[3];
let programs = 0;

/** Weaves a program and answers what runs it: its output and its traces by name. */
function program(plain: string, properties: readonly Property[], options: Options = { analysis: 'none' }) {
  const place = join(folder, `woven-${++programs}`);
  instrumentDirectory(plain, place, properties, options);
  return (settings: readonly string[] = [], args: readonly string[] = []) => {
    const traces = join(folder, `traces-${++programs}`, 'of', 'it');
    const run = runJava(defaultJdk(), [
      ...['-Xss16m', `-Drrv.trace=${traces}`, ...settings, '-cp', place, 'Main', ...args],
    ]);
    const names = (): readonly string[] =>
      readdirSync(traces)
        .map((name) => name.replace('.trace', ''))
        .sort();
    const text = (name: string): string => readFileSync(join(traces, `${name}.trace`), 'utf8');
    return { run, names, text };
  };
}

function compiled(source: string): string {
  const place = join(folder, `program-${++programs}`);
  compileSources({ 'Main.java': source }, join(place, 'source'), join(place, 'classes'), ['-g']);
  return join(place, 'classes');
}

const iterators = compiled(`import java.util.*;
public class Main {
  static List<String> list = new ArrayList<>(List.of("a", "b", "c"));
  static void use(Iterator<String> i) {
    for (int k = 0; k < 2; k++) try { i.next(); } catch (ConcurrentModificationException e) { }
  }
  public static void main(String[] arguments) {
    Iterator<String> i = list.iterator(), j = list.iterator();
    list.add("d"); list.add("e");
    use(i);
    for (String none : Collections.<String>emptyList()) use(null);
    use(j);
  }
}`);

test('each event is a line with its objects, its place and what is reported at it', () => {
  const { run, names, text } = program(iterators, ['SafeIterator', 'SafeHasNext'].map(libraryProperty))();
  expect(run.status).toBe(0);
  expect(names()).toEqual(['SafeHasNext', 'SafeIterator']);
  expect(text('SafeIterator')).toMatch(/^# .* with --analysis none\n/);
  const shared = '# In no slice, as all empty collections share the object: ';
  expect(text('SafeIterator').split('\n').slice(1)).toEqual([
    'create(ArrayList#1, ArrayList$Itr#2) @ Main.main(Main.java:8)',
    'create(ArrayList#1, ArrayList$Itr#3) @ Main.main(Main.java:8)~2',
    'update(ArrayList#1) @ Main.main(Main.java:9)',
    'update(ArrayList#1) @ Main.main(Main.java:9)~2',
    'next(ArrayList$Itr#2) @ Main.use(Main.java:5) ! match',
    'next(ArrayList$Itr#2) @ Main.use(Main.java:5)',
    `${shared}create(Collections$EmptyList#4, Collections$EmptyIterator#5) @ Main.main(Main.java:11)`,
    'next(ArrayList$Itr#3) @ Main.use(Main.java:5) ! match',
    'next(ArrayList$Itr#3) @ Main.use(Main.java:5)',
    '',
  ]);
  for (const name of names())
    expect(judgedTrace(libraryProperty(name), text(name)), name).toMatchObject({ wrong: [], reporting: 2 });
});

test('a program whose traces cannot be written runs as without, and that is said', () => {
  const woven = program(iterators, [libraryProperty('SafeIterator')]);
  const { stderr } = woven().run;
  const occupied = join(folder, 'occupied');
  writeFileSync(occupied, '');
  const { run } = woven([`-Drrv.trace=${occupied}/in`]);
  expect(run.status).toBe(0);
  const [told, ...others] = run.stderr.split('\n');
  expect(told).toMatch(/^rrv: the trace of SafeIterator could not be written to .*SafeIterator\.trace: java/);
  expect(others.join('\n')).toBe(stderr);
});

test('no more events are written than asked for', () => {
  const { text } = program(iterators, [libraryProperty('SafeIterator')])(['-Drrv.traceEvents=2']);
  expect(text('SafeIterator').split('\n').slice(2)).toEqual([
    'create(ArrayList#1, ArrayList$Itr#3) @ Main.main(Main.java:8)~2',
    '# These are the first 2 events (rrv.traceEvents).',
    '',
  ]);
});

test('names and values of all kinds are read as they are written', () => {
  const { properties } = loadProperties(
    'kinds.mop',
    `Kinds(Object o, String s) {
  event take after(Object o, String s) : call(* Main.take(..)) && args(o, s) {}
  event use after(Object o) : call(* Main.use(..)) && args(o) {}
  ere : take use
  @match { System.err.println("all of them"); __RESET; }
}`,
    { lookup: (name) => /^(?:java\.lang\.(?:Object|String)|Main)$/.test(name) },
  );
  const plain = compiled(`public class Main {
  static void take(Object o, String s) { }
  static void use(Object o) { }
  public static void main(String[] arguments) throws Exception {
    Runnable[] objects = { () -> { } };
    for (Object o : new Object[] { objects, objects[0], new int[1][1], null }) {
      take(o, "s");
      use(o);
    }
  }
}`);
  const { text } = program(plain, properties)();
  expect(text('Kinds').match(/^take.*$/gm)).toEqual([
    'take(Runnable[]#1, String#2) @ Main.main(Main.java:7)',
    expect.stringMatching(/^take\(Main\$\$Lambda[$\d]*#3, String#2\) @ Main\.main\(Main\.java:7\)$/),
    'take(int[][]#4, String#2) @ Main.main(Main.java:7)',
    'take(null, String#2) @ Main.main(Main.java:7)',
  ]);
  expect(judgedTrace(properties[0]!, text('Kinds'))).toMatchObject({ wrong: [], reporting: 4 });
});

test('what Java code of a property decides is not in its trace, which says so', () => {
  const { properties } = loadProperties(
    'coded.mop',
    `package own; import java.util.*;
Coded(Iterator i) {
  int count;
  event next before(Iterator i) : call(* Iterator.next()) && target(i) && condition(count == 0) { count++; }
  ere : next
  @match { System.err.println("the first one"); }
}`,
    { lookup: (name) => /^java\.(?:util|lang)\.[A-Z]\w+$/.test(name) },
  );
  const { run, text } = program(iterators, properties)();
  expect(run.stderr).toMatch(/^rrv: 2x .* the first one/);
  expect(text('Coded').split('\n')).toEqual([
    expect.stringMatching(/^# Coded\(i\), instrumented by rrv .* with --analysis none$/),
    '# What its Java code decides is not here: conditions, and what it reports.',
    'next(ArrayList$Itr#1) @ Main.use(Main.java:5)',
    'next(ArrayList$Itr#1) @ Main.use(Main.java:5)',
    'next(ArrayList$Itr#2) @ Main.use(Main.java:5)',
    'next(ArrayList$Itr#2) @ Main.use(Main.java:5)',
    '',
  ]);
});

test('events of several threads are there once each, with what is reported at them', () => {
  const plain = compiled(`import java.util.*;
public class Main {
  static void run() {
    for (int round = 0; round < 200; round++) {
      List<String> list = new ArrayList<>(List.of("a"));
      Iterator<String> i = list.iterator();
      list.add("b");
      try { i.next(); } catch (ConcurrentModificationException e) { }
    }
  }
  public static void main(String[] arguments) throws Exception {
    Thread[] threads = new Thread[4];
    for (int k = 0; k < 4; k++) (threads[k] = new Thread(Main::run)).start();
    for (Thread thread : threads) thread.join();
  }
}`);
  const { run, text } = program(plain, [libraryProperty('SafeIterator')])();
  expect(run.stderr).toMatch(/^rrv: 800x /);
  expect(text('SafeIterator').match(/^\w+/gm)).toHaveLength(3 * 800);
  expect(judgedTrace(libraryProperty('SafeIterator'), text('SafeIterator'))).toMatchObject({
    wrong: [],
    reporting: 800,
  });
});

test('a violation that is thrown, or ends the program, is in the trace', () => {
  for (const action of ['throw', 'exit']) {
    const { run, text } = program(iterators, [libraryProperty('SafeIterator')])([
      `-Drrv.onViolation=${action}`,
    ]);
    expect(run.status, action).toBe(1);
    expect(text('SafeIterator').match(/ ! match$/m), action).not.toBe(null);
  }
});

describe.each(['none', 'sound'] as const)('with --analysis %s', (analysis) => {
  test('what random properties report on random programs is what their slices do by definition', () => {
    const sources = randomPrograms(1, 12);
    const plain = compiledToRun(sources, join(folder, `random-${analysis}`));
    const properties = [
      ...recordedProperties,
      ...Array.from({ length: 20 }, (_, seed) => randomProperty(`Random${seed}`, 500 + seed).property),
    ];
    const { run, names, text } = program(plain, properties, { analysis })(
      ['-Drrv.traceEvents=1000000'],
      sources.map(({ name }) => name),
    );
    expect(run.status).toBe(0);
    expect(run.stdout).not.toContain('StackOverflowError');
    let reporting = 0;
    for (const name of names()) {
      const result = judgedTrace(properties.find((property) => property.name === name)!, text(name));
      expect(result.wrong, name).toEqual([]);
      reporting += result.reporting;
    }
    expect(reporting).toBeGreaterThan(100);
  });
});
