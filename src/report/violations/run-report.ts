import { RrvError, runReportMalformed } from '../../diagnostics.ts';
import { type NotedReflection, type Severity, severities } from '../../property/model.ts';
import { type JsonReader, jsonObject, jsonReader } from './json-reader.ts';

/** What an instrumented program writes at its end (docs/runtime-protocol.md), of one run or of several. */
export interface RunReport {
  readonly schemaVersion: 1;
  readonly rrvVersion: string;
  readonly analysis: string;
  /** How many runs `rrv report` has put together; absent in what a program has written. */
  readonly runs?: number;
  /** Archives of different runs of rrv ran together; absent where none did. */
  readonly separateRuns?: true;
  readonly properties: readonly MonitoredProperty[];
  /** What reflection reached; absent where the program was not instrumented for a closed world. */
  readonly reflection?: readonly ReflectionUse[];
  /** What limits of the runtime left out, and events that errors of the monitor lost. */
  readonly dropped: { readonly violations: number; readonly stackTraces: number; readonly events: number };
}

/** `claimed`: `--reflection` or `--reflection-of` named it. The site is the first. */
export type ReflectionUse = NotedReflection & { readonly claimed: boolean; readonly site: ViolationPlace };

export interface MonitoredProperty {
  readonly name: string;
  readonly events: Readonly<Record<string, number>>;
  readonly monitors: { readonly created: number; readonly collected: number; readonly live: number };
  readonly violations: readonly ReportedViolation[];
}

/** All violations of one handler at one place, with one message. */
export interface ReportedViolation {
  /** Slices that violated here. */
  readonly count: number;
  readonly category: string;
  readonly severity: Severity;
  readonly message: string;
  readonly site: ViolationPlace;
  /** Of the first; empty where the runtime kept none. */
  readonly stackTrace: readonly string[];
  /** The events that led to the first, the last one last; absent where the program was not asked for it. */
  readonly history?: readonly HistoryStep[];
}

/** An event of the slice that violated. */
export interface HistoryStep {
  readonly event: string;
  readonly site: ViolationPlace;
  /** Id of its thread. */
  readonly thread: number;
}

/** Binary name of the class; `pc` is the byte offset of the instruction. */
export interface ViolationPlace {
  readonly class: string;
  readonly method: string;
  readonly descriptor: string;
  readonly pc: number;
  readonly file?: string;
  readonly line?: number;
}

/**
 * Reads a report that an instrumented program has written, or `rrv report`. Names that are not known are passed over.
 *
 * @throws RrvError(runReportMalformed) that says what is missing
 */
export function readRunReport(text: string, file: string): RunReport {
  const read = jsonReader((what) => {
    throw new RrvError(runReportMalformed(what, { file }));
  });
  const report = jsonObject(text, read);
  if ('points' in report)
    return read.fail(
      'it is that of an instrumentation; what is read here is written by the instrumented program',
    );
  if (read.number(report, 'schemaVersion') !== 1)
    return read.fail(`schemaVersion ${report.schemaVersion} is not known`);
  const dropped = report.dropped === undefined ? {} : read.object(report.dropped, 'dropped');
  return {
    schemaVersion: 1,
    rrvVersion: read.text(report, 'rrvVersion'),
    analysis: read.text(report, 'analysis'),
    ...(report.runs === undefined ? {} : { runs: read.number(report, 'runs') }),
    ...(report.separateRuns === true ? { separateRuns: true as const } : {}),
    properties: read.list(report, 'properties').map((property) => propertyOf(property, read)),
    ...(report.reflection === undefined
      ? {}
      : { reflection: read.list(report, 'reflection').map((use) => reflectionUseOf(use, read)) }),
    dropped: {
      violations: read.number(dropped, 'violations', 0),
      stackTraces: read.number(dropped, 'stackTraces', 0),
      events: read.number(dropped, 'events', 0),
    },
  };
}

function propertyOf(json: unknown, read: JsonReader): MonitoredProperty {
  const property = read.object(json, 'a property');
  const events = read.object(property.events, 'events');
  const monitors = read.object(property.monitors, 'monitors');
  return {
    name: read.text(property, 'name'),
    events: Object.fromEntries(Object.keys(events).map((name) => [name, read.number(events, name)])),
    monitors: {
      created: read.number(monitors, 'created'),
      collected: read.number(monitors, 'collected'),
      live: read.number(monitors, 'live'),
    },
    violations: read.list(property, 'violations').map((violation) => violationOf(violation, read)),
  };
}

function reflectionUseOf(json: unknown, read: JsonReader): ReflectionUse {
  const use = read.object(json, 'a use of reflection');
  return { ...notedOf(use, read), claimed: use.claimed === true, site: siteOf(use, read) };
}

function notedOf(use: Record<string, unknown>, read: JsonReader): NotedReflection {
  const kind = read.text(use, 'kind');
  switch (kind) {
    case 'member':
      return { kind, class: read.text(use, 'class'), member: read.text(use, 'member') };
    case 'name':
      return { kind, member: read.text(use, 'member') };
    case 'class':
      return { kind, class: read.text(use, 'class') };
    case 'serialization':
    case 'anything':
      return { kind };
    default:
      return read.fail(`there is no use of reflection ${JSON.stringify(kind)}`);
  }
}

/** What it reached, without where from. */
export function notedReflection(use: ReflectionUse): NotedReflection {
  switch (use.kind) {
    case 'member':
      return { kind: use.kind, class: use.class, member: use.member };
    case 'name':
      return { kind: use.kind, member: use.member };
    case 'class':
      return { kind: use.kind, class: use.class };
    default:
      return { kind: use.kind };
  }
}

function violationOf(json: unknown, read: JsonReader): ReportedViolation {
  const violation = read.object(json, 'a violation');
  const named = read.text(violation, 'severity');
  const severity =
    severities.find((known) => known === named) ?? read.fail(`there is no severity ${JSON.stringify(named)}`);
  return {
    count: read.number(violation, 'count'),
    category: read.text(violation, 'category'),
    severity,
    message: read.text(violation, 'message'),
    site: siteOf(violation, read),
    stackTrace: read
      .list(violation, 'stackTrace')
      .map((line) => (typeof line === 'string' ? line : read.fail('a line of stackTrace is no text'))),
    ...(violation.history === undefined
      ? {}
      : { history: read.list(violation, 'history').map((step) => stepOf(step, read)) }),
  };
}

function stepOf(json: unknown, read: JsonReader): HistoryStep {
  const step = read.object(json, 'a step of history');
  return {
    event: read.text(step, 'event'),
    site: siteOf(step, read),
    thread: read.number(step, 'thread'),
  };
}

function siteOf(object: Record<string, unknown>, read: JsonReader): ViolationPlace {
  const site = read.object(object.site, 'site');
  return {
    class: read.text(site, 'class'),
    method: read.text(site, 'method'),
    descriptor: read.text(site, 'descriptor'),
    pc: read.number(site, 'pc'),
    ...(site.file === undefined ? {} : { file: read.text(site, 'file') }),
    ...(site.line === undefined ? {} : { line: read.number(site, 'line') }),
  };
}
