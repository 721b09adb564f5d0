import { constants, isAscii } from 'node:buffer';
import { accessSync, constants as fileModes, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { memoryExhaustedByReports, RrvError, runReportNone, runReportTooLong } from '../../diagnostics.ts';
import { once } from '../../remembering.ts';
import { leavesEvents } from '../../report/violations/events-left.ts';
import { type RunReport, readRunReport } from '../../report/violations/run-report.ts';
import { orInputError, statusOf } from '../files/file-access.ts';
import { realPath } from '../files/real-path.ts';

export interface FoundReport {
  readonly path: string;
  readonly report: RunReport;
}

/**
 * The reports at all paths (see `runReportsAt`), each file once: one run does not count twice. Each is read when it is
 * asked for: together they may be more than memory has room for. `mayBeNone` is asked where there is none.
 */
export function* runReportsOf(paths: readonly string[], mayBeNone: () => boolean): Generator<FoundReport> {
  const seen = new Set<string>();
  for (const path of paths)
    for (const found of runReportsAt(path, mayBeNone)) {
      const real = realPath(found.path);
      if (seen.has(real)) continue;
      seen.add(real);
      yield found;
    }
}

/**
 * Whether there are instrumentations, and none left an event, as these files, their JSON reports, say. They are long, and
 * read when that is asked for; that they are there is known before. Throws as `runReportAt`.
 */
export function isNothingLeftIn(instrumentations: readonly string[]): () => boolean {
  for (const path of instrumentations) orInputError(path, () => accessSync(path, fileModes.R_OK));
  const isEventLeft = (path: string): boolean =>
    leavesEvents(
      orInputError(path, () => textOf(path)),
      path,
    );
  return once(() => instrumentations.length > 0 && !instrumentations.some(isEventLeft));
}

/**
 * A report that a program or `rrv report` has written, or those of programs in a directory (`*.json`): what
 * `rrv report` has put together there is of the same runs, and is passed over. Throws RrvError when there is
 * none and has to be one, or one that cannot be read.
 */
function* runReportsAt(path: string, mayBeNone: () => boolean): Generator<FoundReport> {
  if (statusOf(path) === undefined && mayBeNone()) return;
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
  if (ofPrograms === 0 && !mayBeNone()) throw new RrvError(runReportNone(names.length, { file: path }));
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
