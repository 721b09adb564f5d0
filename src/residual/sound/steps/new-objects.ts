import type { Point } from '../../../events/point.ts';
import { groupBy } from '../../../group-by.ts';
import { remembering } from '../../../remembering.ts';
import type { Weakenings } from '../../weakening.ts';
import type { CallKnowledge, ObjectKind } from '../values/call-knowledge.ts';
import { escapeAt } from '../values/escape.ts';
import { followObject, type ObjectStep } from '../values/follow-object.ts';
import type { MethodCode } from '../values/method-code.ts';
import { instructionAt, movesAt } from '../values/method-code.ts';
import { isIn, type MethodPoint, methodPoints, parameterOrigins } from '../values/method-points.ts';
import { objectKindAt } from '../values/object-kind.ts';
import type { ValueOrigins } from '../values/origin.ts';
import { noSlots, slotSet } from '../values/slot-sets.ts';
import type { MethodResidualInput } from './method-step.ts';

/**
 * The points of the method that bind an object which is *new* (docs/soundness.md, theorem 6): this run has
 * made it, no other code can have it yet, and all that has happened to it are idle events, as the point's own
 * is. They change no slice. What becomes of the object later does not matter. `origins`: of the method, with
 * what `calls` says. O(creation sites x instructions x distinct slot sets) for each parameter.
 */
export function pointsOnNewObjects(
  input: Pick<
    MethodResidualInput,
    'method' | 'automaton' | 'idleWhenNew' | 'points' | 'calls' | 'weakenings'
  >,
  origins: ValueOrigins | undefined,
): ReadonlySet<Point> {
  const { method, automaton, idleWhenNew, calls, weakenings } = input;
  const found = new Set<Point>();
  if (origins === undefined || idleWhenNew.every((symbols) => symbols === 0)) return found;
  const points = methodPoints(method, input.points);
  const isIdle = (point: MethodPoint, parameter: number): boolean =>
    (idleWhenNew[parameter]! & (1 << point.symbol)) !== 0;
  const pointsAt = groupBy(points, ({ instruction }) => instruction);
  const all: ReadonlySet<MethodPoint> = new Set(points);
  for (const [parameter, idle] of idleWhenNew.entries()) {
    const alone = idle & symbolsBindingOnly(automaton.binds, parameter);
    const lateOf = remembering(
      (site: number) =>
        lateBindings(method, site, {
          pointsAt,
          kind: objectKindAt(method, site, calls),
          calls: allowing(calls, alone),
          past: alone,
          staysNew: (point, isBoundTo) =>
            weakenings.has('forgetEarlierEvents') || (isIdle(point, parameter) && isBoundTo(parameter)),
          weakenings,
        }) ?? all,
    );
    for (const point of points) {
      if (!isIdle(point, parameter)) continue;
      const from = parameterOrigins(origins, point, parameter) ?? [];
      if (from.length > 0 && from.every((site) => site >= 0 && !lateOf(site).has(point)))
        found.add(point.point);
    }
  }
  return found;
}

/** As a bit set. */
function symbolsBindingOnly(binds: readonly number[], parameter: number): number {
  return binds.reduce(
    (symbols, bound, symbol) => (bound === 1 << parameter ? symbols | (1 << symbol) : symbols),
    0,
  );
}

/** The same knowledge, when events of called methods with these symbols (a bit set) do no harm. */
function allowing(calls: CallKnowledge, symbols: number): Pick<CallKnowledge, 'mayKeepOrUse' | 'result'> {
  return {
    result: calls.result,
    mayKeepOrUse(method, instruction, operand, object) {
      const used = calls.useOf(method, instruction, operand, object);
      return used === undefined || (used & ~symbols) !== 0;
    },
  };
}

interface NewObject {
  readonly pointsAt: ReadonlyMap<number, readonly MethodPoint[]>;
  readonly kind: ObjectKind;
  readonly calls: Pick<CallKnowledge, 'mayKeepOrUse' | 'result'>;
  /** Symbols (a bit set) of events that may have happened on it in the call that made it. */
  readonly past: number;
  /** Whether it stays new with the event of a point that binds it. */
  staysNew(point: MethodPoint, isBoundTo: (parameter: number) => boolean): boolean;
  readonly weakenings: Weakenings;
}

/**
 * The points that may bind the object which the instruction `site` makes when it is no longer new; undefined
 * when it is not new from the start, or there are too many paths to tell.
 */
function lateBindings(
  method: MethodCode,
  site: number,
  { pointsAt, kind, calls, past, staysNew, weakenings }: NewObject,
): ReadonlySet<MethodPoint> | undefined {
  if (instructionAt(method, site).form === 'invoke') {
    const result = calls.result(method, site);
    if (result.kind !== 'fresh' || (result.past.symbols & ~past) !== 0) return undefined;
  }
  const late = new Set<MethodPoint>();
  /** Whether the object is still new after an instruction; notes points there that bind it when it is not. */
  const isNewAfter = (wasNew: boolean, { node, slots, slotsAfter }: ObjectStep, leaves: boolean): boolean => {
    const bound: MethodPoint[] = [];
    let isNew = wasNew;
    for (const point of pointsAt.get(node) ?? []) {
      const isBoundTo = (parameter: number): boolean => {
        const place = point.values[parameter];
        return place !== undefined && place.kind !== 'unknown' && isIn(place, slots, slotsAfter);
      };
      if (!point.values.some((_, parameter) => isBoundTo(parameter))) continue;
      bound.push(point);
      isNew &&= staysNew(point, isBoundTo);
    }
    for (const point of bound) if (!isNew || (leaves && point.point.position !== 'before')) late.add(point);
    return isNew && !leaves;
  };
  const created = { node: site, slots: noSlots, slotsAfter: slotSet(movesAt(method, site).defined) };
  const following = followObject(
    method,
    { site },
    { calls, weakenings },
    isNewAfter(true, created, false),
    (step, wasNew) => {
      const mayLeave = wasNew && !weakenings.has('forgetLeaving');
      const way = mayLeave ? escapeAt(method, step.node, step.slots, kind, calls, weakenings) : undefined;
      return isNewAfter(wasNew, step, way !== undefined);
    },
  );
  return following === 'complete' ? late : undefined;
}
