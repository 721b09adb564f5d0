import { groupBy } from '../../group-by.ts';
import type { NotedReflection } from '../../property/model.ts';
import { oneLine } from '../visible-text.ts';
import type { HistoryStep, ReportedViolation, RunReport, ViolationPlace } from './run-report.ts';
import { sum } from './violation-report.ts';

/**
 * `3x error SafeIterator: message at a.b.C.m(C.java:42)`, as the instrumented program prints the violations of
 * a property: one line for each place, and behind it one for each event that led there, where that is known.
 * Several in one line of source, which nobody could tell apart, are one, with the sum of their counts.
 */
export function violationLines(property: string, violations: readonly ReportedViolation[]): string[] {
  const places = groupBy(violations, ({ severity, message, site }) =>
    oneLine(`${severity} ${property}: ${message} at ${placeText(site)}`),
  );
  return [...places].flatMap(([told, same]) => [
    `${sum(same.map(({ count }) => count))}x ${told}`,
    ...historyLines(same[0]!).map((line) => oneLine(`    ${line}`)),
  ]);
}

/** The events that led to the first violation at a place, in their order; none where its own event is all. */
export function historyOf({ history = [] }: ReportedViolation): readonly HistoryStep[] {
  return history.length < 2 ? [] : history;
}

/** A line for each of these: `update at a.b.C.m(C.java:42)`, with the thread where there are several. */
export function historyLines(violation: ReportedViolation): string[] {
  const history = historyOf(violation);
  const hasThreads = threadsOf(history).length > 1;
  return history.map(({ event, site, thread }) => {
    const inThread = hasThreads ? ` in thread ${thread}` : '';
    return `${event} at ${placeText(site)}${inThread}`;
  });
}

/** Ids, in the order in which the threads come. */
export function threadsOf(history: readonly HistoryStep[]): number[] {
  return [...new Set(history.map(({ thread }) => thread))];
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

/** As `--reflection` names it, where it can. */
export function reflectionText(noted: NotedReflection): string {
  switch (noted.kind) {
    case 'member':
      return `${noted.class}#${noted.member}`;
    case 'name':
      return `**#${noted.member}`;
    case 'class':
      return noted.class;
    case 'serialization':
      return 'what serializable objects hold';
    case 'anything':
      return 'perhaps anything';
  }
}

/** What the report does not have, a sentence each without its end. */
export function lossesOf({ dropped, separateRuns, reflection = [] }: RunReport): string[] {
  const unclaimed = reflection.filter(({ claimed }) => !claimed);
  return [
    ...(dropped.violations === 0
      ? []
      : [
          dropped.violations === 1
            ? '1 violation at a further place is not listed (rrv.maxSites)'
            : `${dropped.violations} violations at further places are not listed (rrv.maxSites)`,
        ]),
    ...(dropped.events === 0
      ? []
      : [
          `${dropped.events} ${dropped.events === 1 ? 'event was' : 'events were'} lost by errors of the monitor`,
        ]),
    ...(unclaimed.length === 0
      ? []
      : [
          `violations may be missing, as reflection reached ${reflectionText(unclaimed[0]!)} at ${placeText(unclaimed[0]!.site)}${
            unclaimed.length === 1 ? '' : ` and ${unclaimed.length - 1} more`
          }, which --reflection did not name: instrument again with --reflection-of this report, too`,
        ]),
    ...(separateRuns === true
      ? [
          'violations may be missing, as archives that ran together were instrumented in different runs of rrv, each without the events of the others',
        ]
      : []),
  ];
}
