import type { ObjectId } from '../../points-to/heap/abstract-object.ts';
import type { SliceClass } from '../models/slice-class.ts';
import { type MethodPoint, parameterOrigins } from '../values/method-points.ts';
import type { ValueOrigins } from '../values/origin.ts';
import type { ClosedWorld } from './method-step.ts';

/**
 * What may be bound to a parameter outside in a slice of a class: where a point of the method binds it together with a
 * followed object, what that point may bind; otherwise what any point binds together with objects known already.
 */
export function joinedOutside(
  closedWorld: ClosedWorld,
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
          for (const object of closedWorld.of(point.point, parameter)) found.add(object);
        }
      }
    });
    if (found !== undefined) return found;
    for (const [index, other] of parameters.entries())
      if (index !== parameter && other.kind === 'outside' && other.objects?.kind === 'these')
        return closedWorld.joined(parameter, index, other.objects.of);
    return undefined;
  };
}
