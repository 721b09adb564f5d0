import type { Point } from '../../../events/point.ts';
import { groupBy } from '../../../group-by.ts';
import type { Property } from '../../../property/model.ts';
import { remembering } from '../../../remembering.ts';
import type { ClassHierarchy } from '../../analysis.ts';
import { interned } from '../../interned.ts';
import { canReport } from '../monitor/automaton-questions.ts';
import type { SliceAutomaton } from '../monitor/slice-automaton.ts';
import { type BoundTypes, boundTypes, type CalledCode, mayBeOne } from './bound-types.ts';

/** Kinds of points beyond which every point counts as one that may be reported. */
const maxKinds = 2_000;
/** Each time kinds went, the others are asked again: so often at most. */
const maxTurns = 20;

/** What a point's event is, and of which types it binds objects. */
interface Kind {
  readonly symbol: number;
  /** By parameter, the number of the types among those of that parameter; undefined: it is not bound. */
  readonly bound: readonly (number | undefined)[];
}

/**
 * The points that a slice which may report can contain, by the types of the objects that points bind: a slice
 * with an event of one point has no events but those of points that may bind the same objects. The function is
 * asked again when points went. O(points + kinds^2 x parameters) each time.
 */
export function reportableByTypes(
  automaton: SliceAutomaton,
  property: Property,
  hierarchy: Pick<ClassHierarchy, 'isSubtype' | 'header'>,
  called: CalledCode,
): (points: readonly Point[]) => ReadonlySet<Point> {
  const types = property.parameters.map(() => distinctTypes(hierarchy, called));
  const kinds = interned<Kind>();
  const kindOf = remembering((point: Point) =>
    kinds.numberOf({
      symbol: property.events.indexOf(point.event),
      bound: types.map((ofParameter, parameter) =>
        point.event.binds.includes(parameter) ? ofParameter.numberOf(point, parameter) : undefined,
      ),
    }),
  );
  const mayReport = remembering((symbols: number) => canReport(automaton, symbols));
  const mayMeet = (left: Kind, right: Kind): boolean =>
    left.bound.every((one, parameter) => {
      const other = right.bound[parameter];
      return one === undefined || other === undefined || types[parameter]!.mayBeOne(one, other);
    });
  return (points) => {
    const ofKind = groupBy(points, kindOf);
    if (ofKind.size > maxKinds) return new Set(points);
    let left = [...ofKind.keys()].map((kind) => ({ kind, ...kinds.all[kind]! }));
    for (let turn = 0; turn < maxTurns; turn++) {
      const before = left;
      left = before.filter((one) => mayReport(symbolsMet(one, before, mayMeet)));
      if (left.length === before.length) break;
    }
    return new Set(left.flatMap(({ kind }) => ofKind.get(kind)!));
  };
}

/** The symbols, as bits, of the kinds that may meet the one. Of each symbol, no kind is asked after one that may. */
function symbolsMet(
  one: Kind,
  kinds: readonly Kind[],
  mayMeet: (left: Kind, right: Kind) => boolean,
): number {
  let symbols = 0;
  for (const other of kinds)
    if ((symbols & (1 << other.symbol)) === 0 && mayMeet(one, other)) symbols |= 1 << other.symbol;
  return symbols;
}

/**
 * The different types of one parameter, by number from 0. Which may be those of one object is found out when
 * it is asked for the first time.
 */
function distinctTypes(hierarchy: Pick<ClassHierarchy, 'isSubtype' | 'header'>, called: CalledCode) {
  const { all, numberOf } = interned<BoundTypes>();
  const mayBePair = remembering((left: number) =>
    remembering((right: number) => mayBeOne(all[left]!, all[right]!, hierarchy, called)),
  );
  return {
    numberOf: (point: Point, parameter: number) => numberOf(boundTypes(point, parameter, hierarchy, called)),
    mayBeOne: (left: number, right: number) =>
      left === right || mayBePair(Math.min(left, right))(Math.max(left, right)),
  };
}
