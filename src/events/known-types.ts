import { toBinaryName, toInternalName } from '../classfile/descriptors.ts';
import { addTo } from '../group-by.ts';
import type { ClassHierarchy } from '../hierarchy/class-hierarchy.ts';
import { closestNames } from '../property/did-you-mean.ts';
import { isPrimitive } from '../property/primitive-type.ts';
import { isWild } from '../property/wildcard.ts';
import { nameInSource } from './type-pattern.ts';

/** A type or package that is certainly not there. */
export interface Missing {
  readonly what: 'type' | 'package';
  /** As people write it: `java.util.Map.Entri`. */
  readonly name: string;
  /** Names like it. */
  readonly near: readonly string[];
}

/** What is certain about types that are not there. Names are those of properties: `java.util.Map$Entry`. */
export interface KnownTypes {
  /** Whether all types of a program are known: a class path was given. Else only packages of Java are complete. */
  readonly isClosed: boolean;
  /** For a type, or the package that a name with wildcards begins with. undefined: it is there, or may be. */
  missingType(name: string): Missing | undefined;
  /** For a package, or a type whose nested types are meant. */
  missingPackage(name: string): Missing | undefined;
}

/**
 * Types of Java are those of the JDK: no class loader defines others in `java.*`. All other types may come
 * from the program, which `rrv properties check` knows only where a class path is given. Reads the names of
 * all classes when a package is first asked for, or a type is not there.
 */
export function knownTypes(hierarchy: ClassHierarchy): KnownTypes {
  const isClosed = !hierarchy.programNames()[Symbol.iterator]().next().done;
  const isCertain = (name: string): boolean => isClosed || name.startsWith('java.');
  const exists = (name: string): boolean => hierarchy.header(toInternalName(name)) !== undefined;
  let found: ReadonlyMap<string, readonly string[]> | undefined;

  /** The simple names of the types of each package; packages that only hold packages are there, too. */
  function packages(): ReadonlyMap<string, readonly string[]> {
    if (found !== undefined) return found;
    const types = new Map<string, string[]>();
    for (const internal of hierarchy.names()) {
      const name = toBinaryName(internal);
      const end = name.lastIndexOf('.');
      const simple = name.slice(end + 1);
      // No source names classes without a name of their own.
      if (/\$\d/.test(simple)) continue;
      addTo(types, name.slice(0, Math.max(end, 0)), simple);
    }
    for (const name of [...types.keys()])
      for (let end = name.lastIndexOf('.'); end > 0; end = name.lastIndexOf('.', end - 1))
        if (!types.has(name.slice(0, end))) types.set(name.slice(0, end), []);
    found = types;
    return types;
  }

  function missingPackage(name: string): Missing | undefined {
    if (!isCertain(name) || packages().has(name) || exists(name)) return undefined;
    return { what: 'package', name, near: closestNames(name, packages().keys()).slice(0, 1) };
  }

  return {
    isClosed,
    missingPackage,
    missingType(name) {
      if (isWild(name)) {
        // `java.util.*`, `java.util..*Set`: the package before the first wildcard must be there.
        const literal = /^((?:[^.*]+\.)*[^.*]+)\.(?=[^.]*\*|\.)/.exec(name)?.[1];
        return literal?.includes('.') ? missingPackage(literal) : undefined;
      }
      if (isPrimitive(name) || name === 'void' || !isCertain(name) || exists(name)) return undefined;
      const end = name.lastIndexOf('.');
      const scope = name.slice(0, Math.max(end, 0));
      const near = closestNames(name.slice(end + 1), packages().get(scope) ?? []);
      const whole = near.map((simple) => nameInSource(scope === '' ? simple : `${scope}.${simple}`));
      return { what: 'type', name: nameInSource(name), near: whole };
    },
  };
}
