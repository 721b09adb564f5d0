import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtCli, rrv } from '../support/cli.ts';
import { jarOf } from '../support/jar.ts';
import { compileJava, defaultJdk } from '../support/jdk.ts';
import type { ProcessRun } from '../support/run-to-end.ts';

const jdk = defaultJdk();
const folder = mkdtempSync(join(tmpdir(), 'rrv-system-'));
const at = (name: string): string => join(folder, name);

beforeAll(() => {
  writeFileSync(
    at('V.java'),
    'import java.util.*; class V { static void v(List<String> l) { Iterator<String> i = l.iterator(); l.add(""); i.next(); } }',
  );
  compileJava(jdk, [at('V.java')], at('classes'), []);
  writeFileSync(at('v.jar'), jarOf({ 'V.class': readFileSync(at('classes/V.class')) }));
  for (const [name, target] of [
    ['self', 'self'],
    ['later.jar', 'build/later.jar'],
    ['later.json', 'later-report.json'],
    ['later-folder', 'build/folder'],
    ['nowhere.jar', 'no/folder/x.jar'],
  ] as const)
    symlinkSync(target, at(name));
  mkdirSync(at('locked'), { mode: 0 });
});
afterAll(() => {
  chmodSync(at('locked'), 0o700);
  rmSync(folder, { recursive: true });
});

const run = (...args: string[]): ProcessRun =>
  rrv(args, { cwd: folder, environment: { JAVA_HOME: jdk.home } });
const tooLong = 'n'.repeat(300);
const job = ['v.jar', '--prop', 'SafeIterator'];
const isBoundByModes = process.platform !== 'win32' && process.getuid?.() !== 0;

test.skipIf(process.platform === 'win32').each([
  ['an output that is a link to itself', ['-o', 'self'], 'RRV_OUTPUT_UNWRITABLE'],
  ['an output whose name is too long', ['-o', tooLong], 'RRV_OUTPUT_UNWRITABLE'],
  ['an output at a link to where no directory is', ['-o', 'nowhere.jar'], 'RRV_OUTPUT_UNWRITABLE'],
  ['a report that is a link to itself', ['--report', 'json=self'], 'RRV_OUTPUT_UNWRITABLE'],
  ['a report whose name is too long', ['--report', `json=${tooLong}`], 'RRV_OUTPUT_UNWRITABLE'],
  ['an input that is a link to itself', ['self'], 'RRV_INPUT_UNREADABLE'],
  ['an input whose name is too long', [tooLong], 'RRV_INPUT_UNREADABLE'],
  ['a class path that is a link to itself', ['--class-path', 'self'], 'RRV_INPUT_UNREADABLE'],
  ['a class path whose name is too long', ['--class-path', tooLong], 'RRV_INPUT_UNREADABLE'],
  ['properties whose name is too long', ['--prop', `${tooLong}.mop`], 'RRV_INPUT_UNREADABLE'],
  ['a cache that is a link to itself', ['--cache', 'self'], 'RRV_CACHE_UNUSABLE'],
])('%s: exit code 2', (_, args, code) => {
  const { status, stderr } = run('instrument', ...job, ...args);
  expect(stderr).toMatch(new RegExp(`^error ${code}: `));
  expect(status).toBe(2);
});

test.skipIf(!isBoundByModes).each([
  ['an output', ['-o', 'locked/o.jar'], 'RRV_OUTPUT_UNWRITABLE'],
  ['an output directory', ['-o', 'locked'], 'RRV_OUTPUT_UNWRITABLE'],
  ['a class path', ['--class-path', 'locked/x.jar'], 'RRV_INPUT_UNREADABLE'],
  ['properties', ['--prop', 'locked/x.mop'], 'RRV_INPUT_UNREADABLE'],
])('%s in a directory of somebody else: exit code 2', (_, args, code) => {
  const { status, stderr } = run('instrument', ...job, ...args);
  expect(stderr).toMatch(new RegExp(`^error ${code}: `));
  expect(status).toBe(2);
});

test.skipIf(process.platform === 'win32')(
  'a link to what is not there yet stays, and that is written',
  () => {
    mkdirSync(at('build'), { recursive: true });
    const written = run('instrument', ...job, '-o', 'later.jar', '--report', 'json=later.json');
    expect(written).toMatchObject({ status: 0 });
    cpSync(at('classes'), at('copy'), { recursive: true });
    expect(run('instrument', 'copy', '--prop', 'SafeIterator', '-o', 'later-folder').status).toBe(0);
    for (const name of ['later.jar', 'later.json', 'later-folder'])
      expect(lstatSync(at(name)).isSymbolicLink(), name).toBe(true);
    for (const name of ['build/later.jar', 'later-report.json', 'build/folder/V.class'])
      expect(lstatSync(at(name)).isFile(), name).toBe(true);
  },
);

test.skipIf(process.platform === 'win32')(
  'classes in a directory with a link to itself are instrumented',
  () => {
    cpSync(at('classes'), at('cycle'), { recursive: true });
    symlinkSync('.', at('cycle/loop'));
    expect(run('instrument', 'cycle', '--prop', 'SafeIterator', '-o', 'out').status).toBe(0);
  },
);

