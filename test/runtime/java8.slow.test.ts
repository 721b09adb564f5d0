import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rrv } from '../support/cli.ts';
import { expectedViolations, foundViolations } from '../support/expected-violations.ts';
import type { MonitorReport } from '../support/instrumented-program.ts';
import { java8 } from '../support/java8.ts';
import { compileJava, defaultJdk, type Jdk, runJava } from '../support/jdk.ts';
import { builtinProperties } from '../support/named-properties.ts';
import { repositoryRoot } from '../support/repository.ts';

const found = java8();
if (typeof found === 'string') console.log(`skipped: ${found}`);

describe.skipIf(typeof found === 'string')('on a JVM of Java 8', () => {
  const jre = found as Jdk;
  const source = join(repositoryRoot(), 'test/fixtures/instrument/ForJava8.java');
  const properties = builtinProperties.map(({ name }) => name).join(',');
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rrv-java8-'));
    mkdirSync(join(folder, 'before'));
    compileJava(defaultJdk(), [source], join(folder, 'before'), ['-g', '--release', '8']);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Instruments against Java 8's own class library, once for the options. */
  function instrumented(options: readonly string[]): string {
    const after = join(folder, `after${options.join('')}`);
    if (existsSync(after)) return after;
    const run = rrv([
      ...['instrument', join(folder, 'before'), '--prop', properties, '--jdk', jre.home],
      ...options,
      ...['-o', after],
    ]);
    if (run.status !== 0) throw new Error(run.stderr);
    return after;
  }

  function command(after: string, report: string, ...args: string[]): string[] {
    return ['-Xverify:all', `-Drrv.report=${join(folder, report)}`, '-cp', after, 'ForJava8', ...args];
  }

  function reported(report: string): string[] {
    return foundViolations(JSON.parse(readFileSync(join(folder, report), 'utf8')) as MonitorReport);
  }

  test.each([
    { options: ['--analysis=none'] },
    { options: ['--analysis=sound'] },
    { options: ['--analysis=sound', '--audit'] },
  ])('an instrumented program reports what it should: $options', ({ options }) => {
    const after = instrumented(options);
    const run = runJava(jre, command(after, 'plain.json'));
    expect([run.stdout.trim(), run.status]).toEqual(['1.8', 0]);
    expect(reported('plain.json')).toEqual(expectedViolations(source));
    expect(
      run.stderr
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('rrv: ')),
    ).toEqual([]);
  });

  test('the report is written after System.exit, an uncaught exception and SIGTERM', async () => {
    const after = instrumented(['--analysis=none']);
    expect(runJava(jre, command(after, 'exit.json', 'exit')).status).toBe(7);
    expect(runJava(jre, command(after, 'throw.json', 'throw')).status).toBe(1);
    const status = await new Promise((resolve) => {
      const child = spawn(join(jre.home, 'bin', 'java'), command(after, 'term.json', 'wait'));
      child.stdout.on('data', (text) => {
        if (String(text).includes('ready')) child.kill('SIGTERM');
      });
      child.once('close', resolve);
    });
    expect(status).toBe(143);
    for (const report of ['exit.json', 'throw.json', 'term.json'])
      expect(reported(report)).toEqual(expectedViolations(source));
  });

  test('the tests of the runtime pass: model, threads, edges, copies, reports, Java code of properties', () => {
    const vitest = join(repositoryRoot(), 'node_modules', 'vitest', 'vitest.mjs');
    const run = spawnSync(
      process.execPath,
      [
        vitest,
        'run',
        '--project',
        'unit',
        ...['behaviour', 'copies', 'edges', 'ending', 'model', 'report', 'suite'].map(
          (name) => `test/runtime/${name}.test.ts`,
        ),
      ],
      { cwd: repositoryRoot(), encoding: 'utf8', env: { ...process.env, RRV_RUNTIME_ON: jre.home } },
    );
    expect(run.status === 0 ? '' : run.stdout + run.stderr).toBe('');
    expect(run.stdout).toMatch(/7 passed/);
  });
});
