import type { ReportedViolation, RunReport, ViolationPlace } from './run-report.ts';

/** `3x error SafeIterator: message at a.b.C.m(C.java:42)`, as the instrumented program prints it: one line. */
export function violationLine(
  property: string,
  { count, severity, message, site }: ReportedViolation,
): string {
  return oneLine(`${count}x ${severity} ${property}: ${message} at ${placeText(site)}`);
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
export function lossesOf({ dropped }: RunReport): string[] {
  return [
    ...(dropped.violations === 0
      ? []
      : [`${dropped.violations} violations at further places are not listed (rrv.maxSites)`]),
    ...(dropped.events === 0 ? [] : [`${dropped.events} events were lost by errors of the monitor`]),
  ];
}
