import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadProperties } from '../../src/property/language/load.ts';
import { libraryProperty } from '../../src/property/library/index.ts';
import type { Property } from '../../src/property/model.ts';
import { readRunReport } from '../../src/report/violations/run-report.ts';
import { instrumentDirectory } from '../support/instrumented-program.ts';
import { compileSources, defaultJdk, runJava } from '../support/jdk.ts';

/** `rrv.history`: what led to a violation (docs/running.md). */

const folder = mkdtempSync(join(tmpdir(), 'rrv-history-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Options = Parameters<typeof instrumentDirectory>[3];

function program(name: string, source: string, properties: readonly Property[]) {
  const plain = join(folder, name);
  compileSources({ 'Main.java': source }, join(folder, `${name}-src`), plain, ['-g']);
  return (options: Options, ...settings: string[]) => {
    const woven = join(folder, `${name}-${Object.values(options ?? {}).join('-')}`);
    instrumentDirectory(plain, woven, properties, options);
    const file = join(folder, 'report.json');
    const run = runJava(defaultJdk(), [`-Drrv.report=${file}`, ...settings, '-cp', woven, 'Main']);
    const text = readFileSync(file, 'utf8');
    rmSync(file);
    const report = readRunReport(text, file);
    return {
      stderr: run.stderr,
      text,
      /** Of each violation its property and line, and what led there: `update 7`. */
      found: report.properties.flatMap(({ name: property, violations }) =>
        violations.map(({ site, history = [] }) => [
          `${property} ${site.line}`,
          ...history.map((step) => `${step.event} ${step.site.line}`),
        ]),
      ),
      threads: report.properties.flatMap(({ violations }) =>
        violations.flatMap(({ history = [] }) => new Set(history.map(({ thread }) => thread)).size),
      ),
    };
  };
}

const iterators = program(
  'iterators',
  `import java.util.*;
public class Main {
  static List<String> list = new ArrayList<>(List.of("a", "b", "c"));
  static Iterator<String> open() { return list.iterator(); }
  static void update() { list.add("d"); }
  static Map<String, String> map = new HashMap<>(Map.of("k", "v"));
  static void use(Iterator<String> i) { try { i.next(); } catch (ConcurrentModificationException e) { } }
  public static void main(String[] arguments) throws Exception {
    Iterator<String> i = open();
    if (i.hasNext()) i.next();
    update();
    update();
    use(i);
    Collection<String> values = map.values();
    Iterator<String> one = values.iterator();
    Iterator<String> two = values.iterator();
    Thread other = new Thread(() -> map.put("l", "w"));
    other.start();
    other.join();
    use(two);
    use(one);
    list.iterator().next();
  }
}`,
  ['SafeIterator', 'SafeMapIterator', 'SafeHasNext'].map(libraryProperty),
);

describe.each(['none', 'paper', 'sound'] as const)('with --analysis %s', (analysis) => {
  test('a violation says which events led to it, where and in which threads', () => {
    const { found, threads, stderr } = iterators({ analysis }, '-Drrv.history=10');
    expect(found).toEqual([
      ['SafeIterator 7', 'create 4', 'update 5', 'next 7'],
      ['SafeMapIterator 7', 'view 14', 'create 16', 'update 17', 'next 7'],
      ['SafeHasNext 7', 'hasNext 10', 'next 10', 'next 7'],
      ['SafeHasNext 22', 'next 22'],
    ]);
    expect(threads).toEqual([1, 2, 1, 1]);
    expect(stderr.split('\n').slice(0, 9)).toEqual([
      'rrv: 1x error SafeIterator: the collection was updated after this iterator was created at Main.use(Main.java:7)',
      'rrv:     create at Main.open(Main.java:4)',
      'rrv:     update at Main.update(Main.java:5)',
      'rrv:     next at Main.use(Main.java:7)',
      'rrv: 3x warning SafeHasNext: next() was called without hasNext() before it at Main.use(Main.java:7)',
      'rrv:     hasNext at Main.main(Main.java:10)',
      'rrv:     next at Main.main(Main.java:10)',
      'rrv:     next at Main.use(Main.java:7)',
      'rrv: 2x error SafeMapIterator: the map was updated after this iterator over its view was created at Main.use(Main.java:7)',
    ]);
    expect(stderr).toMatch(/update at Main\.lambda\$main\$0\(Main\.java:17\) in thread \d+/);
    // Its own event is all.
    expect(stderr).toMatch(/at Main\.main\(Main\.java:22\)\n$/);
  });
});

test('no more events are kept than asked for, and none by default', () => {
  expect(iterators({ analysis: 'none' }, '-Drrv.history=2').found).toEqual([
    ['SafeIterator 7', 'update 5', 'next 7'],
    ['SafeMapIterator 7', 'update 17', 'next 7'],
    ['SafeHasNext 7', 'next 10', 'next 7'],
    ['SafeHasNext 22', 'next 22'],
  ]);
  const plain = iterators({ analysis: 'none' });
  expect(plain.found).toEqual([
    ['SafeIterator 7'],
    ['SafeMapIterator 7'],
    ['SafeHasNext 7'],
    ['SafeHasNext 22'],
  ]);
  expect(plain.text).not.toContain('history');
  expect(plain.stderr.trimEnd().split('\n')).toHaveLength(4);
});

test('an audit has the events of removed points, too', () => {
  const { found } = iterators({ analysis: 'sound', audit: true }, '-Drrv.history=10');
  // It moves the monitor that has all events, and the other one alone not.
  expect(found[0]).toEqual(['SafeIterator 7', 'create 4', 'next 10', 'update 5', 'next 7']);
});

test.each([1, 3, 4, 150])('the last %d of many events are kept', (kept) => {
  const source = `public class Main {
  void on() { }
  void off() { }
  void end() { }
  public static void main(String[] arguments) {
    Main x = new Main();
    for (int k = 0; k < 100; k++) {
      x.on();
      x.off();
    }
    x.on();
    x.end();
  }
}`;
  const { properties } = loadProperties(
    'switch.mop',
    `Switch(Main x) {
      event on before(Main x) : call(void Main.on()) && target(x) { }
      event off before(Main x) : call(void Main.off()) && target(x) { }
      event end before(Main x) : call(void Main.end()) && target(x) { }
      fsm :
        idle [ on -> active ]
        active [ off -> idle end -> bad ]
        bad [ ]
      @bad { System.err.println("ended while on"); }
    }`,
    { lookup: (name) => name === 'Main' },
  );
  const all = [
    ...Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? 'on 8' : 'off 9')),
    'on 11',
    'end 12',
  ];
  const run = program(`switch-${kept}`, source, properties);
  expect(run({ analysis: 'none' }, `-Drrv.history=${kept}`).found).toEqual([
    ['Switch 12', ...all.slice(-kept)],
  ]);
});

