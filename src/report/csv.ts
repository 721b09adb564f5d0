import type { InstrumentationReport, ReportedPoint } from '../instrument/report.ts';
import { csvLines } from './csv-lines.ts';

const columns = [
  'property',
  'event',
  'input',
  'class',
  'method',
  'descriptor',
  'pc',
  'file',
  'line',
  'kept',
  'reason',
  'unmonitored',
  'version',
] as const satisfies readonly (keyof ReportedPoint)[];

/** One line per point, columns named in the first line; each is a part. */
export function csvReport(report: InstrumentationReport): Generator<string> {
  return csvLines(columns, rowsOf(report));
}

function* rowsOf({ points }: InstrumentationReport): Generator<ReportedPoint[(typeof columns)[number]][]> {
  for (const point of points) yield columns.map((column) => point[column]);
}
