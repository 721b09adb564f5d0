import { jsonParts } from '../json-parts.ts';
import type { ViolationReport } from './violation-report.ts';

/**
 * The report as it is: what an instrumented program writes, with `runs` and, beside a baseline, `known`. Ends
 * with a line break.
 */
export function jsonViolations(report: ViolationReport): Generator<string> {
  return jsonParts(report, 4);
}
