import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InstrumentRequest } from '../../src/instrument/instrument-types.ts';
import { loadProperties } from '../../src/property/language/load.ts';
import { libraryProperty } from '../../src/property/library/index.ts';
import { readFactsFile } from '../../src/residual/facts/facts-file.ts';
import { instrumentDirectory, runMonitored } from '../support/instrumented-program.ts';
import { compileJava, defaultJdk, runJava } from '../support/jdk.ts';
import { builtinProperties } from '../support/named-properties.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-audit-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Compiles one class and returns a function that instruments and runs it. */
function program(name: string, source: string, properties = builtinProperties) {
  const before = join(folder, name, 'before');
  mkdirSync(before, { recursive: true });
  writeFileSync(join(folder, name, `${name}.java`), source);
  compileJava(defaultJdk(), [join(folder, name, `${name}.java`)], before, ['-g']);
  return (options: Partial<InstrumentRequest>) => {
    const after = join(folder, name, `${options.analysis}-${options.threads}-${options.audit}`);
    instrumentDirectory(before, after, properties, options);
    return runMonitored(after, name);
  };
}

const fields = `import java.util.*;
public class Fields {
  static final List<String> list = new java.util.concurrent.CopyOnWriteArrayList<>(List.of("a", "b"));
  static class Bag {
    final List<String> list = new java.util.concurrent.CopyOnWriteArrayList<>(List.of("a", "b"));
    void add() { this.list.add("c"); }
    void iterate() {
      Iterator<String> i = list.iterator();
      add();
      i.next();
    }
  }
  public static void main(String[] a) {
    new Bag().iterate();
    int n = 0;
    for (String s : new ArrayList<>(List.of("x", "y"))) n += s.length();
    System.out.println(n);
  }
}`;

