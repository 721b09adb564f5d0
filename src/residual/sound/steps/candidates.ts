import type { Point } from '../../../events/point.ts';
import type { EscapeResult } from '../values/escape.ts';
import { type MethodPoint, parameterOrigins } from '../values/method-points.ts';
import type { ValueOrigins } from '../values/origin.ts';
import type { KeptBecause, MethodResidualInput } from './method-step.ts';

/** The points that may go as far as confinement is concerned. */
export interface Candidates {
  /** By point. */
  readonly isCandidate: Uint8Array;
  /** By parameter: the instructions whose objects are followed, confined, and bound by some point. */
  readonly sites: readonly (readonly number[])[];
  /** Symbols of candidates that bind no object which is confined to this run. */
  readonly outsideLifetimes: readonly number[];
  /** Why the others stay. */
  readonly kept: Map<Point, KeptBecause>;
}

/**
 * A candidate binds a parameter to what is surely confined to this run, or matters only to slices with such
 * an object (lifetimes.ts).
 */
export function candidatesOf(
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
