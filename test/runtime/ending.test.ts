import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { unitDefinition } from '../../src/instrument/unit/runtime-definition.ts';
import { defaultJdk, runJava } from '../support/jdk.ts';
import { builtinProperties } from '../support/named-properties.ts';
import { javaSources, runtimeWorkspace, type Workspace } from './runtime-jar.ts';

let space: Workspace;

beforeAll(() => {
  space = runtimeWorkspace(javaSources(join(import.meta.dirname, 'java')));
  const text = unitDefinition({ rrvVersion: '0', analysis: 'none', properties: builtinProperties });
  space.file('unit.txt', text.join(''));
});
afterAll(() => space.remove());

function end(options: readonly string[], how: string, ...args: readonly string[]) {
  const unit = join(space.folder, 'unit.txt');
  return runJava(
    space.jdk,
    [...options, '-cp', space.classes, 'Ending', unit, how, ...args],
    {},
    space.folder,
  );
}

const line =
  'rrv: 1x warning SafeHasNext: next() was called without hasNext() before it at a.b.Main.m(Main.java:1)\n';

/** Sites of SafeHasNext that the report has. */
function violations(report: string): number {
  return JSON.parse(readFileSync(join(space.folder, report), 'utf8')).properties[3].violations.length;
}

it('reports where the thread group of the first event has been destroyed, and other exit hooks run', () => {
  expect(end([], 'group')).toEqual({ status: 0, stdout: 'destroyed\nhook\n', stderr: line });
});

// Java 24 and later have no security manager, which the test fails in.
it.runIf(process.env.RRV_RUNTIME_ON !== undefined || defaultJdk().release < 24)(
  'reports what later units find, where the first one could not be registered',
  () => {
    const { stderr, status } = end([], 'noHookAtFirst');
    expect(stderr.split('\n').filter((said) => said.startsWith('rrv: '))).toEqual([
      'rrv: this unit is not monitored: java.lang.StackOverflowError',
      line.trim(),
    ]);
    expect(status).toBe(0);
  },
);

it('keeps nothing of the thread that had the first event', () => {
  expect(end([], 'kept')).toEqual({ status: 0, stdout: 'gone: true\n', stderr: line });
});

it('ends with the status of a violation, though the program is about to end with another one', () => {
  expect(end(['-Drrv.onViolation=exit'], 'status')).toEqual({ status: 1, stdout: 'hook\n', stderr: line });
  expect(end([], 'status')).toEqual({ status: 0, stdout: 'hook\n', stderr: line });
});

it('lets a thread be stopped that is inside the monitors', () => {
  // Nothing can stop a thread from Java 20 on.
  if (space.jdk.release < 20) expect(end(['-Drrv.quiet=true'], 'stop').stdout).toBe('stopped\n');
});

it('writes a report to where its name led when the program started', () => {
  expect(end(['-Drrv.report=relative.json'], 'folder').stderr).toBe('');
  expect(violations('relative.json')).toBe(0);
  expect(existsSync(join(space.folder, 'elsewhere'))).toBe(false);
});

it('prints and writes where the heap is full at the end', () => {
  const options = ['-XX:+UseSerialGC', '-Xmx32m', '-Drrv.report=full.json'];
  expect(end(options, 'full')).toEqual({ status: 0, stdout: '', stderr: line });
  expect(violations('full.json')).toBe(1);
});

it('writes a report in a thread that is interrupted', () => {
  const run = end([], 'interrupted', 'interrupted.json');
  expect(run).toEqual({ status: 0, stdout: 'interrupted: true\n', stderr: line });
  expect(violations('interrupted.json')).toBe(1);
});

it('prints each of very many places once where that is done at once, and the report has all of them without an exit hook', () => {
  const places = 5000;
  const lines = atOnce(space.file('at-once.json', ''), places);
  expect(lines).toHaveLength(places);
  expect(new Set(lines).size).toBe(places);
  expect(violations('at-once.json')).toBe(places);
});

it('says once that the report cannot be written, and not with each violation', () => {
  const report = join(space.file('file', ''), 'report.json');
  const lines = atOnce(report, 20);
  expect(lines.filter((said) => said.includes('at a.b.Main'))).toHaveLength(20);
  expect(lines.filter((said) => said.startsWith('rrv: the report could not be written'))).toHaveLength(1);
});

