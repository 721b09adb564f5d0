import { createHash } from 'node:crypto';
import type { InstrumentationReport, ReportedPoint } from '../instrument/report.ts';
import type { Property } from '../property/model.ts';

/**
 * SARIF 2.1.0 (OASIS). A rule per property; a result per point that is still monitored after the analysis: the
 * places where a violation can be reported at run time, as kind `open` ("not yet decided"), so that viewers do
 * not take them for violations. Points that could not be monitored, and missing classes, are notifications.
 */
export function sarifReport(report: InstrumentationReport, properties: readonly Property[]): string {
  const ruleIndex = new Map(report.properties.map(({ name }, index) => [name, index]));
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'rrv',
            semanticVersion: report.rrvVersion,
            rules: report.properties.map(({ name }) => ruleOf(name, properties)),
          },
        },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: notificationsOf(report) }],
        results: resultsOf(report.points, ruleIndex),
        properties: {
          analysis: report.analysis,
          threads: report.threads,
          entry: report.entry,
          ...(report.reflection === undefined ? {} : { reflection: report.reflection }),
          inputs: report.inputs,
          summary: report.properties,
        },
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

const levels = { error: 'error', warning: 'warning', suggestion: 'note' } as const;

function ruleOf(name: string, properties: readonly Property[]): object {
  const documentation = properties.find((property) => property.name === name)?.documentation;
  if (documentation === undefined) return { id: name };
  return {
    id: name,
    shortDescription: { text: documentation.summary === '' ? name : documentation.summary },
    ...(documentation.consequence === undefined
      ? {}
      : { fullDescription: { text: documentation.consequence } }),
    ...(documentation.url === undefined || !isAddress(documentation.url)
      ? {}
      : { helpUri: documentation.url }),
    defaultConfiguration: { level: levels[documentation.severity] },
    properties: { tags: documentation.groups },
  };
}

function resultsOf(points: readonly ReportedPoint[], ruleIndex: ReadonlyMap<string, number>): object[] {
  const seen = new Map<string, number>();
  return points
    .filter((point) => point.kept)
    .map((point) => {
      // Stable from build to build as long as the method's points are: no pc and no line in it.
      const identity = [point.property, point.event, point.class, point.method, point.descriptor].join('\0');
      const ordinal = seen.get(identity) ?? 0;
      seen.set(identity, ordinal + 1);
      return {
        ruleId: point.property,
        ruleIndex: ruleIndex.get(point.property),
        kind: 'open',
        message: { text: `${point.event} is monitored: ${point.reason}` },
        locations: [locationOf(point)],
        partialFingerprints: {
          'rrv/v1': createHash('sha256').update(`${identity}\0${ordinal}`).digest('hex').slice(0, 32),
        },
      };
    });
}

function locationOf(point: ReportedPoint): object {
  const name = `${point.class}.${point.method}${point.descriptor}`;
  return {
    ...(point.file === null || point.file === ''
      ? {}
      : {
          physicalLocation: {
            artifactLocation: { uri: relativeUri(sourcePathOf(point.class, point.file)) },
            ...(point.line === null || point.line < 1 ? {} : { region: { startLine: point.line } }),
          },
        }),
    logicalLocations: [{ fullyQualifiedName: name, name: point.method, kind: 'function' }],
    properties: { input: point.input, pc: point.pc, event: point.event },
  };
}

/** `a/b/C.java`: where a source file of that package lies below its source root. */
function sourcePathOf(className: string, file: string): string {
  const packageEnd = className.lastIndexOf('.');
  return packageEnd < 0 ? file : `${className.slice(0, packageEnd).replaceAll('.', '/')}/${file}`;
}

/** A relative reference (RFC 3986, 4.2): byte code knows names with characters that mean something there, and lone surrogates. */
function relativeUri(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '');
  return segments.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/');
}

/** Whether it can stand where SARIF wants an absolute address. */
function isAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\S+$/i.test(text) && URL.canParse(text);
}

/** As Java writes it. */
const nameOf = (internalName: string): string => internalName.replaceAll('/', '.');

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
      text: `class ${nameOf(name)} was not found${neededBy === name ? '' : `; ${nameOf(neededBy)} needs it`}`,
    },
  }));
  return [...unmonitored, ...missing];
}
