import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allAspects, oracle, weave } from '../../benchmarks/dacapo/aspectj.ts';
import {
  type Program,
  prepareProgram,
  problemsOf,
  programNames,
  runWorkload,
  type Size,
  type WorkloadRun,
} from '../../benchmarks/dacapo/programs.ts';
import { defaultJdk, type Jdk, jdkOfRelease } from '../support/jdk.ts';
import { linesOf, readMonitorReport } from './monitor-report.ts';

/** fop, pmd and sunflow in DaCapo's default size; sunflow small, because its events grow with the pixels alone. */
const sizes: Record<Program['name'], Size> = { fop: 'default', pmd: 'default', sunflow: 'small' };
const verified = ['-Xverify:all', '-Xmx4g'];
const jdk25 = jdkOfRelease(25);
const jdks: readonly Jdk[] = [defaultJdk(), ...(jdk25 === undefined ? [] : [jdk25])];

let work: string;

beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'rrv-workloads-'));
});

afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Runs to the end and requires the output that the program has uninstrumented. */
function succeed(run: Omit<WorkloadRun, 'resultFile'>): string {
  const complete = { ...run, resultFile: join(work, 'result.txt') };
  const result = runWorkload(complete);
  expect(problemsOf(complete, result)).toEqual([]);
  return result.stderr;
}

describe.each(programNames)('%s', (name) => {
  let program: Program;
  const oracleLines = new Map<string, string[]>();

  beforeAll(() => {
    program = prepareProgram(name);
  });

  test.each(jdks)('runs as its output was recorded, on JDK $release', (jdk) => {
    succeed({ program, jdk, size: sizes[name] });
  });

  test.each(jdks)('the oracle leaves the output as it is, on JDK $release', (jdk) => {
    const parts = oracle();
    const report = join(work, `${name}.${jdk.release}.json`);
    const javaOptions = [...verified, `-Doracle.report=${report}`];
    const { jars } = weave(parts, program.jars);
    succeed({ program, jdk, size: sizes[name], jars, extraClassPath: parts.classPath, javaOptions });
    for (const property of allAspects)
      oracleLines.set(`${property} ${jdk.release}`, linesOf(readMonitorReport(report), property));
    // Every program makes events, so that an oracle that sees nothing would be noticed.
    expect(oracleLines.get(`SafeHasNext ${jdk.release}`)![1]).toMatch(/event next: [1-9]/);
  });
});