test("an audit of the paper's method names the report that it loses, with the trace of the slice", () => {
  const run = program('Fields', fields);
  const { run: failed, report } = run({ analysis: 'paper', audit: true });
  expect(failed.status).toBe(1);
  expect(failed.stderr).toMatch(/audit FAILED: SafeIterator: the full and the residual monitor disagree/);
  expect(failed.stderr).toMatch(/\n {2}What to do: "Not modelled" in rrv's docs\/soundness\.md/);
  expect(failed.stderr).toMatch(/removed update at Fields\$Bag\.add\(Fields\.java:6\)/);
  expect(failed.stderr).toMatch(/next at Fields\$Bag\.iterate\(Fields\.java:10\)/);
  expect(report.properties.flatMap((property) => property.violations.map((one) => one.category))).toContain(
    'audit',
  );
});

test('an audit of the sound analysis finds nothing, and reports what full monitoring reports', () => {
  const run = program('FieldsSound', fields.replaceAll('Fields', 'FieldsSound'));
  const violations = ({ report }: ReturnType<typeof run>) =>
    report.properties.flatMap(({ name, violations: all }) =>
      all.map(({ site, count, category }) => [name, site.line, count, category]),
    );
  const audited = run({ analysis: 'sound', audit: true });
  expect(audited.run.stderr).not.toMatch(/audit/);
  expect(audited.run.status).toBe(0);
  const full = run({ analysis: 'none', audit: false });
  expect(violations(audited)).toEqual(violations(full));
  expect(violations(full)).toContainEqual(['SafeIterator', 10, 1, 'match']);
});

/** `first` and `second` in one thread each, on a builder that a list hands from one to the other. */
const handedOn = (name: string, first: string, second: string): string => `import java.util.*;
public class ${name} {
  static final List<StringBuilder> list = new ArrayList<>();
  public static void main(String[] a) throws Exception {
    StringBuilder b = new StringBuilder();
    ${first}
    list.add(b);
    Thread other = new Thread(() -> list.get(0).append("y"));
    other.start();
    other.join();
    ${second}
    System.out.println("done");
  }
}`;

test.each([
  [
    'a removed event of it reports',
    '',
    'b.append("x");',
    /ThreadSafe at Removed.main\(Removed.java:11\): a removed event is reported\n {2}What to do: /,
  ],
  [
    'its monitors find different numbers of slices',
    'b.append("x");',
    '',
    /ThreadSafe at Lost.lambda\$main\$0\(Lost.java:8\): the full monitor reports 1 more of its slices than the residual one\n {2}What to do: /,
  ],
] as const)('an audit of a property with Java code fails when %s', (_, first, second, said) => {
  const name = first === '' ? 'Removed' : 'Lost';
  const run = program(name, handedOn(name, first, second), [libraryProperty('StringBuilder_ThreadSafe')]);
  const wrong = readFactsFile(
    `version: 1
facts:
  - calls: java.util.List.add(Object)
    does-not-retain: anything
    calls-back: never
    because: this is not so`,
    'wrong.yaml',
  );
  const right = run({ analysis: 'sound', audit: true });
  expect([right.run.status, right.run.stderr]).toEqual([0, expect.not.stringMatching(/audit/)]);
  const { run: failed } = run({ analysis: 'sound', audit: true, facts: [wrong] });
  expect([failed.status, failed.stderr]).toEqual([1, expect.stringMatching(said)]);
});

const threads = `import java.util.*;
public class Threads {
  static class Box { List<String> list = new java.util.concurrent.CopyOnWriteArrayList<>(List.of("a", "b"));
    void add() { this.list.add("c"); } }
  public static void main(String[] a) throws Exception {
    Box box = new Box();
    Iterator<String> i = box.list.iterator();
    i.hasNext();
    Thread other = new Thread(box::add);
    other.start();
    other.join();
    System.out.println("done");
  }
}`;

test('an audit notices a removed point whose slice has events from two threads', () => {
  const run = program('Threads', threads);
  const confined = run({ analysis: 'paper', threads: 'confined', audit: true });
  expect(confined.run.stderr).toMatch(
    /a slice has events from two threads, and a removed point relied on one;[\s\S]*\n {2}What to do: instrument with --threads shared\.\n/,
  );
  expect(confined.run.status).toBe(1);
  const shared = run({ analysis: 'paper', threads: 'shared', audit: true });
  expect(shared.run.stderr).toBe('');
  expect(shared.run.stdout).toBe('done\n');
});

test('an audited program without a difference behaves as before', () => {
  const source = program('Fields2', fields.replaceAll('Fields', 'Fields2'));
  const plain = runJava(defaultJdk(), ['-cp', join(folder, 'Fields2', 'before'), 'Fields2']);
  expect(source({ analysis: 'sound', audit: true }).run.stdout).toBe(plain.stdout);
});

const partial = `import java.util.*;
public class Partial {
  static void global() { }
  static int walk(List<String> l) {
    int n = 0;
    for (String s : l) { global(); n++; }
    return n;
  }
  public static void main(String[] a) {
    List<String> l = new ArrayList<>(Arrays.asList("x", "y", "z"));
    l.add("u");
    global();
    System.out.println(walk(l));
    l.add("v");
    System.out.println(walk(l));
    global();
  }
}`;
const partialProperties = `import java.util.Iterator;
import java.util.List;
/** Odd numbers of calls that bind nothing; with the iterator, none. */
Odd(Iterator i) {
  event made after() returning(Iterator i) : call(* List+.iterator()) { }
  event global before() : call(* *.global()) { }
  ere : (global global)* global
  @match { System.err.println("odd"); __RESET; }
}
/** A list alone; with an iterator, none. */
Asked(List l, Iterator i) {
  event update after(List l) returning : call(* List+.add(..)) && target(l) { }
  event ask after(List l) returning : call(* List+.iterator()) && target(l) { }
  event made after(List l) returning(Iterator i) : call(* List+.iterator()) && target(l) { }
  event has after(Iterator i) returning : call(* Iterator+.hasNext()) && target(i) { }
  ere : update update* ask
  @match { System.err.println("asked"); }
}`;

test('events on fewer objects than a slice has are reported for slices that either monitor has', () => {
  const { properties } = loadProperties('Partial.mop', partialProperties);
  const run = program('Partial', partial, properties);
  const violations = ({ report }: ReturnType<typeof run>) =>
    report.properties.map(({ name, violations: all }) => [
      name,
      all.map(({ site, count, category }) => [site.line, count, category]),
    ]);
  const full = run({ analysis: 'none', audit: false });
  expect(violations(full).map(([, all]) => all?.length)).toEqual([3, 1]);
  expect(violations(run({ analysis: 'sound', audit: false }))).toEqual(violations(full));
  const audited = run({ analysis: 'sound', audit: true });
  expect(audited.run.stderr).not.toMatch(/audit/);
  expect(audited.run.status).toBe(0);
  expect(violations(audited)).toEqual(violations(full));
});
