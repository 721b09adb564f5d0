import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { InstrumentRequest } from '../../src/instrument/instrument-types.ts';
import { loadProperties } from '../../src/property/language/load.ts';
import type { Property } from '../../src/property/model.ts';
import { instrumentDirectory, runMonitored } from '../support/instrumented-program.ts';
import { compileSources } from '../support/jdk.ts';

const folder = mkdtempSync(join(tmpdir(), 'rrv-context-free-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Of the file's properties, the reports by line and category; with what was decided about points. */
function run(
  name: string,
  compiled: string,
  properties: readonly Property[],
  args: readonly string[] = [],
  options: Partial<InstrumentRequest> = {},
) {
  const after = join(folder, name);
  const { report: woven, diagnostics } = instrumentDirectory(compiled, after, properties, options);
  const { run: ran, report } = runMonitored(after, 'Main', args);
  const reports = report.properties.flatMap((property) =>
    property.violations.map(
      ({ site, category, count }) => `${property.name} ${site.method}:${site.line} ${category} ${count}`,
    ),
  );
  return { ran, reports: reports.sort(), points: woven.points, diagnostics, dropped: report.dropped.events };
}

function compiledProgram(name: string, source: string): string {
  const compiled = join(folder, `${name}-before`);
  compileSources({ 'Main.java': source }, join(folder, `${name}-src`), compiled, ['-g', '-Xlint:none']);
  return compiled;
}

const imports =
  'import java.util.ArrayList; import java.util.List; import java.util.concurrent.locks.Lock; import java.util.concurrent.locks.ReentrantLock;';
const within = 'call(* Lock.lock()) && target(l)';
const locks = loadProperties(
  'locks.mop',
  `${imports}
SafeLock(Lock l, Thread t) {
  event lock before(Lock l, Thread t) : ${within} && thread(t) { }
  event unlock before(Lock l, Thread t) : call(* Lock.unlock()) && target(l) && thread(t) { }
  event begin before(Thread t) : execution(* *.*(..)) && thread(t) { }
  event end after(Thread t) : execution(* *.*(..)) && thread(t) { }
  cfg : S -> S begin S end | S lock S unlock | epsilon
  @fail { System.err.println("a lock leaves its method"); __RESET; }
}
Balanced(Lock l) {
  creation event lock before(Lock l) : ${within} { }
  event unlock before(Lock l) : call(* Lock.unlock()) && target(l) { }
  cfg : S -> lock S unlock S | epsilon
  @match { System.err.println("free"); }
  @fail { System.err.println("released too often"); }
}`,
).properties;

const program = compiledProgram(
  'locks',
  `${imports}
public class Main {
  static final Lock lock = new ReentrantLock();
  static void good() {
    lock.lock();
    try { deep(3); } finally { lock.unlock(); }
  }
  static void deep(int n) {
    lock.lock();
    if (n > 0) deep(n - 1);
    lock.unlock();
  }
  static void takes() {
    lock.lock();
  }
  static void gives() {
    try { lock.unlock(); } catch (IllegalMonitorStateException expected) { }
  }
  static void never() { lock.lock(); good(); lock.unlock(); }
  public static void main(String[] args) throws Exception {
    good();
    for (String arg : args)
      if (arg.equals("reflect")) Main.class.getDeclaredMethod("never").invoke(null);
      else if (arg.equals("takes")) takes();
      else gives();
  }
}`,
);

describe('locks that methods take and release', () => {
  const [, balanced] = locks;
  const open = { analysis: 'sound' } as const;
  const closed = { analysis: 'sound', world: { kind: 'closed', entries: ['main'], reflection: [] } } as const;

  test.each([
    ['none', {}],
    ['paper', { analysis: 'paper' }],
    ['sound', open],
    ['sound, closed', closed],
    ['audited', { ...open, audit: true }],
    ['audited, closed', { ...closed, audit: true }],
  ] as const)('reports are those of the nesting: %s', (name, options) => {
    const fine = run(`${name} fine`, program, locks, [], options);
    expect(fine.reports).toEqual(['Balanced good:6 match 1']);
    const bad = run(`${name} bad`, program, locks, ['takes', 'gives', 'gives'], options);
    expect(bad.reports).toEqual([
      'Balanced gives:17 fail 1',
      'Balanced gives:17 match 1',
      'Balanced good:6 match 1',
      // Of the lock and the thread, not of the thread alone: the lock that a method keeps, and from then on the ends of
      // methods that have begun before.
      'SafeLock gives:17 fail 1',
      'SafeLock gives:17 fail 1',
      'SafeLock main:21 fail 1',
      'SafeLock takes:14 fail 1',
    ]);
    expect(bad.ran.stderr).not.toContain('audit');
  });

  test('what never runs is removed, and all else kept, with their reasons', () => {
    const kept = (options: Partial<InstrumentRequest>) =>
      run('kept', program, [balanced!], [], options)
        .points.filter((point) => point.kept)
        .map(({ method }) => method);
    expect(new Set(kept(open))).toEqual(new Set(['deep', 'gives', 'good', 'never', 'takes']));
    expect(new Set(kept(closed))).toEqual(new Set(['deep', 'gives', 'good', 'takes']));
  });

  test('an audit tells a report of an event that was removed, as reflection was said not to reach it', () => {
    const unseen = (options: Partial<InstrumentRequest>) =>
      run('reflected', program, [balanced!], ['reflect'], { ...closed, ...options });
    expect(unseen({}).reports).toEqual(['Balanced good:6 match 1']);
    const { ran } = unseen({ audit: true });
    expect(ran.stderr).toContain('rrv: audit FAILED: Balanced at Main.never(Main.java:19)');
    expect(ran.status).not.toBe(0);
    expect(unseen({ world: { kind: 'open' } }).reports).toEqual([
      'Balanced good:6 match 1',
      'Balanced never:19 match 1',
    ]);
  });
});

test('deep recursion has a state for each depth', () => {
  const compiled = compiledProgram(
    'deep',
    `public class Main { static final java.util.concurrent.locks.Lock lock = new java.util.concurrent.locks.ReentrantLock();
      static void deep(int n) { lock.lock(); if (n > 0) deep(n - 1); lock.unlock(); }
      public static void main(String[] args) { deep(20000); deep(20000); if (args.length > 0) lock.lock(); } }`,
  );
  const reports = (args: readonly string[]) => run('deep', compiled, [locks[1]!], args).reports;
  expect(reports([])).toEqual(['Balanced deep:2 match 1']);
});

test('a slice ends where there are more states than there is room for, which the report says', () => {
  const compiled = compiledProgram(
    'endless',
    `public class Main { static final java.util.concurrent.locks.Lock lock = new java.util.concurrent.locks.ReentrantLock();
      static void take() { lock.lock(); }
      static void give() { lock.unlock(); }
      public static void main(String[] args) {
        int times = Integer.parseInt(args[0]);
        for (int i = 0; i < times; i++) { take(); give(); }
        for (int round = 0; round < 40; round++) { for (int i = 0; i < times; i++) take(); }
        for (int round = 0; round < 40; round++) { for (int i = 0; i < times; i++) give(); }
      } }`,
  );
  const dropped = (times: string) => {
    const { ran, dropped } = run('endless', compiled, [locks[1]!], [times]);
    expect([ran.status, ran.stderr.includes('lost')]).toEqual([0, dropped > 0]);
    return dropped;
  };
  expect([dropped('20'), dropped('20000')]).toEqual([0, 1]);
});

test('an event that comes again changes the stack: none of a loop is left out', () => {
  const [property] = loadProperties(
    'asked.mop',
    `import java.util.Iterator;
Asked(Iterator i) {
  creation event next before(Iterator i) : call(* Iterator.next()) && target(i) { }
  event has before(Iterator i) : call(* Iterator.hasNext()) && target(i) { }
  cfg : S -> next S has S | epsilon
  @fail { System.err.println("asked more often"); }
}`,
  ).properties;
  const compiled = compiledProgram(
    'asked',
    `import java.util.*;
public class Main {
  public static void main(String[] args) {
    List<String> all = new ArrayList<>(Arrays.asList(args));
    Iterator<String> i = all.iterator();
    while (i.hasNext()) i.next();
    if (i.hasNext()) throw new IllegalStateException();
  }
}`,
  );
  for (const analysis of ['none', 'sound'] as const)
    expect(run(`asked ${analysis}`, compiled, [property!], ['a', 'b'], { analysis }).reports).toEqual([
      'Asked main:7 fail 1',
    ]);
});

test('Java code of a slice: conditions, resets in events, and handlers', () => {
  const [property] = loadProperties(
    'coded.mop',
    `${imports}
Coded(List l) {
  int depth = 0;
  event add before(List l, Object o) : call(* List.add(Object)) && target(l) && args(o) && if(!o.equals("skip")) { depth++; }
  event remove before(List l) : call(* List.remove(int)) && target(l) { depth--; }
  event clear before(List l) : call(* List.clear()) && target(l) { depth = 0; __RESET; }
  cfg : S -> add S remove | add remove
  @match { System.err.println("as many at " + depth); }
}`,
  ).properties;
  const compiled = compiledProgram(
    'coded',
    `import java.util.*;
public class Main {
  public static void main(String[] args) {
    List<Object> l = new ArrayList<>();
    l.add("a"); l.add("skip");
    l.add("b");
    l.remove(0);
    System.gc();
    l.remove(0);
    l.remove(0);
    l.clear();
    l.add("c");
    l.remove(0);
  }
}`,
  );
  for (const options of [{}, { analysis: 'sound' }, { analysis: 'sound', audit: true }] as const) {
    const { reports, ran } = run(`coded ${Object.keys(options).length}`, compiled, [property!], [], options);
    expect([reports, ran.status]).toEqual([['Coded main:9 match 1'], 0]);
  }
});

test('a slice that can match no more goes on where an event puts it back', () => {
  const [property] = loadProperties(
    'again.mop',
    `${imports}
Again(List l) {
  event add before(List l, Object o) : call(* List.add(Object)) && target(l) && args(o) { if (o.equals("again")) { __RESET; } }
  event remove before(List l) : call(* List.remove(int)) && target(l) { }
  cfg : S -> add S remove | add remove
  @match { System.err.println("as many"); }
}`,
  ).properties;
  const compiled = compiledProgram(
    'again',
    `import java.util.*;
public class Main {
  public static void main(String[] args) {
    List<Object> l = new ArrayList<>(List.of("x"));
    l.remove(0);
    l.add("lost"); l.remove(0);
    l.add("again");
    l.remove(0);
  }
}`,
  );
  expect(run('again', compiled, [property!]).reports).toEqual(['Again main:8 match 1']);
});

test('a match may begin at any event with suffix, and ends with each thread of its own with perthread', () => {
  const { properties } = loadProperties(
    'suffix.mop',
    `${imports}
suffix Nested(List l) {
  event add before(List l) : call(* List.add(Object)) && target(l) { }
  event clear before(List l) : call(* List.clear()) && target(l) { }
  cfg : S -> add S clear | add clear
  @match { System.err.println("nested"); }
}
perthread Paired(List l) {
  event add before(List l) : call(* List.add(Object)) && target(l) { }
  event clear before(List l) : call(* List.clear()) && target(l) { }
  cfg : S -> add S clear | epsilon
  @fail { System.err.println("not paired"); }
}`,
  );
  const compiled = compiledProgram(
    'suffix',
    `import java.util.*;
public class Main {
  public static void main(String[] args) throws Exception {
    List<String> l = new ArrayList<>();
    l.clear();
    l.add("a"); l.add("b");
    l.clear();
    l.clear();
    l.clear();
    l.add("c");
    Thread other = new Thread(() -> {
      l.clear();
    });
    other.start(); other.join();
  }
}`,
  );
  const none = run('suffix none', compiled, properties).reports;
  expect(none).toEqual([
    'Nested lambda$main$0:12 match 1',
    'Nested main:7 match 1',
    'Nested main:8 match 1',
    'Paired lambda$main$0:12 fail 1',
    'Paired main:10 fail 1',
    'Paired main:5 fail 1',
    'Paired main:6 fail 1',
    'Paired main:6 fail 1',
    'Paired main:7 fail 1',
    'Paired main:8 fail 1',
    'Paired main:9 fail 1',
  ]);
  expect(run('suffix sound', compiled, properties, [], { analysis: 'sound' }).reports).toEqual(none);
});
