import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import { defaultAutomatonLimits } from '../../src/automata/limits.ts';
import { limitsOf } from '../../src/cli/options/limits.ts';
import { defaultAnalysisLimits } from '../../src/residual/limits.ts';
import { defaultTraceLimits } from '../../src/trace/limits.ts';
import { rrv } from '../support/cli.ts';
import { jarOf } from '../support/jar.ts';
import { compileJava, defaultJdk } from '../support/jdk.ts';

const folder = mkdtempSync(join(tmpdir(), 'rrv-limit-'));
const classes = join(folder, 'classes');
const jar = join(folder, 'app.jar');
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
  const bytes = readFileSync(join(classes, 'App.class'));
  writeFileSync(jar, jarOf({ 'App.class': bytes, 'other.txt': new Uint8Array(20) }));
});

const analyze = (...options: readonly string[]) =>
  rrv(['analyze', jar, '--prop', 'SafeListIterator', '--json', ...options]);

const keptOf = (stdout: string): number =>
  (JSON.parse(stdout) as { points: { kept: boolean }[] }).points.filter(({ kept }) => kept).length;

test('limits are those that were given, the last of each, and the defaults', () => {
  const defaults = {
    analysis: defaultAnalysisLimits,
    archive: defaultArchiveLimits,
    automaton: defaultAutomatonLimits,
    trace: defaultTraceLimits,
  };
  expect(limitsOf([])).toEqual(defaults);
  expect(limitsOf(['archive.entries=7, automaton.nfaStates=8', 'archive.entries=9'])).toEqual({
    ...defaults,
    archive: { ...defaultArchiveLimits, entries: 9 },
    automaton: { ...defaultAutomatonLimits, nfaStates: 8 },
  });
});

test('the page on the command line lists each limit with its default', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/command-line.md'), 'utf8');
  const listed = [...page.matchAll(/^\| `(\w+\.\w+)` \| ([\d,]+) \|/gm)].map(([, name, number]) => [
    name,
    Number(number!.replaceAll(',', '')),
  ]);
  const all = Object.entries(limitsOf([])).flatMap(([group, limits]) =>
    Object.entries<number>(limits).map(([name, number]) => [`${group}.${name}`, number]),
  );
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(all));
  expect(listed).toHaveLength(all.length);
});

test.each([
  [
    'archive.entrys=1',
    'RRV_LIMIT_MALFORMED: --limit archive.entrys=1: there is no such limit (did you mean archive.entries?)',
  ],
  ['archive.entries', 'RRV_LIMIT_MALFORMED: --limit archive.entries: it is not NAME=NUMBER'],
  ['archive.entries=', 'the number is no integer from 1 to 9007199254740991'],
  ['archive.entries=0', 'the number is no integer from 1 to 9007199254740991'],
  ['archive.entries=1e6', 'the number is no integer from 1 to 9007199254740991'],
  ['archive.entries=99999999999999999999', 'the number is no integer from 1 to 9007199254740991'],
])('--limit %s is refused', (limit, message) => {
  const run = analyze('--limit', limit);
  expect([run.status, run.stdout]).toEqual([2, '']);
  expect(run.stderr).toContain(message);
});

test('a closed world in which there is no room for its objects is left, with a warning', () => {
  const [open, closed, left] = [
    analyze(),
    analyze('--entry', 'main', '--reflection', 'none'),
    analyze('--entry', 'main', '--reflection', 'none', '--limit', 'analysis.closedWorldPairs=1'),
  ];
  expect(keptOf(closed.stdout)).toBeLessThan(keptOf(open.stdout));
  expect(keptOf(left.stdout)).toBe(keptOf(open.stdout));
  expect(closed.stderr).not.toContain('RRV_CLOSED_WORLD_LIMIT');
  expect(left.status).toBe(0);
  expect(left.stderr).toContain(
    'warning RRV_CLOSED_WORLD_LIMIT: the program is too large to tell its objects apart (more than 1 places for them)',
  );
});

test('archives, on the class path too, may have what their limits say', () => {
  const refused = 'RRV_ARCHIVE_LIMIT: the archive has more entries than allowed';
  const few = ['--limit', 'archive.entries=1'];
  const ofInput = analyze(...few);
  expect([ofInput.status, ofInput.stderr.includes(refused)]).toEqual([2, true]);
  expect(ofInput.stderr).toContain('--limit archive.entries=NUMBER');
  const ofClassPath = rrv(['analyze', classes, '--prop', 'SafeListIterator', '--cp', jar, ...few]);
  expect([ofClassPath.status, ofClassPath.stderr.includes(refused)]).toEqual([2, true]);
});

test('what a cache has kept of archives is not taken where they are refused', () => {
  const cached = ['--cache', join(folder, 'cache')];
  expect(analyze(...cached).status).toBe(0);
  expect(analyze(...cached).status).toBe(0);
  expect(analyze(...cached, '--limit', 'archive.entryBytes=10').status).toBe(2);
});

test('the automaton of a property may have what its limits say, where a program is instrumented and where the property is checked', () => {
  const file = join(folder, 'Long.mop');
  writeFileSync(
    file,
    `package p;
    import java.util.*;
    Long(Iterator i) {
      event next before(Iterator i) : call(* Iterator.next()) && target(i) {}
      ere : next next next next next next
      @match { System.out.println("six"); }
    }`,
  );
  const few = ['--limit', 'automaton.determinizeStates=5'];
  for (const [command, status] of [
    [['properties', 'check', file], 0],
    [['properties', 'check', file, ...few], 2],
    [['properties', 'show', file, ...few], 2],
    [['analyze', jar, '--prop', file, ...few], 2],
    [['explain', jar, 'App#walk', '--prop', file, ...few], 2],
    [['graph', jar, 'App#walk', '--prop', file, ...few], 2],
  ] as const) {
    const run = rrv(command);
    expect([run.status, run.stderr.includes('--limit automaton.determinizeStates=NUMBER')]).toEqual([
      status,
      status === 2,
    ]);
  }
});
