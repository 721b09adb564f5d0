import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allAspects, oracle, weave } from '../../benchmarks/dacapo/aspectj.ts';
import { instrument } from '../../benchmarks/dacapo/rrv.ts';
import { compileJava, defaultJdk, type Jdk, jdksOfTests, runJava } from '../support/jdk.ts';
import { linesOf, type MonitorReport, readMonitorReport } from './monitor-report.ts';

const jdk = defaultJdk();
let work: string;

beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'rrv-oracle-'));
});

afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Compilers number in different orders. */
const withoutLambdaNumber = (line: string): string => line.replace(/(lambda\$\w+)\$\d+/, '$1');

function jarOf(program: string): string {
  const classes = join(work, program);
  mkdirSync(classes, { recursive: true });
  compileJava(jdk, [join(import.meta.dirname, 'programs', `${program}.java`)], classes, ['-g']);
  const jar = join(work, `${program}.jar`);
  execFileSync(join(jdk.home, 'bin', 'jar'), ['cfe', jar, program, '-C', classes, '.']);
  return jar;
}

function oracleReport(program: string): MonitorReport {
  const parts = oracle();
  const report = join(work, `${program}.oracle.json`);
  const classPath = [...weave(parts, [jarOf(program)]).jars, ...parts.classPath].join(delimiter);
  const run = runJava(jdk, [`-Doracle.report=${report}`, '-cp', classPath, program]);
  expect(run.status, run.stderr).toBe(0);
  return readMonitorReport(report);
}

describe('the oracle by itself', () => {
  test('finds exactly the violations that the comments of the program promise', () => {
    const report = oracleReport('Iterators');
    expect(
      Object.fromEntries(allAspects.map((name) => [name, linesOf(report, name).map(withoutLambdaNumber)])),
    ).toMatchInlineSnapshot(`
      {
        "SafeHasNext": [
          "event hasNext: 25",
          "event next: 39",
          "violation at Iterators.<clinit>:21: 1",
          "violation at Iterators.<init>:17: 1",
          "violation at Iterators.failing:188: 1",
          "violation at Iterators.lambda$inLambda:201: 1",
          "violation at Iterators.maps:143: 1",
          "violation at Iterators.maps:144: 1",
          "violation at Iterators.maps:150: 1",
          "violation at Iterators.recreated:113: 1",
          "violation at Iterators.recreated:116: 1",
          "violation at Iterators.sameLineTwice:103: 3",
          "violation at Iterators.sameLineTwice:103: 3",
          "violation at Iterators.sharedView:162: 1",
          "violation at Iterators.violateSafeIterator:95: 1",
          "violation at Iterators.violateSafeIterator:96: 1",
        ],
        "SafeIterator": [
          "event create: 22",
          "event next: 40",
          "event update: 20",
          "violation at Iterators.lambda$inLambda:201: 1",
          "violation at Iterators.listIterators:127: 1",
          "violation at Iterators.recreated:113: 1",
          "violation at Iterators.violateSafeIterator:95: 1",
        ],
        "SafeListIterator": [
          "event create: 15",
          "event next: 40",
          "event update: 16",
          "violation at Iterators.lambda$inLambda:201: 1",
          "violation at Iterators.listIterators:127: 1",
          "violation at Iterators.recreated:113: 1",
        ],
        "SafeMapIterator": [
          "event create: 20",
          "event next: 40",
          "event update: 12",
          "event view: 7",
          "violation at Iterators.maps:143: 1",
          "violation at Iterators.maps:144: 1",
          "violation at Iterators.sharedView:162: 1",
        ],
      }
    `);
  });
});

describe('rrv and the oracle', () => {
  test.each(jdksOfTests())('agree line by line, on JDK $release', (runtime) => {
    const expected = oracleReport('Iterators');
    const report = monitorReport('Iterators', runtime);
    for (const property of allAspects)
      expect(linesOf(report, property), property).toEqual(linesOf(expected, property));
  });

  test('differ in method references, which rrv alone sees', () => {
    const expected = linesOf(oracleReport('MethodReferences'), 'SafeIterator');
    const lines = linesOf(monitorReport('MethodReferences', jdk), 'SafeIterator');
    expect(expected).toEqual(['event create: 1', 'event next: 0', 'event update: 1']);
    expect(lines).toEqual([
      'event create: 1',
      'event next: 2', // twice i::next
      'event update: 2', // list::add, and list.clear() as the oracle
      'violation at MethodReferences.main:13: 1', // where i::next stands
    ]);
  });
});

/** What the monitors of the instrumented program report. */
function monitorReport(program: string, runtime: Jdk): MonitorReport {
  const report = join(work, `${program}.rrv.json`);
  const { jars } = instrument({ jars: [jarOf(program)], properties: allAspects, analysis: 'none' });
  const options = ['-Xverify:all', '-Drrv.quiet=true', `-Drrv.report=${report}`];
  const run = runJava(runtime, [...options, '-cp', jars[0]!, program]);
  expect(run.status, run.stderr).toBe(0);
  return readMonitorReport(report);
}
