import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Diagnostic, RrvError } from '../../src/diagnostics.ts';
import type { InstrumentRequest } from '../../src/instrument/instrument-types.ts';
import { loadProperties } from '../../src/property/language/load.ts';
import type { Property } from '../../src/property/model.ts';
import { instrumentDirectory, type MonitorReport, runMonitored } from '../support/instrumented-program.ts';
import { compileJava, compileSources, defaultJdk } from '../support/jdk.ts';

/** Properties with Java of every kind, compiled into a program and judged by its report. */

const program = `
import java.util.*;

public class Program {
  public static void main(String[] args) {
    List<Integer> numbers = new ArrayList<>();
    for (int n = 1; n <= 4; n++) numbers.add(n); // Bounded: the fourth is one too many
    numbers.add(0, 9); // Bounded again
    numbers.remove(Integer.valueOf(9));
    List<Integer> other = new ArrayList<>();
    other.add(1);
    Map<String, Object> map = new HashMap<>();
    map.put("self", map);
    map.put("text", "x");
    new Program().hashCode();
    StringBuilder text = new StringBuilder();
    text.append("abc").append(1);
    System.out.println(text.length());
  }
}
`;

const properties = `package p;
import java.util.*;
import com.runtimeverification.rvmonitor.java.rt.RVMLogging;
import com.runtimeverification.rvmonitor.java.rt.RVMLogging.Level;

/** At most three elements. @severity error */
Bounded(Collection c) {
  int count = 0;
  static final int LIMIT = 3;

  private boolean full() { return count >= LIMIT; }

  event over before(Collection c) : call(* Collection+.add(..)) && target(c) && condition(full()) { }
  event add after(Collection c) returning : call(* Collection+.add(..)) && target(c) {
    count++;
  }
  event remove after(Collection c) returning(boolean b) :
    call(boolean Collection+.remove(..)) && target(c) && condition(b) { count--; }

  ere : (add | remove | over)* over

  @match {
    RVMLogging.out.println(Level.CRITICAL, __DEFAULT_MESSAGE);
    RVMLogging.out.println(Level.CRITICAL, "too many elements: " + count);
  }
}

/** A map must not hold itself. */
Itself() {
  event put before(Map map, Object key, Object value) :
    call(* Map+.put(Object, Object)) && target(map) && args(key, value) {
    if (value == map) {
      RVMLogging.out.println(Level.CRITICAL, __DEFAULT_MESSAGE);
      RVMLogging.out.println(Level.CRITICAL, "holds itself at " + key);
    }
  }
}

/** Appending a number. */
Numbers() {
  event append before(int n) : call(* StringBuilder.append(int)) && args(n) && condition(n == 1) {
    System.err.println("appended a number");
  }
}

/** Resets. */
Twice(StringBuilder b) {
  int times;
  event append before(StringBuilder b) : call(* StringBuilder.append(..)) && target(b) { }
  event length before(StringBuilder b) : call(* StringBuilder.length()) && target(b) { }
  ere : append append length
  @match { times++; if (times > 0) System.out.printf("%d times%n", times); __RESET; }
}
`;

