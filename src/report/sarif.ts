import { toBinaryName } from '../classfile/descriptors.ts';
import type { InstrumentationReport, ReportedPoint } from '../instrument/report.ts';
import type { Property } from '../property/model.ts';
import { codeLocation, fingerprints, sarifLog, sarifRule } from './sarif-log.ts';

/**
 * SARIF 2.1.0 (OASIS). A rule per property; a result per point that is still monitored after the analysis: the
 * places where a violation can be reported at run time, as kind `open` ("not yet decided"), so that viewers do
 * not take them for violations. Points that could not be monitored, and missing classes, are notifications.
 */
export function sarifReport(
  report: InstrumentationReport,
  properties: readonly Property[],
): Generator<string> {
  const ruleIndex = new Map(report.properties.map(({ name }, index) => [name, index]));
  return sarifLog({
    rrvVersion: report.rrvVersion,
    rules: report.properties.map(({ name }) =>
      sarifRule(name, properties.find((property) => property.name === name)?.documentation),
    ),
    notifications: notificationsOf(report),
    results: resultsOf(report.points, ruleIndex),
    properties: {
      analysis: report.analysis,
      threads: report.threads,
      entry: report.entry,
      ...(report.reflection === undefined ? {} : { reflection: report.reflection }),
      ...(report.noted === undefined ? {} : { noted: report.noted }),
      inputs: report.inputs,
      summary: report.properties,
    },
  });
}

function resultsOf(points: readonly ReportedPoint[], ruleIndex: ReadonlyMap<string, number>): object[] {
  const fingerprintOf = fingerprints();
  return points
    .filter((point) => point.kept)
    .map((point) => {
      // Stable from build to build as long as the method's points are: no pc and no line in it.
      const identity = [point.property, point.event, point.class, point.method, point.descriptor].join('\0');
      return {
        ruleId: point.property,
        ruleIndex: ruleIndex.get(point.property),
        kind: 'open',
        message: { text: `${point.event} is monitored: ${point.reason}` },
        locations: [locationOf(point)],
        partialFingerprints: fingerprintOf(identity),
      };
    });
}

function locationOf(point: ReportedPoint): object {
  return {
    ...codeLocation(point),
    properties: { input: point.input, pc: point.pc, event: point.event },
  };
}

function notificationsOf(report: InstrumentationReport): object[] {
  const unmonitored = report.points.flatMap((point) =>
    point.unmonitored === undefined
      ? []
      : [
          {
            level: 'warning',
            descriptor: { id: 'RRV_POINTS_UNMONITORED' },
            message: { text: `not monitored: ${point.unmonitored}` },
            locations: [locationOf(point)],
          },
        ],
  );
  const missing = report.missingClasses.map(({ name, neededBy }) => ({
    level: 'warning',
    descriptor: { id: 'RRV_CLASS_MISSING' },
    message: {
      text: `class ${toBinaryName(name)} was not found${neededBy === name ? '' : `; ${toBinaryName(neededBy)} needs it`}`,
    },
  }));
  return [...unmonitored, ...missing];
}
