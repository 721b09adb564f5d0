import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rrv } from '../support/cli.ts';
import { compileJava, defaultJdk } from '../support/jdk.ts';

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
