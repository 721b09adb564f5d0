import { toBinaryName } from '../classfile/descriptors.ts';
import type { Point } from '../events/point.ts';
import { classEntryName } from '../hierarchy/class-sources.ts';
import type { NotedReflection, Property } from '../property/model.ts';
import type { AnalysisName } from './analysis-names.ts';
import type { LeftOut } from './left-out.ts';

/** The instrumentation report: `--report json=` prints it as it is. Names are fixed; it may grow. */
export interface InstrumentationReport {
  readonly schemaVersion: 1;
  readonly rrvVersion: string;
  readonly analysis: AnalysisName;
  readonly threads: 'confined' | 'shared';
  /** Where code outside starts the program: `all`, `main` or globs. */
  readonly entry: readonly string[];
  /** Globs of what reflection may reach; only where the world is closed. */
  readonly reflection?: readonly string[];
  /** What runs have noted that it reaches (`--reflection-of`); absent: no run was asked. */
  readonly noted?: readonly NotedReflection[];
  readonly inputs: readonly string[];
  readonly properties: readonly PropertySummary[];
  readonly points: readonly ReportedPoint[];
  /**
   * Classes that the inputs name and nothing provides; matching by type treats them as having no supertypes.
   */
  readonly missingClasses: readonly { readonly name: string; readonly neededBy: string }[];
}

/**
 * As in Table 1 of the paper: relevant has points; removed has only removed points; improvement = relevant /
 * (relevant - removed).
 */
export interface PropertySummary {
  readonly name: string;
  readonly classes: { readonly relevant: number; readonly removed: number };
  readonly methods: { readonly relevant: number; readonly removed: number };
  readonly instructions: {
    readonly relevant: number;
    readonly removed: number;
    /** Not removed, but silent for the iterators of some collections. */
    readonly silent: number;
    readonly improvement: number;
  };
}

export interface ReportedPoint {
  readonly property: string;
  readonly event: string;
  readonly input: string;
  /** With dots: `a.b.C$D`. */
  readonly class: string;
  readonly method: string;
  readonly descriptor: string;
  readonly pc: number;
  readonly line: number | null;
  readonly file: string | null;
  /** Of a multi-release jar: the release from which on the class is used. Absent: it is not below META-INF/versions. */
  readonly version?: number;
  readonly kept: boolean;
  readonly reason: string;
  /**
   * Present when the point is kept, but silent for the iterators of some collections, as is asked at run time
   * (Decision.silence).
   */
  readonly silent?: true;
  /**
   * Present when the point is kept, but tells no event before one of what its iterator walks through
   * (docs/soundness.md, theorem 5).
   */
  readonly deferred?: true;
  /**
   * Present when the point is kept, but told once for each iterator that a plain collection makes
   * (docs/soundness.md, theorem 9).
   */
  readonly once?: true;
  /**
   * Present when the point is kept, but its event may cancel out with the one right before or behind it
   * (docs/soundness.md, theorem 11).
   */
  readonly paired?: true;
  /** Present when the point was kept but could not be woven: why. Its events are not seen. */
  readonly unmonitored?: string;
}

export interface PointOutcome {
  readonly point: Point;
  readonly kept: boolean;
  readonly reason: string;
  readonly leftOut?: LeftOut;
  readonly unmonitored?: string;
}

/** Counts and lists points. Linear in the number of outcomes. */
export function summarize(properties: readonly Property[], outcomes: readonly PointOutcome[]) {
  const byProperty = new Map<Property, PointOutcome[]>(properties.map((property) => [property, []]));
  for (const outcome of outcomes)
    if (outcome.point.controlFlow === undefined) byProperty.get(outcome.point.property)?.push(outcome);
  return {
    properties: properties.map((property) => summaryOf(property.name, byProperty.get(property)!)),
    points: outcomes.map(reported),
  };
}

function summaryOf(name: string, outcomes: readonly PointOutcome[]): PropertySummary {
  const classes = countGroups(outcomes, ({ input, entry }) => `${input}@${entry}`);
  const methods = countGroups(
    outcomes,
    ({ input, entry, methodIndex }) => `${input}@${entry}#${methodIndex}`,
  );
  // One instruction may produce several events of a property: Table 1 counts instructions. A body counts as
  // one.
  const instructionOf = ({ input, entry, methodIndex, instruction, kind }: Point) =>
    `${input}@${entry}#${methodIndex}@${kind === 'body' || kind === 'endProgram' ? kind : instruction}`;
  const instructions = countGroups(outcomes, instructionOf);
  const silent = countGroups(
    outcomes.map((outcome) => ({ ...outcome, kept: outcome.kept && outcome.leftOut !== 'silent' })),
    instructionOf,
  ).removed;
  const left = instructions.relevant - instructions.removed;
  const improvement = left === 0 ? instructions.relevant : instructions.relevant / left;
  return {
    name,
    classes,
    methods,
    instructions: {
      ...instructions,
      silent: silent - instructions.removed,
      improvement: Math.round(improvement * 100) / 100,
    },
  };
}

function countGroups(outcomes: readonly PointOutcome[], groupOf: (point: Point) => string) {
  const kept = new Map<string, boolean>();
  for (const outcome of outcomes) {
    const group = groupOf(outcome.point);
    kept.set(group, outcome.kept || (kept.get(group) ?? false));
  }
  let removed = 0;
  for (const some of kept.values()) if (!some) removed++;
  return { relevant: kept.size, removed };
}

function reported({ point, kept, reason, leftOut, unmonitored }: PointOutcome): ReportedPoint {
  const version = classEntryName(point.entry)?.version ?? 0;
  return {
    property: point.property.name,
    event: point.event.name,
    input: point.input,
    class: toBinaryName(point.className),
    method: point.method,
    descriptor: point.descriptor,
    pc: point.pc,
    line: point.line ?? null,
    file: point.sourceFile ?? null,
    ...(version === 0 ? {} : { version }),
    kept,
    reason,
    ...(leftOut === undefined ? {} : { [leftOut]: true as const }),
    ...(unmonitored === undefined ? {} : { unmonitored }),
  };
}
