import type { AbstractObject, ObjectId } from './abstract-object.ts';
import {
  type ContainerKind,
  type ContainerOperation,
  compares,
  isMapClass,
  isSortedClass,
} from './container-operations.ts';
import type { Variable } from './method-flows.ts';

/**
 * What of a container an operation on it, or on what it has handed out, may show to equals, hashCode, toString or an order, besides
 * the arguments. Empty: it compares nothing.
 */
export function comparedBy(
  objects: readonly AbstractObject[],
  object: ObjectId,
  kind: ContainerKind,
  { comparesAll, looksUp }: ContainerOperation,
): readonly Variable[] {
  const { role, base, container, elements, keys } = objects[object]!;
  if (container === undefined) return [];
  const whole = objects[base]!;
  if (comparesAll === true) return [elements, keys, whole.elements, whole.keys];
  // A part of a tree compares to find its ends; a view may be one of a part.
  const isOfPart =
    isSortedClass(container) && role !== 'self' && role !== 'copy' && kind !== 'iterator' && kind !== 'entry';
  if (!isOfPart && (looksUp !== true || !compares(container))) return [];
  return [isMapClass(container) ? whole.keys : whole.elements];
}
