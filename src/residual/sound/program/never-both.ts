import { typeAndBelow } from '../../../hierarchy/type-and-below.ts';
import { remembering } from '../../../remembering.ts';
import type { ClassHierarchy } from '../../analysis.ts';
import { collectionFamilies, collectionInterfaces } from '../../facts/collection-families.ts';
import type { Weakenings } from '../../weakening.ts';

/**
 * Whether no object is of a class and of an interface as no class that there is extends the one and
 * implements the other (docs/soundness.md, theorem 10). Internal names. Each question takes O(classes of the
 * program below the class), and what is below an interface is walked through once.
 */
export function neverBothIn(
  hierarchy: ClassHierarchy,
  weakenings: Weakenings,
): (className: string, interfaceName: string) => boolean {
  const { header, isSubtype, knowsAllSuperTypes } = hierarchy;
  const below = (type: string) => [...typeAndBelow(type, (name) => hierarchy.programSubtypes(name))];
  // What is below both and misses no type is found below the class. What extends a missing class, and is known
  // to be of one of the two, may be of the other.
  const mayHaveMore = remembering((type: string) => below(type).some((name) => !knowsAllSuperTypes(name)));
  return (className, interfaceName) => {
    const one = header(className);
    if (one === undefined || one.isInterface || header(interfaceName)?.isInterface !== true) return false;
    if (isSubtype(className, interfaceName) !== false) return false;
    const isLibrary = hierarchy.mayBeOfJdk(className);
    if (isLibrary && !isForeignToFamily(className, interfaceName, isSubtype)) return false;
    if (weakenings.has('forgetSubclasses')) return true;
    return (
      !mayHaveMore(interfaceName) &&
      !below(className).some((name) => isSubtype(name, interfaceName) !== false)
    );
  };
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
