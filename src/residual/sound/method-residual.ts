import { reachableNodes } from '../../cfg/reachability.ts';
import type { Point } from '../../events/point.ts';
import type { Property } from '../../property/model.ts';
import type { ClassHierarchy } from '../analysis.ts';
import type { Request } from '../call-graph/scanned-code.ts';
import type { ObjectId } from '../points-to/abstract-object.ts';
import { remembering } from '../remembering.ts';
import type { Weakenings } from '../weakening.ts';
import type { CallKnowledge } from './call-knowledge.ts';
import { type InstructionRuns, runsNothing } from './instruction-runs.ts';
import type { MethodCode } from './method-code.ts';
import type { BuiltModel } from './method-models.ts';
import { buildModel } from './method-models.ts';
import type { MethodPoint } from './method-points.ts';
import { methodPoints, parameterOrigins } from './method-points.ts';
import type { ModelContext, OutsideEvents } from './model-context.ts';
import { pointsOnNewObjects } from './new-objects.ts';
import type { EscapeResult } from './object-flow.ts';
import type { RemovableResult, Restoration } from './removable-points.ts';
import { removablePoints } from './removable-points.ts';
import { isIdleWithout, mayReportWithout, type SliceAutomaton } from './slice-automaton.ts';
import type { SliceClass } from './slice-class.ts';
import { mayBindOneOf, sliceClasses, splitClasses } from './slice-class.ts';
import { type ImpossibleEvent, impossibleEvents } from './type-tests.ts';
import { type ValueOrigins, valueOrigins } from './value-origins.ts';
import type { CheckMemory } from './verdict-equivalence.ts';

/** What one method is analysed with. */
export interface MethodResidualInput {
  readonly method: MethodCode;
  readonly property: Property;
  readonly automaton: SliceAutomaton;
  /** Of the automaton, per parameter (`idleOnNew`). */
  readonly idleWhenNew: readonly number[];
  /** Symbols (a bit set) of events with Java code that refuses nothing but what the automaton says it does. */
  readonly decided: number;
  /** The points of the property that are still there, in code order. */
  readonly points: readonly Point[];
  readonly calls: CallKnowledge;
  readonly isSubtype: ClassHierarchy['isSubtype'];
  /** What code outside may do to the slices of the method. */
  readonly outside: OutsideOfMethod;
  runsAt(instruction: number, origins: ValueOrigins): InstructionRuns;
  readonly closedWorld?: ClosedWorld;
  /** What an instruction asks for, for reasons. */
  requestsAt(instruction: number): readonly Request[];
  readonly threads: 'confined' | 'shared';
  readonly memory: CheckMemory;
  readonly weakenings: Weakenings;
  readonly limits: MethodLimits;
}

/** Per parameter of the property: the abstract objects that it may be; undefined: any. */
export type ObjectConstraint = readonly (ReadonlySet<ObjectId> | undefined)[];

export interface OutsideOfMethod {
  readonly programSymbols: readonly number[];
  /** Of running that. */
  symbolsOf(runs: InstructionRuns): readonly number[];
}

/** What is known of objects from elsewhere when all code that may have them is. */
export interface ClosedWorld {
  /** What code outside may do to slices whose objects from elsewhere are among those given. */
  outside(objects: ObjectConstraint): OutsideOfMethod;
  /**
   * The same, when the objects of the parameters `existing` (a bit set) have been in the world since before: points that
   * bind a new object of their own run do not bind them.
   */
  onExisting(objects: ObjectConstraint, existing: number): OutsideOfMethod;
  /** Parameters (a bit set) that some point binds to a new object of its own run. */
  readonly ageMatters: number;
  /** Whether the point matters only to slices with an object of the anchor that is confined to runs of this method; see lifetimes.ts. */
  isOutsideLifetimes(point: Point): boolean;
  /** Whether a run of the method may begin while another is going on. */
  readonly isReentered: boolean;
  /** The objects that a point may bind to a parameter of its event. */
  of(point: Point, parameter: number): readonly ObjectId[];
  /** Objects of one parameter that any point of the program may bind together with one of these of the other. */
  joined(parameter: number, other: number, objects: ReadonlySet<ObjectId>): ReadonlySet<ObjectId>;
}

export interface MethodLimits {
  /** Slice classes per method and property. Default 256. */
  readonly maxSliceClasses: number;
  /** Points that the silent step looks at in one method and for one property, each once per call that makes an iterator. Default 200,000. */
  readonly maxAskedPoints: number;
}

export const defaultMethodLimits: MethodLimits = { maxSliceClasses: 256, maxAskedPoints: 200_000 };

