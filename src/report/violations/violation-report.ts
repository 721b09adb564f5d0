import { groupBy } from '../../group-by.ts';
import { severities } from '../../property/model.ts';
import {
  type MonitoredProperty,
  notedReflection,
  type ReflectionUse,
  type ReportedViolation,
  type RunReport,
  type ViolationPlace,
} from './run-report.ts';

/**
 * What runs of a program have reported, together. A {@link RunReport} again, so that it can be the baseline
 * of a later one.
 */
export interface ViolationReport extends RunReport {
  readonly runs: number;
  readonly properties: readonly ComparedProperty[];
}

export interface ComparedProperty extends MonitoredProperty {
  readonly violations: readonly ComparedViolation[];
}

export interface ComparedViolation extends ReportedViolation {
  /** It stands in the baseline. Absent where there is none. */
  readonly known?: boolean;
}

/**
 * Adds reports up: of each property events, monitors, and violations at the same place with the same message.
 * Ordered by name and place, so that the order of the reports does not matter, but for which stack trace and
 * history stay. Takes one report after the other and keeps of each what is new, as runs of one program have much in
 * common. Linear, and n log n for the order.
 */
export function mergeRuns(reports: Iterable<RunReport>): ViolationReport {
  const versions = new Set<string>();
  const analyses = new Set<string>();
  const byName = new Map<string, PropertySum>();
  const dropped = { violations: 0, stackTraces: 0, events: 0 };
  const reflection = new Map<string, ReflectionUse>();
  let isWatched = false;
  let runs = 0;
  let separateRuns = false;
  for (const report of reports) {
    versions.add(report.rrvVersion);
    analyses.add(report.analysis);
    // What was put together before counts as often as it has runs.
    runs += report.runs ?? 1;
    separateRuns ||= report.separateRuns === true;
    addCounts(dropped, report.dropped);
    isWatched ||= report.reflection !== undefined;
    for (const use of report.reflection ?? []) {
      const key = JSON.stringify(notedReflection(use));
      const earlier = reflection.get(key);
      // Where one run's claim did not name it, its report may lack something.
      if (earlier === undefined || (earlier.claimed && !use.claimed)) reflection.set(key, use);
    }
    for (const property of report.properties) {
      const { name } = property;
      const total = byName.get(name) ?? {
        events: new Map(),
        monitors: { created: 0, collected: 0, live: 0 },
        violations: new Map(),
      };
      byName.set(name, total);
      addProperty(total, property);
    }
  }
  return {
    schemaVersion: 1,
    rrvVersion: distinct(versions),
    analysis: distinct(analyses),
    runs,
    ...(separateRuns ? { separateRuns: true as const } : {}),
    properties: Array.from(byName, ([name, { events, monitors, violations }]) => ({
      name,
      events: Object.fromEntries(events),
      monitors,
      violations: [...violations.values()].sort(inOrderOfPlace),
    })).sort((left, right) => compare(left.name, right.name)),
    ...(isWatched
      ? { reflection: [...reflection].sort(([left], [right]) => compare(left, right)).map(([, use]) => use) }
      : {}),
    dropped,
  };
}

/** What reports have of one property so far. */
interface PropertySum {
  readonly events: Map<string, number>;
  readonly monitors: Record<keyof MonitoredProperty['monitors'], number>;
  /** By place and message. */
  readonly violations: Map<string, ReportedViolation>;
}

function addProperty(total: PropertySum, { events, monitors, violations }: MonitoredProperty): void {
  for (const [name, count] of Object.entries(events))
    total.events.set(name, (total.events.get(name) ?? 0) + count);
  addCounts(total.monitors, monitors);
  for (const violation of violations) {
    const { site, category, message } = violation;
    const key = JSON.stringify([...instructionOf(site), category, message]);
    const earlier = total.violations.get(key);
    total.violations.set(key, earlier === undefined ? violation : together(earlier, violation));
  }
}

function addCounts<Name extends string>(
  total: Record<Name, number>,
  further: Readonly<Record<Name, number>>,
): void {
  for (const name of Object.keys(total) as Name[]) total[name] += further[name];
}

/** Two of the same place and message: with the first stack trace and history that there is. */
function together(earlier: ReportedViolation, later: ReportedViolation): ReportedViolation {
  const history = earlier.history ?? later.history;
  return {
    ...earlier,
    count: earlier.count + later.count,
    stackTrace: earlier.stackTrace.length > 0 ? earlier.stackTrace : later.stackTrace,
    ...(history === undefined ? {} : { history }),
  };
}

