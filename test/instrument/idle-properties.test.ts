import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { libraryProperty } from '../../src/property/library/index.ts';
import { instrumentDirectory, type MonitorReport, runMonitored } from '../support/instrumented-program.ts';
import { compileSources, defaultJdk, runJava } from '../support/jdk.ts';
import { builtinProperties } from '../support/named-properties.ts';

/**
 * A property without points in an archive is there by name only: reports have it, and nothing is made for it.
 */

const shown = `
import java.util.*;
public class Shown {
  public static void main(String[] arguments) {
    Iterator<Integer> i = List.of(1, 2).iterator();
    while (i.hasNext()) System.out.println(i.next());
    for (String name : arguments)
      try { Class.forName(name).getMethod("run").invoke(null); } catch (ReflectiveOperationException e) { System.out.println(e); }
  }
}
`;

const updated = `
import java.util.*;
public class Updated {
  public static void run() {
    Collection<Integer> c = new ArrayList<>(List.of(1, 2));
    Iterator<Integer> i = c.iterator();
    c.add(3);
    try { i.next(); } catch (ConcurrentModificationException e) { System.out.println("caught"); }
    new StringBuilder().append("x");
  }
}
`;

/** Each archive in a class loader of its own, which is closed before the next one is made. */
const launcher = `
import java.io.File;
import java.net.*;
public class Launcher {
  public static void main(String[] folders) throws Exception {
    for (String folder : folders)
      try (URLClassLoader loader = new URLClassLoader(new URL[] {new File(folder).toURI().toURL()})) {
        if (new File(folder, "Shown.class").exists())
          loader.loadClass("Shown").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        else loader.loadClass("Updated").getMethod("run").invoke(null);
      }
  }
}
`;

const coded = libraryProperty('StringBuilder_ThreadSafe');
const properties = [...builtinProperties, coded];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-idle-'));
  for (const [name, text] of Object.entries({ shown, updated, launcher }))
    compileSources({ [`${name[0]!.toUpperCase()}${name.slice(1)}.java`]: text }, folder, join(folder, name), [
      '-g',
    ]);
  for (const analysis of ['none', 'sound'] as const)
    for (const name of ['shown', 'updated'])
      instrumentDirectory(join(folder, name), join(folder, analysis, name), properties, { analysis });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bodiesIn = (output: string): string[] =>
  readdirSync(output, { recursive: true, encoding: 'utf8' }).filter((name) => /Body_\w+\.class$/.test(name));

const found = ({ properties }: MonitorReport) =>
  properties.map(({ name, events, violations }) => [name, events, violations.length]);

test('only where the property has points are there classes of its Java code', () => {
  expect(bodiesIn(join(folder, 'none/shown'))).toEqual([]);
  expect(bodiesIn(join(folder, 'none/updated'))).toHaveLength(1);
});

const none = { create: 0, update: 0, next: 0 };

test.each([
  ['shown', 'updated'],
  ['updated', 'shown'],
])(
  'archives with points of different properties have one report, in the order of properties: %s, %s',
  (...names) => {
    const folders = names.map((name) => join(folder, 'none', name));
    const { run, report } = runMonitored(folders.join(delimiter), 'Shown', ['Updated']);
    expect(run.stdout).toBe('1\n2\ncaught\n');
    // The same with a copy of the runtime for each.
    const apart = runMonitored(join(folder, 'launcher'), 'Launcher', folders);
    expect(found(apart.report)).toEqual(found(report));
    expect(found(report)).toEqual([
      ['SafeIterator', { create: 2, update: 1, next: 3 }, 1],
      // The other loop is over a list.
      ['SafeListIterator', { create: 1, update: 0, next: 3 }, 0],
      ['SafeMapIterator', { view: 0, create: 2, update: 0, next: 3 }, 0],
      ['SafeHasNext', { hasNext: 3, next: 3 }, 1],
      [coded.name, expect.anything(), 0],
    ]);
  },
);

test('a program without events reports that, and loads no class for them', () => {
  const output = join(folder, 'sound/shown');
  const { run, report } = runMonitored(output, 'Shown');
  expect(run.stdout).toBe('1\n2\n');
  expect(found(report)).toEqual([
    ['SafeIterator', none, 0],
    ['SafeListIterator', none, 0],
    ['SafeMapIterator', { view: 0, ...none }, 0],
    ['SafeHasNext', { hasNext: 0, next: 0 }, 0],
    [coded.name, expect.anything(), 0],
  ]);
  const { stdout } = runJava(defaultJdk(), ['-verbose:class', '-cp', output, 'Shown']);
  expect(stdout).toContain('rrv.runtime.Reporter ');
  expect(stdout).not.toMatch(/rrv\.runtime\.(?:WeakTable|Automaton|\w+Part) /);
});

test('one whose class loader is closed leads those with events that come later', () => {
  const folders = [join(folder, 'sound/shown'), join(folder, 'none/updated')];
  const { run, report } = runMonitored(join(folder, 'launcher'), 'Launcher', folders);
  expect(run.stdout).toBe('1\n2\ncaught\n');
  expect(found(report)[0]).toEqual(['SafeIterator', { create: 1, update: 1, next: 1 }, 1]);
});
