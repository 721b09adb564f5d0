import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Program,
  type ProgramName,
  prepareProgram,
  problemsOf,
  runWorkload,
  type Size,
} from '../../benchmarks/dacapo/programs.ts';
import { type Analysis, instrument } from '../../benchmarks/dacapo/rrv.ts';
import { libraryTexts } from '../../src/property/library/index.ts';
import { linesOf, type MonitorReport, readMonitorReport } from '../oracle/monitor-report.ts';
import { defaultJdk } from '../support/jdk.ts';

/**
 * All properties of the library together on real programs with their libraries. DaCapo's small size takes minutes, its
 * default size (WORKLOAD_SIZE=default) half an hour.
 */

const size: Size = process.env.WORKLOAD_SIZE === 'default' ? 'default' : 'small';
const names = [...libraryTexts.keys()];
const folder = mkdtempSync(join(tmpdir(), 'rrv-library-workloads-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The report of one run whose output must be the one that the program has without monitors. */
function reportOf(program: Program, jars: readonly string[]): MonitorReport {
  const file = join(folder, 'monitors.json');
  rmSync(file, { force: true });
  const run = {
    program,
    jars,
    jdk: defaultJdk(),
    size,
    resultFile: join(folder, 'result.txt'),
    javaOptions: ['-Xverify:all', '-Xmx4g', `-Drrv.report=${file}`],
  } as const;
  const result = runWorkload(run);
  expect(problemsOf(run, result)).toEqual([]);
  expect(result.stderr).not.toMatch(/events? (?:was|were) lost|\bat rrv\./);
  return readMonitorReport(file);
}

const violationsOf = (report: MonitorReport) =>
  names.flatMap((name) =>
    linesOf(report, name)
      .filter((line) => line.startsWith('violation'))
      .map((line) => `${name}: ${line}`),
  );

describe.each<ProgramName>(['fop', 'pmd'])('%s with --prop all', (name) => {
  let program: Program;
  const first = new Map<Analysis, MonitorReport>();

  beforeAll(() => {
    program = prepareProgram(name);
  });

  test.each<Analysis>(['none', 'sound'])(
    'prints the same, and three runs report the same: %s',
    (analysis) => {
      const { jars } = instrument({ jars: program.jars, properties: ['all'], analysis });
      const reports = [1, 2, 3].map(() => reportOf(program, jars));
      const lines = reports.map((report) => names.flatMap((property) => linesOf(report, property)));
      expect(lines[1]).toEqual(lines[0]);
      expect(lines[2]).toEqual(lines[0]);
      first.set(analysis, reports[0]!);
    },
  );

  test('the sound analysis loses and invents no violation', () => {
    expect(violationsOf(first.get('sound')!)).toEqual(violationsOf(first.get('none')!));
    expect(violationsOf(first.get('none')!).length).toBeGreaterThan(0);
  });
});
