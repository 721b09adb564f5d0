import type { InstrumentationReport } from '../instrument/report.ts';

/** The report as it is: docs say which names are fixed. Ends with a line break. */
export function jsonReport(report: InstrumentationReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
