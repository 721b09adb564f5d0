import { typeAndBelow } from '../../hierarchy/type-and-below.ts';
import { remembering } from '../../remembering.ts';
import type { ClassHierarchy } from '../analysis.ts';
import { libraryOverrides } from './library-overrides.ts';
import { ascending } from './targets.ts';

/** Which types objects may be of at once, as far as the classes of the program say. */
export interface TypeRelations {
  isLibrary(className: string): boolean;
  /** Whether a class of the class library may be what has the name: the program may have one once more. */
  mayBeLibrary(className: string): boolean;
  /** The type, and those of the program below it. */
  subtypesOf(type: string): readonly string[];
  /** Whether the class library may have subtypes under names that the program has once more. */
  hasLibrarySubtypes(type: string): boolean;
  /** Whether an object may be of both types: one extends the other, or a known class extends both. */
  related(analysed: string, other: string): boolean;
  /** Of types related to the type, by index. Looks at these or at the classes that there are, whatever is fewer. */
  ofRelatives(byClass: ReadonlyMap<string, readonly number[]>, type: string): readonly number[];
  /**
   * Whether the method overrides one that the class library declares in a type related to `type` (its
   * supertypes, it, or subtypes such as LinkedHashMap for Map), other than Object: in its own class, or in
   * one below that implements such a type by what it inherits.
   */
  overridesLibrary(owner: string, name: string, descriptor: string, type: string): boolean;
}

/** Answers are computed when first asked for, per type. */
export function typeRelations(hierarchy: ClassHierarchy): TypeRelations {
  const isLibrary = (className: string): boolean =>
    className.startsWith('[') || hierarchy.header(className)?.origin === 'jdk';

  const mayBeLibrary = (className: string): boolean =>
    className.startsWith('[') || hierarchy.mayBeOfJdk(className);

  const subtypesOf = remembering((name: string): readonly string[] => [
    ...typeAndBelow(name, (one) => hierarchy.programSubtypes(one)),
  ]);
  // Subtypes in the JDK are not looked at. They exist for types of the JDK, whose methods any code of the JDK
  // may run, and for those that the program has once more under a name of the JDK's.
  const alsoInJdk = hierarchy.namesAlsoInJdk();
  const hasLibrarySubtypes = (type: string): boolean => subtypesOf(type).some((sub) => alsoInJdk.has(sub));
  /** Types that an object of the type may be of, too: those that one of its subtypes extends. */
  const relativesOf = remembering((type: string): ReadonlySet<string> => {
    const seen = new Set(subtypesOf(type));
    if (hasLibrarySubtypes(type)) for (const name of alsoInJdk) seen.add(name);
    for (const name of seen) {
      const header = hierarchy.header(name);
      if (header === undefined) continue;
      if (header.superName !== undefined) seen.add(header.superName);
      for (const one of header.interfaces) seen.add(one);
    }
    return seen;
  });
  const related = (analysed: string, other: string): boolean =>
    other === 'java/lang/Object' || relativesOf(other).has(analysed);
  const ofRelatives = (byClass: ReadonlyMap<string, readonly number[]>, type: string): readonly number[] => {
    if (type === 'java/lang/Object') return ascending([...byClass.values()].flat());
    const relatives = relativesOf(type);
    const owners: Iterable<string> = relatives.size < byClass.size ? relatives : byClass.keys();
    const found: number[] = [];
    for (const owner of owners) if (relatives.has(owner)) found.push(...(byClass.get(owner) ?? []));
    return ascending(found);
  };

  const overridesLibrary = libraryOverrides(hierarchy, relativesOf, mayBeLibrary);
  return { isLibrary, mayBeLibrary, subtypesOf, hasLibrarySubtypes, related, ofRelatives, overridesLibrary };
}
