import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytesToRead, heapLimits, memoryOf } from '../../src/cli/thread/heap-limits.ts';
import { builtCli, rrv } from '../support/cli.ts';
import { compileSources, defaultJdk } from '../support/jdk.ts';

const mebibyte = 2 ** 20;
const gibibyte = 2 ** 30;
const folder = mkdtempSync(join(tmpdir(), 'rrv-thread-'));
const args = ['instrument', 'classes', '--prop', 'all'];

/** Classes that take seconds, and more than a few megabytes. */
beforeAll(() => {
  builtCli();
  const body = `static int m(java.util.List<String> list, java.util.Map<String, String> map) {
    int sum = 0;
    for (String one : list) for (String key : map.keySet()) sum += one.length() + key.length();
    return sum;
  }`;
  const classes = Array.from({ length: 1500 }, (_, index) => `class C${index} { ${body} }`);
  compileSources({ 'C0.java': classes.join('\n') }, join(folder, 'source'), join(folder, 'classes'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a signal ends a command in the midst of its work, and nothing is left', async () => {
  mkdirSync(join(folder, 'tmp'));
  const before = readdirSync(folder).sort();
  const child = spawn(process.execPath, [builtCli(), ...args, '--verbose', '-o', 'new/out'], {
    cwd: folder,
    env: { ...process.env, TMPDIR: join(folder, 'tmp') },
  });
  let talk = '';
  child.stderr.on('data', (text) => {
    if (talk === '') child.kill('SIGTERM');
    talk += String(text);
  });
  const code = await new Promise((resolve) => child.on('exit', resolve));
  expect(code).toBe(143);
  expect(talk).toMatch(/^JDK/);
  expect(talk).not.toMatch(/^(weaving|wrote)/m);
  expect(readdirSync(folder).sort()).toEqual(before);
  expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
});

/** Runs rrv until it has come so far, ends it by a signal, and returns how it ended; undefined: it did not within seconds. */
async function interruptedWhen(
  hasComeSoFar: () => boolean,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
) {
  const child = spawn(process.execPath, [builtCli(), ...args], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  });
  const ended = new Promise<string | number | null>((resolve) =>
    child.on('exit', (code, signal) => resolve(signal ?? code)),
  );
  while (!hasComeSoFar()) await new Promise((resolve) => setTimeout(resolve, 10));
  child.kill('SIGTERM');
  const tooLong = new Promise<undefined>((resolve) => setTimeout(resolve, 30_000, undefined));
  const end = await Promise.race([ended, tooLong]);
  child.kill('SIGKILL');
  return end;
}

const monitor = 'collections.mop';
/** Its Java code has to be compiled. */
const coded = `import java.util.Collection;
Own(Collection c) { event any before(Collection c) : call(* Collection+.*(..)) && target(c) { c.size(); } }`;

test.each([
  ['instrument', ['instrument', 'classes', '--prop', monitor, '--analysis', 'none', '-o', 'no']],
  ['properties check', ['properties', 'check', monitor]],
])('a signal ends the compiler that rrv %s waits for, too', async (_, command) => {
  const place = mkdtempSync(join(folder, 'compiling-'));
  const jdk = join(place, 'jdk');
  const temporary = join(place, 'tmp');
  const pid = join(place, 'pid');
  for (const directory of [join(jdk, 'bin'), temporary]) mkdirSync(directory, { recursive: true });
  for (const name of ['lib', 'release']) symlinkSync(join(defaultJdk().home, name), join(jdk, name));
  const endless = `#!/bin/sh\necho $$ > ${pid}.new\nmv ${pid}.new ${pid}\nexec sleep 100\n`;
  writeFileSync(join(jdk, 'bin/javac'), endless, { mode: 0o755 });
  writeFileSync(join(folder, monitor), coded);
  const options = [...command, '--jdk', jdk];
  const end = await interruptedWhen(() => existsSync(pid), options, { TMPDIR: temporary });
  expect(end).toBe(143);
  expect(() => process.kill(Number(readFileSync(pid, 'utf8')), 0)).toThrow('ESRCH');
  expect(readdirSync(temporary)).toEqual([]);
});

test('a signal ends a command that waits for what never comes', async () => {
  const pipe = join(folder, 'endless.mop');
  execFileSync('mkfifo', [pipe]);
  let writer: number | undefined;
  let readSince: number | undefined;
  /** The system lets nobody write to a pipe, without waiting, before somebody opens it to read; a little later that one waits. */
  const isRead = (): boolean => {
    try {
      writer ??= openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
      readSince ??= Date.now();
    } catch {}
    return readSince !== undefined && Date.now() - readSince > 500;
  };
  const end = await interruptedWhen(isRead, ['analyze', 'classes', '--prop', pipe]);
  closeSync(writer!);
  // The same to a shell.
  expect([143, 'SIGTERM']).toContain(end);
});

test('a directory counts by its classes and archives, whatever else is in it', () => {
  const directory = join(folder, 'distribution');
  mkdirSync(join(directory, 'lib'), { recursive: true });
  for (const [name, size] of [
    ['A.class', 10],
    ['lib/x.jar', 200],
    ['data.bin', 4000],
  ] as const)
    writeFileSync(join(directory, name), new Uint8Array(size));
  expect(bytesToRead([directory, join(directory, 'data.bin'), join(folder, 'none')])).toBe(4210);
});

test('a command that needs more memory than it may take says so', () => {
  const run = rrv([...args, '-o', 'out'], {
    cwd: folder,
    environment: { NODE_OPTIONS: '--max-old-space-size=24' },
  });
  expect(run).toMatchObject({ status: 2, stdout: '' });
  expect(run.stderr).toMatch(
    /^error RRV_MEMORY: it needs more memory than 24 MB\n {2}NODE_OPTIONS=--max-old-space-size=/m,
  );
  expect(readdirSync(folder)).not.toContain('out');
});

test.each([
  ['little memory', 10, { heapLimit: 2 * gibibyte, isChosen: false, available: 2 * gibibyte }, 2000, 48],
  ['much memory', 10, { heapLimit: 4 * gibibyte, isChosen: false, available: 16 * gibibyte }, 12240, 48],
  [
    'a limit of the user',
    10,
    { heapLimit: 4 * gibibyte, isChosen: true, available: 16 * gibibyte },
    4048,
    48,
  ],
  [
    'a limit of the user for the old generation',
    10,
    { heapLimit: 168 * mebibyte, isChosen: true, oldGeneration: 72 * mebibyte, available: 16 * gibibyte },
    72,
    48,
  ],
  ['large inputs', 100, { heapLimit: 4 * gibibyte, isChosen: false, available: 16 * gibibyte }, 12240, 200],
  ['huge inputs', 9999, { heapLimit: 4 * gibibyte, isChosen: false, available: 16 * gibibyte }, 12240, 384],
])('the heap with %s', (_, inputMegabytes, memory, old, young) => {
  expect(heapLimits(inputMegabytes * mebibyte, memory)).toEqual({
    maxOldGenerationSizeMb: old,
    maxYoungGenerationSizeMb: young,
  });
});

test.each([
  ['', { isChosen: false }],
  ['--max-semi-space-size=8', { isChosen: false }],
  ['--max-old-space-size=72', { isChosen: true, oldGeneration: 72 * mebibyte }],
  ['--max_old_space_size=72 --max-old-space-size=96', { isChosen: true, oldGeneration: 96 * mebibyte }],
  ['--max-old-space-size-percentage=50', { isChosen: true }],
  ['--max-old-space-size=72 --max-heap-size=500', { isChosen: true }],
])('the heap that the options of Node choose: %s', (options, size) => {
  const { heapLimit: _, available, ...chosen } = memoryOf({ NODE_OPTIONS: options });
  expect(available).toBeGreaterThan(0);
  expect(chosen).toEqual(size);
});
