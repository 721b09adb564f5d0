import { expect, test } from 'vitest';
import type { ApplicationArchive } from '../../src/archive/application.ts';
import { classHierarchy } from '../../src/hierarchy/class-hierarchy.ts';
import { archiveClassSource } from '../../src/hierarchy/class-sources.ts';
import { instrument } from '../../src/instrument/instrument.ts';
import type { InstrumentResult } from '../../src/instrument/instrument-types.ts';
import { digestOf } from '../../src/instrument/result-cache.ts';
import { loadProperties } from '../../src/property/language/load.ts';
import { compile, theJdk } from '../residual/sound/java-program.ts';
import { defaultJdk } from '../support/jdk.ts';
import { memoryCache, type Stored } from '../support/memory-cache.ts';
import { plainRequest } from '../support/plain-request.ts';

/** What was woven into one archive is taken from the cache while another archive changes. */

const { properties } = loadProperties(
  'touched.mop',
  `Touched() {
  event loaded before(): staticinitialization(Child) {}
  event drawn before(Base b): call(* Sink.take(Object)) && args(b) {}
  ere: loaded loaded drawn drawn
  @match {}
}
Ran() {
  event one before(): call(* Runnable+.run()) {}
  event other before(): call(* Act+.run()) {}
  ere: one other
  @match {}
}
`,
  { lookup: (name) => /^(?:java\.lang\.(?:Object|Runnable)|Act|Base|Child|Sink)$/.test(name) },
);

const sources = {
  'Child.java':
    'public class Child extends Base { static void draw(Object o) { Sink.take(o); } static void run(Root r) { r.run(); } }',
  'Main.java': 'public class Main { public static void main(String[] arguments) { } }',
  'Act.java': 'public interface Act { void run(); }',
  'Sink.java': 'public class Sink { public static void take(Object o) { } }',
  'Root.java': 'public class Root implements Runnable { public void run() { } }',
  'Base.java':
    'public class Base extends Root { void loop() { Child.draw(this); Sink.take(this); Sink.take(this); } }',
};
const jdkNames = [...theJdk().names()].filter((name) => /^java\/(?:lang|io)\/[^/]*$/.test(name));

/**
 * `app` has the subclass, and `files`, `start` a main method, both below `folder`; `library` and `root` have the others.
 * Nothing is woven into `root`.
 */
function run(
  changes: Partial<typeof sources>,
  stored?: Stored,
  { folder = '', files = [] }: { readonly folder?: string; readonly files?: readonly string[] } = {},
): { readonly outcome: unknown; readonly woven: readonly string[] } {
  const classes = compile({ ...sources, ...changes });
  const archives = [
    archiveOf('app', ['Child'], folder, files),
    archiveOf('library', ['Base', 'Sink']),
    archiveOf('root', ['Root', 'Act']),
    archiveOf('start', ['Main'], folder),
  ];
  function archiveOf(
    label: string,
    names: readonly string[],
    below = '',
    others: readonly string[] = [],
  ): ApplicationArchive {
    const entries = [
      ...names.map((name) => ({ name: `${below}${name}.class`, read: () => classes.get(name)! })),
      ...others.map((name) => ({ name, read: () => new Uint8Array() })),
    ];
    return { label, kind: 'jar', entries: () => entries };
  }
  const cache = stored && memoryCache(stored);
  const before = new Map([...(stored ?? [])].map(([name, section]) => [name, JSON.stringify([...section])]));
  const result = instrument({
    ...plainRequest(),
    properties,
    runtime: 'external',
    mayInstrument: Object.assign(() => true, { patterns: [] }),
    inputs: archives.map((archive) => ({
      label: archive.label,
      archives: [archive],
      digest: () => digestOf([...archive.entries()].flatMap(({ name, read }) => [name, read()])),
    })),
    hierarchy: classHierarchy([
      ...archives.map((archive) => archiveClassSource(archive, 'application', defaultJdk().release)),
      { ...theJdk(), names: () => jdkNames, classes: () => [] },
    ]),
    compileJava: () => new Map(),
    ...(cache === undefined ? {} : { cache }),
  });
  const woven = [...(stored ?? [])]
    .filter(
      ([name, section]) => name.startsWith('woven ') && before.get(name) !== JSON.stringify([...section]),
    )
    .map(([name]) => name.split(' ').at(-1)!);
  return { outcome: outcomeOf(result), woven };
}

function outcomeOf({ archives, report }: InstrumentResult): unknown {
  const entries = [...archives].map(([{ label }, { changed, added }]) => [
    label,
    [...changed, ...added].map(([name, bytes]) => [name, Buffer.from(bytes).toString('hex')]),
  ]);
  return { entries, report };
}

function warm(): Stored {
  const stored: Stored = new Map();
  expect(run({}, stored).woven).toEqual(['app', 'library', 'start']);
  return stored;
}

test('an archive that is woven as before is not woven again', () => {
  const stored = warm();
  expect(run({}, stored)).toEqual({ outcome: run({}).outcome, woven: [] });
  // Of a class without points.
  const longer = { 'Sink.java': sources['Sink.java'].replace('{ }', '{ o.hashCode(); }') };
  const other = { 'Base.java': sources['Base.java'].replace('Sink.take(this);', '') };
  expect(run(longer, stored)).toEqual({ outcome: run(longer).outcome, woven: [] });
  expect(run(other, stored)).toEqual({ outcome: run(other).outcome, woven: ['library'] });
});

test.each([
  ['whether a class is serializable', 'extends Root', 'extends Root implements java.io.Serializable'],
  ['whether a class is public', 'public class Base', 'class Base'],
])('an archive is woven again where another says otherwise %s', (_, from, to) => {
  const stored = warm();
  const changed = { 'Base.java': sources['Base.java'].replace(from, to) };
  expect(run(changed, stored)).toEqual({ outcome: run(changed).outcome, woven: ['app', 'library'] });
});

test('an archive is woven again where a class lies elsewhere in it', () => {
  const stored = warm();
  const moved = { folder: 'classes/' };
  expect(run({}, stored, moved)).toEqual({
    outcome: run({}, undefined, moved).outcome,
    woven: ['app', 'start'],
  });
});

test('an archive is woven again where another says that another event happens in it', () => {
  const stored = warm();
  const changed = { 'Root.java': sources['Root.java'].replace('Runnable', 'Act') };
  expect(run(changed, stored)).toEqual({ outcome: run(changed).outcome, woven: ['app'] });
});

/** Then what is added stands in the folder that Spring Boot's loader takes for one of classes. */
test('an archive is woven again where it has another folder of classes by now', () => {
  const stored: Stored = new Map();
  const [plain, boot] = [{ folder: 'BOOT-INF/' }, { folder: 'BOOT-INF/', files: ['BOOT-INF/classes/a.txt'] }];
  run({}, stored, plain);
  expect(run({}, stored, boot)).toEqual({ outcome: run({}, undefined, boot).outcome, woven: ['app'] });
});

/** Two runs at once write their files in any order, and a disk may be full after one of them. */
test('a result is not put together from what another version of the program wove', () => {
  const stored = warm();
  const results = [...stored].filter(([name]) => name.startsWith('result '));
  expect(results).toHaveLength(1);
  const earlier = results.map(([name, section]) => [name, new Map(section)] as const);
  run({ 'Root.java': sources['Root.java'].replace('Runnable', 'Runnable, java.io.Serializable') }, stored);
  for (const [name, section] of earlier) stored.set(name, section);
  expect(run({}, stored).outcome).toEqual(run({}).outcome);
});
