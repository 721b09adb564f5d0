import type { ClassFile } from '../classfile/class-file.ts';
import { addTo } from '../group-by.ts';
import { once } from '../remembering.ts';
import {
  type ClassHeader,
  type ClassReader,
  classReader,
  noReadClasses,
  type ReadClasses,
} from './class-reader.ts';
import type { ClassSource } from './class-source.ts';
import { type MethodTable, methodTable, resolve } from './method-resolution.ts';
import {
  arraySuperTypes,
  directSuperTypes,
  type KnownSuperTypes,
  type MissingClass,
  noSuperTypes,
  object,
  typeOrder,
} from './super-types.ts';

export interface ResolvedMethod {
  /** The class that declares it. */
  readonly owner: string;
  readonly accessFlags: number;
  /** Its position in the `methods` of that class. */
  readonly index: number;
}

/**
 * The classes of application, class path and JDK and how they extend each other. Classes are read when first
 * needed; only headers are kept. A class that no source has, or that cannot be parsed, is *missing*: it is
 * recorded, and questions that depend on it have no answer. All names are internal (`java/util/List`); array
 * types are descriptors (`[I`, `[Ljava/util/List;`, JVMS 4.4.1). Not modelled: class loaders. A name is one
 * class, the one of the first source that has it; `mayBeOfJdk` tells of the other one.
 */
export interface ClassHierarchy {
  /** Parsed anew now and then: the most recent ones are kept. */
  classFile(name: string): ClassFile | undefined;
  header(name: string): ClassHeader | undefined;
  /**
   * Whether a value of type `sub` is a value of type `superName` (JVMS 6.5.instanceof; JLS 4.10 for
   * arrays). undefined: cannot be decided because a class on the way is missing. O(supertypes of `sub`)
   * the first time, then O(1).
   */
  isSubtype(sub: string, superName: string): boolean | undefined;
  /** Classes and interfaces, the type itself included; those of missing classes are left out. */
  superTypes(name: string): ReadonlySet<string>;
  /** Their names, and those of missing classes that one of them names: what it is by its own class files. */
  superTypeNames(name: string): ReadonlySet<string>;
  /** Whether no class is missing among them: else it may extend anything. */
  knowsAllSuperTypes(name: string): boolean;
  /** Classes that name it as superclass or direct superinterface. The first call reads every class once. */
  directSubtypes(name: string): readonly string[];
  /**
   * Those of them that are outside the JDK or that a class outside the JDK extends, directly or not. The
   * first call reads every class outside the JDK once, and of the JDK only what these extend.
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
  /**
   * Those of them that the JDK has, too: it is the class loader that decides which one runs, and classes of
   * the JDK may extend them.
   */
  namesAlsoInJdk(): ReadonlySet<string>;
  /** Whether the JDK has a class of the name, whoever else has one. */
  mayBeOfJdk(name: string): boolean;
  /** What the JDK has under the name, whoever else has one. Parsed each time. */
  jdkClassFile(name: string): ClassFile | undefined;
  missing(): readonly MissingClass[];
  /**
   * The same with the classes of one more source, which no class of this one extends or needs. What is known
   * already is shared.
   */
  extendedBy(source: ClassSource): ClassHierarchy;
}

/**
 * The classes of the sources; of several with one name, that of the first. Classes are read when questions
 * need them, so that this takes no time.
 */
export function classHierarchy(sources: readonly ClassSource[]): ClassHierarchy {
  return hierarchyOf(sources, {
    classes: noReadClasses(),
    order: noSuperTypes(),
    methodTables: new Map(),
  });
}

/** What is found out about a class once and for all. */
interface Known {
  readonly classes: ReadClasses;
  readonly order: KnownSuperTypes;
  readonly methodTables: Map<string, MethodTable>;
}

/** An array type with what it extends; undefined for a class. */
function arrayTypes(name: string): ReadonlySet<string> | undefined {
  return name.startsWith('[') ? new Set([name, ...arraySuperTypes]) : undefined;
}

function hierarchyOf(sources: readonly ClassSource[], known: Known): ClassHierarchy {
  const classes = classReader(sources, known.classes);
  const { header, classFile, jdkClassFile } = classes;
  const { needed, superTypes, isSubtype } = typeOrder(classes, known.order);
  const methodTables = methodTablesOf(classes, known.methodTables);
  const ofJdk = sources.filter(({ origin }) => origin === 'jdk');
  const names = () => namesOf(sources);
  const programNames = () => namesOf(sources.filter(({ origin }) => origin !== 'jdk'));
  const subtypes = once(() => {
    classes.readAllHeaders();
    return bySuperType(names(), header);
  });
  const subtypesInProgram = once(() => bySuperType(withSuperTypes(programNames(), header), header));
  const alsoInJdk = once<ReadonlySet<string>>(
    () => new Set([...programNames()].filter((name) => ofJdk.some(({ read }) => read(name) !== undefined))),
  );
  const resolving = {
    header: needed,
    methodTable: methodTables,
    interfaces: (name: string) => superTypes(name).interfaces,
    isSubtype,
  };
  return {
    classFile,
    header,
    isSubtype,
    superTypes: (name) => arrayTypes(name) ?? superTypes(name).found,
    superTypeNames: (name) => arrayTypes(name) ?? superTypes(name).reached,
    knowsAllSuperTypes: (name) => name.startsWith('[') || superTypes(name).isComplete,
    directSubtypes: (name) => subtypes().get(name) ?? none,
    programSubtypes: (name) => subtypesInProgram().get(name) ?? none,
    resolveMethod: (owner, name, descriptor) =>
      resolve(resolving, owner.startsWith('[') ? object : owner, name, descriptor),
    names,
    programNames,
    namesAlsoInJdk: alsoInJdk,
    jdkClassFile,
    mayBeOfJdk: (name) => header(name)?.origin === 'jdk' || alsoInJdk().has(name),
    missing: () => [...known.order.missing.values()],
    extendedBy: (source) => hierarchyOf([...sources, source], known),
  };
}

const none: readonly string[] = [];

/** The methods that a class declares, by its name; undefined for a class that is missing. */
function methodTablesOf(
  { classFile, intern }: ClassReader,
  known: Map<string, MethodTable>,
): (name: string) => MethodTable | undefined {
  return (name) => {
    let table = known.get(name);
    if (table === undefined) {
      const file = classFile(name);
      if (file === undefined) return undefined;
      table = methodTable(file);
      known.set(intern(name), table);
    }
    return table;
  };
}

/** The classes of the names by those that they name as superclass or direct superinterface. */
function bySuperType(names: Iterable<string>, headerOf: ClassReader['header']): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const className of names) {
    const header = headerOf(className);
    if (header === undefined) continue;
    for (const superName of directSuperTypes(header)) addTo(found, superName, header.name);
  }
  return found;
}

/** The names, and those of all that these classes extend. */
function withSuperTypes(names: Iterable<string>, headerOf: ClassReader['header']): ReadonlySet<string> {
  const reached = new Set(names);
  for (const className of reached) {
    const header = headerOf(className);
    if (header !== undefined) for (const superName of directSuperTypes(header)) reached.add(superName);
  }
  return reached;
}

function* namesOf(sources: readonly ClassSource[]): Generator<string> {
  const seen = new Set<string>();
  for (const source of sources)
    for (const name of source.names()) {
      if (seen.has(name)) continue;
      seen.add(name);
      yield name;
    }
}