/** Why a point of the method stays. */
export type KeptBecause =
  | {
      readonly kind: 'notConfined';
      readonly parameter: number;
      readonly escape: EscapeResult;
      readonly method: MethodCode;
    }
  | {
      readonly kind: 'restored';
      readonly restoration: Restoration;
      readonly model: BuiltModel;
      readonly points: readonly MethodPoint[];
      readonly method: MethodCode;
      /** What an instruction asks for. */
      readonly requestsAt: (instruction: number) => readonly Request[];
    }
  | { readonly kind: 'limit'; readonly what: string };

export interface MethodResidual {
  /** Points that this method alone proves harmless. */
  readonly removed: readonly Point[];
  readonly kept: ReadonlyMap<Point, KeptBecause>;
  /** Those of `removed` that are no events. */
  readonly impossible?: ReadonlyMap<Point, ImpossibleEvent>;
  /** Per symbol and point index of a model, for explaining counterexamples. */
  readonly points: readonly MethodPoint[];
  /** The closed world was asked, whose answers depend on points everywhere. */
  readonly askedClosedWorld: boolean;
}

/**
 * The points of one method that may go because of what happens in the method alone: each binds an object
 * that never leaves the run of the method that creates it, and the residual monitor of every slice class
 * makes the same reports (docs/soundness.md, theorem 1).
 */
export function methodResidual(input: MethodResidualInput): MethodResidual {
  const { method, calls } = input;
  const origins = valueOrigins(method, calls);
  const impossible =
    origins === undefined
      ? undefined
      : impossibleEvents(method, input.points, origins, calls, input.isSubtype);
  if (impossible === undefined || impossible.size === 0) return residualOfEvents(input, origins);
  const events = input.points.filter((point) => !impossible.has(point));
  const rest = residualOfEvents({ ...input, points: events }, origins);
  return { ...rest, removed: [...impossible.keys(), ...rest.removed], impossible };
}

function residualOfEvents(input: MethodResidualInput, origins: ValueOrigins | undefined): MethodResidual {
  const onNew = pointsOnNewObjects(input, origins);
  if (onNew.size === 0) return stepResidual(input, origins);
  // The method step is made on the program without them.
  const left = input.points.filter((point) => !onNew.has(point));
  const rest = stepResidual({ ...input, points: left }, origins);
  return { ...rest, removed: [...onNew, ...rest.removed] };
}

function stepResidual(input: MethodResidualInput, origins: ValueOrigins | undefined): MethodResidual {
  const whole = residualOrWithoutPast(input, () => true, origins);
  return whole.sliceClasses === undefined && origins !== undefined
    ? residualByGroups(input, whole, origins)
    : whole;
}

function residualOrWithoutPast(
  input: MethodResidualInput,
  isFollowed: (site: number) => boolean,
  origins: ValueOrigins | undefined,
): SiteResidual {
  const residual = residualOf(input, isFollowed, origins);
  if (!residual.isUnresolved) return residual;
  // An object that has had events in the call that made it may tie the points of this run to those of others, so that none
  // may go. Left out, its own points stay.
  const { method, calls } = input;
  const withoutPast = residualOf(
    input,
    (site) => {
      if (!isFollowed(site)) return false;
      const result = calls.result(method, site);
      return result.kind !== 'fresh' || result.past.symbols === 0;
    },
    origins,
  );
  return withoutPast.removed.length > residual.removed.length ? withoutPast : residual;
}

/**
 * The step of a method with too many slice classes, on the objects of one group of sites after the other: objects of different groups
 * have no events together in the method. Each step is made on the program without what those before it removed. O(groups x the method step).
 */
function residualByGroups(
  input: MethodResidualInput,
  whole: SiteResidual,
  origins: ValueOrigins,
): MethodResidual {
  const groups = sitesWithCommonPoints(whole.points, origins);
  const kept = new Map(whole.kept);
  const removed: Point[] = [];
  let { points } = input;
  let { askedClosedWorld } = whole;
  let classesLeft = groupedClasses * input.limits.maxSliceClasses;
  for (const { sites, points: own } of groups) {
    if (classesLeft <= 0) break;
    const residual = residualOrWithoutPast({ ...input, points }, (site) => sites.has(site), origins);
    classesLeft -= residual.sliceClasses ?? input.limits.maxSliceClasses;
    askedClosedWorld ||= residual.askedClosedWorld;
    for (const [point, because] of residual.kept) if (own.has(point)) kept.set(point, because);
    for (const point of residual.removed) kept.delete(point);
    removed.push(...residual.removed);
    const gone = new Set(residual.removed);
    points = points.filter((point) => !gone.has(point));
  }
  return { removed, kept, points: whole.points, askedClosedWorld };
}

/** Slice classes of all groups together, in `maxSliceClasses`. */
const groupedClasses = 4;

interface SiteGroup {
  readonly sites: Set<number>;
  /** Those that bind an object of such a site. */
  readonly points: Set<Point>;
}

