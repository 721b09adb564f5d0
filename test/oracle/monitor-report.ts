import { readFileSync } from 'node:fs';
import type { ReflectionUse } from '../../src/report/violations/run-report.ts';

/** The part of the report (docs: the instrumented program) that rrv and the oracle have in common. */
export interface MonitorReport {
  readonly properties: readonly PropertyReport[];
  /** Of rrv alone. */
  readonly reflection?: readonly ReflectionUse[];
}

export interface PropertyReport {
  readonly name: string;
  readonly events: Readonly<Record<string, number>>;
  readonly violations: readonly {
    readonly count: number;
    readonly site: { readonly class: string; readonly method: string; readonly line?: number };
  }[];
}

export function readMonitorReport(file: string): MonitorReport {
  return JSON.parse(readFileSync(file, 'utf8')) as MonitorReport;
}

/**
 * One property's events and violations as sorted lines, so that two reports can be compared line by line.
 * Two sites on one source line are two lines; a site without a line (AspectJ says 0) has `?`.
 */
export function linesOf(report: MonitorReport, property: string): string[] {
  const found = report.properties.find(({ name }) => name === property);
  if (found === undefined) return [`${property} is not in the report`];
  const events = Object.entries(found.events).map(([name, count]) => `event ${name}: ${count}`);
  const violations = found.violations.map(
    ({ count, site }) => `violation at ${site.class}.${site.method}:${site.line || '?'}: ${count}`,
  );
  return [...events.sort(), ...violations.sort()];
}
