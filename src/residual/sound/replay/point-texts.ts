import type { Point } from '../../../events/point.ts';
import type { RunMemory } from '../../analysis.ts';

/**
 * Names points as every version of a program in which their method is the same does, in their order.
 * `points`: all of the property, those of a method together. O(points).
 */
export function pointTexts(
  points: readonly Point[],
  memory: Pick<RunMemory, 'digest'>,
): (some: readonly Point[]) => string {
  const names = pointNames(points, memory);
  return (some) => {
    let last = '';
    return some
      .map((point) => {
        const { group, position } = names.get(point)!;
        // The group is named where it is another than that of the point before.
        const text = group === last ? `${position}` : `${group}:${position}`;
        last = group;
        return text;
      })
      .join();
  };
}

/** Points by a digest of all of their method, and by their position among these. */
function pointNames(
  points: readonly Point[],
  memory: Pick<RunMemory, 'digest'>,
): ReadonlyMap<Point, { readonly group: string; readonly position: number }> {
  const names = new Map<Point, { group: string; position: number }>();
  for (let first = 0; first < points.length; ) {
    const { input, entry, methodIndex } = points[first]!;
    let end = first;
    const texts: unknown[] = [];
    for (; end < points.length; end++) {
      const { id, property, event, ...rest } = points[end]!;
      if (rest.input !== input || rest.entry !== entry || rest.methodIndex !== methodIndex) break;
      texts.push([property.events.indexOf(event), rest]);
    }
    const group = memory.digest(texts);
    for (let position = 0; first < end; first++, position++) names.set(points[first]!, { group, position });
  }
  return names;
}
