import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unitDefinition } from '../../src/instrument/unit/runtime-definition.ts';
import { compileJava, defaultJdk, runJava } from '../support/jdk.ts';
import { builtinProperties } from '../support/named-properties.ts';
import { repositoryRoot } from '../support/repository.ts';
import { bodyDefinition, javaSources, runtimeWorkspace, type Workspace } from './runtime-jar.ts';

let space: Workspace;
let args: string[];

beforeAll(() => {
  space = runtimeWorkspace(javaSources(`${import.meta.dirname}/java`));
  const text = unitDefinition({ rrvVersion: '0', analysis: 'none', properties: builtinProperties });
  args = [space.file('unit.txt', text.join('')), space.file('body.txt', bodyDefinition)];
});
afterAll(() => space.remove());

const places = ['First', 'Second', 'Nested', 'Plain'];
const hasNext = 'SafeHasNext: next() was called without hasNext() before it at';

it.each(['folder', 'jar'])('copies of the runtime share monitors and write one report: %s', (kind) => {
  const report = join(space.folder, `copies-${kind}.json`);
  const classPath = kind === 'jar' ? join(space.folder, 'classes.jar') : space.classes;
  // The leader's loader is closed on the way.
  if (kind === 'jar')
    execFileSync(join(defaultJdk().home, 'bin', 'jar'), ['cf', classPath, '-C', space.classes, '.']);
  const run = runJava(space.jdk, [`-Drrv.report=${report}`, '-cp', classPath, 'CopiesDriver', ...args]);
  const heard = `SafeIterator@Nested ${places.map((place) => `SafeHasNext@${place} `).join('')}`;
  expect([run.status, run.stdout.split('\n')]).toEqual([
    0,
    ['null', 'null', 'null', 'null', 'null', heard, heard, heard, heard, 'null', 'true', ''],
  ]);
  expect(run.stderr.trim().split('\n')).toEqual([
    'rrv: 1x error SafeIterator: the collection was updated after this iterator was created at Nested.m(Nested.java:4)',
    ...places.map((place) => `rrv: 1x warning ${hasNext} ${place}.m(${place}.java:7)`),
    'rrv: 1x warning ReadAheadLimit: 2 reads, limit 1, at a.b.Main.m(Main.java:4) at a.b.Main.m(Main.java:4)',
  ]);
  const { properties } = JSON.parse(readFileSync(report, 'utf8'));
  const [iterator, , map, asked] = properties;
  expect(properties.map((property: { name: string }) => property.name)).toEqual([
    ...builtinProperties.map((property) => property.name),
    'ReadAheadLimit',
  ]);
  expect([iterator.events, iterator.monitors.created]).toEqual([{ create: 1, update: 1, next: 2 }, 1]);
  expect(map.events).toEqual({ view: 0, create: 0, update: 0, next: 0 });
  expect([asked.events, asked.monitors.created]).toEqual([{ hasNext: 1, next: 5 }, 1]);
  expect(properties.at(-1).events).toEqual({ mark: 1, read: 2, goodReset: 0, badReset: 1 });
});

it('throws each application the exception of its own copy', () => {
  const run = runJava(space.jdk, ['-Drrv.onViolation=throw', '-cp', space.classes, 'CopiesDriver', ...args]);
  const [iterator, ...others] = run.stdout.split('\n');
  expect(iterator).toMatch(/^thrown: SafeIterator error at Nested\.m/);
  places.forEach((place, index) => {
    expect(others[index]).toMatch(new RegExp(`^thrown: SafeHasNext warning at ${place}\\.m`));
  });
});

it('stands alone beside a runtime of another protocol, and says so', () => {
  const run = runJava(space.jdk, ['-cp', space.classes, 'OtherProtocol', ...args]);
  expect(run.stdout).toBe('1200\n');
  expect(run.stderr).toBe(
    'rrv: a runtime of protocol 99 and one of protocol 1 run together: each has its own monitors and report\n',
  );
});

