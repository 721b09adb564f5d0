import { type Place, propertyTypeUnknown, RrvError } from '../../diagnostics.ts';
import { isWild, wildcard } from '../wildcard.ts';

/**
 * Does a class of this binary name exist (`java.util.Map$Entry`)? The command line answers from the class
 * hierarchy; without an answer only explicit imports, qualified names and java.lang's well-known types resolve.
 */
export type TypeLookup = (binaryName: string) => boolean;

export interface Imports {
  readonly packageName: string;
  /** Qualified names of single-type imports: `java.util.List`. */
  readonly single: readonly string[];
  /** Packages or types imported on demand, without `.*`. */
  readonly onDemand: readonly string[];
}

export interface TypeNames {
  /**
   * The binary name of a Java source type name without array dimensions: `Map.Entry` becomes
   * `java.util.Map$Entry`. Primitive types and `void` are themselves.
   * @throws RrvError(propertyTypeUnknown)
   */
  resolve(name: string, where: Place): string;
  /**
   * For names in patterns, which may hold `*` and `..`: a plain name is resolved, any other is kept. Without
   * a package it is also one in each of `imported`, as AspectJ has it: the file's own package, java.lang, and
   * what is imported.
   */
  resolvePattern(
    name: string,
    where: Place,
  ): { readonly name: string; readonly imported?: readonly string[] };
  /**
   * The import by which Java elsewhere has the same type under this simple name: of a type of the file's own package,
   * and of one that is imported on demand, whose name another package may have, too. Undefined where there is none,
   * or the file has that import.
   */
  importOf(name: string): string | undefined;
  /** The binary name of a full name: with the nested classes that there are, or else by convention. */
  binaryName(qualified: string): string;
}

const primitive = /^(?:boolean|byte|char|short|int|long|float|double|void)$/;

/** Types of java.lang that resolve without a lookup, as the library's own files need no class hierarchy. */
const javaLang = new Set(
  `Appendable AutoCloseable Boolean Byte CharSequence Character Class ClassLoader Cloneable Comparable Double
  Enum Error Exception Float Integer InterruptedException Iterable Long Math Number Object Process
  ProcessBuilder Readable Record Runnable Runtime RuntimeException SecurityManager Short StackTraceElement StrictMath
  String StringBuffer StringBuilder System Thread ThreadGroup ThreadLocal Throwable Void`
    .trim()
    .split(/\s+/),
);

/** JavaMOP's generated aspects import these for every file, so that published files rely on them. */
const implicitPackages = [
  'java.lang',
  'java.util',
  'java.util.concurrent',
  'java.util.concurrent.locks',
  'java.lang.ref',
];

/** Of a class, without its package. */
export function simpleName(qualifiedName: string): string {
  return qualifiedName.slice(qualifiedName.lastIndexOf('.') + 1);
}

/** Name resolution of JLS 6.5.5, for type names only. One lookup per import on demand and name, remembered. */
export function typeNames(imports: Imports, lookup: TypeLookup | undefined): TypeNames {
  const exists = lookup ?? ((name: string) => name.startsWith('java.lang.') && javaLang.has(name.slice(10)));
  const bySimpleName = new Map(imports.single.map((name) => [simpleName(name), name]));
  const known = new Map<string, string | undefined>();

  function simple(name: string): string | undefined {
    const single = bySimpleName.get(name);
    if (single !== undefined) return binaryName(single);
    return ownType(name) ?? memberOf([...imports.onDemand, ...implicitPackages], name);
  }

  function ownType(name: string): string | undefined {
    const own = imports.packageName === '' ? name : `${imports.packageName}.${name}`;
    return exists(own) ? own : undefined;
  }

  /** What the first of the packages and types has of that name that has it. */
  function memberOf(scopes: readonly string[], name: string): string | undefined {
    for (const scope of scopes) {
      const member = [`${scope}.${name}`, `${binaryName(scope)}$${name}`].find(exists);
      if (member !== undefined) return member;
    }
    return undefined;
  }

  /** The first split into package and nested classes that exists. */
  function binaryName(qualified: string): string {
    const parts = qualified.split('.');
    for (let classes = 1; classes < parts.length; classes++) {
      const candidate = joined(parts, parts.length - classes);
      if (exists(candidate)) return candidate;
    }
    const firstClass = parts.findIndex((part) => /^\p{Lu}/u.test(part));
    return firstClass < 0 ? qualified : joined(parts, firstClass);
  }

  function find(name: string): string | undefined {
    const parts = name.split('.');
    const outer = simple(parts[0]!);
    if (parts.length === 1) return outer;
    // A nested class of an imported type hides a package of that name.
    if (outer !== undefined) return [outer, ...parts.slice(1)].join('$');
    return binaryName(name);
  }

  function imported(pattern: string): readonly string[] {
    const own = imports.packageName === '' ? [] : [imports.packageName];
    const scopes = [...own, ...imports.onDemand.map(binaryName), ...implicitPackages];
    const single = [...bySimpleName].filter(([name]) => wildcard(pattern).test(name));
    return [
      ...single.map(([, name]) => binaryName(name)),
      ...new Set(scopes.map((scope) => `${scope}.${pattern}`)),
    ];
  }

  const names: TypeNames = {
    binaryName,
    importOf(name) {
      if (bySimpleName.has(name)) return undefined;
      const found = ownType(name) ?? memberOf(imports.onDemand, name);
      // Those packages are imported there, too.
      if (implicitPackages.some((scope) => found === `${scope}.${name}`)) return undefined;
      return found?.includes('.') === true ? found.replaceAll('$', '.') : undefined;
    },
    resolve(name, where) {
      if (primitive.test(name)) return name;
      if (!known.has(name)) known.set(name, find(name));
      const found = known.get(name);
      if (found === undefined)
        throw new RrvError(propertyTypeUnknown(name, where, hintFor(name, imports, lookup)));
      return found;
    },
    resolvePattern(name, where) {
      if (!isWild(name)) return { name: names.resolve(name, where) };
      // `Map.*` is every type nested in the imported Map; `java.util.*` starts with no imported type.
      const [head, ...rest] = name.split('.');
      if (rest.length === 0 && name !== '*') return { name, imported: imported(name) };
      if (rest.length === 0 || head === '' || head!.includes('*') || name.includes('..')) return { name };
      const outer = simple(head!);
      return { name: outer === undefined ? name : [outer, ...rest].join('$') };
    },
  };
  return names;
}

function joined(parts: readonly string[], firstClass: number): string {
  return [...parts.slice(0, firstClass), parts.slice(firstClass).join('$')].join('.');
}

function hintFor(name: string, imports: Imports, lookup: TypeLookup | undefined): string {
  // Its own package, or one that is imported, may have it where nobody has looked.
  if (lookup === undefined || (imports.onDemand.length === 0 && imports.packageName === ''))
    return `Import it by its full name: \`import some.package.${name};\`.`;
  return `Import it by its full name, or name the jar or directory that holds it with --class-path.`;
}