/** Sites whose objects points bind, together where a point may bind objects of both. O(points x log(points) x sites of a point). */
function sitesWithCommonPoints(points: readonly MethodPoint[], origins: ValueOrigins): readonly SiteGroup[] {
  const groupOf = new Map<number, SiteGroup>();
  for (const point of points) {
    const sites = point.values.flatMap((_, parameter) =>
      (parameterOrigins(origins, point, parameter) ?? []).filter((origin) => origin >= 0),
    );
    const own = { sites: new Set(sites), points: new Set([point.point]) };
    const [largest, ...others] = [
      ...new Set([own, ...sites.flatMap((site) => groupOf.get(site) ?? [])]),
    ].sort((left, right) => right.points.size - left.points.size);
    for (const other of others) {
      for (const one of other.points) largest!.points.add(one);
      for (const site of other.sites) largest!.sites.add(site);
    }
    for (const site of [...sites, ...others.flatMap((other) => [...other.sites])])
      groupOf.set(site, largest!);
  }
  return [...new Set(groupOf.values())];
}

interface SiteResidual extends MethodResidual {
  readonly isUnresolved: boolean;
  /** How many; undefined: too many, or none were made. */
  readonly sliceClasses: number | undefined;
}

/** The same, when only objects that some instructions of the method make are followed: no others count as confined. */
export function residualOf(
  input: MethodResidualInput,
  isFollowed: (site: number) => boolean,
  origins: ValueOrigins | undefined = valueOrigins(input.method, input.calls),
): SiteResidual {
  const { method, property, calls, weakenings, limits } = input;
  const points = methodPoints(method, input.points, input.decided);
  const kept = new Map<Point, KeptBecause>();
  const none = { removed: [], kept, points, askedClosedWorld: false, isUnresolved: false };
  const keepAll = (what: string, sliceClasses?: number): SiteResidual => {
    for (const { point } of points) kept.set(point, { kind: 'limit', what });
    return { ...none, sliceClasses };
  };
  if (origins === undefined) return keepAll('the method is too large for the value analysis', 0);

  const escapeOf = (site: number): EscapeResult => calls.keptBy(method, site);
  const isConfined = (site: number): boolean => isFollowed(site) && escapeOf(site) === undefined;
  const sitesOf = property.parameters.map(() => new Set<number>());
  const candidates = new Uint8Array(points.length);
  /** Symbols of candidates that bind no object which is confined to this run. */
  const outsideLifetimes: number[] = [];
  const { closedWorld: closed } = input;
  // Slices of objects that are confined, but not followed, are not looked at.
  const followsAll = (): boolean =>
    points.every((point) =>
      property.parameters.every((_, parameter) =>
        (parameterOrigins(origins, point, parameter) ?? []).every(
          (origin) => origin < 0 || isFollowed(origin) || escapeOf(origin) !== undefined,
        ),
      ),
    );
  const mayBeOutsideLifetimes =
    closed !== undefined && (!closed.isReentered || weakenings.has('forgetReentry')) && followsAll();
  for (const point of points) {
    let because: KeptBecause | undefined;
    property.parameters.forEach((_, parameter) => {
      const from = parameterOrigins(origins, point, parameter);
      if (from === undefined) return;
      const sites = from.filter((origin) => origin >= 0);
      for (const site of sites) if (isConfined(site)) sitesOf[parameter]!.add(site);
      if (from.length > 0 && from.every((origin) => origin >= 0 && isConfined(origin)))
        candidates[point.index] = 1;
      else {
        const leak = sites.map(escapeOf).find((one) => one !== undefined);
        if (because === undefined || leak !== undefined)
          because = { kind: 'notConfined', parameter, escape: leak, method };
      }
    });
    if (!candidates[point.index] && mayBeOutsideLifetimes && closed.isOutsideLifetimes(point.point)) {
      candidates[point.index] = 1;
      outsideLifetimes.push(point.symbol);
    }
    if (weakenings.has('everyPointIsCandidate')) candidates[point.index] = 1;
    if (!candidates[point.index] && because !== undefined) kept.set(point.point, because);
  }
  if (!candidates.includes(1)) return { ...none, sliceClasses: 0 };
  const confined = new Set(sitesOf.flatMap((sites) => [...sites]));
  const classes = sliceClasses(
    sitesOf.map((sites) => [...sites]),
    limits.maxSliceClasses,
  );
  if (classes === undefined) return keepAll('the method has too many slice classes');
  const context: ModelContext = {
    method,
    points,
    origins,
    calls,
    confined,
    binds: input.automaton.binds,
    mayReportWithout: remembering(
      (parameters) => !weakenings.has('forgetLaterEvents') && mayReportWithout(input.automaton, parameters),
    ),
    isIdleWithout: remembering((parameters) => isIdleWithout(input.automaton, parameters)),
    reaching: remembering((site) => reachableNodes(method.graph.predecessors, [site])),
    outsideOf: outsideEvents(input, origins),
    // Without a closed world, hardly any event can be ruled out so.
    ageMatters: input.closedWorld?.ageMatters ?? 0,
    outsideLifetimes,
    mayBind: (point, parameter, objects) =>
      mayBindOneOf(input.closedWorld!.of(point.point, parameter), objects),
    threads: input.threads,
    weakenings,
  };
  const check = (checked: readonly SliceClass[]): Checked | undefined => {
    const models: BuiltModel[] = [];
    for (const sliceClass of checked) {
      const built = buildModel(context, sliceClass);
      if (built === undefined) return undefined;
      models.push(built);
    }
    const built = models.map(({ model }) => model);
    return {
      models,
      result: removablePoints(built, input.automaton, candidates, input.memory, { weakenings }),
    };
  };
  const first = check(classes);
  if (first === undefined) return keepAll('the method has too many paths', classes.length);
  // Only where it is not enough to take all objects outside for one: that costs a look at the whole program each.
  const split =
    first.result.restored.size === 0 || input.closedWorld === undefined
      ? undefined
      : splitClasses(classes, joinedWith(input.closedWorld, points, origins), limits.maxSliceClasses);
  const { models, result } = (split === undefined ? undefined : check(split)) ?? first;
  for (const [index, restoration] of result.restored)
    kept.set(points[index]!.point, {
      kind: 'restored',
      restoration,
      model: models[restoration.model]!,
      points,
      method,
      requestsAt: input.requestsAt,
    });
  return {
    removed: points.filter(({ index }) => result.removed[index]).map(({ point }) => point),
    kept,
    points,
    askedClosedWorld: split !== undefined,
    isUnresolved: result.unresolved.size > 0,
    sliceClasses: models.length,
  };
}

