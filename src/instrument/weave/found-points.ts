import type { PointId } from '../../events/point.ts';
import type { LeftOut } from '../left-out.ts';

/** What became of points that are not simply woven. */
export interface FoundPoints {
  /** Points that could not be woven, and why. Their code is as it was. */
  readonly unmonitored: Map<PointId, string>;
  /** Points whose events may be left out, and why. */
  readonly leftOut: Map<PointId, LeftOut>;
}

/** To be added to. */
export function noFoundPoints(): FoundPoints {
  return { unmonitored: new Map(), leftOut: new Map() };
}

export function addFound(all: FoundPoints, { unmonitored, leftOut }: FoundPoints): void {
  for (const [point, why] of unmonitored) all.unmonitored.set(point, why);
  for (const [point, why] of leftOut) all.leftOut.set(point, why);
}
