import { type MethodPoint, originsAt, type PointPlace } from '../values/method-points.ts';
import { elsewhere, nullConstant } from '../values/origin.ts';
import type { Passage } from './method-model.ts';
import type { ModelContext } from './model-context.ts';
import type { SliceClass } from './slice-class.ts';
import { notCreated, type Tracking } from './trackings.ts';

/**
 * Whether a point may or must be of the slice; `after`: tracking once the instruction completed; `result`:
 * what the call returned, where that is known. Undefined: it cannot be.
 */
export type SliceMembership = (
  point: MethodPoint,
  before: Tracking,
  after: Tracking,
  result: boolean | undefined,
) => Passage | undefined;

/** Each question takes time linear in the parameters and in the origins of their values. */
export function sliceMembership(context: ModelContext, sliceClass: SliceClass): SliceMembership {
  return (point, before, after, result) => {
    const asked = result === undefined ? undefined : point.onResult;
    if (asked !== result && asked !== undefined) return undefined;
    let must = point.certain || asked !== undefined;
    for (let parameter = 0; parameter < point.values.length; parameter++) {
      const place = point.values[parameter];
      if (place === undefined) continue;
      const target = sliceClass.parameters[parameter]!;
      if (target.kind === 'otherRun') return undefined;
      if (target.kind === 'followed') {
        if (place.kind === 'unknown') return undefined;
        const where = place.kind === 'slotAfter' ? after[target.object]! : before[target.object]!;
        if (where === notCreated || !where.slots.includes(place.slot)) return undefined;
      } else {
        must = false;
        if (target.objects !== undefined && !context.mayBind(point, parameter, target.objects))
          return undefined;
        if (place.kind === 'unknown') continue;
        const origins = originsAt(context.origins, point.instruction, place);
        if (!origins.some((origin) => mayBeOutside(context, origin, place))) return undefined;
      }
    }
    return { point: point.index, symbol: point.symbol, must };
  };
}

function mayBeOutside(context: ModelContext, origin: number, place: PointPlace): boolean {
  if (origin === elsewhere) return true;
  // No event happens on a null receiver; other nulls are values.
  if (origin === nullConstant) return !(place.kind === 'slotBefore' && place.isReceiver);
  return !context.confined.has(origin);
}
