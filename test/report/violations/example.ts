import type { ReportedViolation, RunReport } from '../../../src/report/violations/run-report.ts';

export const violation: ReportedViolation = {
  count: 2,
  category: 'match',
  severity: 'error',
  message: 'the collection was updated',
  site: { class: 'a.b.C', method: 'm', descriptor: '()V', pc: 17, file: 'C.java', line: 42 },
  stackTrace: ['a.b.C.m(C.java:42)', 'app//a.b.C.main(C.java:7)'],
};

/** What a program with these violations of one property writes. */
export function runOf(...violations: readonly ReportedViolation[]): RunReport {
  return {
    schemaVersion: 1,
    rrvVersion: '1.2.3',
    analysis: 'sound',
    properties: [
      {
        name: 'SafeIterator',
        events: { create: 3, next: 10 },
        monitors: { created: 3, collected: 1, live: 2 },
        violations,
      },
    ],
    dropped: { violations: 0, stackTraces: 0, events: 0 },
  };
}
