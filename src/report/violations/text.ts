import type { ReportedViolation, RunReport, ViolationPlace } from './run-report.ts';

/**
 * `3x error SafeIterator: message at a.b.C.m(C.java:42)`, as the instrumented program prints the violations of
 * a property: one line for each place. Several in one line of source, which nobody could tell apart, are one,
 * with the sum of their counts.
 */
export function violationLines(property: string, violations: readonly ReportedViolation[]): string[] {
  const counts = new Map<string, number>();
  for (const { count, severity, message, site } of violations) {
    const told = oneLine(`${severity} ${property}: ${message} at ${placeText(site)}`);
    counts.set(told, (counts.get(told) ?? 0) + count);
  }
  return [...counts].map(([told, count]) => `${count}x ${told}`);
}

/** How many lines of source have violations of these. */
export function sourceLineCount(violations: readonly ReportedViolation[]): number {
  return new Set(violations.map(({ site }) => placeText(site))).size;
}

/** `a.b.C.m(C.java:42)`, as in a stack trace. */
export function placeText({ class: className, method, file, line }: ViolationPlace): string {
  const place = file === undefined ? 'Unknown Source' : line === undefined ? file : `${file}:${line}`;
  return `${className}.${method}(${place})`;
}

/** Names in byte code may hold anything. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}

/** What the report does not have, a sentence each without its end. */
export function lossesOf({ dropped, separateRuns }: RunReport): string[] {
  return [
    ...(dropped.violations === 0
      ? []
      : [`${dropped.violations} violations at further places are not listed (rrv.maxSites)`]),
    ...(dropped.events === 0 ? [] : [`${dropped.events} events were lost by errors of the monitor`]),
    ...(separateRuns === true
      ? [
          'violations may be missing, as archives that ran together were instrumented in different runs of rrv, each without the events of the others',
        ]
      : []),
  ];
}
