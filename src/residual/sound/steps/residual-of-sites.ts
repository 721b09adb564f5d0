import { predecessorsOf } from '../../../cfg/control-flow-graph.ts';
import { reachableNodes } from '../../../cfg/reachability.ts';
import type { Point } from '../../../events/point.ts';
import { remembering } from '../../../remembering.ts';
import { type BuiltModel, buildModel } from '../models/method-models.ts';
import type { ModelContext } from '../models/model-context.ts';
import { type RemovableResult, removablePoints } from '../models/removable-points.ts';
import { mayBindOneOf, type SliceClass, sliceClasses, splitClasses } from '../models/slice-class.ts';
import { isIdleWithout, mayReportWithout } from '../monitor/automaton-questions.ts';
import { type MethodPoint, methodPoints } from '../values/method-points.ts';
import type { ValueOrigins } from '../values/origin.ts';
import { valueOrigins } from '../values/value-origins.ts';
import { type Candidates, candidatesOf } from './candidates.ts';
import { joinedOutside } from './joined-outside.ts';
import type { KeptBecause, MethodResidual, MethodResidualInput } from './method-step.ts';
import { outsideEvents } from './outside-events.ts';

export interface SiteResidual extends MethodResidual {
  readonly isUnresolved: boolean;
  /** How many; undefined: too many, or none were made. */
  readonly sliceClasses: number | undefined;
}

/**
 * The points of one method that may go because of objects that some of its instructions make: no others count
 * as confined. `isFollowed`: by instruction.
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
      : splitClasses(classes, joinedOutside(closedWorld, points, origins), limits.sliceClasses);
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

/** What the models of all slice classes of the method have in common. */
function modelContext(
  input: MethodResidualInput,
  points: readonly MethodPoint[],
  origins: ValueOrigins,
  { sites, outsideLifetimes }: Candidates,
): ModelContext {
  const { method, automaton, closedWorld, weakenings } = input;
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
    reaching: remembering((site) => reachableNodes(predecessorsOf(method.graph), [site])),
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
  // An object that has had events in the call that made it may tie the points of this run to those of others,
  // so that none may go. Left out, its own points stay.
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
