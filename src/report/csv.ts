import type { InstrumentationReport, ReportedPoint } from '../instrument/report.ts';

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
] as const satisfies readonly (keyof ReportedPoint)[];

/** One line per point (RFC 4180: CRLF, quotes doubled), columns named in the first line. */
export function csvReport(report: InstrumentationReport): string {
  const lines = report.points.map((point) => columns.map((column) => field(point[column])).join(','));
  return [columns.join(','), ...lines, ''].join('\r\n');
}

function field(value: string | number | boolean | null | undefined): string {
  const text = value === null || value === undefined ? '' : String(value);
  // Spreadsheets take what starts with = + - @ for a formula; no name in Java starts so.
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