interface Checked {
  readonly models: readonly BuiltModel[];
  readonly result: RemovableResult;
}

/** What was asked, by instruction. */
interface AskedSymbols {
  readonly of: OutsideOfMethod;
  readonly symbols: (readonly number[] | undefined)[];
}

const noSymbols: readonly number[] = [];

/** Asks once for each instruction and restriction. */
function outsideEvents(
  input: MethodResidualInput,
  origins: ValueOrigins,
): (sliceClass: SliceClass) => OutsideEvents {
  const known = new Map<string, OutsideEvents>();
  const runs: (InstructionRuns | undefined)[] = [];
  return ({ parameters }) => {
    const constraint = parameters.map((one) =>
      one.kind === 'outside' && one.objects?.kind === 'these' ? one.objects.of : undefined,
    );
    const key = constraint.map((one) => (one === undefined ? '*' : [...one].join())).join('|');
    let events = known.get(key);
    if (events === undefined) {
      const outside = constraint.every((one) => one === undefined)
        ? input.outside
        : input.closedWorld!.outside(constraint);
      const byAge = new Map<number, AskedSymbols>();
      events = {
        programSymbols: outside.programSymbols,
        externalSymbols: (instruction, existing) => {
          runs[instruction] ??= input.runsAt(instruction, origins);
          if (runs[instruction] === runsNothing) return noSymbols;
          let asked = byAge.get(existing);
          if (asked === undefined) {
            const of = existing === 0 ? outside : input.closedWorld!.onExisting(constraint, existing);
            asked = { of, symbols: [] };
            byAge.set(existing, asked);
          }
          asked.symbols[instruction] ??= asked.of.symbolsOf(runs[instruction]);
          return asked.symbols[instruction];
        },
      };
      known.set(key, events);
    }
    return events;
  };
}

/**
 * What may be bound to a parameter outside in a slice of a class: where a point of the method binds it together with a
 * followed object, what that point may bind; otherwise what any point binds together with objects known already.
 */
function joinedWith(
  objects: ClosedWorld,
  points: readonly MethodPoint[],
  origins: ValueOrigins,
): (sliceClass: SliceClass, parameter: number) => ReadonlySet<ObjectId> | undefined {
  return ({ parameters, sites }, parameter) => {
    let found: Set<ObjectId> | undefined;
    parameters.forEach((other, index) => {
      if (other.kind === 'followed') {
        for (const point of points) {
          if (point.values[parameter] === undefined || point.values[index] === undefined) continue;
          if (found === undefined) found = new Set();
          const from = parameterOrigins(origins, point, index);
          if (from?.includes(sites[other.object]!) === false) continue;
          for (const object of objects.of(point.point, parameter)) found.add(object);
        }
      }
    });
    if (found !== undefined) return found;
    for (const [index, other] of parameters.entries())
      if (index !== parameter && other.kind === 'outside' && other.objects?.kind === 'these')
        return objects.joined(parameter, index, other.objects.of);
    return undefined;
  };
}
