import type { InstrumentationReport } from '../instrument/report.ts';
import { jsonParts } from './json-parts.ts';

/** The report as it is, in parts: docs say which names are fixed. Ends with a line break. */
export function jsonReport(report: InstrumentationReport): Generator<string> {
  return jsonParts(report, 2);
}
