import type { Point } from '../../../events/point.ts';
import { addTo } from '../../../group-by.ts';
import type { ObjectId } from '../../points-to/heap/abstract-object.ts';
import type { PointObjects } from './point-objects.ts';

/** Parameters to objects; undefined: one that no event binds together with the others. */
export type Tuple = readonly (ObjectId | undefined)[];

/** Sets of symbols are bits. */
export interface BoundSymbols {
  /** Of points that bind nothing: every slice has them. */
  readonly always: number;
  /** Per parameter: the objects that a point may bind to it. */
  objectsOf(parameter: number): Iterable<ObjectId>;
  /** Per parameter and object: what points may bind together with it. */
  joined(parameter: number, object: ObjectId): readonly Joined[];
  /**
   * Of the points that may bind objects of the tuple; a parameter without an object has those of all objects.
   * O(parameters^2).
   */
  of(tuple: Tuple): number;
}

/** An object that a point binds to another parameter. */
interface Joined {
  readonly other: number;
  readonly object: ObjectId;
}

interface BoundPair {
  readonly objects: readonly [ObjectId, ObjectId];
  symbols: number;
}

/**
 * The symbols of the points by the objects that they may bind. Undefined: there are more than `maxPairs`
 * pairs of objects that points bind together. O(points x objects, squared for points that bind several).
 */
export function boundSymbols(
  points: readonly Point[],
  parameters: readonly number[],
  symbolOf: (point: Point) => number,
  objects: PointObjects,
  maxPairs: number,
): BoundSymbols | undefined {
  let always = 0;
  const single = parameters.map(() => new Map<ObjectId, number>());
  const anyOf = parameters.map(() => 0);
  /** Per pair of parameters, the lower one first: symbols by pair of objects. */
  const pairs = new Map<string, Map<string, BoundPair>>();
  const anyPair = new Map<string, number>();
  let count = 0;
  for (const point of points) {
    const bit = 1 << symbolOf(point);
    const binds = parametersBound(point);
    if (binds.length === 0) always |= bit;
    else if (binds.length === 1) {
      const parameter = binds[0]!;
      anyOf[parameter]! |= bit;
      for (const object of objects.of(point, parameter)!) addBit(single[parameter]!, object, bit);
    } else
      for (const [first, second] of pairsOf(binds)) {
        const key = pairKey(first, second);
        addBit(anyPair, key, bit);
        let known = pairs.get(key);
        if (known === undefined) {
          known = new Map();
          pairs.set(key, known);
        }
        for (const [one, other] of pairsBoundBy(point, first, second, objects)) {
          if (++count > maxPairs) return undefined;
          const pair = pairKey(one, other);
          const entry = known.get(pair);
          if (entry === undefined) known.set(pair, { objects: [one, other], symbols: bit });
          else entry.symbols |= bit;
        }
      }
  }
  const joined = joinedObjects(parameters, pairs);
  return {
    always,
    objectsOf: (parameter) => new Set([...single[parameter]!.keys(), ...joined[parameter]!.keys()]),
    joined: (parameter, object) => joined[parameter]!.get(object) ?? [],
    of(tuple) {
      let symbols = always;
      tuple.forEach((object, parameter) => {
        symbols |= object === undefined ? anyOf[parameter]! : (single[parameter]!.get(object) ?? 0);
      });
      for (const [first, second] of pairsOf(parameters)) {
        const [one, other] = [tuple[first], tuple[second]];
        const key = pairKey(first, second);
        if (one !== undefined && other !== undefined)
          symbols |= pairs.get(key)?.get(pairKey(one, other))?.symbols ?? 0;
        if (one === undefined && other === undefined) symbols |= anyPair.get(key) ?? 0;
      }
      return symbols;
    },
  };
}

function joinedObjects(
  parameters: readonly number[],
  pairs: ReadonlyMap<string, ReadonlyMap<string, BoundPair>>,
): readonly ReadonlyMap<ObjectId, readonly Joined[]>[] {
  const joined = parameters.map(() => new Map<ObjectId, Joined[]>());
  for (const [key, entries] of pairs) {
    const [first, second] = key.split(' ').map(Number) as [number, number];
    for (const { objects } of entries.values()) {
      const [one, other] = objects;
      addTo(joined[first]!, one, { other: second, object: other });
      addTo(joined[second]!, other, { other: first, object: one });
    }
  }
  return joined;
}

/** The parameters that the point's event binds, ascending. */
export function parametersBound(point: Point): readonly number[] {
  return [...point.event.binds].sort((left, right) => left - right);
}

/** Of ascending parameters. */
export function* pairsOf(parameters: readonly number[]): Iterable<readonly [number, number]> {
  for (const first of parameters) for (const second of parameters) if (first < second) yield [first, second];
}

/** The objects that the point may bind to two parameters at once. */
export function* pairsBoundBy(
  point: Point,
  first: number,
  second: number,
  objects: PointObjects,
): Iterable<readonly [ObjectId, ObjectId]> {
  for (const one of objects.of(point, first)!)
    for (const other of objects.of(point, second)!)
      if (objects.together(point, first, one, second, other)) yield [one, other];
}

function pairKey(one: number, other: number): string {
  return `${one} ${other}`;
}

function addBit<K>(map: Map<K, number>, key: K, bit: number): void {
  map.set(key, (map.get(key) ?? 0) | bit);
}
