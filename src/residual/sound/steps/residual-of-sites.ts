import { predecessorsOf } from '../../../cfg/control-flow-graph.ts';
import { reachableNodes } from '../../../cfg/reachability.ts';
import type { Point } from '../../../events/point.ts';
import type { ObjectId } from '../../points-to/abstract-object.ts';
import { remembering } from '../../remembering.ts';
import { type BuiltModel, buildModel } from '../models/method-models.ts';
import type { ModelContext, OutsideEvents } from '../models/model-context.ts';
import { type RemovableResult, removablePoints } from '../models/removable-points.ts';
import { mayBindOneOf, type SliceClass, sliceClasses, splitClasses } from '../models/slice-class.ts';
import { isIdleWithout, mayReportWithout } from '../monitor/slice-automaton.ts';
import { runsNothing } from '../program/instruction-runs.ts';
import { type MethodPoint, methodPoints, parameterOrigins } from '../values/method-points.ts';
import type { EscapeResult } from '../values/object-flow.ts';
import type { ValueOrigins } from '../values/origin.ts';
import { valueOrigins } from '../values/value-origins.ts';
import type {
  ClosedWorld,
  KeptBecause,
  MethodResidual,
  MethodResidualInput,
  OutsideOfMethod,
} from './method-step.ts';

export interface SiteResidual extends MethodResidual {
  readonly isUnresolved: boolean;
  /** How many; undefined: too many, or none were made. */
  readonly sliceClasses: number | undefined;
}

/**
 * The points of one method that may go because of objects that some of its instructions make: no others count as confined. `isFollowed`: by
 * instruction.
 */
