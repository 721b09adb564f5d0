import type { ClassHeader, ClassReader } from './class-reader.ts';

export interface MissingClass {
  readonly name: string;
  /** The first class that turned out to need it. */
  readonly neededBy: string;
}

/** A class and all that it extends, nearest first. */
export interface SuperTypes {
  /** Without those that are missing. */
  readonly found: ReadonlySet<string>;
  readonly reached: ReadonlySet<string>;
  /** Whether none is missing. */
  readonly isComplete: boolean;
  /** Those of `found` that are interfaces. */
  readonly interfaces: readonly string[];
}

/** What is known of supertypes already; hierarchies whose classes only add to each other may share it. */
export interface KnownSuperTypes {
  readonly missing: Map<string, MissingClass>;
  readonly superTypes: Map<string, SuperTypes>;
}

/** Nothing is known. */
export function noSuperTypes(): KnownSuperTypes {
  return { missing: new Map(), superTypes: new Map() };
}

/** Questions about what a type extends. */
export interface TypeOrder {
  /** The header of a class that another one needs; it is noted as missing if there is none. */
  needed(name: string, neededBy: string): ClassHeader | undefined;
  /** Of a class. O(supertypes) the first time, then O(1). */
  superTypes(name: string): SuperTypes;
  /** See ClassHierarchy. */
  isSubtype(sub: string, superName: string): boolean | undefined;
}

export const object = 'java/lang/Object';
/** What every array type extends, besides other array types (JLS 4.10.3). */
export const arraySuperTypes: readonly string[] = [object, 'java/lang/Cloneable', 'java/io/Serializable'];

/** The order of the types that `classes` has. */
export function typeOrder(
  classes: Pick<ClassReader, 'header' | 'intern'>,
  { missing, superTypes }: KnownSuperTypes,
): TypeOrder {
  function needed(name: string, neededBy: string): ClassHeader | undefined {
    const header = classes.header(name);
    if (header === undefined && !missing.has(name)) missing.set(name, { name, neededBy });
    return header;
  }

  function superTypesOf(name: string): SuperTypes {
    let known = superTypes.get(name);
    if (known !== undefined) return known;
    const names = new Set<string>();
    const interfaces: string[] = [];
    const neededBy = new Map([[name, name]]);
    for (const [next, by] of neededBy) {
      const header = needed(next, by);
      if (header === undefined) continue;
      names.add(header.name);
      if (header.isInterface) interfaces.push(header.name);
      for (const superName of directSuperTypes(header))
        if (!neededBy.has(superName)) neededBy.set(superName, next);
    }
    const isComplete = names.size === neededBy.size;
    known = { found: names, reached: isComplete ? names : new Set(neededBy.keys()), isComplete, interfaces };
    superTypes.set(classes.intern(name), known);
    return known;
  }

  function isSubclass(sub: string, superName: string): boolean | undefined {
    const { reached, isComplete } = superTypesOf(sub);
    if (reached.has(superName)) return true;
    return isComplete ? false : undefined;
  }

  return {
    needed,
    superTypes: superTypesOf,
    isSubtype(sub, superName) {
      if (sub === superName || superName === object) return true;
      let from = sub;
      let to = superName;
      while (from.startsWith('[') && to.startsWith('[')) {
        from = from.slice(1);
        to = to.slice(1);
        if (isPrimitive(from) || isPrimitive(to)) return from === to;
        from = from.startsWith('L') ? from.slice(1, -1) : from;
        to = to.startsWith('L') ? to.slice(1, -1) : to;
        if (from === to || to === object) return true;
      }
      if (from.startsWith('[')) return arraySuperTypes.includes(to);
      return to.startsWith('[') ? false : isSubclass(from, to);
    },
  };
}

/** Direct supertypes, the superclass first: an interface has Object as superclass (JVMS 4.1). */
export function directSuperTypes(header: Pick<ClassHeader, 'superName' | 'interfaces'>): readonly string[] {
  return header.superName === undefined ? header.interfaces : [header.superName, ...header.interfaces];
}

function isPrimitive(descriptor: string): boolean {
  return descriptor.length === 1 && 'BCDFIJSZ'.includes(descriptor);
}
