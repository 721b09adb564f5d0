import type { Point } from '../../../events/point.ts';
import type { Property } from '../../../property/model.ts';
import { remembering } from '../../../remembering.ts';
import type { ObjectId } from '../../points-to/heap/abstract-object.ts';
import { canReport } from '../monitor/automaton-questions.ts';
import type { SliceAutomaton } from '../monitor/slice-automaton.ts';
import {
  type BoundSymbols,
  boundSymbols,
  pairsBoundBy,
  pairsOf,
  parametersBound,
  type Tuple,
} from './bound-symbols.ts';
import type { PointObjects } from './point-objects.ts';

/** Tuples of objects beyond which every point counts as one that may be reported. */
const maxTuples = 2_000_000;

/**
 * The points that a slice which may report can contain. The symbols of a slice are those of the points that
 * may bind its objects; one whose symbols have no word with an output never reports. Tuples of objects are
 * joined along events that bind two parameters at once; a parameter that nothing joins is given the symbols
 * of all objects. O(points x objects + tuples x parameters).
 */
export function reportablePoints(
  points: readonly Point[],
  automaton: SliceAutomaton,
  property: Property,
  objects: PointObjects,
): ReadonlySet<Point> {
  const parameters = property.parameters.map((_, parameter) => parameter);
  if (parameters.length === 0) return new Set(points);
  const symbolOf = (point: Point): number => property.events.indexOf(point.event);
  const symbols = boundSymbols(points, parameters, symbolOf, objects, maxTuples);
  if (symbols === undefined) return new Set(points);
  const mayReport = remembering((some: number) => canReport(automaton, some));
  const reportable = reportableParts(parameters, symbols, mayReport);
  if (reportable === undefined) return new Set(points);
  return new Set(
    points.filter((point) => {
      const binds = parametersBound(point);
      // The slice without an object has these events alone.
      if (binds.length === 0) return reportable.parts.size > 0 || mayReport(symbols.always);
      if (binds.every((parameter) => reportable.anyObject[parameter])) return true;
      return partsBoundBy(point, binds, objects).some((part) => reportable.parts.has(part));
    }),
  );
}

/** Objects of slices that may report. */
interface ReportableParts {
  /** Single objects and pairs, as keys. */
  readonly parts: ReadonlySet<string>;
  /** By parameter: whether every object is one. */
  readonly anyObject: readonly boolean[];
}

/** Looks at each tuple that joins make of single objects. Undefined: there are too many. */
function reportableParts(
  parameters: readonly number[],
  symbols: BoundSymbols,
  mayReport: (symbols: number) => boolean,
): ReportableParts | undefined {
  const parts = new Set<string>();
  const anyObject = parameters.map(() => false);
  const seen = new Set<string>();
  const work: Tuple[] = [];
  const visit = (tuple: Tuple): void => {
    const key = tuple.map((object) => object ?? '').join();
    if (seen.has(key)) return;
    seen.add(key);
    work.push(tuple);
  };
  for (const parameter of parameters)
    for (const object of symbols.objectsOf(parameter))
      visit(parameters.map((one) => (one === parameter ? object : undefined)));
  for (let tuple = work.pop(); tuple !== undefined; tuple = work.pop()) {
    if (seen.size > maxTuples) return undefined;
    if (mayReport(symbols.of(tuple))) {
      for (const part of partsOf(tuple)) parts.add(part);
      for (const [parameter, object] of tuple.entries())
        if (object === undefined) anyObject[parameter] = true;
    }
    for (const [parameter, object] of tuple.entries()) {
      if (object === undefined) continue;
      for (const { other, object: otherObject } of symbols.joined(parameter, object))
        if (tuple[other] === undefined) visit(tuple.map((one, at) => (at === other ? otherObject : one)));
    }
  }
  return { parts, anyObject };
}

/** Single objects and pairs of a tuple. */
function partsOf(tuple: Tuple): readonly string[] {
  const bound = tuple.flatMap((object, parameter) =>
    object === undefined ? [] : [[parameter, object] as const],
  );
  return bound.flatMap(([parameter, object]) => [
    partKey(parameter, object),
    ...bound.flatMap(([other, second]) =>
      parameter < other ? [`${partKey(parameter, object)},${partKey(other, second)}`] : [],
    ),
  ]);
}

/** What a point may bind: pairs where it binds two parameters or more. */
function partsBoundBy(point: Point, binds: readonly number[], objects: PointObjects): readonly string[] {
  const [only] = binds;
  if (binds.length === 1) return objects.of(point, only!)!.map((object) => partKey(only!, object));
  return [...pairsOf(binds)].flatMap(([first, second]) =>
    [...pairsBoundBy(point, first, second, objects)].map(
      ([one, other]) => `${partKey(first, one)},${partKey(second, other)}`,
    ),
  );
}

function partKey(parameter: number, object: ObjectId): string {
  return `${parameter}:${object}`;
}
