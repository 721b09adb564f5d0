import type { Point } from '../../../events/point.ts';
import type { LookedInto } from './looked-into.ts';

/** The kept points of a property by method of the graph; methods without any are left out. */
export type PointsByMethod = ReadonlyMap<number, readonly Point[]>;

/** The points that summaries are about; none at first. */
export interface CurrentPoints {
  /** Notes that an answer depends on the points of the method. */
  of(method: number): readonly Point[];
  /** From now on these are the points. Returns 1 for each method whose points are others than before. */
  set(points: PointsByMethod): Uint8Array;
}

/** `methodCount`: of the call graph. */
export function currentPoints(methodCount: number, lookedAt: LookedInto): CurrentPoints {
  let points: PointsByMethod = new Map();
  return {
    of(method) {
      lookedAt.note(method);
      return points.get(method) ?? noPoints;
    },
    set(now) {
      const before = points;
      points = now;
      const changed = new Uint8Array(methodCount);
      for (const method of before.keys()) changed[method] = 1;
      for (const [method, some] of points) {
        const known = before.get(method);
        const isSame = known?.length === some.length && some.every((point, index) => point === known[index]);
        changed[method] = isSame ? 0 : 1;
      }
      return changed;
    },
  };
}

const noPoints: readonly Point[] = [];
