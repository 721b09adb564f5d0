import type { Point } from '../../../events/point.ts';
import type { Property } from '../../../property/model.ts';
import type { Program } from '../../analysis.ts';
import type { Weakenings } from '../../weakening.ts';
import { methodPoints, parameterOrigins } from '../values/method-points.ts';
import { valueOrigins } from '../values/value-origins.ts';
import type { WholeProgram } from './whole-program.ts';

/**
 * Points that bind objects which their own run of the method has created, so that they bind none that was there
 * before the run began.
 */
export interface FreshPoints {
  /** The parameters (a bit set) that the point binds to such an object. */
  parameters(point: Point): number;
  /** Of any point. */
  readonly all: number;
  /**
   * The parameters (a bit set) that the point binds to an object that no code but its own run of the method
   * ever has.
   */
  confined(point: Point): number;
}

/** `groups`: the points of one method each. O(instructions of these methods). */
export function freshPoints(
  groups: readonly (readonly Point[])[],
  whole: WholeProgram,
  program: Program,
  property: Property,
  weakenings: Weakenings,
): FreshPoints {
  const known = new Map<Point, number>();
  const confined = new Map<Point, number>();
  let all = 0;
  for (const group of groups) {
    const method = whole.codes.inClass(program.classOf(group[0]!), group[0]!.methodIndex);
    const origins = method === undefined ? undefined : valueOrigins(method, whole.calls);
    if (method === undefined || origins === undefined) continue;
    const calls = group.filter(({ kind }) => kind === 'call');
    for (const point of methodPoints(method, calls)) {
      let mask = 0;
      let own = 0;
      property.parameters.forEach((_, parameter) => {
        const from = parameterOrigins(origins, point, parameter);
        if (from === undefined || from.length === 0) return;
        const isFresh = from.every((origin) => origin >= 0) || weakenings.has('everyPointIsFresh');
        if (isFresh) mask |= 1 << parameter;
        if (from.every((origin) => origin >= 0 && whole.calls.escapeOf(method, origin) === undefined))
          own |= 1 << parameter;
      });
      known.set(point.point, mask);
      confined.set(point.point, own);
      all |= mask;
    }
  }
  return {
    parameters: (point) => known.get(point) ?? 0,
    all,
    confined: (point) => confined.get(point) ?? 0,
  };
}
