import {
  type ContainerKind,
  type ContainerOperation,
  compares,
  isMapClass,
  isSortedClass,
} from '../input/container-operations.ts';
import type { AbstractObject, ObjectId } from './abstract-object.ts';
import type { Variable } from './flow-sink.ts';

/**
 * What of a container an operation on it, or on what it has handed out, may show to equals, hashCode,
 * toString or an order, besides the arguments. Empty: it compares nothing.
 */
export function comparedBy(
  objects: readonly AbstractObject[],
  object: ObjectId,
  kind: ContainerKind,
  { comparesAll, looksUp }: ContainerOperation,
): readonly Variable[] {
  const { base, container, elements, keys } = objects[object]!;
  if (container === undefined) return [];
  const whole = objects[base]!;
  if (comparesAll === true) return [elements, keys, whole.elements, whole.keys];
  const isOfPart = kind !== 'iterator' && kind !== 'entry' && findsEnds(objects[object]!);
  if (!isOfPart && (looksUp !== true || !compares(container))) return [];
  return [isMapClass(container) ? whole.keys : whole.elements];
}

/**
 * Whether a collection or map compares when it is asked for its size or content: a part of a tree, to find
 * its ends. A view may be one of a part.
 */
export function findsEnds({ role, container }: AbstractObject): boolean {
  return container !== undefined && isSortedClass(container) && role !== 'self' && role !== 'copy';
}
