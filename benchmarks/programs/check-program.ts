import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reflectionText } from '../../src/report/violations/text.ts';
import { type MonitorReport, readMonitorReport } from '../../test/oracle/monitor-report.ts';
import { cacheFolder } from '../../test/support/cache.ts';
import { type Jdk, runJava } from '../../test/support/jdk.ts';
import { contents, hashOf } from '../dacapo/derived.ts';
import { instrument } from '../dacapo/rrv.ts';
import { jarsOf, type RealProgram } from './programs.ts';
import { runProgram } from './run-program.ts';

export interface CheckedProgram {
  readonly points: number;
  /** Of which `sound` removes in the open and in the closed world, and there with what the run before noted of reflection. */
  readonly removed: { readonly open: number; readonly closed: number; readonly noted: number };
  /** Points that the open world keeps, but that are silent for iterators of plain collections. */
  readonly silent: number;
  readonly events: number;
  /** Of which are left with `sound` in the open world. */
  readonly eventsLeft: number;
  /** Places with reports. */
  readonly places: number;
  /** In words; empty when all runs printed and wrote the same, and all monitors reported the same. */
  readonly problems: readonly string[];
}

interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Name and content, hashed, of what the program wrote. */
  readonly written: string;
  readonly report: MonitorReport | undefined;
}

/**
 * Runs a program as it was published, with all points, with those that `sound` keeps, and audited in the open and the closed
 * world (`--entry main`; reflection may use everything, and then what it used in that run). What it prints and writes, its exit status, and the places
 * with reports have to be the same; the audits compare every slice.
 */
export function checkProgram(program: RealProgram, properties: readonly string[], jdk: Jdk): CheckedProgram {
  const jars = jarsOf(program);
  const problems: string[] = [];
  const plain = run(program, jars, jars, jdk);
  const instrumented = (analysis: 'none' | 'sound', ...options: string[]) => {
    const threads = analysis === 'none' ? [] : ['--threads', program.threads ?? 'confined'];
    const result = instrument({ jars, properties, analysis, options: [...threads, ...options] });
    return { ...result, run: run(program, jars, result.jars, jdk) };
  };
  const check = (mode: string, other: Run): void => {
    if (other.status !== plain.status)
      problems.push(`${mode}: exit status ${other.status}, not ${plain.status}`);
    if (other.stdout !== plain.stdout)
      problems.push(`${mode}: other output: ${difference(plain.stdout, other.stdout)}`);
    const errors = withoutReports(other.stderr);
    if (errors !== plain.stderr)
      problems.push(`${mode}: other output on stderr: ${difference(plain.stderr, errors)}`);
    if (other.written !== plain.written) problems.push(`${mode}: other files`);
    if (other.report === undefined) problems.push(`${mode}: no report`);
    problems.push(...other.stderr.split('\n').filter((line) => line.includes('audit FAILED')));
  };
  const full = instrumented('none');
  check('none', full.run);
  const residual = instrumented('sound');
  check('sound', residual.run);
  const places = placesOf(full.run.report);
  if (placesOf(residual.run.report).join('\n') !== places.join('\n'))
    problems.push('sound: reports at other places');
  const open = instrumented('sound', '--audit');
  check('audit, open world', open.run);
  const closed = instrumented('sound', '--audit', '--entry', 'main');
  check('audit, closed world', closed.run);
  const noted = instrumented('sound', '--audit', '--entry', 'main', '--reflection-of', notedFile(closed.run));
  check('audit, closed world with what was noted', noted.run);
  for (const use of noted.run.report?.reflection ?? [])
    if (!use.claimed) problems.push(`reflection of the run before had not reached ${reflectionText(use)}`);
  const removed = (of: typeof open): number => of.report.points.filter(({ kept }) => !kept).length;
  return {
    points: full.report.points.length,
    removed: { open: removed(open), closed: removed(closed), noted: removed(noted) },
    silent: open.report.points.filter(({ silent }) => silent === true).length,
    events: eventsOf(full.run.report),
    eventsLeft: eventsOf(residual.run.report),
    places: places.length,
    problems,
  };
}

function run(program: RealProgram, published: readonly string[], jars: readonly string[], jdk: Jdk): Run {
  return runProgram(
    program,
    { jars, published },
    // A small young generation: slices of objects that are gone go soon.
    (reportFile) => ['-Xmn512m', `-Drrv.report=${reportFile}`],
    (args, folder, reportFile) => {
      const { status, stdout, stderr } = runJava(jdk, args, {}, folder);
      const files = filesBelow(folder);
      const written = hashOf([...files.map((file) => file.slice(folder.length)), ...contents(files)]);
      const report = existsSync(reportFile) ? readMonitorReport(reportFile) : undefined;
      return { status, stdout, stderr, written, report };
    },
  );
}

/** A report of the run, with nothing but what reflection reached: the same for the same. */
function notedFile({ report }: Run): string {
  const reflection = report?.reflection ?? [];
  const text = JSON.stringify({
    schemaVersion: 1,
    rrvVersion: '-',
    analysis: 'sound',
    properties: [],
    reflection,
  });
  const file = join(cacheFolder('noted'), `${hashOf([text])}.json`);
  writeFileSync(file, text);
  return file;
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}

/** The first line in which two different texts differ. */
function difference(expected: string, found: string): string {
  const before = expected.split('\n');
  const after = found.split('\n');
  const at = before.findIndex((line, index) => line !== after[index]);
  const quoted = (line: string | undefined) => (line === undefined ? 'its end' : JSON.stringify(line));
  return at < 0
    ? `line ${before.length + 1} is ${quoted(after[before.length])}`
    : `line ${at + 1} is ${quoted(after[at])}, not ${quoted(before[at])}`;
}

/** What the program printed itself. */
function withoutReports(stderr: string): string {
  return stderr.replace(/^rrv: .*\n/gm, '');
}

function eventsOf(report: MonitorReport | undefined): number {
  return (report?.properties ?? [])
    .flatMap((property) => Object.values(property.events))
    .reduce((sum, count) => sum + count, 0);
}

function placesOf(report: MonitorReport | undefined): readonly string[] {
  return (report?.properties ?? [])
    .flatMap(({ name, violations }) =>
      violations.map(({ site }) => `${name} ${site.class}.${site.method}:${site.line ?? '?'}`),
    )
    .sort();
}
