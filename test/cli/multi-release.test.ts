import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytesAccess } from '../../src/archive/random-access.ts';
import { openZip } from '../../src/archive/zip-reader.ts';
import { rrv } from '../support/cli.ts';
import { compileSources, defaultJdk, runJava } from '../support/jdk.ts';

/** Versions of classes that differ in what they extend and do. */
const base: Readonly<Record<string, string>> = {
  'Main.java': `import java.util.*;
    public class Main {
      public static void main(String[] arguments) {
        List<Integer> list = new ArrayList<>(List.of(1));
        Iterator<Integer> first = list.iterator();
        new Inherits().work(list);
        next(first);
        Iterator<Integer> second = list.iterator();
        new Moved().work(list);
        next(second);
        Iterator<Integer> third = list.iterator();
        Adds helper = Helpers.make();
        helper.add(list);
        next(third);
        Iterator<Integer> fourth = list.iterator();
        new Fades().work(list);
        next(fourth);
        Steps steps = new Steps();
        System.out.println(steps.next());
        Steps made = Steps.of(list);
        System.out.println(made.next());
        Gone gone = new Gone();
        System.out.println(gone.next());
      }
      static void next(Iterator<Integer> it) {
        try { System.out.println(it.next()); } catch (ConcurrentModificationException e) { System.out.println("changed"); }
      }
    }`,
  'Adds.java': 'interface Adds { void add(java.util.List<Integer> list); }',
  'Adding.java': 'class Adding { public void work(java.util.List<Integer> list) { list.add(2); } }',
  'Inherits.java': 'class Inherits { public void work(java.util.List<Integer> list) { } }',
  'Moved.java':
    'class Moved { public void work(java.util.List<Integer> list) { System.out.println("base"); } }',
  'Fades.java': 'class Fades { public void work(java.util.List<Integer> list) { list.add(4); } }',
  'Helpers.java':
    'class Helpers { static Adds make() { return new Quiet(); } } class Quiet implements Adds { public void add(java.util.List<Integer> list) { } }',
  'Steps.java': `class Steps { static Steps of(java.util.List<Integer> list) { return new Steps(); }
    public Object next() { return "base"; } }`,
  'Gone.java': `class Gone implements java.util.Iterator<Object> {
    public boolean hasNext() { return true; }
    public Object next() { return "base"; } }`,
};
const newer: Readonly<Record<string, string>> = {
  'Inherits.java': 'class Inherits extends Adding { }',
  'Moved.java': `class Moved { public void work(java.util.List<Integer> list) { helper(list); }
    private void helper(java.util.List<Integer> list) { Runnable adds = () -> list.add(3); adds.run(); } }`,
  'Fades.java': 'class Fades { public void work(java.util.List<Integer> list) { } }',
  'Helpers.java':
    'class Helpers extends Adding implements Adds { static Adds make() { return new Helpers(); } public void add(java.util.List<Integer> list) { work(list); } }',
  'Steps.java': `class Steps implements java.util.Iterator<Object> {
    static Steps of(java.util.List<Integer> list) { return new Steps(); }
    public boolean hasNext() { return true; }
    public Object next() { return "new"; } }`,
  'Gone.java': 'class Gone { public Object next() { return "new"; } }',
};

const jdk = defaultJdk();
const folder = mkdtempSync(join(tmpdir(), 'rrv-versions-'));
const file = (name: string): string => join(folder, name);

beforeAll(() => {
  compileSources(base, file('base'), file('classes'));
  compileSources(newer, file('newer'), file('classes/META-INF/versions/11'), ['-cp', file('classes')]);
  writeFileSync(file('manifest'), 'Multi-Release: true\nMain-Class: Main\n');
  const jar = (...args: string[]) => execFileSync(join(jdk.home, 'bin', 'jar'), args, { cwd: folder });
  jar('--create', '--file', 'app.jar', '--manifest', 'manifest', '-C', 'classes', '.');
  cpSync(file('classes'), file('exploded'), { recursive: true });
  execFileSync(join(jdk.home, 'bin', 'jar'), ['-xf', '../app.jar', 'META-INF/MANIFEST.MF'], {
    cwd: file('exploded'),
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(input: string, name: string, ...options: string[]) {
  const args = [input, '--prop', 'SafeIterator,SafeHasNext', '-o', name, ...options];
  const made = rrv(['instrument', ...args], { cwd: folder, environment: { JAVA_HOME: jdk.home } });
  expect(made).toMatchObject({ status: 0 });
  return runJava(jdk, ['-Xverify:all', '-cp', file(name), 'Main']);
}

test.each([
  // What is an iterator differs, too.
  ['app.jar', 'changed\nchanged\nchanged\n1\nnew\nnew\nnew\n', ['3 26', '4 26', '1 19', '1 21']],
  // The JVM looks for versions in jars only.
  ['exploded', '1\nbase\n1\n1\nchanged\nbase\nbase\nbase\n', ['4 26', '1 26', '1 23']],
])('versions of classes with other supertypes and events: %s', (input, stdout, violations) => {
  const plain = runJava(jdk, ['-cp', file(input), 'Main']);
  expect(plain).toMatchObject({ status: 0, stdout });
  const all = run(input, `all-${input}`, '--analysis', 'none');
  expect(all).toMatchObject({ status: 0, stdout });
  if (input === 'app.jar') {
    const { entries } = openZip(bytesAccess(readFileSync(file(`all-${input}`))));
    // What all versions share is there once.
    expect(entries.filter(({ name }) => name.endsWith('rrv/runtime/Unit.class'))).toHaveLength(1);
  }
  const lines = all.stderr.matchAll(/^rrv: (\d+)x .*Main\.java:(\d+)\)$/gm);
  expect(Array.from(lines, ([, times, line]) => `${times} ${line}`)).toEqual(violations);
  for (const [name, options] of [
    ['open', []],
    ['closed', ['--entry', 'main', '--reflection', 'none']],
  ] as const) {
    const residual = run(input, `${name}-${input}`, ...options);
    expect(residual).toMatchObject({ status: 0, stdout });
    expect(residual.stderr).toBe(all.stderr);
  }
});

test('explain says which version of the class a point is in, and finds methods that only one version has', () => {
  const explain = (method: string, ...options: string[]) =>
    rrv(['explain', 'app.jar', method, '--prop', 'SafeIterator', '--analysis', 'none', ...options], {
      cwd: folder,
      environment: { JAVA_HOME: jdk.home },
    });
  const kept = /^ {2}(?:(Java 11), )?line (\d+), pc \d+: SafeIterator\.update kept/gm;
  const updates = (method: string) =>
    [...explain(method).stdout.matchAll(kept)].map(([, version]) => version);
  expect(updates('Fades#work')).toEqual([undefined]);
  expect(updates('Moved#lambda$helper$0')).toEqual(['Java 11']);
  expect(JSON.parse(explain('Moved#lambda$helper$0', '--json').stdout)).toMatchObject({
    points: [{ version: 11 }],
  });
  expect(explain('Moved#helpr').stderr).toContain('Did you mean Moved#helper(Ljava/util/List;)V?');
  expect(explain('Movd#helper').stderr).toContain('Did you mean Moved#helper?');
});
