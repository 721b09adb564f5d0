import { typeAndBelow } from '../../../hierarchy/type-and-below.ts';
import type { ClassHierarchy } from '../../analysis.ts';
import { collectionFamilies, collectionInterfaces } from '../../facts/collection-families.ts';
import type { Weakenings } from '../../weakening.ts';

/**
 * Whether no object is of the class and of the interface as no class that there is extends the one and
 * implements the other (docs/soundness.md, theorem 10). Internal names. O(classes of the program below
 * either).
 */
export function neverBoth(
  className: string,
  interfaceName: string,
  hierarchy: ClassHierarchy,
  weakenings: Weakenings,
): boolean {
  const { header, isSubtype } = hierarchy;
  const one = header(className);
  if (one === undefined || one.isInterface || header(interfaceName)?.isInterface !== true) return false;
  if (isSubtype(className, interfaceName) !== false) return false;
  const isLibrary = hierarchy.mayBeOfJdk(className);
  if (isLibrary && !isForeignToFamily(className, interfaceName, isSubtype)) return false;
  if (weakenings.has('forgetSubclasses')) return true;
  // A class that extends a missing one, and is known to be of one of the two, may be of the other.
  const extendsOne = ([type, other]: readonly [string, string]): boolean =>
    [...typeAndBelow(type, (name) => hierarchy.programSubtypes(name))].some(
      (name) => isSubtype(name, other) !== false,
    );
  return ![[className, interfaceName] as const, [interfaceName, className] as const].some(extendsOne);
}

/** Whether the class library has no class that extends the one and implements the other. */
function isForeignToFamily(
  className: string,
  interfaceName: string,
  isSubtype: ClassHierarchy['isSubtype'],
): boolean {
  return (
    collectionFamilies.has(className) &&
    collectionInterfaces.some(
      (one) => isSubtype(interfaceName, one) === true && isSubtype(className, one) === false,
    )
  );
}
