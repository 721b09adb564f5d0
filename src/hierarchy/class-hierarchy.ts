import { AccessFlag } from '../classfile/access-flags.ts';
import { checkMembers } from '../classfile/check-members.ts';
import { type ClassFile, readClassFile } from '../classfile/class-file.ts';
import { type ClassHeaderItems, readClassHeader } from '../classfile/class-header.ts';
import { RrvError } from '../diagnostics.ts';
import { addTo } from '../group-by.ts';
import { type ClassSource, type Origin, sourcesByName } from './class-source.ts';
import { type MethodTable, methodTable, resolve } from './method-resolution.ts';

/** What the hierarchy keeps of a class. */
export interface ClassHeader {
  readonly name: string;
  /** undefined: java/lang/Object. */
  readonly superName: string | undefined;
  readonly interfaces: readonly string[];
  readonly accessFlags: number;
  readonly isInterface: boolean;
  readonly origin: Origin;
  /** The archive, directory or JDK that it was found in. */
  readonly source: string;
}

export interface MissingClass {
  readonly name: string;
  /** The first class that turned out to need it. */
  readonly neededBy: string;
}

export interface ResolvedMethod {
  /** The class that declares it. */
  readonly owner: string;
  readonly accessFlags: number;
  /** Its position in the `methods` of that class. */
  readonly index: number;
}

/**
 * The classes of application, class path and JDK and how they extend each other. Classes are read when
 * first needed; only headers are kept. A class that no source has, or that cannot be parsed, is *missing*:
 * it is recorded, and questions that depend on it have no answer. All names are internal (`java/util/List`);
 * array types are descriptors (`[I`, `[Ljava/util/List;`, JVMS 4.4.1).
 * Not modelled: class loaders. A name is one class, the one of the first source that has it; `mayBeOfJdk` tells of the other one.
 */
export interface ClassHierarchy {
  /** Parsed anew now and then: the most recent ones are kept. */
  classFile(name: string): ClassFile | undefined;
  header(name: string): ClassHeader | undefined;
  /**
   * Whether a value of type `sub` is a value of type `superName` (JVMS 6.5.instanceof; JLS 4.10 for
   * arrays). undefined: cannot be decided because a class on the way is missing. O(super types of `sub`)
   * the first time, then O(1).
   */
  isSubtype(sub: string, superName: string): boolean | undefined;
  /** Classes and interfaces, the type itself included; those of missing classes are left out. */
  superTypes(name: string): ReadonlySet<string>;
  /** Classes that name it as superclass or direct superinterface. The first call reads every class once. */
  directSubtypes(name: string): readonly string[];
  /**
   * Those of them that are outside the JDK or that a class outside the JDK extends, directly or not. The first call reads
   * every class outside the JDK once, and of the JDK only what these extend.
   */
  programSubtypes(name: string): readonly string[];
  /**
   * The method that an invocation instruction resolves to (JVMS 5.4.3.3, 5.4.3.4), without access checks.
   * undefined: there is none, or a class that may declare it is missing.
   */
  resolveMethod(owner: string, name: string, descriptor: string): ResolvedMethod | undefined;
  /** Names of all classes of all sources; of duplicates, each name once. */
  names(): Iterable<string>;
  /** Those that sources other than the JDK have. */
  programNames(): Iterable<string>;
  /** Those of them that the JDK has, too: it is the class loader that decides which one runs, and classes of the JDK may extend them. */
  namesAlsoInJdk(): ReadonlySet<string>;
  /** Whether the JDK has a class of the name, whoever else has one. */
  mayBeOfJdk(name: string): boolean;
  /** What the JDK has under the name, whoever else has one. Parsed each time. */
  jdkClassFile(name: string): ClassFile | undefined;
  missing(): readonly MissingClass[];
  /** The same with the classes of one more source, which no class of this one extends or needs. What is known already is shared. */
  extendedBy(source: ClassSource): ClassHierarchy;
}

const object = 'java/lang/Object';
const arraySuperTypes: readonly string[] = [object, 'java/lang/Cloneable', 'java/io/Serializable'];

/** Parsed classes that are kept; an analysis tends to ask for the same class several times in a row. */
const recentClassFiles = 64;