export function residualOf(
  input: MethodResidualInput,
  isFollowed: (site: number) => boolean,
  origins: ValueOrigins | undefined = valueOrigins(input.method, input.calls),
): SiteResidual {
  const { limits, closedWorld } = input;
  const points = methodPoints(input.method, input.points, input.decided);
  if (origins === undefined) return allKept(points, 'the method is too large for the value analysis', 0);
  const candidates = candidatesOf(input, points, origins, isFollowed);
  const { sites, kept } = candidates;
  if (!candidates.isCandidate.includes(1))
    return { removed: [], kept, points, askedClosedWorld: false, isUnresolved: false, sliceClasses: 0 };
  const classes = sliceClasses(sites, limits.sliceClasses);
  if (classes === undefined) return allKept(points, 'the method has too many slice classes');
  const context = modelContext(input, points, origins, candidates);
  const first = checked(context, classes, input, candidates);
  if (first === undefined) return allKept(points, 'the method has too many paths', classes.length);
  // Only where it is not enough to take all objects outside for one: that costs a look at the whole program each.
  const split =
    first.result.restored.size === 0 || closedWorld === undefined
      ? undefined
      : splitClasses(classes, joinedWith(closedWorld, points, origins), limits.sliceClasses);
  const { models, result } =
    (split === undefined ? undefined : checked(context, split, input, candidates)) ?? first;
  for (const [index, restoration] of result.restored)
    kept.set(points[index]!.point, {
      kind: 'restored',
      restoration,
      model: models[restoration.model]!,
      points,
      method: input.method,
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

/** Where a limit was hit, nothing goes. */
function allKept(points: readonly MethodPoint[], what: string, sliceClasses?: number): SiteResidual {
  const kept = new Map(points.map(({ point }): [Point, KeptBecause] => [point, { kind: 'limit', what }]));
  return { removed: [], kept, points, askedClosedWorld: false, isUnresolved: false, sliceClasses };
}

/** The points that may go as far as confinement is concerned. */
interface Candidates {
  /** By point. */
  readonly isCandidate: Uint8Array;
  /** By parameter: the instructions whose objects are followed, confined, and bound by some point. */
  readonly sites: readonly (readonly number[])[];
  /** Symbols of candidates that bind no object which is confined to this run. */
  readonly outsideLifetimes: readonly number[];
  /** Why the others stay. */
  readonly kept: Map<Point, KeptBecause>;
}

/** A candidate binds a parameter to what is surely confined to this run, or matters only to slices with such an object (lifetimes.ts). */
function candidatesOf(
  input: MethodResidualInput,
  points: readonly MethodPoint[],
  origins: ValueOrigins,
  isFollowed: (site: number) => boolean,
): Candidates {
  const { method, property, calls, weakenings, closedWorld: closed } = input;
  const escapeOf = (site: number): EscapeResult => calls.keptBy(method, site);
  const isConfined = (site: number): boolean => isFollowed(site) && escapeOf(site) === undefined;
  const sites = property.parameters.map(() => new Set<number>());
  const isCandidate = new Uint8Array(points.length);
  const outsideLifetimes: number[] = [];
  const kept = new Map<Point, KeptBecause>();
  /** By point and parameter. */
  const bound = points.map((point) =>
    property.parameters.map((_, parameter) => parameterOrigins(origins, point, parameter)),
  );
  // Slices of objects that are confined, but not followed, are not looked at.
  const followsAll = (): boolean =>
    bound
      .flat(2)
      .every(
        (origin) =>
          origin === undefined || origin < 0 || isFollowed(origin) || escapeOf(origin) !== undefined,
      );
  const mayBeOutsideLifetimes =
    closed !== undefined && (!closed.isReentered || weakenings.has('forgetReentry')) && followsAll();
  for (const point of points) {
    let because: KeptBecause | undefined;
    bound[point.index]!.forEach((from, parameter) => {
      if (from === undefined) return;
      const made = from.filter((origin) => origin >= 0);
      for (const site of made) if (isConfined(site)) sites[parameter]!.add(site);
      if (from.length > 0 && from.every((origin) => origin >= 0 && isConfined(origin)))
        isCandidate[point.index] = 1;
      else {
        const leak = made.map(escapeOf).find((one) => one !== undefined);
        if (because === undefined || leak !== undefined)
          because = { kind: 'notConfined', parameter, escape: leak, method };
      }
    });
    if (!isCandidate[point.index] && mayBeOutsideLifetimes && closed.isOutsideLifetimes(point.point)) {
      isCandidate[point.index] = 1;
      outsideLifetimes.push(point.symbol);
    }
    if (weakenings.has('everyPointIsCandidate')) isCandidate[point.index] = 1;
    if (!isCandidate[point.index] && because !== undefined) kept.set(point.point, because);
  }
  return { isCandidate, sites: sites.map((some) => [...some]), outsideLifetimes, kept };
}

/** What the models of all slice classes of the method have in common. */
function modelContext(
  input: MethodResidualInput,
  points: readonly MethodPoint[],
  origins: ValueOrigins,
  { sites, outsideLifetimes }: Candidates,
): ModelContext {
  const { method, automaton, closedWorld, weakenings } = input;
  const predecessors = remembering(predecessorsOf);
  return {
    method,
    points,
    origins,
    calls: input.calls,
    confined: new Set(sites.flat()),
    binds: automaton.binds,
    mayReportWithout: remembering(
      (parameters) => !weakenings.has('forgetLaterEvents') && mayReportWithout(automaton, parameters),
    ),
    isIdleWithout: remembering((parameters) => isIdleWithout(automaton, parameters)),
    reaching: remembering((site) => reachableNodes(predecessors(method.graph), [site])),
    outsideOf: outsideEvents(input, origins),
    // Without a closed world, hardly any event can be ruled out so.
    ageMatters: closedWorld?.ageMatters ?? 0,
    outsideLifetimes,
    mayBind: (point, parameter, objects) => mayBindOneOf(closedWorld!.of(point.point, parameter), objects),
    threads: input.threads,
    maxLocations: input.limits.modelLocations,
    weakenings,
  };
}

interface Checked {
  readonly models: readonly BuiltModel[];
  readonly result: RemovableResult;
}

/** Which candidates may go, as seen by slices of these classes. Undefined: a model would be too large. */
function checked(
  context: ModelContext,
  classes: readonly SliceClass[],
  { automaton, memory, limits, weakenings }: MethodResidualInput,
  { isCandidate }: Candidates,
): Checked | undefined {
  const models: BuiltModel[] = [];
  for (const sliceClass of classes) {
    const built = buildModel(context, sliceClass);
    if (built === undefined) return undefined;
    models.push(built);
  }
  const result = removablePoints(
    models.map(({ model }) => model),
    automaton,
    isCandidate,
    memory,
    { maxProduct: limits.productStates, weakenings },
  );
  return { models, result };
}

/** The same without objects that had events in the call that made them, where that lets more points go. */
export function residualOrWithoutPast(
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
          const runs = input.runsAt(instruction, origins);
          if (runs === runsNothing) return noSymbols;
          let asked = byAge.get(existing);
          if (asked === undefined) {
            const of = existing === 0 ? outside : input.closedWorld!.onExisting(constraint, existing);
            asked = { of, symbols: [] };
            byAge.set(existing, asked);
          }
          asked.symbols[instruction] ??= asked.of.symbolsOf(runs);
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
