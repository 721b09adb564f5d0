import { type Point, valueOfParameter } from '../../../events/point.ts';
import type { Property } from '../../../property/model.ts';
import type { ObjectId } from '../../points-to/heap/abstract-object.ts';
import { canReport, symbolMask } from '../monitor/automaton-questions.ts';
import type { SliceAutomaton } from '../monitor/slice-automaton.ts';
import type { PointObjects } from './point-objects.ts';

/**
 * What a parameter is bound to by an argument or a result that is null: a value like any other
 * (docs/runtime-protocol.md).
 */
const nullObject: ObjectId = -1;

/**
 * The objects of points, with null where a slice that has it may report. Points-to knows objects alone, and
 * null is at every argument and every result at once. Most properties need an event on the receiver of a
 * call, which is never null: for these nothing is added.
 */
export function withNull(
  objects: PointObjects,
  points: readonly Point[],
  property: Property,
  automaton: SliceAutomaton,
): PointObjects {
  const symbolOf = ({ event }: Point): number => property.events.indexOf(event);
  const matters = property.parameters.map((_, parameter) => {
    const symbols = points
      .filter((point) => !point.event.binds.includes(parameter) || mayBindNull(point, parameter))
      .map(symbolOf);
    return canReport(automaton, symbolMask(symbols));
  });
  if (!matters.includes(true)) return objects;
  return {
    of(point, parameter) {
      const bound = objects.of(point, parameter);
      return bound !== undefined && matters[parameter] && mayBindNull(point, parameter)
        ? [nullObject, ...bound]
        : bound;
    },
    together: (point, parameter, object, other, otherObject) =>
      object === nullObject ||
      otherObject === nullObject ||
      objects.together(point, parameter, object, other, otherObject),
  };
}

function mayBindNull(point: Point, parameter: number): boolean {
  switch (valueOfParameter(point, parameter)?.source.kind) {
    // A receiver that is null gives no event, and neither `this` nor a thread nor what was thrown is null.
    case 'receiver':
    case 'this':
    case 'thread':
    case 'thrown':
      return false;
    default:
      return true;
  }
}
