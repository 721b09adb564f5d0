import type { Documentation } from '../../property/model.ts';
import { codeLocation, fingerprints, sarifLevels, sarifLog, sarifRule } from '../sarif-log.ts';
import type { HistoryStep } from './run-report.ts';
import type { SourceFiles } from './source-files.ts';
import { historyOf, lossesOf, threadsOf } from './text.ts';
import { type ComparedViolation, identityOf, type ViolationReport } from './violation-report.ts';

/**
 * SARIF 2.1.0 (OASIS). A rule per property, a result per violation, with the stack of the first.
 * `documentationOf`: of a property by name, where it is one of the library. Linear.
 */
export function sarifViolations(
  report: ViolationReport,
  sources: SourceFiles,
  documentationOf: (property: string) => Documentation | undefined,
): Generator<string> {
  const fingerprintOf = fingerprints();
  return sarifLog({
    rrvVersion: report.rrvVersion,
    rules: report.properties.map(({ name }) => sarifRule(name, documentationOf(name))),
    notifications: lossesOf(report).map((text) => ({ level: 'warning', message: { text } })),
    results: report.properties.flatMap(({ name, violations }, ruleIndex) =>
      violations.map((violation) => {
        const partialFingerprints = fingerprintOf(identityOf(name, violation));
        return resultOf(violation, { ruleId: name, ruleIndex, partialFingerprints }, sources);
      }),
    ),
    properties: { analysis: report.analysis, runs: report.runs },
  });
}

interface Rule {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly partialFingerprints: object;
}

function resultOf(
  violation: ComparedViolation,
  { ruleId, ruleIndex, partialFingerprints }: Rule,
  sources: SourceFiles,
): object {
  const { count, known, severity, message, site, stackTrace, category } = violation;
  const history = historyOf(violation);
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
    ...(history.length === 0
      ? {}
      : {
          codeFlows: [
            { message: { text: 'what led to the first violation' }, threadFlows: flowsOf(history, sources) },
          ],
        }),
    partialFingerprints,
    properties: { category, pc: site.pc },
  };
}

/** A flow (3.37) for each thread, whose order says what came after what in all of them. */
function flowsOf(history: readonly HistoryStep[], sources: SourceFiles): object[] {
  const steps = history.map(({ event, site, thread }, index) => ({
    thread,
    step: {
      location: { ...codeLocation(site, sources(site)?.uri), message: { text: event } },
      executionOrder: index + 1,
    },
  }));
  return threadsOf(history).map((id) => ({
    id: `thread ${id}`,
    locations: steps.filter(({ thread }) => thread === id).map(({ step }) => step),
  }));
}

/** `a.b.C.m(C.java:42)`, in front of which Java may put class loader and module. */
function frameOf(text: string): object {
  const name = /^(?:.*\/)?([^(]*)\(/.exec(text)?.[1] ?? text;
  return { location: { message: { text }, logicalLocations: [{ fullyQualifiedName: name }] } };
}
