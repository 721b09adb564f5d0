import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { RrvError, runReportNone } from '../../diagnostics.ts';
import { type RunReport, readRunReport } from '../../report/violations/run-report.ts';
import { orInputError } from '../files/file-access.ts';
import { realPath } from '../files/real-path.ts';

interface FoundReport {
  readonly path: string;
  readonly report: RunReport;
}

/** The reports at all paths (see `runReportsAt`), each file once: one run does not count twice. */
export function runReportsOf(paths: readonly string[]): readonly FoundReport[] {
  const byFile = new Map<string, FoundReport>();
  for (const found of paths.flatMap(runReportsAt)) {
    const real = realPath(found.path);
    if (!byFile.has(real)) byFile.set(real, found);
  }
  return [...byFile.values()];
}

/**
 * A report that a program or `rrv report` has written, or those of programs in a directory (`*.json`): what
 * `rrv report` has put together there is of the same runs, and is passed over. Throws RrvError when there is
 * none, or one that cannot be read.
 */
function runReportsAt(path: string): readonly FoundReport[] {
  if (!orInputError(path, () => statSync(path)).isDirectory()) return [{ path, report: runReportAt(path) }];
  const found = orInputError(path, () => readdirSync(path))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ path: join(path, name), report: runReportAt(join(path, name)) }));
  const ofPrograms = found.filter(({ report }) => report.runs === undefined);
  if (ofPrograms.length === 0) throw new RrvError(runReportNone(found.length, { file: path }));
  return ofPrograms;
}

/** Throws RRV_INPUT_UNREADABLE, RRV_RUN_REPORT. */
export function runReportAt(path: string): RunReport {
  return readRunReport(
    orInputError(path, () => readFileSync(path, 'utf8')),
    path,
  );
}
