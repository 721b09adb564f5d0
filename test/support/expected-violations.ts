import { readFileSync } from 'node:fs';
import type { MonitorReport } from './instrumented-program.ts';

/** `12 SafeHasNext 2`: line, property, slices, from the comments of a fixture. */
export function expectedViolations(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const comment = /\/\/ ((?:Safe\w+: \d+(?:, )?)+)$/.exec(line)?.[1] ?? '';
      return [...comment.matchAll(/(Safe\w+): (\d+)/g)].map(
        (match) => `${index + 1} ${match[1]} ${match[2]}`,
      );
    })
    .sort();
}

/** What a run reported, written alike. */
export function foundViolations(report: MonitorReport): string[] {
  return report.properties
    .flatMap((property) =>
      property.violations.map(({ site, count }) => `${site.line} ${property.name} ${count}`),
    )
    .sort();
}