it('connects two archives that were instrumented apart and are loaded apart', () => {
  const sources: Readonly<Record<string, string>> = {
    'a/A.java': `package a; import java.util.*;
      public class A implements java.util.function.Function<List<String>, Object> {
        public Object apply(List<String> list) { return list.iterator(); } }`,
    'b/B.java': `package b; import java.util.*;
      public class B implements java.util.function.Function<Object[], Object> {
        @SuppressWarnings("unchecked") public Object apply(Object[] both) {
          ((List<String>) both[0]).add("two");
          try { return ((Iterator<String>) both[1]).next(); } catch (ConcurrentModificationException e) { return "failed fast"; } } }`,
    'Launcher.java': `import java.net.*; import java.util.*; import java.util.function.Function;
      public class Launcher {
        @SuppressWarnings({"unchecked", "rawtypes"}) static Function load(String jar, String name) throws Exception {
          ClassLoader loader = new URLClassLoader(new URL[] {new java.io.File(jar).toURI().toURL()}, Launcher.class.getClassLoader());
          return (Function) loader.loadClass(name).getConstructor().newInstance(); }
        @SuppressWarnings({"unchecked", "rawtypes"}) public static void main(String[] args) throws Exception {
          List<String> list = new ArrayList<>(Arrays.asList("one"));
          Object iterator = load(args[0], "a.A").apply(list);
          System.out.println(load(args[1], "b.B").apply(new Object[] {list, iterator})); } }`,
  };
  for (const [name, text] of Object.entries(sources)) {
    const classes = join(space.folder, `${name.split(/[/.]/)[0]}-classes`);
    mkdirSync(classes);
    compileJava(defaultJdk(), [space.file(name, text)], classes, ['--release', '8']);
    if (name === 'Launcher.java') continue;
    execFileSync(process.execPath, [
      ...[join(repositoryRoot(), 'dist', 'cli', 'main.js'), 'instrument', classes],
      ...['--analysis', 'none', '--prop', 'SafeIterator', '-o', `${classes}-monitored`],
    ]);
  }
  const monitored = ['a', 'b'].map((name) => `${join(space.folder, `${name}-classes-monitored`)}/`);
  const run = runJava(space.jdk, ['-cp', join(space.folder, 'Launcher-classes'), 'Launcher', ...monitored]);
  expect(run.stdout).toBe('failed fast\n');
  expect(run.stderr).toMatch(/^rrv: 1x error SafeIterator: .* at b\.B\.apply\(B\.java:5\)\n$/);
});

it('has control flows and the end of the program in common', () => {
  const sources: Readonly<Record<string, string>> = {
    'outer/Outer.java': `package outer; public class Outer implements java.util.function.Consumer<Runnable> {
      public void accept(Runnable inner) { inner.run(); } }`,
    'inner/Inner.java': `package inner; public class Inner implements Runnable {
      static void touch() { } public void run() { touch(); } }`,
    'Flows.java': `import java.net.*; import java.util.function.Consumer;
      public class Flows {
        static Object load(String jar, String name) throws Exception {
          ClassLoader loader = new URLClassLoader(new URL[] {new java.io.File(jar).toURI().toURL()}, Flows.class.getClassLoader());
          return loader.loadClass(name).getConstructor().newInstance(); }
        @SuppressWarnings("unchecked") public static void main(String[] args) throws Exception {
          Runnable inner = (Runnable) load(args[1], "inner.Inner");
          ((Consumer<Runnable>) load(args[0], "outer.Outer")).accept(inner);
          inner.run(); } }`,
  };
  const flows = space.file(
    'flows.mop',
    `Flow() {
      event within before() : call(* inner.Inner.touch()) && cflow(execution(void outer.Outer.accept(..))) { }
      event outside before() : call(* inner.Inner.touch()) && !cflow(execution(void outer.Outer.accept(..))) { }
      ere : within outside @match { }
    }`,
  );
  // Only the second copy has a unit of this property, so that the first one must ask it for the event.
  const ends = space.file(
    'ends.mop',
    `Ends() {
      event touch before() : call(* inner.Inner.touch()) { }
      event end after() : endProgram() { }
      ere : touch touch end @match { }
    }`,
  );
  for (const [name, text] of Object.entries(sources)) {
    const folder = name.split(/[/.]/)[0]!;
    const classes = join(space.folder, `${folder}-classes`);
    mkdirSync(classes);
    compileJava(defaultJdk(), [space.file(name, text)], classes, ['--release', '8']);
    if (name === 'Flows.java') continue;
    execFileSync(process.execPath, [
      ...[join(repositoryRoot(), 'dist', 'cli', 'main.js'), 'instrument', classes],
      ...['--prop', folder === 'inner' ? `${flows},${ends}` : flows, '-o', `${classes}-monitored`],
    ]);
  }
  const report = join(space.folder, 'flows.json');
  const monitored = ['outer', 'inner'].map((name) => `${join(space.folder, `${name}-classes-monitored`)}/`);
  const classPath = join(space.folder, 'Flows-classes');
  const run = runJava(space.jdk, [`-Drrv.report=${report}`, '-cp', classPath, 'Flows', ...monitored]);
  expect([run.status, run.stderr.trim().split('\n').length]).toEqual([0, 2]);
  const { properties } = JSON.parse(readFileSync(report, 'utf8'));
  expect(properties.map(({ name, events }: { name: string; events: unknown }) => [name, events])).toEqual([
    ['Flow', { within: 1, outside: 1 }],
    ['Ends', { touch: 2, end: 1 }],
  ]);
});
