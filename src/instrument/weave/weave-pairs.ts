import type { Point, PointId } from '../../events/point.ts';
import { groupBy } from '../../group-by.ts';
import {
  type CancellingPair,
  cancellingPairs,
  mayCancelOut,
} from '../../residual/sound/run-time/cancelling-pairs.ts';
import type { MethodCode } from '../../residual/sound/values/method-code.ts';

/** The pairs of events that cancel out, by either of their points. */
export interface WovenPairs {
  readonly byFirst: ReadonlyMap<PointId, CancellingPair>;
  readonly bySecond: ReadonlyMap<PointId, CancellingPair>;
}

export const noPairs: WovenPairs = { byFirst: new Map(), bySecond: new Map() };

/**
 * Finds the pairs of events in a method that its second point tells together, or not at all. `points`: those that are
 * woven; `mayPair`: unless something else decides whether they are told. `prepared`: the method's code, undefined
 * where that cannot be analysed.
 */
export function pairsIn(
  points: readonly Point[],
  mayPair: (first: Point, second: Point) => boolean,
  prepared: () => MethodCode | undefined,
): WovenPairs {
  const own = [...groupBy(points, ({ property }) => property).values()].filter(mayCancelOut);
  const method = own.length > 0 ? prepared() : undefined;
  if (method === undefined) return noPairs;
  const pairs = own
    .flatMap((ofProperty) => cancellingPairs(method, ofProperty))
    .filter(({ first, second }) => mayPair(first, second));
  return {
    byFirst: new Map(pairs.map((pair) => [pair.first.id, pair])),
    bySecond: new Map(pairs.map((pair) => [pair.second.id, pair])),
  };
}
