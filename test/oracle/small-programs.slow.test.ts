import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allAspects, oracle, weave } from '../../benchmarks/dacapo/aspectj.ts';
import { compileJava, defaultJdk, runJava } from '../support/jdk.ts';
import { linesOf, type MonitorReport, readMonitorReport } from './monitor-report.ts';

const jdk = defaultJdk();
let work: string;

beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'rrv-oracle-'));
});

afterAll(() => rmSync(work, { recursive: true, force: true }));

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
      Object.fromEntries(allAspects.map((name) => [name, linesOf(report, name)])),
    ).toMatchInlineSnapshot(`
      {
        "SafeHasNext": [
          "event hasNext: 24",
          "event next: 38",
          "violation at Iterators.<clinit>:21: 1",
          "violation at Iterators.<init>:17: 1",
          "violation at Iterators.failing:179: 1",
          "violation at Iterators.lambda$inLambda$3:192: 1",
          "violation at Iterators.maps:134: 1",
          "violation at Iterators.maps:135: 1",
          "violation at Iterators.maps:141: 1",
          "violation at Iterators.recreated:104: 1",
          "violation at Iterators.recreated:107: 1",
          "violation at Iterators.sameLineTwice:94: 3",
          "violation at Iterators.sameLineTwice:94: 3",
          "violation at Iterators.sharedView:153: 1",
          "violation at Iterators.violateSafeIterator:86: 1",
          "violation at Iterators.violateSafeIterator:87: 1",
        ],
        "SafeIterator": [
          "event create: 22",
          "event next: 39",
          "event update: 20",
          "violation at Iterators.lambda$inLambda$3:192: 1",
          "violation at Iterators.listIterators:118: 1",
          "violation at Iterators.recreated:104: 1",
          "violation at Iterators.violateSafeIterator:86: 1",
        ],
        "SafeListIterator": [
          "event create: 15",
          "event next: 39",
          "event update: 16",
          "violation at Iterators.lambda$inLambda$3:192: 1",
          "violation at Iterators.listIterators:118: 1",
          "violation at Iterators.recreated:104: 1",
        ],
        "SafeMapIterator": [
          "event create: 20",
          "event next: 39",
          "event update: 12",
          "event view: 7",
          "violation at Iterators.maps:134: 1",
          "violation at Iterators.maps:135: 1",
          "violation at Iterators.sharedView:153: 1",
        ],
      }
    `);
  });
});
