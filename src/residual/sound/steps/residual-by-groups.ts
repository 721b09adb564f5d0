import type { Point } from '../../../events/point.ts';
import { type MethodPoint, parameterOrigins } from '../values/method-points.ts';
import type { ValueOrigins } from '../values/origin.ts';
import type { MethodResidual, MethodResidualInput } from './method-step.ts';
import { residualOrWithoutPast, type SiteResidual } from './residual-of-sites.ts';

/**
 * The step of a method with too many slice classes, on the objects of one group of sites after the other:
 * objects of different groups have no events together in the method. Each step is made on the program without
 * what those before it removed. O(groups x the method step), up to `groupedInstructions`: the points of later
 * groups stay.
 */
export function residualByGroups(
  input: MethodResidualInput,
  whole: SiteResidual,
  origins: ValueOrigins,
): MethodResidual {
  const groups = sitesWithCommonPoints(whole.points, origins);
  const kept = new Map(whole.kept);
  const removed: Point[] = [];
  let { points } = input;
  let { askedClosedWorld } = whole;
  let classesLeft = groupedClasses * input.limits.sliceClasses;
  const maxGroups = Math.floor(input.limits.groupedInstructions / Math.max(1, input.method.graph.nodeCount));
  for (const { sites, points: own } of groups.slice(0, maxGroups)) {
    if (classesLeft <= 0) break;
    const residual = residualOrWithoutPast({ ...input, points }, (site) => sites.has(site), origins);
    classesLeft -= residual.sliceClasses ?? input.limits.sliceClasses;
    askedClosedWorld ||= residual.askedClosedWorld;
    for (const [point, because] of residual.kept) if (own.has(point)) kept.set(point, because);
    for (const point of residual.removed) kept.delete(point);
    removed.push(...residual.removed);
    const gone = new Set(residual.removed);
    points = points.filter((point) => !gone.has(point));
  }
  return { removed, kept, points: whole.points, askedClosedWorld };
}

/** Slice classes of all groups together, in `sliceClasses`. */
const groupedClasses = 4;

interface SiteGroup {
  readonly sites: Set<number>;
  /** Those that bind an object of such a site. */
  readonly points: Set<Point>;
}

/**
 * Sites whose objects points bind, together where a point may bind objects of both. O(points x log(points) x
 * sites of a point).
 */
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
