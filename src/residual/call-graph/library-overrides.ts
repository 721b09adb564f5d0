import type { MethodInfo } from '../../classfile/class-file.ts';
import { selector } from '../../classfile/descriptors.ts';
import { remembering } from '../../remembering.ts';
import type { ClassHierarchy } from '../analysis.ts';

/** Of a type that program and class library have, those of both. */
export function declaredMethods(type: string, hierarchy: ClassHierarchy): readonly MethodInfo[] {
  const methods = hierarchy.classFile(type)?.methods ?? [];
  if (hierarchy.header(type)?.origin === 'jdk') return methods;
  return [...methods, ...(hierarchy.jdkClassFile(type)?.methods ?? [])];
}

/**
 * Which methods override one of the class library (`TypeRelations.overridesLibrary`). `relativesOf`: types
 * that an object of a type may be of, too. Answers are found when they are first asked for. O(relatives of
 * the owner that have a method of the name) for each method.
 */
export function libraryOverrides(
  hierarchy: ClassHierarchy,
  relativesOf: (type: string) => ReadonlySet<string>,
  mayBeLibrary: (className: string) => boolean,
): (owner: string, name: string, descriptor: string, type: string) => boolean {
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
  /** Relatives of the owners that were asked about, by the names that these have. */
  const byName = new Map<string, Set<string>>();
  const isKnown = new Set<string>();
  const libraryRelatives = remembering((owner: string) => {
    const relatives = new Set<string>();
    for (const one of relativesOf(owner)) {
      if (one === 'java/lang/Object' || !mayBeLibrary(one)) continue;
      relatives.add(one);
      if (isKnown.has(one)) continue;
      isKnown.add(one);
      for (const name of namesOf(one)) {
        const named = byName.get(name);
        if (named === undefined) byName.set(name, new Set([one]));
        else named.add(one);
      }
    }
    return relatives;
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
      const relatives = libraryRelatives(owner);
      // Most methods override nothing, and to resolve one costs more than to know that nothing has its name. A
      // class of the class library as the program has it has thousands of relatives.
      found = inBoth(relatives, byName.get(name) ?? new Set()).filter((one) => {
        const declared = hierarchy.resolveMethod(one, name, descriptor);
        if (declared !== undefined && declared.owner !== 'java/lang/Object') return true;
        // A result type that the override narrowed.
        return declaredSelectors(one).has(wanted);
      });
      known.set(key, found);
    }
    return found;
  };
  return (owner, name, descriptor, type) =>
    overriddenTypes(owner, name, descriptor).some(
      (one) => hierarchy.isSubtype(one, type) || hierarchy.isSubtype(type, one),
    );
}

/** O(the smaller). */
function inBoth<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): readonly T[] {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  return [...few].filter((element) => many.has(element));
}
