import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { RrvError, runReportNone } from '../diagnostics.ts';
import { type RunReport, readRunReport } from '../report/violations/run-report.ts';
import { orInputError } from './file-access.ts';

/** A report that a program has written, or a directory of them (`*.json`). Throws RrvError when there is none, or one that cannot be read. */
export function runReportsAt(path: string): { readonly path: string; readonly report: RunReport }[] {
  if (!orInputError(path, () => statSync(path)).isDirectory()) return [{ path, report: runReportAt(path) }];
  const names = orInputError(path, () => readdirSync(path)).filter((name) => name.endsWith('.json'));
  if (names.length === 0) throw new RrvError(runReportNone({ file: path }));
  return names.sort().map((name) => ({ path: join(path, name), report: runReportAt(join(path, name)) }));
}

export function runReportAt(path: string): RunReport {
  return readRunReport(
    orInputError(path, () => readFileSync(path, 'utf8')),
    path,
  );
}