const folder = mkdtempSync(join(tmpdir(), 'rrv-java-code-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let report: MonitorReport;
let output: string;
const lookup = (name: string) =>
  /^java\.util\.(?:Collection|Map)$/.test(name) || /^java\.lang\.\w+$/.test(name);

beforeAll(() => {
  const source = join(folder, 'Program.java');
  writeFileSync(source, program);
  compileJava(defaultJdk(), [source], join(folder, 'before'), ['-g']);
  const loaded = loadProperties('p.mop', properties, { lookup }).properties;
  instrumentDirectory(join(folder, 'before'), join(folder, 'after'), loaded);
  const { run, report: found } = runMonitored(join(folder, 'after'), 'Program');
  report = found;
  output = run.stdout;
});

function violations(name: string): string[] {
  return report.properties
    .find((property) => property.name === name)!
    .violations.map(({ site, count, category, message }) => `${site.line} ${count} ${category}: ${message}`)
    .sort();
}

test('fields, methods and conditions are of the slice', () => {
  expect(violations('Bounded')).toEqual([
    '7 1 match: too many elements: 3',
    '8 1 match: too many elements: 4',
  ]);
});

test('without a formula the body decides', () => {
  expect(violations('Itself')).toEqual(['13 1 event: holds itself at self']);
});

test('without a formula a body that only prints is the report, under its condition', () => {
  expect(violations('Numbers')).toEqual(['17 1 append: appended a number']);
});

test('a handler reports what it prints', () => {
  expect(violations('Twice')).toEqual(['18 1 match: 1 times']);
});

test('the program prints what it printed', () => {
  expect(output).toBe('4\n');
});

/** What is said of Java code that does not compile, the first mistake first. */
function mistakesIn(loaded: readonly Property[]): readonly Diagnostic[] {
  try {
    instrumentDirectory(join(folder, 'before'), join(folder, 'never'), loaded);
  } catch (error) {
    if (!(error instanceof RrvError)) throw error;
    return [error.diagnostic, ...error.further];
  }
  return expect.unreachable();
}

test('an error of the Java compiler points into the .mop file', () => {
  const text = properties.replace('count++;', 'int wrong = "text";');
  const { properties: loaded } = loadProperties('p.mop', text, { lookup });
  const { code, message, where, excerpt } = mistakesIn(loaded)[0]!;
  expect(code).toBe('RRV_PROPERTY_JAVA');
  expect(message).toContain('incompatible types: String cannot be converted to int');
  const line = text.split('\n').findIndex((each) => each.includes('int wrong')) + 1;
  const column = text.split('\n')[line - 1]!.indexOf('"text"') + 1;
  expect(where).toEqual({ file: 'p.mop', line, column });
  expect(excerpt).toMatch(/int wrong = "text";\n\s+\^$/);
});

test('an error of the Java compiler is told before the analysis', () => {
  const { properties: loaded } = loadProperties('p.mop', properties.replace('count++;', 'count+;'), {
    lookup,
  });
  const phases = new Set<string>();
  const options = {
    analysis: 'sound',
    onProgress: ({ phase }) => phases.add(phase),
  } satisfies Partial<InstrumentRequest>;
  expect(() => instrumentDirectory(join(folder, 'before'), join(folder, 'never'), loaded, options)).toThrow(
    /RRV_PROPERTY_JAVA/,
  );
  expect([...phases]).toEqual(['reading']);
});

test('each error says which name is not there, at its column, whatever of the line was rewritten', () => {
  const wrong = `import java.util.*;
P(Map i) {
  int n; Object s = foo;
  event e before(Map i) : call(* Map+.put(..)) && target(i) && condition(cnt < 3) {
\tint m = 1; __RESET; i.nextt(); }
  event f before(Map i) : call(* Map+.size()) && target(i) { n = __LOC.foo(); __RESET; }
  event g before(Map i) : call(* Map+.clear()) && target(i) { n = __LOC; }
  ere : e e @match { n = "x"; System
    .err.println(
	  nn + __LOC + mm); }
}`;
  const { properties: loaded } = loadProperties('p.mop', wrong, { lookup });
  const found = mistakesIn(loaded).map(({ message, where, excerpt }) => {
    const [line, caret] = excerpt!.split('\n');
    return [
      message.replace(/^.*does not compile: /, ''),
      where?.line,
      where?.column,
      line!.slice(caret!.length - 1),
    ];
  });
  expect(found.sort((left, right) => Number(left[1]) - Number(right[1]))).toEqual([
    ['cannot find symbol; symbol: variable foo', 3, 21, 'foo;'],
    ['cannot find symbol; symbol: variable cnt', 4, 74, 'cnt < 3'],
    ['cannot find symbol; symbol: method nextt(); location: variable i of type Map', 5, 23, '.nextt(); '],
    ['cannot find symbol; symbol: method foo(); location: class String', 6, 71, '.foo(); __RESET; '],
    // What stands for a macro has the place of the macro.
    ['incompatible types: String cannot be converted to int', 7, 67, '__LOC; '],
    ['incompatible types: String cannot be converted to int', 8, 26, '"x"; System'],
    ['cannot find symbol; symbol: variable nn', 10, 4, 'nn + __LOC + mm); '],
    ['cannot find symbol; symbol: variable mm', 10, 17, 'mm); '],
  ]);
});

test.each([
  // What lacks something ends where it stands: the next line is none of the file.
  ['target(i) && condition(i.size() > )', [['illegal start of expression', 'i.size() > ', 11]]],
  [
    'target(i) && condition(i.sze() > 1) && (condition(isThere) || condition(i.isEmpy()))',
    [
      ['cannot find symbol; symbol: method sze(); location: variable i of type Map', 'i.sze() > 1', 1],
      ['cannot find symbol; symbol: variable isThere', 'isThere', 0],
      ['cannot find symbol; symbol: method isEmpy(); location: variable i of type Map', 'i.isEmpy()', 1],
    ],
  ],
  ['target(i) && condition(i.size())', [['int cannot be converted to boolean', 'i.size()', 6]]],
] as const)('an error in a condition is at its place: %s', (pointcut, errors) => {
  const text = `import java.util.*;
P(Map i) { event e before(Map i) : call(* put(..)) && ${pointcut} { }
ere : e e @match { } }`;
  const { properties: loaded } = loadProperties('p.mop', text, { lookup });
  const found = mistakesIn(loaded);
  expect(found.map(({ where, excerpt }) => [where, excerpt])).toEqual(
    errors.map(([, java, offset]) => [
      { file: 'p.mop', line: 2, column: text.split('\n')[1]!.indexOf(`(${java})`) + 2 + offset },
      `${java}\n${' '.repeat(offset)}^`,
    ]),
  );
  for (const [index, [said]] of errors.entries()) expect(found[index]!.message).toContain(said);
});

test('Java of an event may bind a class that no source in a package can name', () => {
  const plain = join(folder, 'unnamed');
  compileSources(
    { 'U.java': 'public class U { void a() { } public static void main(String[] x) { new U().a(); } }' },
    join(folder, 'u'),
    plain,
  );
  const text = `P(U u) { int n; event a before(U u) : call(* U.a()) && target(u) { if (u.hashCode() == u.hashCode()) n++; } ere : a @match { } }`;
  const { properties: loaded } = loadProperties('p.mop', text, { lookup: (name) => name === 'U' });
  instrumentDirectory(plain, join(folder, 'unnamed-after'), loaded);
  expect(runMonitored(join(folder, 'unnamed-after'), 'U').report.properties[0]!.events).toEqual({ a: 1 });
});

test('a handler names the objects of its slice', () => {
  const text = `import java.util.*;
Two(Map m, Object value) {
  event size before(Map m) : call(* Map+.put(..)) && target(m) && args(String, String) { }
  event put before(Map m, Object value) : call(* Map+.put(..)) && target(m) && args(*, value) { }
  ere : put put*
  @match { if (value == m) System.err.println("itself " + (m == null)); else System.err.println(m.size() + " " + value); }
}
One(StringBuilder b) {
  static int length(StringBuilder b) { return b.length(); }
  event append before(StringBuilder b) : call(* StringBuilder+.append(..)) && target(b) { }
  ere : append append
  @match { for (StringBuilder c : Arrays.asList(b)) System.err.println(c.toString()); }
}
Local(Map m) {
  String found;
  event put before(Map m) : call(* Map+.put(..)) && target(m) { found = "field"; }
  ere : put
  @match { String m = found; System.err.println(m); }
}
Field(Map m) {
  static int size(Map m) { return m.size(); }
  Map<String, Integer> other, m = Collections.singletonMap("own", size(new HashMap<String, Integer>()));
  event put before(Map m) : call(* Map+.put(..)) && target(m) { other = this.m; }
  ere : put
  @match { System.err.println(m + " " + (m == other)); }
}
Unbound(Map m, List l) {
  event put before(Map m) : call(* Map+.put(..)) && target(m) { }
  event add before(List l) : call(* List+.add(..)) && target(l) { }
  ere : put
  @match { System.err.println(m != null && l == null ? "alone" : "both"); }
}`;
  const { properties: loaded } = loadProperties('p.mop', text, {
    lookup: (name) => /^java\.(?:util\.(?:Map|List)|lang\.(?:Object|String|StringBuilder))$/.test(name),
  });
  instrumentDirectory(join(folder, 'before'), join(folder, 'slices'), loaded);
  const messages = runMonitored(join(folder, 'slices'), 'Program').report.properties.map(({ violations }) =>
    violations.map(({ message }) => message),
  );
  expect(messages).toEqual([['itself false', '1 x'], ['abc'], ['field'], ['{own=0} true'], ['alone']]);
});

test('Java code runs for each object, also where its event leaves the state as it is', () => {
  const source = `public class Counts {
    void use() { }
    void end() { }
    public static void main(String[] arguments) {
      Counts[] all = { new Counts(), new Counts() };
      for (Counts one : all) for (int k = 0; k < 2; k++) one.use();
      for (Counts one : all) one.end();
    }
  }`;
  const [plain, woven] = [join(folder, 'counts'), join(folder, 'counts-woven')];
  compileSources({ 'Counts.java': source }, join(folder, 'counts-source'), plain);
  const text = `P(Counts c) {
    int uses;
    event any before() : call(* Counts.use()) { }
    event use before(Counts c) : call(* Counts.use()) && target(c) { uses++; }
    event end before(Counts c) : call(* Counts.end()) && target(c) { }
    ere : (any | use)+ end
    @match { System.err.println("used " + uses + " times"); }
  }`;
  const { properties: loaded } = loadProperties('p.mop', text, { lookup: (name) => name === 'Counts' });
  instrumentDirectory(plain, woven, loaded);
  const { violations } = runMonitored(woven, 'Counts').report.properties[0]!;
  expect(violations.map(({ message, count }) => [message, count])).toEqual([['used 2 times', 2]]);
});

/** As JavaMOP 4 reports them, but for Joined, whose slice it has begun anew. */
test('a reset comes before the event whose code asks for it, from every state, and later slices begin there', () => {
  const source = `public class Resets {
    void a() { } void c() { } void d() { } void y(Object o) { }
    public static void main(String[] arguments) {
      Resets x = new Resets();
      x.a();
      x.d();
      x.c();
      x.a();
      x.a();
      x.c();
      x.a();
      Object o = new Object();
      x.y(o);
      x.y(o);
    }
  }`;
  const [plain, woven] = [join(folder, 'resets'), join(folder, 'resets-woven')];
  compileSources({ 'Resets.java': source }, join(folder, 'resets-source'), plain);
  const events = `event a before(Resets x) : call(* Resets.a()) && target(x) { }
    event d before(Resets x) : call(* Resets.d()) && target(x) { }
    event c before(Resets x) : call(* Resets.c()) && target(x) { __RESET; }`;
  const text = `Dead(Resets x) {
    ${events}
    fsm : s0 [ a -> s1, c -> s0 ] s1 [ a -> s2 ] s2 [ ]
    @s2 { System.err.println("twice"); }
  }
  Failed(Resets x) {
    ${events}
    ere : c* a a
    @match { System.err.println("match"); }
    @fail { System.err.println("fail"); }
  }
  Joined(Resets x, Object o) {
    int n;
    event d before(Resets x) : call(* Resets.d()) && target(x) { }
    event y before(Resets x, Object o) : call(* Resets.y(Object)) && target(x) && args(o) { }
    fsm : s0 [ d -> s1, y -> s3 ] s1 [ d -> s1 ] s3 [ y -> s4 ] s4 [ ]
    @s1 { if (n == 0) { n = 1; __RESET; } }
    @s4 { System.err.println("joined"); }
  }`;
  const lookup = (name: string): boolean => /^(?:Resets|java\.lang\.Object)$/.test(name);
  instrumentDirectory(plain, woven, loadProperties('p.mop', text, { lookup }).properties);
  const found = runMonitored(woven, 'Resets').report.properties.map(({ violations }) =>
    violations.map(({ site, message }) => `${message} ${site.line}`),
  );
  expect(found).toEqual([['twice 9'], ['fail 6', 'match 9'], ['joined 14']]);
});

test.each([
  [
    'a name that is not there',
    'event a before(Map m) : call(* Map+.put(..)) && target(m) { } ere : a @match { System.err.println(x); n++; }',
    'keep x in a field',
  ],
  [
    "AspectJ's join point",
    'event a before(Map m) : call(* Map+.put(..)) && target(m) { n++; System.out.println(thisJoinPoint); } ere : a @match { }',
    '`__LOC` is the place',
  ],
  [
    'a class that is not public',
    'event a before(java.util.Collections.UnmodifiableMap m) : call(* Map+.put(..)) && target(m) { n++; } ere : a @match { }',
    'declare the argument as Object',
  ],
])('the hint says what to do about %s', (_, code, hint) => {
  const text = `import java.util.*; P(Map m) { int n; ${code} }`;
  const types = (name: string) => /^java\.util\.(?:Map|Collections(?:\$UnmodifiableMap)?)$/.test(name);
  const { properties: loaded } = loadProperties('p.mop', text, { lookup: types });
  expect(mistakesIn(loaded)[0]!.hint).toContain(hint);
});

test('a property with Java code and no compiler is an error', () => {
  const { properties: loaded } = loadProperties('p.mop', properties, { lookup });
  const without = { compileJava: undefined } as unknown as Parameters<typeof instrumentDirectory>[3];
  expect(() => instrumentDirectory(join(folder, 'before'), join(folder, 'never'), loaded, without)).toThrow(
    /RRV_JAVA_COMPILER_MISSING/,
  );
});

test('Java code knows the types that the pointcuts know: of its own package, and of packages that share names', () => {
  const plain = join(folder, 'own-package');
  const sources = {
    'p/Task.java': `package p;
      public class Task {
        public static class Part { public int size = 3; }
        public void run() { }
        public static void main(String[] x) { new Task().run(); new q.Queue().run(); }
      }`,
    'q/Queue.java': 'package q; public class Queue { public int size; public void run() { } }',
  };
  compileSources(sources, join(folder, 'own-package-source'), plain);
  const text = `package p;
import q.*;
Own(Task t) {
  Task last;
  static class Task2 { Task task; }
  event run before(Task t) : call(* Task.run()) && target(t) { last = t; Task.Part part = new Task.Part(); if (part.size != 3) last = null; }
  ere : run
  @match { System.out.println("ran " + (last instanceof Task)); }
}
Waiting(Queue q) {
  Queue first;
  event run before(Queue q) : call(* Queue.run()) && target(q) && condition(new Queue().size == 0) { first = q; }
  ere : run
  @match { System.out.println("ran " + (first == q)); }
}`;
  const known = ['p.Task', 'p.Task$Part', 'q.Queue', 'java.util.Queue'];
  const { properties: loaded } = loadProperties('p.mop', text, { lookup: (name) => known.includes(name) });
  instrumentDirectory(plain, join(folder, 'own-package-after'), loaded);
  const { report: found } = runMonitored(join(folder, 'own-package-after'), 'p.Task');
  expect(found.properties.map(({ name, violations: [first] }) => [name, first?.message])).toEqual([
    ['Own', 'ran true'],
    ['Waiting', 'ran true'],
  ]);
});

test('what a method of the specification prints is a report where a handler, or a check, calls it', () => {
  const text = `import java.util.*;
Handler(Map m) {
  int puts;
  void say(Object value) { System.err.println("put " + value); }
  event put before(Map m, Object value) : call(* Map+.put(..)) && target(m) && args(*, value) { puts++; if (puts == 1) say("first"); }
  ere : put put
  @match { say(puts); System.err.println(); }
}
Logging(Map m) {
  static void log(String what) { RVMLogging.out.println(Level.CRITICAL, "logged " + what); }
  event put before(Map m, Object value) : call(* Map+.put(..)) && target(m) && args(*, value) { }
  ere : put put
  @match { log("too"); }
}
Check(Map m) {
  static void say(String format, Object value) { System.out.printf(format, value); System.out.println(); }
  event put before(Map m, Object value) : call(* Map+.put(..)) && target(m) && args(*, value) { if (value == m) say("%s itself%n", "put"); }
}`;
  const { properties: loaded } = loadProperties('p.mop', text, {
    lookup: (name) => /^java\.(?:util\.Map|lang\.(?:Object|String))$/.test(name),
  });
  instrumentDirectory(join(folder, 'before'), join(folder, 'methods'), loaded);
  const { run, report: found } = runMonitored(join(folder, 'methods'), 'Program');
  expect(found.properties.map(({ violations: all }) => all.map(({ message }) => message))).toEqual([
    ['put 2'],
    ['logged too'],
    ['put itself'],
  ]);
  expect(run.stdout).toBe('4\n');
  expect(run.stderr.split('\n')[0]).toBe('put first');
});

test('an import of what is not there is an error at its place, and is said once', () => {
  const text = `package p;
import java.util.*;
import gone.Thing;
P(Map m) {
  int n;
  event a before(Map m) : call(* Map+.put(..)) && target(m) { n++; }
  event b before(Map m, Thing t) : call(* Map+.put(..)) && target(m) && args(*, t) { n++; }
  ere : a @match { }
}`;
  const { properties: loaded } = loadProperties('p.mop', text, { lookup });
  const found = mistakesIn(loaded);
  expect(found.map(({ where, excerpt }) => [where, excerpt])).toEqual([
    [{ file: 'p.mop', line: 3, column: 12 }, 'import gone.Thing;\n           ^'],
  ]);
});
