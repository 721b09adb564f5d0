import { classOfDescriptor } from '../../../classfile/descriptors.ts';
import { type CalledMethod, type Point, type PointValue, valueOfParameter } from '../../../events/point.ts';
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
  /** An interface that the object has. */
  readonly has?: string;
}

const anything: BoundTypes = { types: [], isExact: false, mayBeNull: true };

/** What is asked about what calls of methods on objects may run. */
export interface CalledCode {
  /** Whether nothing but code of the class library returns from the call. */
  returnsFromLibrary(call: CalledMethod): boolean;
  /** Classes on whose objects the call, where it is dispatched, never returns. */
  neverReturningOn(call: CalledMethod): readonly string[];
  /** The interface that an object has on which the call is made: the JVM looks. */
  interfaceAskedFor(call: CalledMethod): string | undefined;
  /** Whether no object is of the class and of the interface. */
  isNeverBoth(className: string, interfaceName: string): boolean;
}

/**
 * From the method of the class library that returned it, or from the static type, where that is a class, and
 * the type tests of the point. Interfaces as static types say nothing: the verifier does not check them (JVMS
 * 4.10.1.2). What a call that has returned was made on is of no class on whose objects it never returns.
 * O(size of the test).
 */
export function boundTypes(
  point: Point,
  parameter: number,
  hierarchy: Pick<ClassHierarchy, 'header'>,
  called: CalledCode,
): BoundTypes {
  const value = valueOfParameter(point, parameter);
  const type = value === undefined ? undefined : classOfDescriptor(value.descriptor);
  if (value === undefined || type === undefined) return anything;
  const { source, isNew, returnedBy } = value;
  const tested = testedTypes(point, point.values.indexOf(value));
  const returned = returnedClass(value, hierarchy);
  if (returned !== undefined) return { types: [returned, ...tested], isExact: false, mayBeNull: false };
  if (returnedBy?.isStatic === false) {
    const never = classesNeverReturned.get(`${returnedBy.name}${returnedBy.descriptor}`);
    if (never !== undefined && called.returnsFromLibrary(returnedBy))
      return { types: tested, isExact: false, mayBeNull: false, never };
  }
  const call = returnedCall(point, value);
  const never = call === undefined ? [] : called.neverReturningOn(call);
  const has = call === undefined ? undefined : called.interfaceAskedFor(call);
  // What is new is of the class that is named, whether or not that is there.
  const isChecked = isNew === true || type.startsWith('[') || hierarchy.header(type)?.isInterface === false;
  return {
    types: [...(isChecked ? [type] : []), ...tested],
    isExact: isNew === true,
    mayBeNull:
      isNew !== true && tested.length === 0 && (source.kind === 'argument' || source.kind === 'result'),
    ...(never.length === 0 ? {} : { never }),
    ...(has === undefined ? {} : { has }),
  };
}

/** The class that facts name of all that a static method of the class library returns, where one has returned the value. */
export function returnedClass(
  { returnedBy }: PointValue,
  hierarchy: Pick<ClassHierarchy, 'header'>,
): string | undefined {
  if (returnedBy?.isStatic !== true) return undefined;
  const returned = resultClass(returnedBy.owner, returnedBy.name, returnedBy.descriptor);
  // Where that class is not there, the class library is not the one that the fact speaks of.
  return returned !== undefined && hierarchy.header(returned) !== undefined ? returned : undefined;
}

/**
 * The call on the value that has returned when the event happens, if the value's class says what it ran. What
 * names the class around it may be an `invokespecial`, which calls the method that is named.
 */
function returnedCall(
  { kind, position, className }: Point,
  { source, calls }: PointValue,
): CalledMethod | undefined {
  const isDispatched = (kind === 'call' || kind === 'methodReference') && calls?.owner !== className;
  return isDispatched && position === 'afterReturning' && source.kind === 'receiver' ? calls : undefined;
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

/** Whether the one has an interface that no object of a class of the other has. */
function isWithout({ has }: BoundTypes, { types }: BoundTypes, { isNeverBoth }: CalledCode): boolean {
  return has !== undefined && types.some((type) => isNeverBoth(type, has));
}

/** Whether one object may be both. O(pairs of types). */
export function mayBeOne(
  left: BoundTypes,
  right: BoundTypes,
  hierarchy: Pick<ClassHierarchy, 'isSubtype' | 'header'>,
  called: CalledCode,
): boolean {
  if (left.mayBeNull && right.mayBeNull) return true;
  if (isWithout(left, right, called) || isWithout(right, left, called)) return false;
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
