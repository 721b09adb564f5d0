import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { heapLimits } from '../../src/cli/heap-limits.ts';
import { builtCli, rrv } from '../support/cli.ts';
import { compileSources } from '../support/jdk.ts';

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
  expect(readdirSync(folder).sort()).toEqual(['classes', 'source', 'tmp']);
  expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
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
  ['large inputs', 100, { heapLimit: 4 * gibibyte, isChosen: false, available: 16 * gibibyte }, 12240, 100],
  ['huge inputs', 9999, { heapLimit: 4 * gibibyte, isChosen: false, available: 16 * gibibyte }, 12240, 384],
])('the heap with %s', (_, inputMegabytes, memory, old, young) => {
  expect(heapLimits(inputMegabytes * 2 ** 20, memory)).toEqual({
    maxOldGenerationSizeMb: old,
    maxYoungGenerationSizeMb: young,
  });
});
