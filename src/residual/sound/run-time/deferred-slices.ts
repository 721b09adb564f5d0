import type { Instruction } from '../../../classfile/instruction.ts';
import type { Point } from '../../../events/point.ts';
import { addTo } from '../../../group-by.ts';
import { hasFurtherState } from '../../../property/model.ts';
import type { MethodCode } from '../values/method-code.ts';
import { instructionAt } from '../values/method-code.ts';
import { type MethodPoint, methodPoints, parameterOrigins } from '../values/method-points.ts';
import { originsByCall } from '../values/origins-by-call.ts';
import { asksForIterator, isProducedInPlace, makesIterator } from './iterator-calls.ts';
import { staysInSight } from './walked-iterator.ts';

/**
 * Slices whose iterator stays in the method that asks for it: they need not begin before an event of what it
 * walks through.
 */
export interface DeferredSlices {
  /** After a call of `iterator()`: binds its receiver and what it returns. */
  readonly begin: Point;
  /**
   * All other points of the property that may bind what the call returns: they bind nothing else, each what
   * the call returned last.
   */
  readonly later: readonly Point[];
}

/**
 * The deferred slices (docs/soundness.md, theorem 5) of one property in one method. `points`: its points in
 * the method that are woven, but for those that are silent. Needs to know nothing of other code: an iterator
 * that is handed to a call, unless to walk it, is not followed. O(calls of `iterator` x instructions x
 * distinct slot sets).
 */
export function deferredSlices(method: MethodCode, points: readonly Point[]): readonly DeferredSlices[] {
  const begins = points.filter(
    (point) =>
      method.depths[point.instruction]! >= 0 && mayDefer(point, instructionAt(method, point.instruction)),
  );
  if (begins.length === 0) return [];
  const byOrigin = pointsByOrigin(method, methodPoints(method, points));
  if (byOrigin === undefined) return [];
  return begins.flatMap((begin) => {
    const later = pointsAfter(byOrigin, begin);
    if (later === undefined || !staysInSight(method, begin.instruction, later)) return [];
    return [{ begin, later: later.map(({ point }) => point) }];
  });
}

/** Whether the event binds the receiver and the result of a call that makes an iterator, and nothing else. */
export function mayDefer(point: Point, at: Instruction): boolean {
  return mayBegin(point) && (makesIterator(at) || asksForIterator(at));
}

/** Whether it does if the call makes one. */
export function mayBegin({ kind, position, event, values, property }: Point): boolean {
  if (kind !== 'call' || position !== 'afterReturning' || event.simpleCondition !== undefined) return false;
  if (hasFurtherState(property) || event.binds.length !== 2 || event.arguments.length !== 2) return false;
  const sources = event.arguments.map((_, value) => values[value]!.source.kind);
  return sources.includes('receiver') && sources.includes('result');
}

interface BoundPoint {
  readonly placed: MethodPoint;
  /** Whether its event binds one parameter, to something of one origin. */
  readonly isAlone: boolean;
}

/**
 * The points by the calls, and other origins, that what they bind may come from; undefined when there are too
 * many values to tell.
 */
function pointsByOrigin(
  method: MethodCode,
  points: readonly MethodPoint[],
): ReadonlyMap<number, readonly BoundPoint[]> | undefined {
  const origins = originsByCall(method);
  if (origins === undefined) return undefined;
  const found = new Map<number, BoundPoint[]>();
  for (const placed of points) {
    const { property, event } = placed.point;
    const bound = property.parameters.map((_, parameter) => parameterOrigins(origins, placed, parameter));
    const isAlone = event.binds.length === 1 && bound.every((from) => (from?.length ?? 1) === 1);
    for (const origin of new Set(bound.flatMap((from) => from ?? [])))
      addTo(found, origin, { placed, isAlone });
  }
  return found;
}

/**
 * The other points that bind what the call returns, once it is joined with its owner; undefined when one of
 * them may bind something else as well, or in another place.
 */
function pointsAfter(
  byOrigin: ReadonlyMap<number, readonly BoundPoint[]>,
  begin: Point,
): readonly MethodPoint[] | undefined {
  const others = (byOrigin.get(begin.instruction) ?? []).filter(
    ({ placed: { point } }) => point !== begin && !isTooEarly(point, begin),
  );
  const isFit = others.every(({ placed, isAlone }) => isAlone && isProducedInPlace(placed.point));
  return isFit ? others.map(({ placed }) => placed) : undefined;
}

/**
 * Whether the point's event is one of the same call before it begins the slice (find-points.ts has events in
 * the order of their advice): the object has no slice yet, and the local variable speaks of what the
 * call returned when it ran before.
 */
function isTooEarly(point: Point, begin: Point): boolean {
  return point.instruction === begin.instruction && point.event.binds.length === 1 && point.id < begin.id;
}
