import { constants, isAscii } from 'node:buffer';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { memoryExhaustedByReports, RrvError, runReportNone, runReportTooLong } from '../../diagnostics.ts';
import { type RunReport, readRunReport } from '../../report/violations/run-report.ts';
import { orInputError } from '../files/file-access.ts';
import { realPath } from '../files/real-path.ts';

export interface FoundReport {
  readonly path: string;
  readonly report: RunReport;
}

/**
 * The reports at all paths (see `runReportsAt`), each file once: one run does not count twice. Each is read when it is
 * asked for: together they may be more than memory has room for.
 */
export function* runReportsOf(paths: readonly string[]): Generator<FoundReport> {
  const seen = new Set<string>();
  for (const path of paths)
    for (const found of runReportsAt(path)) {
      const real = realPath(found.path);
      if (seen.has(real)) continue;
      seen.add(real);
      yield found;
    }
}

/**
 * A report that a program or `rrv report` has written, or those of programs in a directory (`*.json`): what
 * `rrv report` has put together there is of the same runs, and is passed over. Throws RrvError when there is
 * none, or one that cannot be read.
 */
function* runReportsAt(path: string): Generator<FoundReport> {
  if (!orInputError(path, () => statSync(path)).isDirectory()) {
    yield { path, report: runReportAt(path) };
    return;
  }
  const names = orInputError(path, () => readdirSync(path))
    .filter((name) => name.endsWith('.json'))
    .sort();
  let ofPrograms = 0;
  for (const name of names) {
    const found = { path: join(path, name), report: runReportAt(join(path, name)) };
    if (found.report.runs !== undefined) continue;
    ofPrograms++;
    yield found;
  }
  if (ofPrograms === 0) throw new RrvError(runReportNone(names.length, { file: path }));
}

/** Bytes of the heap that a byte of a report takes when it is read: 1.31 measured, stack traces being most of it. */
const heapPerByte = 1.3;

/** Throws RRV_INPUT_UNREADABLE, RRV_RUN_REPORT, RRV_RUN_REPORT_LONG, RRV_MEMORY. */
export function runReportAt(path: string): RunReport {
  return readRunReport(
    orInputError(path, () => textOf(path)),
    path,
  );
}

function textOf(path: string): string {
  const { size } = statSync(path);
  if (size > constants.MAX_STRING_LENGTH)
    throw new RrvError(runReportTooLong(size, constants.MAX_STRING_LENGTH, { file: path }));
  // Where JSON.parse fills the heap, V8 ends the process.
  const { heap_size_limit: limit } = getHeapStatistics();
  if (size * heapPerByte > limit) throw new RrvError(memoryExhaustedByReports(Math.floor(limit / 2 ** 20)));
  const bytes = readFileSync(path);
  // A long text of one byte for each character is outside of the heap.
  return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
}
