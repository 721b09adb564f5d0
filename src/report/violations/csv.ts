import { csvLines } from '../csv-lines.ts';
import type { ViolationReport } from './violation-report.ts';

const columns = [
  'property',
  'severity',
  'category',
  'count',
  'known',
  'message',
  'class',
  'method',
  'descriptor',
  'pc',
  'file',
  'line',
];

/** One line for each violation, columns named in the first line. */
export function csvViolations({ properties }: ViolationReport): Generator<string> {
  return csvLines(
    columns,
    properties.flatMap(({ name, violations }) =>
      violations.map(({ severity, category, count, known, message, site }) => [
        ...[name, severity, category, count, known, message],
        ...[site.class, site.method, site.descriptor, site.pc, site.file, site.line],
      ]),
    ),
  );
}