test.skipIf(process.platform === 'win32')('a working directory that is gone is no bug of rrv', () => {
  const gone = mkdtempSync(join(tmpdir(), 'rrv-gone-'));
  const script = `cd "${gone}" && rmdir "${gone}" && exec "$@"`;
  const command = [process.execPath, builtCli(), 'analyze', at('v.jar'), '--prop', 'SafeIterator'];
  const { status, stderr } = spawnSync('sh', ['-c', script, 'sh', ...command], { encoding: 'utf8' });
  expect(stderr).toBe('error RRV_SYSTEM: there is no working directory any more\n');
  expect(status).toBe(2);
});

test.skipIf(process.platform === 'win32')('a working directory too deep to be named is no bug of rrv', () => {
  const deep = mkdtempSync(join(tmpdir(), 'rrv-deep-'));
  const name = 'd'.repeat(250);
  const script = `for each in ${'1 '.repeat(20)}; do mkdir ${name} && cd -P ${name} || exit; done; exec "$@"`;
  const command = [process.execPath, builtCli(), 'analyze', at('v.jar'), '--prop', 'SafeIterator'];
  const { status, stderr } = spawnSync('sh', ['-c', script, 'sh', ...command], {
    cwd: deep,
    encoding: 'utf8',
  });
  spawnSync('rm', ['-r', deep]);
  expect(stderr).toBe('error RRV_SYSTEM: the path of the working directory is too long\n');
  expect(status).toBe(2);
});

/** A file of facts that is a pipe: rrv reads it when the inputs are open, and waits for its end. */
test.skipIf(process.platform === 'win32').each([
  [
    'written to',
    [],
    (path: string) => writeFileSync(path, jarOf({ 'W.class': readFileSync(at('classes/V.class')) })),
    2,
  ],
  ['written to', ['--in-place'], (path: string) => writeFileSync(path, readFileSync(at('v.jar'))), 2],
  ['another one', ['--in-place'], (path: string) => renameSync(at('next.jar'), path), 2],
  // What was read is one version.
  ['another one', [], (path: string) => renameSync(at('next.jar'), path), 0],
  ['the same', ['--in-place'], () => {}, 0],
] as const)('an input that is %s meanwhile: %j', async (_, options, change, status) => {
  const [input, facts] = [at('changing.jar'), at('facts')];
  for (const name of [input, at('next.jar')]) writeFileSync(name, readFileSync(at('v.jar')));
  spawnSync('mkfifo', [facts]);
  const args = [
    'instrument',
    input,
    '--prop',
    'SafeIterator',
    '--safe-list',
    facts,
    '--jdk',
    jdk.home,
    ...options,
  ];
  const child = spawn(process.execPath, [builtCli(), ...args]);
  let said = '';
  child.stderr.on('data', (data) => {
    said += data;
  });
  const ended = new Promise((done) => child.on('close', done));
  // Opens it when rrv has.
  const pipe = await open(facts, 'w');
  change(input);
  const changed = readFileSync(input);
  await pipe.write('version: 1\n');
  await pipe.close();
  expect(await ended).toBe(status);
  const output = at('changing-rrv.jar');
  if (status === 0) expect(said).not.toContain('RRV_');
  else {
    expect(said).toContain('error RRV_INPUT_UNREADABLE: cannot read: it has changed meanwhile');
    expect(readFileSync(input)).toEqual(changed);
    expect(existsSync(output)).toBe(false);
  }
  for (const path of [facts, output]) rmSync(path, { force: true });
});

test.skipIf(process.platform === 'win32').each([
  ['written to', [], (path: string) => writeFileSync(path, readFileSync(at('classes/V.class')))],
  ['another one', [], (path: string) => renameSync(at('next.class'), path)],
  ['another one', ['--in-place'], (path: string) => renameSync(at('next.class'), path)],
] as const)('a class of a directory that is %s meanwhile: %j', async (_, options, change) => {
  const [input, facts, output] = [at('changing'), at('facts'), at('changing-rrv')];
  mkdirSync(input);
  for (const path of [join(input, 'V.class'), at('next.class')]) cpSync(at('classes/V.class'), path);
  spawnSync('mkfifo', [facts]);
  const args = ['instrument', input, '--prop', 'SafeIterator', '--safe-list', facts, '--jdk', jdk.home];
  const child = spawn(process.execPath, [builtCli(), ...args, ...options]);
  let said = '';
  child.stderr.on('data', (data) => {
    said += data;
  });
  const ended = new Promise((done) => child.on('close', done));
  const pipe = await open(facts, 'w');
  change(join(input, 'V.class'));
  const log = join(input, 'program.log');
  writeFileSync(log, 'what is no class may come, and change');
  const left = readdirSync(input);
  await pipe.write('version: 1\n');
  await pipe.close();
  expect(await ended).toBe(2);
  expect(said).toContain('error RRV_INPUT_UNREADABLE: cannot read: it has changed meanwhile');
  expect(readdirSync(input)).toEqual(left);
  expect(existsSync(output)).toBe(false);
  for (const path of [facts, input]) rmSync(path, { recursive: true });
});
