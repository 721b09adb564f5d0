import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MonitorReport, readMonitorReport } from '../oracle/monitor-report.ts';
import { instrumentDirectory } from '../support/instrumented-program.ts';
import { compileJava, defaultJdk, runJava } from '../support/jdk.ts';
import { safeHasNext, safeIterator } from '../support/named-properties.ts';

/**
 * A second thread updates the list in the middle of a loop whose own method cannot: `--threads confined` assumes
 * that this does not happen, `--threads shared` does not. Flags fix the order.
 */
const source = readFileSync(new URL('../fixtures/instrument/OtherThread.java', import.meta.url), 'utf8');

let folder: string;
let before: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-threads-'));
  before = join(folder, 'before');
  mkdirSync(before);
  writeFileSync(join(folder, 'OtherThread.java'), source);
  compileJava(defaultJdk(), [join(folder, 'OtherThread.java')], before, ['-g']);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(
  analysis: 'none' | 'sound',
  threads: 'confined' | 'shared',
): { report: MonitorReport; points: ReturnType<typeof instrumentDirectory>['report']['points'] } {
  const after = join(folder, `${analysis}-${threads}`);
  const { report } = instrumentDirectory(before, after, [safeIterator, safeHasNext], { analysis, threads });
  const file = join(folder, `${analysis}-${threads}.json`);
  const result = runJava(defaultJdk(), [`-Drrv.report=${file}`, '-cp', after, 'OtherThread']);
  expect(result.stdout).toBe('ab\n');
  return { report: readMonitorReport(file), points: report.points };
}

function violationLines({ report }: ReturnType<typeof run>): string[] {
  return report.properties.flatMap(({ name, violations }) =>
    violations.map(({ site, count }) => `${name} ${site.line} ${count}x`),
  );
}

/** Lines of the source that carry the comment. */
function expectedLines(comment: string): number[] {
  return source.split('\n').flatMap((line, index) => (line.includes(comment) ? [index + 1] : []));
}

describe('an update by another thread during a loop', () => {
  const violation = () => [`SafeIterator ${expectedLines('// violation')[0]} 1x`];

  test('is reported without an analysis, and under sound with --threads shared', () => {
    expect(violationLines(run('none', 'confined'))).toEqual(violation());
    expect(violationLines(run('sound', 'shared'))).toEqual(violation());
  });

  test('is what --threads confined assumes away', () => {
    expect(violationLines(run('sound', 'confined'))).toEqual([]);
  });

  test('keeps the points of that loop, and no other thread can touch a local iterator', () => {
    const { points } = run('sound', 'shared');
    const line = expectedLines('// violation')[0];
    expect(points.filter((point) => point.property === 'SafeIterator').map(({ kept }) => kept)).not.toContain(
      false,
    );
    const local = points.filter((point) => point.property === 'SafeHasNext' && point.line === line);
    expect(local.map(({ kept }) => kept)).toEqual([false]);
  });
});