export function classHierarchy(sources: readonly ClassSource[]): ClassHierarchy {
  return hierarchyOf(sources, {
    headers: new Map(),
    recent: new Map(),
    methodTables: new Map(),
    missing: new Map(),
    superTypes: new Map(),
    names: new Map(),
  });
}

/** What is found out about a class once and for all. */
interface Known {
  readonly headers: Map<string, ClassHeader | undefined>;
  readonly recent: Map<string, ClassFile>;
  readonly methodTables: Map<string, MethodTable>;
  readonly missing: Map<string, MissingClass>;
  readonly superTypes: Map<string, SuperTypes>;
  readonly names: Map<string, string>;
}

/** A type and all that it extends, nearest first. */
interface SuperTypes {
  /** Without those that are missing. */
  readonly found: ReadonlySet<string>;
  readonly reached: ReadonlySet<string>;
  /** Whether none is missing. */
  readonly isComplete: boolean;
  /** Those of `found` that are interfaces. */
  readonly interfaces: readonly string[];
}

function hierarchyOf(sources: readonly ClassSource[], known: Known): ClassHierarchy {
  const { headers, recent, methodTables, missing, superTypes, names } = known;
  let subtypes: Map<string, string[]> | undefined;
  let programSubtypes: Map<string, string[]> | undefined;
  let alsoInJdk: ReadonlySet<string> | undefined;
  const ofJdk = sources.filter(({ origin }) => origin === 'jdk');
  const sourcesOf = sourcesByName(sources);

  /** One string per name, however many classes mention it. */
  function intern(name: string): string {
    const known = names.get(name);
    if (known !== undefined) return known;
    names.set(name, name);
    return name;
  }

  function load(name: string, from = sourcesOf(name)): { file: ClassFile; header: ClassHeader } | undefined {
    for (const source of from) {
      const bytes = source.read(name);
      if (bytes === undefined) continue;
      try {
        const file = readClassFile(bytes, { file: source.label, className: name });
        // A file in the wrong folder is not found by the JVM either.
        if (file.name !== name) continue;
        if (source.origin !== 'jdk') checkMembers(file);
        return { file, header: headerFrom(file, source) };
      } catch (error) {
        // What the JVM could not load is as good as absent. Whoever rewrites the class reports the damage.
        if (error instanceof RrvError) return undefined;
        throw error;
      }
    }
    return undefined;
  }

  function headerFrom(items: ClassHeaderItems, source: ClassSource): ClassHeader {
    const { name, superName, interfaces, accessFlags } = items;
    return {
      name: intern(name),
      superName: superName === undefined ? undefined : intern(superName),
      interfaces: interfaces.length === 0 ? none : interfaces.map(intern),
      accessFlags,
      isInterface: (accessFlags & AccessFlag.interface) !== 0,
      origin: source.origin,
      source: source.label,
    };
  }

  function headerOf(name: string): ClassHeader | undefined {
    let header = headers.get(name);
    if (header !== undefined || headers.has(name)) return header;
    header = quickHeader(name) ?? load(name)?.header;
    headers.set(intern(name), header);
    return header;
  }

  /** Without reading more of the class; one that looks unsound is left to `load`. */
  function quickHeader(name: string): ClassHeader | undefined {
    for (const source of sourcesOf(name)) {
      const bytes = source.read(name);
      if (bytes === undefined) continue;
      const items = readClassHeader(bytes);
      return items?.name === name ? headerFrom(items, source) : undefined;
    }
    return undefined;
  }

  /** The headers of sources that know a fast way to all of theirs; a class of an earlier source counts. */
  function readAllHeaders(): void {
    for (const source of sources)
      for (const { name, bytes } of source.classes?.() ?? []) {
        // One that an earlier source has, or that looks unsound, is left to `load`.
        if (headers.has(name) || sourcesOf(name)[0] !== source) continue;
        const items = readClassHeader(bytes);
        if (items?.name !== name) continue;
        headers.set(intern(name), headerFrom(items, source));
      }
  }

  function classFileOf(name: string): ClassFile | undefined {
    let file = recent.get(name);
    if (file === undefined) {
      if (headers.has(name) && headers.get(name) === undefined) return undefined;
      const loaded = load(name);
      if (!headers.has(name)) headers.set(intern(name), loaded?.header);
      if (loaded === undefined) return undefined;
      file = loaded.file;
      if (recent.size >= recentClassFiles) recent.delete(recent.keys().next().value!);
    } else {
      recent.delete(name);
    }
    recent.set(name, file);
    return file;
  }

  function needed(name: string, neededBy: string): ClassHeader | undefined {
    const header = headerOf(name);
    if (header === undefined && !missing.has(name)) missing.set(name, { name, neededBy });
    return header;
  }

  /** Direct super types: an interface has Object as super class (JVMS 4.1). */
  function directSuperTypes(header: ClassHeader): readonly string[] {
    return header.superName === undefined ? header.interfaces : [header.superName, ...header.interfaces];
  }

  /** O(super types), once for each class. */
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
    superTypes.set(intern(name), known);
    return known;
  }

  function isSubclass(sub: string, superName: string): boolean | undefined {
    const { reached, isComplete } = superTypesOf(sub);
    if (reached.has(superName)) return true;
    return isComplete ? false : undefined;
  }

  function isSubtype(sub: string, superName: string): boolean | undefined {
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
  }

  function methodTableOf(name: string): MethodTable | undefined {
    let table = methodTables.get(name);
    if (table === undefined) {
      const file = classFileOf(name);
      if (file === undefined) return undefined;
      table = methodTable(file);
      methodTables.set(intern(name), table);
    }
    return table;
  }

  const resolving = {
    header: needed,
    methodTable: methodTableOf,
    interfaces: (name: string) => superTypesOf(name).interfaces,
    isSubtype,
  };

  function bySuperType(names: Iterable<string>): Map<string, string[]> {
    const found = new Map<string, string[]>();
    for (const className of names) {
      const header = headerOf(className);
      if (header === undefined) continue;
      for (const superName of directSuperTypes(header)) addTo(found, superName, header.name);
    }
    return found;
  }

  const hierarchy: ClassHierarchy = {
    classFile: classFileOf,
    header: headerOf,
    isSubtype,
    superTypes(name) {
      return name.startsWith('[') ? new Set([name, ...arraySuperTypes]) : superTypesOf(name).found;
    },
    directSubtypes(name) {
      if (subtypes === undefined) {
        readAllHeaders();
        subtypes = bySuperType(hierarchy.names());
      }
      return subtypes.get(name) ?? none;
    },
    programSubtypes(name) {
      if (programSubtypes === undefined) {
        const reached = new Set(hierarchy.programNames());
        for (const className of reached) {
          const header = headerOf(className);
          if (header !== undefined) for (const superName of directSuperTypes(header)) reached.add(superName);
        }
        programSubtypes = bySuperType(reached);
      }
      return programSubtypes.get(name) ?? none;
    },
    resolveMethod(owner, name, descriptor) {
      return resolve(resolving, owner.startsWith('[') ? object : owner, name, descriptor);
    },
    names: () => namesOf(sources),
    programNames: () => namesOf(sources.filter(({ origin }) => origin !== 'jdk')),
    namesAlsoInJdk() {
      alsoInJdk ??= new Set(
        [...hierarchy.programNames()].filter((name) => ofJdk.some(({ read }) => read(name) !== undefined)),
      );
      return alsoInJdk;
    },
    jdkClassFile: (name) => load(name, ofJdk)?.file,
    mayBeOfJdk: (name) => headerOf(name)?.origin === 'jdk' || hierarchy.namesAlsoInJdk().has(name),
    missing: () => [...missing.values()],
    extendedBy: (source) => hierarchyOf([...sources, source], known),
  };
  return hierarchy;
}

const none: readonly string[] = [];

function* namesOf(sources: readonly ClassSource[]): Generator<string> {
  const seen = new Set<string>();
  for (const source of sources)
    for (const name of source.names()) {
      if (seen.has(name)) continue;
      seen.add(name);
      yield name;
    }
}

function isPrimitive(descriptor: string): boolean {
  return descriptor.length === 1 && 'BCDFIJSZ'.includes(descriptor);
}
