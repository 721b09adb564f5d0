import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadProperties } from '../../src/property/language/load.ts';
import { libraryProperty } from '../../src/property/library/index.ts';
import { instrumentDirectory, runMonitored } from '../support/instrumented-program.ts';
import { compileSources } from '../support/jdk.ts';

const folder = mkdtempSync(join(tmpdir(), 'rrv-places-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('names that no Java has', () => {
  /** By text of the same length in the class file. */
  const names = { Other$: 'Ot\ner$', culprit: 'cul\tr\ni', 'Main.java': 'M\\n\u202e\rv\u001b' };
  const program = `import java.util.*;
public class Main {
  static class Other$ { void first() { List.of(1).iterator().next(); } }
  static void culprit() { List.of(1).iterator().next(); }
  public static void main(String[] arguments) {
    culprit();
    new Other$().first();
    List.of(1).iterator().next();
  }
}`;

  test('do not move violations to other places, and make no lines', () => {
    const [plain, woven] = [join(folder, 'names'), join(folder, 'names-woven')];
    compileSources({ 'Main.java': program }, join(folder, 'src'), plain);
    for (const name of ['Main', 'Main$Other$']) {
      let bytes = readFileSync(join(plain, `${name}.class`)).toString('latin1');
      for (const [from, to] of Object.entries(names))
        bytes = bytes.replaceAll(from, Buffer.from(to).toString('latin1'));
      const file = join(plain, `${name.replace('Other$', names.Other$)}.class`);
      writeFileSync(file, Buffer.from(bytes, 'latin1'));
    }
    rmSync(join(plain, 'Main$Other$.class'));
    instrumentDirectory(plain, woven, [libraryProperty('SafeHasNext')]);
    const { run, report } = runMonitored(woven, 'Main');
    const sites = report.properties[0]!.violations.map(({ site }) => [
      site.class,
      site.method,
      site.file,
      site.line,
    ]);
    expect(sites).toEqual([
      ['Main', names.culprit, names['Main.java'], 4],
      [`Main$${names.Other$}`, 'first', names['Main.java'], 3],
      ['Main', 'main', names['Main.java'], 8],
    ]);
    expect(run.stderr.trimEnd().split('\n')).toHaveLength(3);
    expect(run.stderr).toContain('at Main.cul r i(M\\n? v?:4)');
  });
});

test('a place is one line and one entry, however many declarations match there', () => {
  const [plain, woven] = [join(folder, 'merged'), join(folder, 'merged-woven')];
  const program = `public class Main {
  void use() { }
  public static void main(String[] arguments) {
    Main x = new Main();
    for (int k = 0; k < 3; k++) x.use();
  }
}`;
  compileSources({ 'Main.java': program }, join(folder, 'src'), plain, ['-g']);
  const { properties } = loadProperties(
    'twice.mop',
    `Twice(Main x) {
      event enter before(Main x) : call(void Main.use()) && target(x) { }
      event leave after(Main x) returning : call(void Main.use()) && target(x) { }
      ere : epsilon
      @fail { System.err.println("used"); }
    }`,
    { lookup: (name) => name === 'Main' },
  );
  instrumentDirectory(plain, woven, properties);
  const { run, report } = runMonitored(woven, 'Main');
  expect(run.stderr).toBe('rrv: 2x warning Twice: used at Main.main(Main.java:5)\n');
  expect(report.properties[0]!.violations).toMatchObject([{ count: 2, site: { line: 5 } }]);
});

test('places in one line of source are one line, with the sum of their counts, and two entries', () => {
  const [plain, woven] = [join(folder, 'one-line'), join(folder, 'one-line-woven')];
  const program = `import java.util.*;
public class Main {
  public static void main(String[] arguments) {
    List.of(1).iterator().next(); for (int k = 0; k < 2; k++) List.of(1).iterator().next();
  }
}`;
  compileSources({ 'Main.java': program }, join(folder, 'src'), plain, ['-g']);
  instrumentDirectory(plain, woven, [libraryProperty('SafeHasNext')]);
  const { run, report } = runMonitored(woven, 'Main');
  expect(run.stderr).toBe(
    'rrv: 3x warning SafeHasNext: next() was called without hasNext() before it at Main.main(Main.java:4)\n',
  );
  expect(report.properties[0]!.violations).toMatchObject([{ count: 1 }, { count: 2 }]);
});

test('what keeps exit hooks from running is reported at once, with all that came before', () => {
  const [plain, woven] = [join(folder, 'hook'), join(folder, 'hook-woven')];
  const program = `import java.util.*;
public class Main {
  static void next() { List.of(1).iterator().next(); }
  public static void main(String[] arguments) {
    next();
    Thread hook = new Thread(() -> { });
    Runtime.getRuntime().addShutdownHook(hook);
    hook.start();
    next();
    List.of(1).iterator().next();
  }
}`;
  compileSources({ 'Main.java': program }, join(folder, 'src'), plain, ['-g']);
  const [hasNext, hook] = ['SafeHasNext', 'ShutdownHook_PrematureStart'].map(libraryProperty);
  instrumentDirectory(plain, woven, [hasNext!, hook!]);
  const { run, report } = runMonitored(woven, 'Main');
  expect(run.stderr.trimEnd().split('\n').slice(0, 3)).toEqual([
    'rrv: 1x warning SafeHasNext: next() was called without hasNext() before it at Main.next(Main.java:3)',
    'rrv: 1x error ShutdownHook_PrematureStart: a shutdown hook was started by the program at Main.main(Main.java:8)',
    // Without a second line for what happened again meanwhile.
    'rrv: 1x warning SafeHasNext: next() was called without hasNext() before it at Main.main(Main.java:10)',
  ]);
  const found = report.properties.map(({ violations }) => violations.map(({ site }) => site.line));
  expect(found).toEqual([[3, 10], [8]]);
});