/** The report with the violations in the classes (`a.b.C$D`) that `isMeant` takes alone. Linear. */
export function withinClasses(
  report: ViolationReport,
  isMeant: (className: string) => boolean,
): ViolationReport {
  return {
    ...report,
    properties: report.properties.map((property) => ({
      ...property,
      violations: property.violations.filter(({ site }) => isMeant(site.class)),
    })),
  };
}

/** Names (`a.b.C$D`) of the classes that have violations, or stand in the stack trace of one. Linear. */
export function classesIn({ properties }: RunReport): ReadonlySet<string> {
  const violations = properties.flatMap((property) => property.violations);
  return new Set(
    violations.flatMap(({ site, stackTrace }) => [site.class, ...stackTrace.flatMap(classOfFrame)]),
  );
}

/** A frame is `a.b.C.m(C.java:42)`, with its loader and module in front (`app//`, `java.base/`). */
function classOfFrame(frame: string): readonly string[] {
  const name = /^(?:[^(]*\/)?([^(]+)\.[^.(]+\(/.exec(frame)?.[1];
  return name === undefined ? [] : [name];
}

/**
 * Marks what the baseline has. A violation is known by property, category and method, not by line and
 * instruction, so that it stays known when the code around it changes; where a method has more such places
 * than in the baseline, the last ones are new. Messages do not count: one that names a thread or a value is
 * another one with each run. Linear.
 */
export function comparedWith(report: ViolationReport, baseline: RunReport): ViolationReport {
  const allowed = new Map<string, number>();
  for (const { name, violations } of baseline.properties)
    for (const [violation] of byPlace(violations)) {
      const identity = identityOf(name, violation!);
      allowed.set(identity, (allowed.get(identity) ?? 0) + 1);
    }
  return {
    ...report,
    properties: report.properties.map((property) => ({
      ...property,
      violations: byPlace(property.violations).flatMap((atPlace) => {
        const identity = identityOf(property.name, atPlace[0]!);
        const left = allowed.get(identity) ?? 0;
        allowed.set(identity, left - 1);
        return atPlace.map((violation) => ({ ...violation, known: left > 0 }));
      }),
    })),
  };
}

/** No baseline has it. */
export function isNew({ known }: ComparedViolation): boolean {
  return known !== true;
}

/** For people: properties with new errors first, then with new warnings and suggestions, then all others; each by name. */
export function mostSevereFirst(properties: readonly ComparedProperty[]): readonly ComparedProperty[] {
  const bySeverity = groupBy(properties, ({ violations }) => {
    const found = new Set(violations.filter(isNew).map(({ severity }) => severity));
    return severities.find((severity) => found.has(severity));
  });
  return [...severities, undefined].flatMap((severity) => bySeverity.get(severity) ?? []);
}

/** How many places violations of one property have. Each may have several messages. */
export function placeCount(violations: readonly ReportedViolation[]): number {
  return byPlace(violations).length;
}

/** How many places have violations that count. */
export function placesIn(
  { properties }: ViolationReport,
  counts: (violation: ComparedViolation) => boolean,
): number {
  return sum(properties.map(({ violations }) => placeCount(violations.filter(counts))));
}

/** Violations of one property, those at one instruction together, in their order. */
function byPlace<V extends ReportedViolation>(violations: readonly V[]): (readonly V[])[] {
  return [
    ...groupBy(violations, ({ site, category }) =>
      JSON.stringify([...instructionOf(site), category]),
    ).values(),
  ];
}

/** What stays the same from build to build as long as the method keeps its name. */
export function identityOf(property: string, { category, site }: ReportedViolation): string {
  return JSON.stringify([property, category, ...placeOf(site)]);
}

/**
 * Of versions of a class, which one run after the other may have, as tests of a multi-release jar do, instructions of
 * different lines may stand at one index.
 */
function instructionOf(site: ViolationPlace): readonly unknown[] {
  return [...placeOf(site), site.pc, site.file, site.line];
}

function placeOf(site: ViolationPlace): readonly string[] {
  return [site.class, site.method, site.descriptor];
}

function inOrderOfPlace(left: ReportedViolation, right: ReportedViolation): number {
  return (
    compare(left.site.class, right.site.class) ||
    (left.site.line ?? 0) - (right.site.line ?? 0) ||
    compare(left.site.method + left.site.descriptor, right.site.method + right.site.descriptor) ||
    left.site.pc - right.site.pc ||
    compare(left.category, right.category) ||
    compare(left.message, right.message)
  );
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** What was put together before may name several. */
function distinct(values: Iterable<string>): string {
  return [...new Set([...values].flatMap((value) => value.split(', ')))].sort(compare).join(', ');
}

/** Of no values: 0. */
export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** How many events all monitors had, those that several properties share counted for each. */
export function eventCount({ properties }: RunReport): number {
  return sum(properties.flatMap(({ events }) => Object.values(events)));
}