/** What is printed where that is done at once, and so many places are violated. */
function atOnce(report: string, places: number): string[] {
  const text = unitDefinition({
    rrvVersion: '0',
    analysis: 'none',
    properties: builtinProperties.map((property) => ({
      ...property,
      documentation: { ...property.documentation, reportsAtOnce: true },
    })),
  });
  const unit = space.file('at-once.txt', text.join(''));
  const options = [`-Drrv.report=${report}`, '-cp', space.classes];
  return runJava(space.jdk, [...options, 'AtOnce', unit, String(places)])
    .stderr.trimEnd()
    .split('\n');
}

it('has in the report what an exit hook violates last, also where writing it takes long', async () => {
  const names = ['pipe', 'at-end', 'first.json', 'last.json'].map((name) => join(space.folder, name));
  const [pipe, atEnd, first] = names as [string, string, string];
  execFileSync('mkfifo', [pipe]);
  // The report behind main waits for its reader, longer than reports may take without pauses.
  // Nobody reads any more when the file for it is there: what comes then would go to the same reader.
  const reading = `while [ ! -e "$1" ]; do sleep 0.05; done; sleep 1.5
    cat "$0" > "$2.part"; mv "$2.part" "$2"; cat "$0" > "$3"`;
  const reader = spawn('sh', ['-c', reading, ...names]);
  try {
    const options = ['-Drrv.quiet=true', `-Drrv.report=${pipe}`];
    expect(end(options, 'afterReport', first, atEnd)).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(violations('first.json')).toBe(1);
    await vi.waitFor(() => expect(violations('last.json')).toBe(2), 30_000);
  } finally {
    reader.kill();
  }
});

it('prints a place once that is violated while the exit hook prints', () => {
  expect(end([], 'whilePrinting')).toEqual({ status: 0, stdout: '', stderr: line });
});

it('says once what an audit found, also where another thread finds it before the program ends', () => {
  const audited = [
    'rrv-unit\t1\nversion\t0\nanalysis\tsound\nproperty\tP\terror\nparameter\to\tobject',
    'event\tmade\t0\tcreation\t0\t0\nevent\tmade\t1\tcreation\t0\t0',
    'event\tused\t2\t-\t0\t0\nevent\tused\t3\t-\t0\t0',
    'automaton\t2\t4\t0\nrow\t1\t1\t0\t0\nrow\t1\t1\t1\t1\ncategory\t1\tmatch',
    'handler\tmatch\treport\t-\t-\tm\naudit\tconfined\nend\n',
  ];
  const unit = space.file('audited.txt', audited.join('\n'));
  const { status, stderr } = runJava(space.jdk, ['-cp', space.classes, 'AuditTwice', unit]);
  expect(stderr.match(/^rrv: audit FAILED/gm)).toHaveLength(1);
  expect(status).toBe(1);
});

it('spends no more than a second and a fifth of the time on reports as violations come', () => {
  const [written, milliseconds] = paced('false');
  // Each of the ten thousand would be fifty seconds.
  expect(written).toBeGreaterThan(1400);
  expect(milliseconds).toBeGreaterThan(1000);
  expect(milliseconds).toBeLessThan(1400);
});

it('spends five seconds on them while the JVM goes down', () => {
  const [written, milliseconds] = paced('true');
  expect(written).toBeGreaterThan(3100);
  expect(milliseconds).toBeGreaterThan(5000);
  expect(milliseconds).toBeLessThan(5400);
});

/** How many reports were written, and the milliseconds that took. */
function paced(exiting: string): readonly number[] {
  const run = runJava(space.jdk, ['-cp', space.classes, 'rrv.runtime.PaceCheck', exiting]);
  return run.stdout.trim().split(' ').map(Number);
}

it('writes into a file that nothing can take the place of', () => {
  const folder = join(space.folder, 'kept');
  mkdirSync(folder);
  const report = space.file('kept/report.json', 'x'.repeat(10_000));
  const release = makeIrreplaceable(folder, report);
  if (release === undefined) return;
  try {
    expect(end(['-Drrv.report=kept/report.json'], 'interrupted', 'other.json').stderr).toBe(line);
    expect(violations('kept/report.json')).toBe(1);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  } finally {
    release();
  }
});

/** In a container a report may be mounted by itself; undefined where that, and a folder that may not be written to, are impossible here. */
function makeIrreplaceable(folder: string, report: string): (() => void) | undefined {
  if (process.getuid?.() !== 0) {
    chmodSync(folder, 0o555);
    return () => chmodSync(folder, 0o755);
  }
  try {
    execFileSync('mount', ['--bind', report, report], { stdio: 'pipe' });
    return () => execFileSync('umount', [report], { stdio: 'pipe' });
  } catch {
    return undefined;
  }
}