test('properties with Java code have theirs, of joined slices, too', () => {
  const source = `import java.util.*;
public class Main {
  static class Box { void put(Object o) { } void check(Object o) { } void close() { } }
  public static void main(String[] arguments) {
    Box box = new Box();
    Object one = new Object(), two = new Object();
    box.put(one);
    box.put(two);
    box.put(two);
    box.close();
    box.check(one);
    box.check(two);
  }
}`;
  const { properties } = loadProperties(
    'boxes.mop',
    `Boxes(Main.Box b, Object o) {
      int puts;
      event make after() returning(Main.Box b) : call(Main.Box.new()) { }
      event put after(Main.Box b, Object o) : call(void Main.Box.put(Object)) && target(b) && args(o) { puts++; }
      event close after(Main.Box b) : call(void Main.Box.close()) && target(b) { }
      event check before(Main.Box b, Object o) : call(void Main.Box.check(Object)) && target(b) && args(o) {
        if (puts > 1) System.err.println("put " + puts + " times");
      }
      ere : make put+ close check
      @match { System.err.println("checked after the end, " + puts); }
    }`,
    { lookup: (name) => name === 'Main$Box' || name === 'java.lang.Object' },
  );
  const run = program('boxes', source, properties);
  expect(run({ analysis: 'sound' }, '-Drrv.history=10').found).toEqual([
    ['Boxes 11', 'make 5', 'put 7', 'close 10', 'check 11'],
    ['Boxes 12', 'make 5', 'put 8', 'put 9', 'close 10', 'check 12'],
  ]);
});

test('what is no number is said, and nothing is kept', () => {
  const { found, stderr } = iterators({ analysis: 'none' }, '-Drrv.history=all');
  expect(found[0]).toEqual(['SafeIterator 7']);
  expect(stderr).toContain('rrv: rrv.history is a number from 0 on, not all: taken as 0\n');
});
