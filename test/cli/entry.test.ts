import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rrv } from '../support/cli.ts';
import { compileJava, compileSources, defaultJdk } from '../support/jdk.ts';

const folder = mkdtempSync(join(tmpdir(), 'rrv-cli-'));
const classes = join(folder, 'classes');
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(() => {
  writeFileSync(
    join(folder, 'App.java'),
    `import java.util.*;
    public class App {
      static List<String> counted = new ArrayList<>();
      public static void main(String[] arguments) { counted.add("x"); walk(new ArrayList<>(List.of("y"))); }
      static void walk(List<String> list) { for (String one : list) list.add(one); }
    }`,
  );
  compileJava(defaultJdk(), [join(folder, 'App.java')], classes);
});

const analyze = (...options: readonly string[]) =>
  rrv(['analyze', classes, '--prop', 'SafeListIterator', '--json', ...options]);

const keptOf = (stdout: string): number =>
  (JSON.parse(stdout) as { points: { kept: boolean }[] }).points.filter(({ kept }) => kept).length;

test('a closed world removes more, and the report says what was assumed', () => {
  const open = analyze();
  const closed = analyze('--entry', 'main', '--reflection', 'none');
  expect([open.status, closed.status]).toEqual([0, 0]);
  expect(JSON.parse(open.stdout)).toMatchObject({ entry: ['all'] });
  expect(JSON.parse(closed.stdout)).toMatchObject({ entry: ['main'], reflection: [] });
  expect(keptOf(closed.stdout)).toBe(keptOf(open.stdout) - 1);
});

test('reflection may be said to reach the class library', () => {
  expect(analyze('--entry', 'main', '--reflection', 'App,java.beans.**').status).toBe(0);
});

test('what runs have noted of reflection is what it may reach', () => {
  const site = { class: 'App', method: 'main', descriptor: '([Ljava/lang/String;)V', pc: 0 };
  const noted = { kind: 'member', class: 'App', member: 'other' };
  const report = (name: string, content: object): string => {
    const file = join(folder, name);
    writeFileSync(
      file,
      JSON.stringify({ schemaVersion: 1, rrvVersion: '0', analysis: 'sound', properties: [], ...content }),
    );
    return file;
  };
  const reflecting = join(folder, 'reflecting');
  const source = readFileSync(join(folder, 'App.java'), 'utf8')
    .replace('counted.add("x");', 'call(arguments[0]);')
    .replace(
      'static void walk',
      `static void call(String name) { try { App.class.getMethod(name).invoke(null); } catch (Exception e) { throw new Error(e); } }
      static void other(List<String> list) { for (String one : list) list.add(one); }
      static void walk`,
    );
  compileSources({ 'App.java': source }, join(folder, 'source'), reflecting);
  const closed = (...options: readonly string[]) =>
    rrv(['analyze', reflecting, '--prop', 'SafeListIterator', '--json', '--entry', 'main', ...options]);
  const one = report('one.json', { reflection: [{ ...noted, claimed: true, site }] });
  const gone = report('gone.json', { reflection: [{ ...noted, class: 'Gone', claimed: false, site }] });
  const anything = report('anything.json', { reflection: [{ kind: 'anything', claimed: true, site }] });
  const kept = (...options: readonly string[]) => keptOf(closed(...options).stdout);
  const [none, any] = [kept('--reflection', 'none'), kept()];
  expect(none).toBeLessThan(any);
  expect(kept('--reflection-of', one)).toBe(kept('--reflection', 'App#other'));
  expect(kept('--reflection-of', anything)).toBe(any);
  // What is not there may have been made as the program ran.
  expect(kept('--reflection-of', gone)).toBe(none);
  expect(kept('--reflection-of', gone, '--reflection-of', one, '--reflection', 'none')).toBe(
    kept('--reflection-of', one),
  );
  expect(kept('--reflection-of', gone, '--reflection', '**')).toBe(any);
  expect(JSON.parse(closed('--reflection-of', one).stdout)).toMatchObject({ reflection: [], noted: [noted] });
  const silent = closed('--reflection-of', report('silent.json', {}));
  expect([silent.status, silent.stderr.includes('RRV_REFLECTION_NOT_NOTED')]).toEqual([2, true]);
  expect(analyze('--reflection-of', one).stderr).toContain('--reflection-of is for a closed world');
  expect(closed('--reflection-of', join(folder, 'App.java')).stderr).toContain('RRV_RUN_REPORT');
});

test.each([
  [['--entry', 'no.such.Cli'], 'RRV_ENTRY_UNKNOWN: --entry no.such.Cli names no method'],
  [
    ['--entry', 'main', '--reflection', 'App,no.such.**'],
    'RRV_REFLECTION_UNKNOWN: --reflection no.such.** names',
  ],
  [['--entry', 'all,main'], 'RRV_USAGE: --entry all stands alone'],
  [['--reflection', 'none'], 'RRV_USAGE: --reflection is for a closed world'],
  [['--entry', 'main', '--reflection', 'none,a.**'], 'RRV_USAGE: --reflection none stands alone'],
])('%j is refused', (options, message) => {
  const run = analyze(...options);
  expect(run.status).toBe(2);
  expect(run.stdout).toBe('');
  expect(run.stderr).toContain(message);
});

test('what was nearly written is named, and that no class has a main method is said', () => {
  expect(analyze('--entry', 'mian').stderr).toContain('Did you mean main?');
  expect(analyze('--entry', 'main', '--reflection', 'non').stderr).toContain('Did you mean none?');
  expect(analyze('--entry', 'Ap').stderr).toContain('Did you mean App?');
  expect(analyze('--entry', 'main', '--reflection', 'App#wlak').stderr).toContain('Did you mean App#walk?');
  const without = join(folder, 'without');
  writeFileSync(join(folder, 'Library.java'), 'public class Library { static void start() { } }');
  compileJava(defaultJdk(), [join(folder, 'Library.java')], without);
  const run = rrv(['analyze', without, '--prop', 'SafeHasNext', '--allow-empty', '--entry', 'main']);
  expect(run.stderr).toContain('No class has a main method');
});
