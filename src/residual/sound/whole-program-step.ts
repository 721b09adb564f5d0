import type { Point, PointId } from '../../events/point.ts';
import type { Property } from '../../property/model.ts';
import type { Decision } from '../analysis.ts';
import type { PointObjects } from './point-objects.ts';
import { reportablePoints } from './reportable-points.ts';
import { canReport, type SliceAutomaton, symbolMask } from './slice-automaton.ts';
import type { WholeProgram } from './whole-program.ts';

/** Takes what is decided about points that go. */
export type Decisions = Map<PointId, Decision>;

/** Leaves out points of methods that never run in a closed world. */
export function removeUnreachable(
  points: readonly Point[],
  { graph, reachable }: Pick<WholeProgram, 'graph' | 'reachable'>,
  decisions: Decisions,
): readonly Point[] {
  if (reachable === undefined) return points;
  return points.filter((point) => {
    const methods = graph.find(point.className, point.method, point.descriptor);
    if (methods.length === 0 || methods.some((method) => reachable.has(method))) return true;
    decisions.set(point.id, {
      kept: false,
      reason: 'removed: nothing that runs in the closed world calls the method',
    });
    return false;
  });
}

/**
 * The coarsest step: when no word over the symbols that still have points reaches a report, every remaining point goes; in a closed world
 * (`objects`), also where none over those on the objects that it may bind does.
 */
export function removeUnreportable(
  points: readonly Point[],
  automaton: SliceAutomaton,
  property: Property,
  decisions: Decisions,
  objects: PointObjects | undefined,
): readonly Point[] {
  if (points.length === 0) return points;
  const symbols = [...new Set(points.map((point) => property.events.indexOf(point.event)))];
  if (canReport(automaton, symbolMask(symbols))) {
    if (objects === undefined) return points;
    const reportable = reportablePoints(points, automaton, property, objects);
    for (const point of points)
      if (!reportable.has(point))
        decisions.set(point.id, {
          kept: false,
          reason:
            'removed: no sequence of the events that are left on the objects it may bind is ever reported',
        });
    return points.filter((point) => reportable.has(point));
  }
  const names = symbols.map((symbol) => property.events[symbol]!.name).join(', ');
  for (const point of points)
    decisions.set(point.id, {
      kept: false,
      reason: `removed: no sequence of the events that are left (${names}) is ever reported`,
    });
  return [];
}
