import type { Point } from '../../../events/point.ts';
import { addTo } from '../../../group-by.ts';
import type { Property } from '../../../property/model.ts';
import type { ObjectId } from '../../points-to/abstract-object.ts';
import { remembering } from '../../remembering.ts';
import type { SliceAutomaton } from '../monitor/slice-automaton.ts';
import { canReport } from '../monitor/slice-automaton.ts';
import type { PointObjects } from './point-objects.ts';

/** Tuples of objects beyond which every point counts as one that may be reported. */
const maxTuples = 2_000_000;

/** Parameters to objects; undefined: one that no event binds together with the others. */
type Tuple = readonly (ObjectId | undefined)[];

/**
 * The points that a slice which may report can contain. The symbols of a slice are those of the points that may bind its
 * objects; one whose symbols have no word with an output never reports. Tuples of objects are joined
 * along events that bind two parameters at once; a parameter that nothing joins is given the symbols of
 * all objects. O(points x objects + tuples x parameters).
 */
export function reportablePoints(
  points: readonly Point[],
  automaton: SliceAutomaton,
  property: Property,
  objects: PointObjects,
): ReadonlySet<Point> {
  const parameters = property.parameters.map((_, parameter) => parameter);
  if (parameters.length === 0) return new Set(points);
  let always = 0;
  const single = parameters.map(() => new Map<ObjectId, number>());
  const anyOf = parameters.map(() => 0);
  /** Per pair of parameters, the lower one first: symbols by pair of objects. */
  const pairs = new Map<
    string,
    Map<string, { readonly objects: readonly [ObjectId, ObjectId]; symbols: number }>
  >();
  const anyPair = new Map<string, number>();
  let count = 0;
  for (const point of points) {
    const bit = 1 << property.events.indexOf(point.event);
    const binds = [...point.event.binds].sort((left, right) => left - right);
    if (binds.length === 0) always |= bit;
    else if (binds.length === 1) {
      const parameter = binds[0]!;
      anyOf[parameter]! |= bit;
      for (const object of objects.of(point, parameter)!) add(single[parameter]!, object, bit);
    } else
      for (const [first, second] of pairsOf(binds)) {
        const key = `${first} ${second}`;
        anyPair.set(key, (anyPair.get(key) ?? 0) | bit);
        let known = pairs.get(key);
        if (known === undefined) {
          known = new Map();
          pairs.set(key, known);
        }
        for (const one of objects.of(point, first)!)
          for (const other of objects.of(point, second)!) {
            if (!objects.together(point, first, one, second, other)) continue;
            if (++count > maxTuples) return new Set(points);
            const pair = `${one} ${other}`;
            const entry = known.get(pair);
            if (entry === undefined) known.set(pair, { objects: [one, other], symbols: bit });
            else entry.symbols |= bit;
          }
      }
  }
  /** Per parameter and object: what it is joined with. */
  const joined = parameters.map(
    () => new Map<ObjectId, { readonly other: number; readonly object: ObjectId }[]>(),
  );
  const join = (parameter: number, object: ObjectId, other: number, otherObject: ObjectId): void =>
    addTo(joined[parameter]!, object, { other, object: otherObject });
  for (const [key, entries] of pairs) {
    const [first, second] = key.split(' ').map(Number) as [number, number];
    for (const entry of entries.values()) {
      join(first, entry.objects[0], second, entry.objects[1]);
      join(second, entry.objects[1], first, entry.objects[0]);
    }
  }
  const mayReport = remembering((symbols: number) => canReport(automaton, symbols));
  const symbolsOf = (tuple: Tuple): number => {
    let symbols = always;
    tuple.forEach((object, parameter) => {
      symbols |= object === undefined ? anyOf[parameter]! : (single[parameter]!.get(object) ?? 0);
    });
    for (const [first, second] of pairsOf(parameters)) {
      const [one, other] = [tuple[first], tuple[second]];
      if (one !== undefined && other !== undefined)
        symbols |= pairs.get(`${first} ${second}`)?.get(`${one} ${other}`)?.symbols ?? 0;
      if (one === undefined && other === undefined) symbols |= anyPair.get(`${first} ${second}`) ?? 0;
    }
    return symbols;
  };

  const reportable = new Set<string>();
  /** Parameters whose every object is in a slice that may report. */
  const all = parameters.map(() => false);
  const seen = new Set<string>();
  const work: Tuple[] = [];
  const visit = (tuple: Tuple): void => {
    const key = tuple.map((object) => object ?? '').join();
    if (seen.has(key)) return;
    seen.add(key);
    work.push(tuple);
  };
  for (const parameter of parameters)
    for (const object of new Set([...single[parameter]!.keys(), ...joined[parameter]!.keys()]))
      visit(parameters.map((one) => (one === parameter ? object : undefined)));
  for (let tuple = work.pop(); tuple !== undefined; tuple = work.pop()) {
    if (seen.size > maxTuples) return new Set(points);
    if (mayReport(symbolsOf(tuple))) {
      for (const part of partsOf(tuple)) reportable.add(part);
      for (const [parameter, object] of tuple.entries()) if (object === undefined) all[parameter] = true;
    }
    for (const [parameter, object] of tuple.entries()) {
      if (object === undefined) continue;
      for (const { other, object: otherObject } of joined[parameter]!.get(object) ?? [])
        if (tuple[other] === undefined) visit(tuple.map((one, at) => (at === other ? otherObject : one)));
    }
  }
  return new Set(
    points.filter((point) => {
      const binds = [...point.event.binds].sort((left, right) => left - right);
      // The slice without an object has these events alone.
      if (binds.length === 0) return reportable.size > 0 || mayReport(always);
      if (binds.every((parameter) => all[parameter])) return true;
      return tuplesOf(point, binds, objects).some((part) => reportable.has(part));
    }),
  );
}

function add(map: Map<ObjectId, number>, object: ObjectId, bit: number): void {
  map.set(object, (map.get(object) ?? 0) | bit);
}

function* pairsOf(parameters: readonly number[]): Iterable<readonly [number, number]> {
  for (const first of parameters) for (const second of parameters) if (first < second) yield [first, second];
}

/** Single objects and pairs of a tuple, as keys. */
function partsOf(tuple: Tuple): readonly string[] {
  const bound = tuple.flatMap((object, parameter) =>
    object === undefined ? [] : [[parameter, object] as const],
  );
  return bound.flatMap(([parameter, object]) => [
    `${parameter}:${object}`,
    ...bound.flatMap(([other, second]) =>
      parameter < other ? [`${parameter}:${object},${other}:${second}`] : [],
    ),
  ]);
}

/** The keys of what a point may bind: pairs where it binds two parameters or more. */
function tuplesOf(point: Point, binds: readonly number[], objects: PointObjects): readonly string[] {
  if (binds.length === 1) return objects.of(point, binds[0]!)!.map((object) => `${binds[0]}:${object}`);
  const keys: string[] = [];
  for (const [first, second] of pairsOf(binds))
    for (const one of objects.of(point, first)!)
      for (const other of objects.of(point, second)!)
        if (objects.together(point, first, one, second, other))
          keys.push(`${first}:${one},${second}:${other}`);
  return keys;
}
