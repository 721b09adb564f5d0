import type { Documentation } from '../../property/model.ts';
import { codeLocation, fingerprint, sarifLevels, sarifLog, sarifRule } from '../sarif-log.ts';
import type { SourceFiles } from './source-files.ts';
import { type ComparedViolation, identityOf, type ViolationReport } from './violation-report.ts';

/**
 * SARIF 2.1.0 (OASIS). A rule per property, a result per violation, with the stack of the first. `documentationOf`: of a property by
 * name, where it is one of the library. Linear.
 */
export function sarifViolations(
  report: ViolationReport,
  sources: SourceFiles,
  documentationOf: (property: string) => Documentation | undefined,
): string {
  const seen = new Map<string, number>();
  return sarifLog({
    rrvVersion: report.rrvVersion,
    rules: report.properties.map(({ name }) => sarifRule(name, documentationOf(name))),
    notifications: notificationsOf(report),
    results: report.properties.flatMap(({ name, violations }, ruleIndex) =>
      violations.map((violation) => {
        const identity = identityOf(name, violation);
        const ordinal = seen.get(identity) ?? 0;
        seen.set(identity, ordinal + 1);
        return resultOf(violation, { ruleId: name, ruleIndex, identity: `${identity}\0${ordinal}` }, sources);
      }),
    ),
    properties: { analysis: report.analysis, runs: report.runs },
  });
}

interface Rule {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly identity: string;
}

function resultOf(
  violation: ComparedViolation,
  { ruleId, ruleIndex, identity }: Rule,
  sources: SourceFiles,
): object {
  const { count, known, severity, message, site, stackTrace, category } = violation;
  return {
    ruleId,
    ruleIndex,
    kind: 'fail',
    level: sarifLevels[severity],
    message: { text: message },
    locations: [codeLocation(site, sources(site)?.uri)],
    occurrenceCount: Math.max(1, count),
    ...(known === undefined ? {} : { baselineState: known ? 'unchanged' : 'new' }),
    ...(stackTrace.length === 0
      ? {}
      : { stacks: [{ message: { text: 'the first violation' }, frames: stackTrace.map(frameOf) }] }),
    partialFingerprints: { 'rrv/v1': fingerprint(identity) },
    properties: { category, pc: site.pc },
  };
}

/** `a.b.C.m(C.java:42)`, in front of which Java may put class loader and module. */
function frameOf(text: string): object {
  const name = /^(?:.*\/)?([^(]*)\(/.exec(text)?.[1] ?? text;
  return { location: { message: { text }, logicalLocations: [{ fullyQualifiedName: name }] } };
}

function notificationsOf({ dropped }: ViolationReport): object[] {
  const notes = [
    [dropped.violations, 'violations at further places are not listed (rrv.maxSites)'],
    [dropped.events, 'events were lost by errors of the monitor'],
  ] as const;
  return notes.flatMap(([count, what]) =>
    count === 0 ? [] : [{ level: 'warning', message: { text: `${count} ${what}` } }],
  );
}
