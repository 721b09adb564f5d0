import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readMonitorReport } from '../../test/oracle/monitor-report.ts';
import { cacheFolder } from '../../test/support/cache.ts';
import type { Jdk } from '../../test/support/jdk.ts';
import { problemsOf, runWorkload, type Size } from '../dacapo/programs.ts';
import { closedWorld, instrument } from '../dacapo/rrv.ts';
import { type AuditedName, auditedProgram } from './audited-programs.ts';

export interface AuditRequest {
  readonly name: AuditedName;
  readonly size: Size;
  /** As for `--prop`. */
  readonly properties: readonly string[];
  readonly analysis: 'paper' | 'sound';
  readonly threads: 'confined' | 'shared';
  readonly world: 'open' | 'closed';
  readonly jdk: Jdk;
}

export interface AuditResult {
  readonly points: { readonly all: number; readonly removed: number };
  readonly events: number;
  readonly violatingSlices: number;
  readonly seconds: number;
  /** In words; empty when the full and the residual monitors agreed to the end and the output is as recorded. */
  readonly problems: readonly string[];
}

/**
 * Instruments a program and its libraries with `--audit` and runs it: the full and the residual monitor of each
 * property side by side in one JVM, which ends at the first difference (docs/runtime-protocol.md, "Audit").
 */
export function audit(request: AuditRequest): AuditResult {
  const program = auditedProgram(request.name);
  const { jars, report } = instrument({
    jars: program.jars,
    properties: request.properties,
    analysis: request.analysis,
    options: [
      ...['--audit', '--threads', request.threads],
      ...(request.world === 'closed' ? closedWorld(program.support) : []),
    ],
  });
  const reportFile = join(cacheFolder('scratch'), `audit-${process.pid}.json`);
  rmSync(reportFile, { force: true });
  const run = {
    program,
    jdk: request.jdk,
    size: request.size,
    jars,
    // A small young generation: slices of iterators that are gone go soon, and updates have fewer to visit.
    javaOptions: ['-Xmx8g', '-Xmn512m', '-Drrv.quiet=true', `-Drrv.report=${reportFile}`],
    resultFile: join(cacheFolder('scratch'), `audit-${process.pid}.txt`),
  };
  const started = performance.now();
  const result = runWorkload(run);
  const seconds = (performance.now() - started) / 1000;
  const { properties } = readMonitorReport(reportFile);
  const removed = report.points.filter(({ kept }) => !kept).length;
  const disagreement = result.stderr.split('\n').filter((line) => line.includes('audit FAILED'));
  return {
    points: { all: report.points.length, removed },
    events: sum(properties.flatMap(({ events }) => Object.values(events))),
    violatingSlices: sum(properties.flatMap(({ violations }) => violations.map(({ count }) => count))),
    seconds,
    problems: [...disagreement, ...problemsOf(run, result)],
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
