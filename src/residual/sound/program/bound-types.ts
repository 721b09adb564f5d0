import { classOfDescriptor } from '../../../classfile/descriptors.ts';
import { type CalledMethod, type Point, valueOfParameter } from '../../../events/point.ts';
import { isDisjoint } from '../../../hierarchy/disjoint-types.ts';
import type { ClassHierarchy } from '../../analysis.ts';
import { classesNeverReturned, resultClass } from '../../facts/result-classes.ts';

/** What is known of the class of the object that a point binds to a parameter. */
export interface BoundTypes {
  /** Internal names or array descriptors: the object is of all of them. */
  readonly types: readonly string[];
  /** The first is its class. */
  readonly isExact: boolean;
  readonly mayBeNull: boolean;
  /** The object is of none of these classes. */
  readonly never?: readonly string[];
}

const anything: BoundTypes = { types: [], isExact: false, mayBeNull: true };

/**
 * From the method of the class library that returned it, or from the static type, where that is a class, and
 * the type tests of the point. Interfaces as static types say nothing: the verifier does not check them (JVMS
 * 4.10.1.2). O(size of the test).
 */
export function boundTypes(
  point: Point,
  parameter: number,
  hierarchy: Pick<ClassHierarchy, 'header'>,
  isOfLibrary: (call: CalledMethod) => boolean,
): BoundTypes {
  const value = valueOfParameter(point, parameter);
  const type = value === undefined ? undefined : classOfDescriptor(value.descriptor);
  if (value === undefined || type === undefined) return anything;
  const { source, isNew, returnedBy } = value;
  const tested = testedTypes(point, point.values.indexOf(value));
  if (returnedBy?.isStatic === true) {
    const returned = resultClass(returnedBy.owner, returnedBy.name, returnedBy.descriptor);
    // Where that class is not there, the class library is not the one that the fact speaks of.
    if (returned !== undefined && hierarchy.header(returned) !== undefined)
      return { types: [returned, ...tested], isExact: false, mayBeNull: false };
  }
  if (returnedBy?.isStatic === false) {
    const never = classesNeverReturned.get(`${returnedBy.name}${returnedBy.descriptor}`);
    if (never !== undefined && isOfLibrary(returnedBy))
      return { types: tested, isExact: false, mayBeNull: false, never };
  }
  // What is new is of the class that is named, whether or not that is there.
  const isChecked = isNew === true || type.startsWith('[') || hierarchy.header(type)?.isInterface === false;
  return {
    types: [...(isChecked ? [type] : []), ...tested],
    isExact: isNew === true,
    mayBeNull:
      isNew !== true && tested.length === 0 && (source.kind === 'argument' || source.kind === 'result'),
  };
}

/** The types of which the value is at every event of the point. */
function testedTypes({ test }: Point, value: number): readonly string[] {
  const all = test.kind === 'and' ? test.operands : [test];
  return all.flatMap((one) => (one.kind === 'instanceof' && one.value === value ? [one.type] : []));
}

/** Whether the one is no object that is of all types of the other. */
function isNever(
  { never }: BoundTypes,
  { types }: BoundTypes,
  { isSubtype }: Pick<ClassHierarchy, 'isSubtype'>,
): boolean {
  return never?.some((name) => types.some((type) => isSubtype(type, name) === true)) === true;
}

/** Whether one object may be both. O(pairs of types). */
export function mayBeOne(
  left: BoundTypes,
  right: BoundTypes,
  hierarchy: Pick<ClassHierarchy, 'isSubtype' | 'header'>,
): boolean {
  if (left.mayBeNull && right.mayBeNull) return true;
  if (isNever(left, right, hierarchy) || isNever(right, left, hierarchy)) return false;
  return left.types.every((one, at) =>
    right.types.every((other, index) => {
      const [isClass, isOtherClass] = [left.isExact && at === 0, right.isExact && index === 0];
      if (isClass && isOtherClass) return one === other;
      if (isClass) return hierarchy.isSubtype(one, other) !== false;
      if (isOtherClass) return hierarchy.isSubtype(other, one) !== false;
      return !isDisjoint(one, other, hierarchy) && !isDisjoint(other, one, hierarchy);
    }),
  );
}
