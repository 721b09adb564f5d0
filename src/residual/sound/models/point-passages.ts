import type { Point } from '../../../events/point.ts';
import type { MethodModelBuilder } from './method-model.ts';
import type { ModelContext } from './model-context.ts';
import type { ModelLocations } from './model-locations.ts';
import type { PlainInstructions } from './plain-instructions.ts';
import type { SliceMembership } from './slice-membership.ts';
import type { Tracking } from './trackings.ts';

/** A location, and the parameters (a bit set) whose object from elsewhere has been seen on the way there. */
export interface Reached {
  readonly at: number;
  readonly existing: number;
}

/**
 * Passes the points of the given positions one after the other; returns where that ends. An event on an
 * object from elsewhere shows that it exists: where that matters, the paths with and without the event part.
 * `between` is told where each point that it passes begins, and where the last one ends: a violation may
 * throw there (`rrv.onViolation=throw`).
 */
export type PointPassages = (
  from: readonly Reached[],
  node: number,
  positions: readonly Point['position'][],
  before: Tracking,
  after: Tracking,
  result?: boolean,
  between?: (reached: readonly Reached[]) => void,
) => readonly Reached[];

/** `ageMatters`: parameters, as bits, for which paths with and without their objects are told apart. */
export function pointPassages(
  { binds }: ModelContext,
  ageMatters: number,
  builder: MethodModelBuilder,
  locations: ModelLocations,
  instructions: PlainInstructions,
  membership: SliceMembership,
): PointPassages {
  /** One location for each set of objects that exist. */
  const joined = (reached: readonly Reached[], node: number): readonly Reached[] => {
    const byExisting = new Map<number, number>();
    for (const { at, existing } of reached) {
      const other = byExisting.get(existing);
      if (other === undefined) {
        byExisting.set(existing, at);
        continue;
      }
      const both = locations.between(node);
      builder.silent(other, both);
      builder.silent(at, both);
      byExisting.set(existing, both);
    }
    return [...byExisting].map(([existing, at]) => ({ at, existing }));
  };
  return (from, node, positions, before, after, result, between) => {
    let reached = from;
    for (const point of instructions.pointsAt(node)) {
      if (!positions.includes(point.point.position)) continue;
      const passage = membership(point, before, after, result);
      if (passage === undefined) continue;
      between?.(reached);
      const shown = binds[passage.symbol]! & ageMatters;
      const passed: Reached[] = [];
      for (const { at, existing } of reached) {
        const next = locations.between(node);
        passed.push({ at: next, existing: existing | shown });
        if ((existing | shown) === existing) builder.pass(at, next, passage);
        else {
          builder.pass(at, next, { ...passage, must: true });
          passed.push({ at, existing });
        }
      }
      reached = passed.length === 1 ? passed : joined(passed, node);
    }
    if (reached !== from) between?.(reached);
    return reached;
  };
}
