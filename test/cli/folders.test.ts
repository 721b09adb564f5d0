import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import { openInput } from '../../src/cli/inputs/inputs.ts';
import { besides } from '../../src/cli/outputs/replacements.ts';
import { rrv } from '../support/cli.ts';
import { jarOf } from '../support/jar.ts';
import { compileSources, defaultJdk, runJava } from '../support/jdk.ts';

const program = `import java.util.*;
import q.*;
public class Main {
  static final List<String> list = new ArrayList<>(List.of("a", "b"));
  static class Changes implements Act { public void act() { list.add("c"); } }
  public static void main(String[] arguments) {
    Act act = new Changes();
    Iterator<String> i = list.iterator();
    act.act();
    try { i.next(); } catch (ConcurrentModificationException late) { System.out.println("late"); }
    new Own().next();
  }
}
`;
const library = `package q;
public class Own implements java.util.Iterator<String> {
  public boolean hasNext() { return false; }
  public String next() { return null; }
}
`;
const uses = `package q;
public class Uses { static String first(java.util.List<String> all) { return all.iterator().next(); } }
`;

test.each(['none', 'sound'])(
  'a directory may hold folders of classes, as build directories do, each of which runs: %s',
  (analysis) => {
    const folder = mkdtempSync(join(tmpdir(), 'rrv-folders-'));
    const build = join(folder, 'build');
    const inBuild = (name: string): string => join(build, 'classes', 'java', name);
    compileSources(
      { 'q/Own.java': library, 'q/Act.java': 'package q; public interface Act { void act(); }' },
      join(folder, 'library'),
      inBuild('library'),
    );
    compileSources({ 'Main.java': program }, join(folder, 'main'), inBuild('main'), [
      '-cp',
      inBuild('library'),
    ]);
    const output = join(folder, 'instrumented');
    const properties = ['--prop', 'SafeIterator', '--prop', 'SafeHasNext'];
    const run = rrv([
      'instrument',
      build,
      ...properties,
      '--analysis',
      analysis,
      '--output',
      output,
      '--quiet',
    ]);
    expect([run.status, run.stderr]).toEqual([0, '']);
    const classPath = ['main', 'library']
      .map((name) => join(output, 'classes', 'java', name))
      .join(delimiter);
    const { status, stdout, stderr } = runJava(defaultJdk(), ['-cp', classPath, 'Main']);
    expect([status, stdout]).toEqual([0, 'late\n']);
    expect(stderr.match(/Safe\w+: .* at Main\.main\(Main\.java:\d+\)/g)).toEqual([
      'SafeIterator: the collection was updated after this iterator was created at Main.main(Main.java:10)',
      'SafeHasNext: next() was called without hasNext() before it at Main.main(Main.java:10)',
      'SafeHasNext: next() was called without hasNext() before it at Main.main(Main.java:11)',
    ]);
    rmSync(folder, { recursive: true });
  },
);

test('a copy of a directory has its empty directories, and what changes in it keeps its permissions', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rrv-folders-'));
  const server = join(folder, 'server');
  const classes = join(folder, 'classes');
  compileSources({ 'q/Own.java': library, 'q/Uses.java': uses }, join(folder, 'source'), classes);
  for (const name of ['bin', 'logs/old']) mkdirSync(join(server, name), { recursive: true });
  const jar = jarOf({
    'q/Own.class': readFileSync(join(classes, 'q', 'Own.class')),
    'q/Uses.class': readFileSync(join(classes, 'q', 'Uses.class')),
  });
  for (const [name, mode] of [
    ['bin/server.jar', 0o755],
    ['bin/start', 0o750],
  ] as const) {
    writeFileSync(join(server, name), jar);
    chmodSync(join(server, name), mode);
  }
  const output = join(folder, 'copy');
  const run = rrv(['instrument', server, '--prop', 'SafeHasNext', '--output', output, '--quiet']);
  expect([run.status, run.stderr]).toEqual([0, '']);
  const found = readdirSync(output, { recursive: true, encoding: 'utf8' }).toSorted();
  expect(found).toEqual([
    'bin',
    join('bin', 'server.jar'),
    join('bin', 'start'),
    'logs',
    join('logs', 'old'),
  ]);
  expect(readFileSync(join(output, 'bin', 'server.jar')).equals(jar)).toBe(false);
  const modeOf = (name: string): string => (statSync(join(output, 'bin', name)).mode & 0o777).toString(8);
  expect([modeOf('server.jar'), modeOf('start')]).toEqual(['755', '750']);
  rmSync(folder, { recursive: true });
});

test('what is added to a directory is put there before what calls it, and what does not change is copied with the whole', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rrv-order-'));
  for (const name of ['A.txt', 'B.txt', 'C.txt']) writeFileSync(join(folder, name), name);
  mkdirSync(join(folder, 'logs'));
  const { application, output } = await openInput(folder, 'order', false, () => {}, defaultArchiveLimits);
  const content = Buffer.from('new');
  const change = {
    changed: new Map([['A.txt', content]]),
    added: new Map([['rrv/unit/Events.class', content]]),
    removed: new Set(['C.txt']),
  };
  if (output.kind !== 'files') throw new Error('a directory becomes a file');
  const files = (all: boolean) => [...output.files(new Map([[application.archives[0]!, change]]), all)];
  const changed = [
    { path: 'rrv/unit/Events.class', content },
    { path: 'A.txt', content, permissionsOf: join(folder, 'A.txt') },
  ];
  expect(files(false)).toEqual([...changed, { path: 'C.txt', content: 'removed' }]);
  const copied = { path: 'B.txt', content: { copyOf: join(folder, 'B.txt') } };
  expect(files(true)).toEqual([...changed, copied, { path: 'logs', content: 'directory' }]);
  mkdirSync(join(folder, 'WEB-INF'));
  writeFileSync(join(folder, 'WEB-INF', 'web.xml'), '');
  const exploded = await openInput(folder, 'order', false, () => {}, defaultArchiveLimits);
  expect([application, exploded.application].map(({ archives }) => archives[0]!.kind)).toEqual([
    'directory',
    'war',
  ]);
  rmSync(folder, { recursive: true });
});

test('what a run that was killed has left is passed over, and said', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rrv-killed-'));
  const classes = join(folder, 'classes');
  compileSources({ 'q/Own.java': library, 'q/Uses.java': uses }, join(folder, 'source'), classes);
  // The first of the files that were to be replaced, and what had not come to its place.
  writeFileSync(besides(join(classes, 'q/Uses.class')), readFileSync(join(classes, 'q/Uses.class')));
  const half = besides(join(classes, 'q'));
  mkdirSync(half);
  writeFileSync(join(half, 'app.jar'), 'PK\u0003\u0004');
  const run = (...args: string[]) => rrv(['instrument', ...args, '--prop', 'SafeHasNext'], { cwd: folder });
  const { status, stderr } = run('classes', '-o', 'out');
  expect(stderr).toMatch(/^warning RRV_RUN_UNFINISHED: 2 temporary files .*\n {2}at classes.\.rrv-/);
  expect(status).toBe(0);
  const names = readdirSync(join(folder, 'out'), { recursive: true }).map(String);
  expect(names.filter((name) => name.includes('.rrv-'))).toEqual([]);
  expect(names).toContain(join('q', 'Uses.class'));
  rmSync(folder, { recursive: true });
});
