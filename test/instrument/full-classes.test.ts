import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { parameterWords } from '../../src/classfile/descriptors.ts';
import type { AnalysisName } from '../../src/instrument/analysis-names.ts';
import { loadProperties } from '../../src/property/language/load.ts';
import type { Property } from '../../src/property/model.ts';
import { instrumentDirectory, runMonitored } from '../support/instrumented-program.ts';
import { compileSources } from '../support/jdk.ts';
import { safeIterator } from '../support/named-properties.ts';

/** What has room for all events, but not for what is asked at run time to tell fewer of them. */

const folder = mkdtempSync(join(tmpdir(), 'rrv-full-classes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Weaves what was compiled into `name`; the events that have no room, and which are deferred. */
function woven(name: string, analysis: AnalysisName, properties: readonly Property[]) {
  const { report } = instrumentDirectory(
    join(folder, name),
    join(folder, `${name}-${analysis}`),
    properties,
    {
      analysis,
    },
  );
  return {
    reasons: new Set(report.points.flatMap(({ unmonitored: why }) => why ?? [])),
    unmonitored: report.points.flatMap(({ event, unmonitored: why }) => (why === undefined ? [] : [event])),
    deferred: report.points.flatMap(({ event, deferred }) => (deferred ? [event] : [])),
  };
}

/** The violations of the woven program, in the order of the properties. */
function violations(name: string, analysis: AnalysisName): readonly (readonly [string, number])[] {
  const { report } = runMonitored(join(folder, `${name}-${analysis}`), 'Full');
  return report.properties.flatMap((property) =>
    property.violations.map(({ site, count }) => [`${property.name} ${site.method}`, count] as const),
  );
}

const members = `static List<String> all;
  static void touch() { all.add("x"); }
  static void loop() { Iterator<String> i = all.iterator(); while (i.hasNext()) { touch(); i.next(); } }
  static void start() { all = new ArrayList<>(List.of("a")); }
  static void run(Runnable r) { start(); try { r.run(); } catch (ConcurrentModificationException e) { } }`;

test('a method with room for its events alone keeps that of a constructor call, which cannot be moved out of it', () => {
  const loops = 1500;
  const source = `import java.util.*; public class Full { ${members}
    static class Thing { }
    static void large() {
      new Thing();
      ${'{ Iterator<String> i = all.iterator(); touch(); i.next(); }\n'.repeat(loops)}
    }
    public static void main(String[] a) { run(Full::large); } }`;
  compileSources({ 'Full.java': source }, join(folder, 'sources'), join(folder, 'method'));
  const text = `Things() { event made after() returning : call(Full.Thing.new()) { } fsm : s [ default s ] @s { } }`;
  const { properties } = loadProperties('Things.mop', text, { lookup: (name) => name.startsWith('Full') });
  const both = [safeIterator, ...properties];
  for (const analysis of ['none', 'sound'] as const) {
    expect(woven('method', analysis, both).unmonitored).toEqual([]);
    expect(violations('method', analysis)).toEqual([
      ['SafeIterator large', 1],
      ['Things large', 1],
    ]);
  }
});

test('a class whose constants have room for its events alone keeps them', () => {
  const source = `import java.util.*; public class Full { ${members}
    public static void main(String[] a) { run(Full::loop); } }`;
  compileSources({ 'Full.java': source }, join(folder, 'sources'), join(folder, 'plain'));
  const plain = readFileSync(join(folder, 'plain', 'Full.class'));
  compileSources({ 'Full.java': source }, join(folder, 'sources'), join(folder, 'class'));
  const outcomes: string[] = [];
  for (let room = 10; room < 32; room += 2) {
    writeFileSync(join(folder, 'class', 'Full.class'), filled(plain, room));
    const none = woven('class', 'none', [safeIterator]);
    const sound = woven('class', 'sound', [safeIterator]);
    // Where all points have room, the residual ones have.
    if (none.unmonitored.length === 0) expect({ room, ...sound }).toMatchObject({ room, unmonitored: [] });
    if (none.unmonitored.length === 0 && sound.deferred.length === 0)
      expect(violations('class', 'sound')).toEqual([['SafeIterator loop', 1]]);
    if (none.unmonitored.length > 0)
      expect([...none.reasons]).toEqual([
        expect.stringMatching(/^the class has no room .*: none of them is monitored$/),
      ]);
    outcomes.push(none.unmonitored.length > 0 ? 'full' : sound.deferred.length > 0 ? 'deferred' : 'told');
  }
  // Else nothing was shown.
  expect([...new Set(outcomes)]).toEqual(['full', 'told', 'deferred']);
});

test('a class without room for the initialiser that its event needs stays as it is', () => {
  const source = `public class Full { public static void main(String[] a) { } }`;
  compileSources({ 'Full.java': source }, join(folder, 'sources'), join(folder, 'initialiser'));
  const file = join(folder, 'initialiser', 'Full.class');
  const full = filled(readFileSync(file), 0);
  writeFileSync(file, full);
  const text = `Begun() { event begun before() : staticinitialization(Full) { } ere : begun @match { } }`;
  const { properties } = loadProperties('Begun.mop', text, { lookup: (name) => name === 'Full' });
  expect(woven('initialiser', 'none', properties).unmonitored).toEqual(['begun']);
  expect(readFileSync(join(folder, 'initialiser-none', 'Full.class')).equals(full)).toBe(true);
});

test('the properties share the sites of a class: its calls have room for the events of many', () => {
  const [methods, calls, many] = [40, 190, 14];
  const names = Array.from({ length: methods }, (_, index) => `add${index}`);
  const source = `import java.util.*; public class Full { static final Set<String> all = new HashSet<>();
    ${names.map((name) => `static void ${name}() {\n${'all.add("x");\n'.repeat(calls)}}`).join('\n')}
    public static void main(String[] a) { ${names.map((name) => `${name}();`).join(' ')} } }`;
  compileSources({ 'Full.java': source }, join(folder, 'sources'), join(folder, 'calls'));
  const isSet = { lookup: (name: string) => name === 'java/util/Set' };
  const text = Array.from(
    { length: many },
    (_, index) => `Twice${index}(java.util.Set s) {
      event add after(java.util.Set s) : call(* java.util.Set+.add(..)) && target(s) { } ere : add add @match { } }`,
  );
  const properties = text.flatMap((one, index) => loadProperties(`Twice${index}.mop`, one, isSet).properties);
  expect(woven('calls', 'none', properties).unmonitored).toEqual([]);
  expect(violations('calls', 'none')).toEqual(properties.map(({ name }) => [`${name} add0`, 1]));
  const unit = readdirSync(join(folder, 'calls-none', 'rrv', 'unit'))[0]!;
  const { size } = statSync(join(folder, 'calls-none', 'rrv', 'unit', unit, 'Events.class'));
  const line = 'Full\tadd00\t()V\t10000\tFull.java\t10000\n';
  expect(size).toBeLessThan(2 * methods * calls * line.length);
});

test('a use of reflection in a class without room is said to note nothing', () => {
  const source = `public class Reflecting {
    static void call() throws Exception { Reflecting.class.getDeclaredMethod("other").invoke(null); }
    static void other() { }
    public static void main(String[] a) throws Exception { call(); for (String one : java.util.List.of("a")) System.out.println(one); } }`;
  const compiled = join(folder, 'reflecting');
  compileSources({ 'Reflecting.java': source }, join(folder, 'sources'), compiled);
  const instrumented = () =>
    instrumentDirectory(compiled, join(folder, 'reflecting-sound'), [safeIterator], {
      analysis: 'sound',
      world: { kind: 'closed', entries: ['main'], reflection: [] },
    });
  expect(instrumented().diagnostics).toEqual([]);
  const file = join(compiled, 'Reflecting.class');
  writeFileSync(file, filled(readFileSync(file), 0));
  expect(instrumented().diagnostics).toEqual([
    expect.objectContaining({
      code: 'RRV_REFLECTION_UNWATCHED',
      where: expect.objectContaining({ className: 'Reflecting', method: 'call', line: 2 }),
    }),
  ]);
});

test('calls that are moved out of a method that is too large share methods, and keep their places and values', () => {
  const [repeated, others] = [1400, 1900];
  const lines = [
    'public class Full { static int calls;',
    'static void use(Full f, long l, Object o) { calls++; if (o == null) throw new IllegalStateException(); }',
    'int get(int x) { calls++; return x; }',
    `void large() {`,
    ...Array.from({ length: repeated }, (_, index) => `get(${index % 2});`),
    'use(this, 1L, this);',
    'use(new Full(), 1L, this);',
    'try { use(this, 1L, null); } catch (IllegalStateException e) { }',
    'use(this, 1L, null); }',
    `void larger() {`,
    'get(0);'.repeat(others),
    '}',
    'public static void main(String[] a) {',
    'new Full().larger(); try { new Full().large(); } catch (IllegalStateException e) { System.out.println(calls); } } }',
  ];
  compileSources({ 'Full.java': lines.join('\n') }, join(folder, 'sources'), join(folder, 'moved'));
  const every = 'ere : epsilon @fail { System.err.println("seen"); }';
  const quiet = Array.from(
    { length: 8 },
    (_, index) => `Quiet${index}(Full t) { event got before(Full t) : call(int Full.get(int)) && target(t) { }
      ere : got* @fail { } }`,
  );
  const text = `${quiet.join('\n')}
    Got(Full t) { event got after(Full t) returning(int x) : call(int Full.get(int)) && this(t) { } ${every} }
    Kept(Full t) { event got before(Full t) : call(int Full.get(int)) && target(t) { } ${every} }
    Here(Full t) {
      event got before(Full t) : call(int Full.get(int)) && target(t) && withincode(void Full.large()) { }
      event had after(Full t) : call(int Full.get(int)) && target(t) && withincode(void Full.large()) { } ${every} }
    Bad(Full f) { event bad after(Full f) throwing : call(void Full.use(..)) && this(f) { } ${every} }
    Used(Full f) { event used before(Full f) : call(void Full.use(..)) && args(f, *, *) { } ${every} }`;
  const { properties } = loadProperties('Moved.mop', text, { lookup: (name) => name === 'Full' });
  for (const analysis of ['none', 'sound'] as const) {
    expect(woven('moved', analysis, properties).unmonitored).toEqual([]);
    const { run, report } = runMonitored(join(folder, `moved-${analysis}`), 'Full');
    expect(run.stdout).toBe(`${repeated + others + 4}\n`);
    const linesOf = (name: string): readonly (readonly [line: number | undefined, count: number])[] =>
      report.properties
        .find((property) => property.name === name)!
        .violations.map(({ site, count }) => [site.line, count]);
    const first = lines.indexOf('get(0);') + 1;
    const gets = Array.from({ length: repeated }, (_, index) => [first + index, 1]);
    expect(linesOf('Here')).toEqual(gets.map(([line]) => [line, 2]));
    const uses = first + repeated;
    const further = Array.from({ length: others }, () => [uses + 5, 1]);
    expect(linesOf('Got')).toEqual([...further, ...gets]);
    expect(linesOf('Kept')).toEqual([...further, ...gets]);
    expect(linesOf('Bad')).toEqual([uses + 2, uses + 3].map((line) => [line, 1]));
    expect(linesOf('Used')).toEqual([0, 1, 2, 3].map((index) => [uses + index, 1]));
  }
  const bytes = readFileSync(join(folder, 'moved-none', 'Full.class')).toString('latin1');
  expect(new Set(bytes.match(/rrv\$call\$\d+/gu)).size).toBe(3);
});

test('calls that are moved out of a method share one where it has a parameter left for the place', () => {
  // Instructions inline: 17 bytes for each of these, moved: 9.
  const gets = 'get(0);'.repeat(5000);
  const words = { most: 254, all: 255, here: 254, fewer: 253 };
  const names = Object.keys(words) as readonly (keyof typeof words)[];
  const list = (count: number, one: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => one(index)).join(', ');
  const lines = [
    'public class Full { int get(int x) { return x; }',
    ...names.map((name) =>
      `static void ${name}(${list(words[name], (index) => `int x${index}`)}) {
      if (x0 + 2 * x${words[name] - 1} != 5) throw new AssertionError(); }`.replaceAll('\n', ' '),
    ),
    `void large() { ${gets}`,
    ...[...names, ...names].map((name) => `${name}(1, ${list(words[name] - 2, () => '0')}, 2);`),
    '} public static void main(String[] a) { new Full().large(); } }',
  ];
  compileSources({ 'Full.java': lines.join('\n') }, join(folder, 'sources'), join(folder, 'words'));
  const every = 'ere : epsilon @fail { }';
  const text = `Kept(Full t) { event got before(Full t) : call(int Full.get(int)) && target(t) { } ${every} }
    Long() { event seen before() : call(void Full.most(..)) || call(void Full.all(..)) { } ${every} }
    Here(Full t) {
      event seen before(Full t) : (call(void Full.here(..)) || call(void Full.fewer(..))) && this(t) { } ${every} }`;
  const { properties } = loadProperties('Words.mop', text, { lookup: (name) => name === 'Full' });
  expect(woven('words', 'none', properties).unmonitored).toEqual([]);
  const { report } = runMonitored(join(folder, 'words-none'), 'Full');
  const first = names.length + 3;
  const linesOf = (name: string) =>
    report.properties.find((one) => one.name === name)!.violations.map(({ site }) => site.line! - first);
  expect([linesOf('Long'), linesOf('Here')]).toEqual([
    [0, 1, 4, 5],
    [2, 3, 6, 7],
  ]);
  const file = readClassFile(readFileSync(join(folder, 'words-none', 'Full.class')));
  const moved = file.methods.filter(({ name }) => name.startsWith('rrv$call$'));
  // That of get(), and two for each method whose calls are not shared.
  const parameters = moved.map(({ descriptor }) => parameterWords(descriptor)).sort((a, b) => a - b);
  expect(parameters).toEqual([3, 255, 255, 255, 255, 255, 255]);
});

test('a method without room for sites has its calls moved out of it all the same', () => {
  const calls = 10_500;
  const source = `public class Full { int get(int x) { return x; }
    void large() {\n${'get(0);\n'.repeat(calls)}}
    public static void main(String[] a) { new Full().large(); } }`;
  compileSources({ 'Full.java': source }, join(folder, 'sources'), join(folder, 'nearly'));
  const text = `Got(Full t) { event got before(Full t) : call(int Full.get(int)) && target(t) { }
    ere : got got got @match { } }`;
  const { properties } = loadProperties('Got.mop', text, { lookup: (name) => name === 'Full' });
  expect(woven('nearly', 'none', properties).unmonitored).toEqual([]);
  expect(violations('nearly', 'none')).toEqual([['Got large', 1]]);
});

test('a class with more calls than constants has room for their events', () => {
  const [methods, calls] = [9, 2500];
  const names = Array.from({ length: methods }, (_, index) => `add${index}`);
  const source = `import java.util.*; public class Full { static final Set<String> all = new HashSet<>();
    ${names.map((name) => `static void ${name}() {\n${'all.add("x");\n'.repeat(calls)}}`).join('\n')}
    public static void main(String[] a) { ${names.map((name) => `${name}();`).join(' ')} } }`;
  compileSources({ 'Full.java': source }, join(folder, 'sources'), join(folder, 'many'));
  const text = ['Twice', 'Often'].map(
    (name) => `${name}(java.util.Set s) {
      event add after(java.util.Set s) : call(* java.util.Set+.add(..)) && target(s) { } ere : add add @match { } }`,
  );
  const isSet = { lookup: (name: string) => name === 'java/util/Set' };
  const properties = text.flatMap((one, index) => loadProperties(`Many${index}.mop`, one, isSet).properties);
  expect(woven('many', 'none', properties).unmonitored).toEqual([]);
  expect(violations('many', 'none')).toEqual([
    ['Twice add0', 1],
    ['Often add0', 1],
  ]);
});

/** The class with unused constants behind its own, so many that there is room for `room` more. */
function filled(bytes: Buffer, room: number): Buffer {
  const count = bytes.readUInt16BE(8);
  let end = 10;
  for (let index = 1; index < count; index++) {
    const tag = bytes[end]!;
    if (tag === 5 || tag === 6) index++;
    end += tag === 1 ? 3 + bytes.readUInt16BE(end + 1) : entryBytes[tag]!;
  }
  const unused = Buffer.from([3, 0, 0, 0, 7]);
  const more = Buffer.concat(Array.from({ length: 0xffff - count - room }, () => unused));
  const whole = Buffer.concat([bytes.subarray(0, end), more, bytes.subarray(end)]);
  whole.writeUInt16BE(0xffff - room, 8);
  return whole;
}

/** Bytes of a constant by its tag (JVMS 4.4), with the tag. */
const entryBytes: Readonly<Record<number, number>> = {
  ...{ 3: 5, 4: 5, 5: 9, 6: 9, 7: 3, 8: 3, 9: 5, 10: 5, 11: 5 },
  ...{ 12: 5, 15: 4, 16: 3, 17: 5, 18: 5, 19: 3, 20: 3 },
};
