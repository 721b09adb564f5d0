import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRunReport } from '../../src/report/violations/run-report.ts';
import { lossesOf } from '../../src/report/violations/text.ts';
import { mergeRuns } from '../../src/report/violations/violation-report.ts';
import { instrumentDirectory, type MonitorReport, runMonitored } from '../support/instrumented-program.ts';
import { compileSources } from '../support/jdk.ts';
import { safeHasNext, safeIterator } from '../support/named-properties.ts';

/**
 * Archives that run together, but were instrumented in different runs: what happens to the list that the program
 * hands over is not seen, and said so.
 */

const program = `
import java.util.*;
public class Program {
  public static void main(String[] arguments) throws Exception {
    List<Integer> list = new ArrayList<>(List.of(1, 2));
    Iterator<Integer> i = list.iterator();
    i.next();
    Library.add(list);
    try { i.next(); } catch (ConcurrentModificationException e) { System.out.println("caught"); }
    Library.first(list.iterator());
  }
}
`;

const library = `
import java.util.*;
public class Library {
  public static void add(List<Integer> list) { list.add(3); }
  public static Object first(Iterator<Integer> i) { return i.next(); }
}
`;

/** Runs the programs of its further arguments, each in a class loader of its own; may use the library first. */
const launcher = `
import java.io.File;
import java.net.*;
import java.util.*;
public class Launcher {
  public static void main(String[] arguments) throws Exception {
    if (arguments[0].equals("library first"))
      Class.forName("Library").getMethod("add", List.class).invoke(null, new ArrayList<>());
    for (String folder : Arrays.asList(arguments).subList(1, arguments.length))
      new URLClassLoader(new URL[] {new File(folder).toURI().toURL()})
          .loadClass("Program").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
  }
}
`;

/** Programs of their own. */
const whole: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  one: { 'Program.java': program, 'Library.java': library },
  two: { 'Program.java': program, 'Library.java': library, 'More.java': 'class More {}' },
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-runs-'));
  compileSources({ 'Library.java': library }, folder, join(folder, 'library'), ['-g']);
  compileSources({ 'Program.java': program }, folder, join(folder, 'program'), [
    '-g',
    '-cp',
    join(folder, 'library'),
  ]);
  compileSources({ 'Launcher.java': launcher }, folder, join(folder, 'launcher'), []);
  for (const [name, sources] of Object.entries(whole))
    compileSources(sources, folder, join(folder, name), ['-g']);
  for (const name of ['program', 'library', ...Object.keys(whole)])
    for (const analysis of ['none', 'sound'] as const)
      instrumentDirectory(join(folder, name), join(folder, `${name}-${analysis}`), [safeIterator], {
        analysis,
      });
  instrumentDirectory(join(folder, 'library'), join(folder, 'library-other'), [safeHasNext], {
    analysis: 'none',
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const said = /^rrv: archives that were instrumented in different runs of rrv run together/m;

const lossesIn = (report: MonitorReport): readonly string[] =>
  lossesOf(mergeRuns([readRunReport(JSON.stringify(report), 'report.json')]));

test.each([
  ['none', 'none', 1, false],
  ['sound', 'none', 0, true],
  // The library has no unit.
  ['none', 'sound', 0, false],
  ['sound', 'other', 0, false],
] as const)('program with %s, library with %s: %i places, said: %s', (own, other, places, isSaid) => {
  const classPath = [`program-${own}`, `library-${other}`].map((name) => join(folder, name)).join(delimiter);
  const { run, report } = runMonitored(classPath, 'Program');
  expect(run.stdout).toBe('caught\n');
  expect(report.properties[0]!.violations).toHaveLength(places);
  expect(said.test(run.stderr)).toBe(isSaid);
  expect(lossesIn(report)).toHaveLength(isSaid ? 1 : 0);
});

/** The programs in these folders, each in a class loader below that of the folders `above`. */
const launched = (
  first: 'library first' | 'program first',
  above: readonly string[],
  folders: readonly string[],
) =>
  runMonitored(['launcher', ...above].map((name) => join(folder, name)).join(delimiter), 'Launcher', [
    first,
    ...folders.map((name) => join(folder, name)),
  ]);

test.each(['library first', 'program first'] as const)(
  'so they are where one class loader is above the other, %s',
  (first) => {
    const { run, report } = launched(first, ['library-none'], ['program-sound']);
    expect(run.stdout).toBe('caught\n');
    expect(run.stderr).toMatch(said);
    expect(lossesIn(report)).toHaveLength(1);
  },
);

test('programs that do not see each other share no objects', () => {
  const { run, report } = launched('program first', [], ['one-sound', 'two-sound', 'one-none']);
  expect(run.stdout).toBe('caught\ncaught\ncaught\n');
  expect(run.stderr).not.toMatch(said);
  expect(lossesIn(report)).toEqual([]);
});
