import type { Point } from '../../../events/point.ts';
import type { Property } from '../../../property/model.ts';
import type { ClassHierarchy } from '../../analysis.ts';
import { interned } from '../../interned.ts';
import { remembering } from '../../remembering.ts';
import { canReport, type SliceAutomaton } from '../monitor/slice-automaton.ts';
import { type BoundTypes, boundTypes, mayBeOne } from './bound-types.ts';

/** Kinds of points beyond which every point counts as one that may be reported. */
const maxKinds = 2_000;
/** Each time kinds went, the others are asked again: so often at most. */
const maxTurns = 20;

/** Points of one event that bind objects of the same types. */
interface Kind {
  readonly symbols: number;
  /** By parameter, the position of the types among those of that parameter; undefined: it is not bound. */
  readonly bound: readonly (number | undefined)[];
  readonly points: Point[];
}

/**
 * The points that a slice which may report can contain, by the types of the objects that points bind: a slice with an event of one point
 * has no events but those of points that may bind the same objects. O(points + kinds^2 x parameters).
 */
export function reportableByTypes(
  points: readonly Point[],
  automaton: SliceAutomaton,
  property: Property,
  hierarchy: Pick<ClassHierarchy, 'isSubtype' | 'header'>,
): ReadonlySet<Point> {
  const types = property.parameters.map(() => distinctTypes(hierarchy));
  let kinds = kindsOf(points, property, types);
  if (kinds.length > maxKinds) return new Set(points);
  const mayReport = remembering((symbols: number) => canReport(automaton, symbols));
  const mayMeet = (left: Kind, right: Kind): boolean =>
    left.bound.every((one, parameter) => {
      const other = right.bound[parameter];
      return one === undefined || other === undefined || types[parameter]!.mayBeOne(one, other);
    });
  for (let turn = 0; turn < maxTurns; turn++) {
    const left = kinds;
    kinds = left.filter((kind) =>
      mayReport(
        left.reduce((symbols, other) => (mayMeet(kind, other) ? symbols | other.symbols : symbols), 0),
      ),
    );
    if (kinds.length === left.length) break;
  }
  return new Set(kinds.flatMap((kind) => kind.points));
}

function kindsOf(
  points: readonly Point[],
  property: Property,
  types: readonly ReturnType<typeof distinctTypes>[],
): readonly Kind[] {
  const kinds = new Map<string, Kind>();
  for (const point of points) {
    const symbol = property.events.indexOf(point.event);
    const bound = types.map((ofParameter, parameter) =>
      point.event.binds.includes(parameter) ? ofParameter.numberOf(point, parameter) : undefined,
    );
    const key = `${symbol} ${bound.join()}`;
    const kind = kinds.get(key);
    if (kind === undefined) kinds.set(key, { symbols: 1 << symbol, bound, points: [point] });
    else kind.points.push(point);
  }
  return [...kinds.values()];
}

/** The different types of one parameter, by number from 0. Which may be those of one object is found out when it is asked for the first time. */
function distinctTypes(hierarchy: Pick<ClassHierarchy, 'isSubtype' | 'header'>) {
  const { all, numberOf } = interned<BoundTypes>();
  const mayBePair = remembering((pair: number) =>
    mayBeOne(all[Math.floor(pair / maxKinds)]!, all[pair % maxKinds]!, hierarchy),
  );
  return {
    numberOf: (point: Point, parameter: number) => numberOf(boundTypes(point, parameter, hierarchy)),
    mayBeOne: (left: number, right: number) =>
      left === right || mayBePair(Math.min(left, right) * maxKinds + Math.max(left, right)),
  };
}
