import type { PointsToInput } from '../input/points-to-input.ts';
import type { AbstractObject, ObjectId } from './abstract-object.ts';
import { outside } from './abstract-object.ts';
import { type Containers, containers } from './containers.ts';
import { type InclusionGraph, inclusionGraph } from './inclusion-graph.ts';
import { type ObjectRuns, objectRuns } from './object-runs.ts';

/** The abstract objects, the variables that hold them, and what calls on them run. */
export interface AbstractHeap extends InclusionGraph, Containers, ObjectRuns {
  readonly objects: readonly AbstractObject[];
  /** Whether code that is not analysed may know the object: it counts as `outside`. */
  isOutside(object: ObjectId): boolean;
  /** From now on code that is not analysed knows the object. */
  escape(object: ObjectId): void;
  /** What objects that have escaped belong to, or are. */
  escapedBases(): ReadonlySet<ObjectId>;
}

/** With no object but `outside`. */
export function abstractHeap(input: PointsToInput): AbstractHeap {
  const { graph, hierarchy, application, weakenings, maxPairs } = input;
  const objects: AbstractObject[] = [];
  const escapedObjects = new Set<ObjectId>([outside]);
  const isOutside = (object: ObjectId): boolean => escapedObjects.has(object);
  const inclusion = inclusionGraph(objects, isOutside, hierarchy, maxPairs);
  const made = containers(objects, inclusion, application, isOutside);
  const runs = objectRuns({
    graph,
    hierarchy,
    application,
    objects,
    isOutside,
    contents: inclusion.contents,
    kindOf: made.kindOf,
    weakenings,
  });
  return {
    ...inclusion,
    ...made,
    ...runs,
    objects,
    isOutside,
    escape: (object) => escapedObjects.add(object),
    escapedBases: () => new Set([...escapedObjects].map((object) => objects[object]!.base)),
  };
}
