import type { MethodInfo } from '../../classfile/class-file.ts';
import { selector } from '../../classfile/descriptors.ts';
import { typeAndBelow } from '../../hierarchy/type-and-below.ts';
import type { ClassHierarchy } from '../analysis.ts';
import { remembering } from '../remembering.ts';
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
   * Whether the method overrides one that the class library declares in a type related to `type` (its supertypes,
   * it, or subtypes such as LinkedHashMap for Map), other than Object: in its own class, or in one below that implements such a type
   * by what it inherits.
   */
  overridesLibrary(owner: string, name: string, descriptor: string, type: string): boolean;
}

/** Of a type that program and class library have, those of both. */
export function declaredMethods(type: string, hierarchy: ClassHierarchy): readonly MethodInfo[] {
  const methods = hierarchy.classFile(type)?.methods ?? [];
  if (hierarchy.header(type)?.origin === 'jdk') return methods;
  return [...methods, ...(hierarchy.jdkClassFile(type)?.methods ?? [])];
}

/** Answers are computed when first asked for, per type. */
export function typeRelations(hierarchy: ClassHierarchy): TypeRelations {
  const isLibrary = (className: string): boolean =>
    className.startsWith('[') || hierarchy.header(className)?.origin === 'jdk';

  const mayBeLibrary = (className: string): boolean =>
    className.startsWith('[') || hierarchy.mayBeOfJdk(className);

  const subtypeClosures = new Map<string, readonly string[]>();
  const subtypesOf = (name: string): readonly string[] => {
    let closure = subtypeClosures.get(name);
    if (closure === undefined) {
      closure = [...typeAndBelow(name, (one) => hierarchy.programSubtypes(one))];
      subtypeClosures.set(name, closure);
    }
    return closure;
  };
  // Subtypes in the JDK are not looked at. They exist for types of the JDK, whose methods any code of the JDK may run, and
  // for those that the program has once more under a name of the JDK's.
  const alsoInJdk = hierarchy.namesAlsoInJdk();
  const hasLibrarySubtypes = (type: string): boolean => subtypesOf(type).some((sub) => alsoInJdk.has(sub));
  const relatives = new Map<string, ReadonlySet<string>>();
  /** Types that an object of the type may be of, too: those that one of its subtypes extends. */
  const relativesOf = (type: string): ReadonlySet<string> => {
    let found = relatives.get(type);
    if (found === undefined) {
      const seen = new Set(subtypesOf(type));
      if (hasLibrarySubtypes(type)) for (const name of alsoInJdk) seen.add(name);
      for (const name of seen) {
        const header = hierarchy.header(name);
        if (header === undefined) continue;
        if (header.superName !== undefined) seen.add(header.superName);
        for (const one of header.interfaces) seen.add(one);
      }
      found = seen;
      relatives.set(type, found);
    }
    return found;
  };
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

  const libraryRelatives = remembering((owner: string) =>
    [...relativesOf(owner)].filter((one) => one !== 'java/lang/Object' && mayBeLibrary(one)),
  );

  const declaredNames = remembering(
    (type: string) => new Set(declaredMethods(type, hierarchy).map(({ name }) => name)),
  );
  /** Names of the methods that objects of the type have, but for those of Object. */
  const namesOf = remembering((type: string) => {
    const names = new Set<string>();
    for (const one of hierarchy.superTypes(type))
      if (one !== 'java/lang/Object') for (const name of declaredNames(one)) names.add(name);
    return names;
  });
  const declaredSelectors = remembering(
    (type: string) =>
      new Set(declaredMethods(type, hierarchy).map(({ name, descriptor }) => selector(name, descriptor))),
  );
  const overriddenOf = remembering((_owner: string) => new Map<string, readonly string[]>());
  /** Types of the class library, related to the owner, that have the method. */
  const overriddenTypes = (owner: string, name: string, descriptor: string): readonly string[] => {
    const known = overriddenOf(owner);
    const key = `${name}${descriptor}`;
    let found = known.get(key);
    if (found === undefined) {
      const wanted = selector(name, descriptor);
      found = libraryRelatives(owner).filter((one) => {
        // Most methods override nothing, and to resolve one costs more than to know that nothing has its name.
        if (!namesOf(one).has(name)) return false;
        const declared = hierarchy.resolveMethod(one, name, descriptor);
        if (declared !== undefined && declared.owner !== 'java/lang/Object') return true;
        // A result type that the override narrowed.
        return declaredSelectors(one).has(wanted);
      });
      known.set(key, found);
    }
    return found;
  };
  const overridesLibrary = (owner: string, name: string, descriptor: string, type: string): boolean =>
    overriddenTypes(owner, name, descriptor).some(
      (one) => hierarchy.isSubtype(one, type) || hierarchy.isSubtype(type, one),
    );
  return { isLibrary, mayBeLibrary, subtypesOf, hasLibrarySubtypes, related, ofRelatives, overridesLibrary };
}
