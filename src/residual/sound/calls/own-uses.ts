import type { Point } from '../../../events/point.ts';
import { groupBy } from '../../../group-by.ts';
import type { MethodCode } from '../values/method-code.ts';
import { isIn, type MethodPoint, methodPoints } from '../values/method-points.ts';
import type { SlotSet } from '../values/slot-sets.ts';
import { bothUses, eventsBy, noUse, type Use } from '../values/use.ts';

/** The symbols of an instruction's points that bind what is in one of the slots. */
export function symbolsOn(
  code: MethodCode,
  points: readonly Point[],
): (instruction: number, slots: SlotSet, after: SlotSet) => number {
  const all = methodPoints(code, points);
  if (all.length === 0) return neverUsed;
  const at = groupBy(all, ({ instruction }) => instruction);
  return (instruction, slots, after) =>
    (at.get(instruction) ?? noMethodPoints).reduce(
      (symbols, point) =>
        point.values.some(
          (place) => place !== undefined && (place.kind === 'unknown' || isIn(place, slots, after)),
        )
          ? symbols | (1 << point.symbol)
          : symbols,
      0,
    );
}

/**
 * What points of the method do that bind `this`: it is there for as long as the method runs, also when its
 * code does not read it again.
 */
export function useAsThis(method: number, points: readonly Point[]): Use {
  const symbols = points.reduce(
    (found, { property, event, values }) =>
      values.some(({ source }) => source.kind === 'this')
        ? found | (1 << property.events.indexOf(event))
        : found,
    0,
  );
  return symbols === 0 ? noUse : eventsBy(method, symbols);
}

/** Points at the creating instruction itself may bind the new object. */
export function useAtCreation(method: number, code: MethodCode, points: readonly Point[], site: number): Use {
  let use = noUse;
  for (const point of methodPoints(code, points))
    if (
      point.instruction === site &&
      point.values.some((place) => place?.kind === 'slotAfter' || place?.kind === 'unknown')
    )
      use = bothUses(use, eventsBy(method, 1 << point.symbol));
  return use;
}

const noMethodPoints: readonly MethodPoint[] = [];
const neverUsed = () => 0;
