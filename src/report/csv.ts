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
  // Spreadsheets take what starts so for a formula. No name in Java does, but in byte code.
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
