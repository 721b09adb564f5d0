import { classOfDescriptor, toBinaryName } from '../../classfile/descriptors.ts';
import type { Point, PointId } from '../../events/point.ts';
import type { Property } from '../../property/model.ts';
import { remembering } from '../../remembering.ts';
import type { ClassHierarchy, Decision } from '../analysis.ts';
import type { Weakenings } from '../weakening.ts';
import { canReport, symbolMask } from './monitor/automaton-questions.ts';
import { neverBothIn } from './program/never-both.ts';
import { reportablePoints } from './program/reportable-points.ts';
import type { WholeProgram } from './program/whole-program.ts';
import type { PropertyAnalysis } from './property-analysis.ts';
import { failedTest } from './values/type-tests.ts';

/** Takes what is decided about points that go. */
export type Decisions = Map<PointId, Decision>;

/**
 * Leaves out points that are no events, as their type tests fail on all objects of the static types that
 * their values have: no class is of both types (docs/soundness.md, theorem 10).
 */
export function removeNeverBoth(
  points: readonly Point[],
  hierarchy: ClassHierarchy,
  decisions: Decisions,
  weakenings: Weakenings,
): readonly Point[] {
  const neverBoth = neverBothIn(hierarchy, weakenings);
  const isNever = remembering((types: string): boolean => {
    const [known, tested] = types.split(' ') as [string, string];
    const isInterface = hierarchy.header(known)?.isInterface === true;
    return neverBoth(isInterface ? tested : known, isInterface ? known : tested);
  });
  return points.filter((point) => {
    const { kind, test, values } = point;
    if (kind !== 'call' || test.kind === 'always') return true;
    const failed = failedTest(point, (value, tested) => {
      const { source, descriptor } = values[value]!;
      const known = classOfDescriptor(descriptor);
      if (known === undefined) return undefined;
      // Of values of an interface, the JVM looks at those alone that a method of it is called on.
      const isLookedAt = source.kind === 'receiver' || hierarchy.header(known)?.isInterface === false;
      return isLookedAt && isNever(`${known} ${tested}`) ? false : undefined;
    });
    if (failed === undefined) return true;
    const types = [classOfDescriptor(failed.value.descriptor)!, failed.type];
    const [known, tested] = types.map(toBinaryName);
    const reason = `removed: never an event: no class is both ${known} and ${tested}`;
    decisions.set(point.id, { kept: false, reason });
    return false;
  });
}

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
 * Leaves out all points where none is left at which a slice may start, whatever the property's code does: it
 * runs for slices alone.
 */
export function removeNeverStarted(
  points: readonly Point[],
  property: Property,
  decisions: Decisions,
): readonly Point[] {
  if (!property.events.some(({ creation }) => creation) || points.some(({ event }) => event.creation))
    return points;
  const reason = 'removed: no slice ever starts, as none of its creation events is left';
  for (const { id } of points) decisions.set(id, { kept: false, reason });
  return [];
}

/**
 * Points that are in no slice which may report: all when no word over the symbols that still have points has
 * an output; those where none over the points that may bind objects of the same types has; in a closed world
 * (`objects`), those where none over the points that may bind the same objects has.
 */
export function removeUnreportable(
  points: readonly Point[],
  { property, monitor, objects, byTypes }: PropertyAnalysis,
  decisions: Decisions,
): readonly Point[] {
  const keepOnly = (some: readonly Point[], left: ReadonlySet<Point>, why: string): readonly Point[] =>
    some.filter((point) => {
      if (left.has(point)) return true;
      const reason = `removed: no sequence of the events that are left ${why}`;
      decisions.set(point.id, { kept: false, reason });
      return false;
    });
  const symbols = [...new Set(points.map((point) => property.events.indexOf(point.event)))];
  if (!canReport(monitor.any, symbolMask(symbols))) {
    const names = symbols.map((symbol) => property.events[symbol]!.name).join(', ');
    return keepOnly(points, new Set(), `(${names}) is ever reported`);
  }
  const ofTypes = keepOnly(points, byTypes(points), 'on objects of the types it may bind is ever reported');
  if (objects === undefined) return ofTypes;
  const reportable = reportablePoints(ofTypes, monitor.any, property, objects);
  return keepOnly(ofTypes, reportable, 'on the objects it may bind is ever reported');
}
