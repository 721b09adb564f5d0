import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allAspects, oracle, type Woven, weave } from '../../benchmarks/dacapo/aspectj.ts';
import {
  type Program,
  prepareProgram,
  problemsOf,
  programNames,
  runWorkload,
  type Size,
  type WorkloadRun,
} from '../../benchmarks/dacapo/programs.ts';
import { type Analysis, type Instrumented, instrument } from '../../benchmarks/dacapo/rrv.ts';
import { defaultJdk, type Jdk, jdkOfRelease } from '../support/jdk.ts';
import { linesOf, type MonitorReport, readMonitorReport } from './monitor-report.ts';

/** DaCapo's default sizes; sunflow small, because there only the number of pixels grows. */
const sizes: Record<Program['name'], Size> = { fop: 'default', pmd: 'default', sunflow: 'small' };
const verified = ['-Xverify:all', '-Xmx4g'];
const jdk25 = jdkOfRelease(25);
const jdks: readonly Jdk[] = [defaultJdk(), ...(jdk25 === undefined ? [] : [jdk25])];
const together = { label: 'all four', properties: allAspects };
/** Each property by itself is woven, and so runs, alike on all JDKs: on one of them, that is, and in the program that violates most. */
const selectionsOf = (program: Program['name'], jdk: Jdk) =>
  program === 'pmd' && jdk === jdks[0]
    ? [...allAspects.map((name) => ({ label: name, properties: [name] })), together]
    : [together];

let work: string;

beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'rrv-workloads-'));
});

afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Runs to the end and requires the output that the program has uninstrumented. */
function succeed(run: Omit<WorkloadRun, 'resultFile' | 'size'>): string {
  const complete = { ...run, size: sizes[run.program.name], resultFile: join(work, 'result.txt') };
  const result = runWorkload(complete);
  expect(problemsOf(complete, result)).toEqual([]);
  return result.stderr;
}

describe.each(programNames)('%s with its libraries', (name) => {
  let program: Program;
  let woven: Woven;
  const oracleReports = new Map<Jdk, MonitorReport>();

  beforeAll(() => {
    program = prepareProgram(name);
    woven = weave(oracle(), program.jars);
  });

  /** The oracle's report of one run on the JDK; made when it is first asked for. */
  function oracleReport(jdk: Jdk): MonitorReport {
    let report = oracleReports.get(jdk);
    if (report === undefined) {
      const file = join(work, `${name}.${jdk.release}.json`);
      const javaOptions = [...verified, `-Doracle.report=${file}`];
      succeed({ program, jdk, jars: woven.jars, extraClassPath: oracle().classPath, javaOptions });
      report = readMonitorReport(file);
      oracleReports.set(jdk, report);
    }
    return report;
  }

  function instrumented(properties: readonly string[], analysis: Analysis): Instrumented {
    return instrument({ jars: program.jars, properties, analysis });
  }

  function monitorReport(jdk: Jdk, { jars }: Instrumented): MonitorReport {
    const file = join(work, 'monitor.json');
    rmSync(file, { force: true });
    succeed({ program, jdk, jars, javaOptions: [...verified, '-Drrv.quiet=true', `-Drrv.report=${file}`] });
    return readMonitorReport(file);
  }

  test.each(jdks)('gives the recorded output, on JDK $release', (jdk) => {
    succeed({ program, jdk });
  });

  test.each(jdks)('with the oracle gives the recorded output and events, on JDK $release', (jdk) => {
    const lines = allAspects.flatMap((property) => linesOf(oracleReport(jdk), property));
    // So that an oracle that sees nothing would be noticed.
    expect(lines.some((line) => /^event next: [1-9]/.test(line))).toBe(true);
  });

  test('has its points where AspectJ has its join points', () => {
    const ours = new Map<string, number>();
    for (const { input, class: className, property, event } of instrumented(allAspects, 'none').report
      .points) {
      const key = `${basename(input)} ${className} ${property} ${event}`;
      ours.set(key, (ours.get(key) ?? 0) + 1);
    }
    const differences = [...new Set([...ours.keys(), ...woven.points.keys()])]
      .filter((key) => ours.get(key) !== woven.points.get(key))
      .map((key) => `${key}: ours ${ours.get(key) ?? 0}, AspectJ ${woven.points.get(key) ?? 0}`);
    expect(differences.sort()).toEqual([]);
    expect(ours.size).toBeGreaterThan(0);
  });

  describe.each(jdks)('on JDK $release', (jdk) => {
    test.each(selectionsOf(name, jdk))(
      'counts the events and reports the violations of the oracle: $label',
      ({ properties }) => {
        const report = monitorReport(jdk, instrumented(properties, 'none'));
        for (const property of properties)
          expect(linesOf(report, property), property).toEqual(linesOf(oracleReport(jdk), property));
      },
    );
  });

  test('--analysis sound loses no violation and invents none', () => {
    const [jdk] = jdks;
    const report = monitorReport(jdk!, instrumented(allAspects, 'sound'));
    const violations = (of: MonitorReport) =>
      allAspects.map((property) => linesOf(of, property).filter((line) => line.startsWith('violation')));
    expect(violations(report)).toEqual(violations(oracleReport(jdk!)));
  });
});
