import { classOfDescriptor } from '../../../classfile/descriptors.ts';
import { typeAndBelow } from '../../../hierarchy/type-and-below.ts';
import type { ClassHierarchy } from '../../analysis.ts';

/** What the properties of collections are about, and what their objects hand out. */
export const collectionTypes: readonly string[] = [
  'java/lang/Iterable',
  'java/util/Collection',
  'java/util/Map',
  'java/util/Map$Entry',
  'java/util/Iterator',
  'java/util/Enumeration',
  'java/util/Dictionary',
];

/** Which values points-to follows: those that may be a collection, a map, an entry, an iterator or an array of such. */
export interface TrackedTypes {
  /** Whether a value of this static type (field descriptor) is followed. */
  isTracked(descriptor: string): boolean;
  /** The same for an internal name or an array descriptor. */
  isTrackedClass(type: string): boolean;
  /** Whether objects of exactly this class (internal name) are among those followed; those of missing classes are. */
  isRelevantClass(className: string): boolean;
}

/**
 * A static type is followed when it is one of `collectionTypes`, a subtype of one, or a supertype of a class
 * of program or JDK that is a subtype of one (`Object`, `Cloneable`, an interface of the application that a
 * collection of it implements). Types that are missing are followed. O(types).
 */
export function trackedTypes(hierarchy: ClassHierarchy): TrackedTypes {
  const relevant = new Set(collectionTypes);
  for (const name of relevant) for (const sub of hierarchy.directSubtypes(name)) relevant.add(sub);
  const tracked = new Set(relevant);
  for (const name of relevant) for (const above of hierarchy.superTypes(name)) tracked.add(above);
  const isMissing = (name: string): boolean => hierarchy.header(name) === undefined;
  const relevantClasses = new Map<string, boolean>();
  const isTrackedClass = (type: string): boolean => {
    if (!type.startsWith('[')) return tracked.has(type) || isMissing(type);
    const element = type.replace(/^\[+/, '');
    if (!element.startsWith('L')) return false;
    const name = element.slice(1, -1);
    return tracked.has(name) || isMissing(name);
  };
  const answers = new Map<string, boolean>();
  return {
    isTracked: (descriptor) => {
      let answer = answers.get(descriptor);
      if (answer === undefined) {
        const type = classOfDescriptor(descriptor);
        answer = type !== undefined && isTrackedClass(type);
        answers.set(descriptor, answer);
      }
      return answer;
    },
    isTrackedClass,
    isRelevantClass: (className) => {
      let answer = relevantClasses.get(className);
      if (answer === undefined) {
        answer = collectionTypes.some((type) => hierarchy.isSubtype(className, type) !== false);
        relevantClasses.set(className, answer);
      }
      return answer;
    },
  };
}

/**
 * Whether objects that have the methods of a class of the program may be of one of the types: it is, or a
 * class below it. O(classes below it).
 */
export function mayHaveOneOf(
  hierarchy: ClassHierarchy,
  className: string,
  types: readonly string[],
): boolean {
  for (const one of typeAndBelow(className, (name) => hierarchy.programSubtypes(name)))
    if (mayBeOneOf(hierarchy, one, types)) return true;
  return false;
}

/** Whether a class is, or may be (a class above it is missing), a subtype of one of the types. */
export function mayBeOneOf(hierarchy: ClassHierarchy, className: string, types: readonly string[]): boolean {
  return types.some((type) => hierarchy.isSubtype(className, type) !== false);
}
