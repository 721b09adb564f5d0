import { toBinaryName, toInternalName } from '../classfile/descriptors.ts';
import type { ClassHierarchy } from '../hierarchy/class-hierarchy.ts';
import type { TypePattern } from '../property/pointcut.ts';
import { isWild, wildcard } from '../property/wildcard.ts';

type NamePattern = Extract<TypePattern, { kind: 'name' }>;

/** AspectJ type patterns against types given as field descriptors (`I`, `Ljava/util/List;`, `[B`), or `V`. */
export function matchesType(pattern: TypePattern, descriptor: string, hierarchy: ClassHierarchy): boolean {
  switch (pattern.kind) {
    case 'and':
      return pattern.operands.every((operand) => matchesType(operand, descriptor, hierarchy));
    case 'or':
      return pattern.operands.some((operand) => matchesType(operand, descriptor, hierarchy));
    case 'not':
      return !matchesType(pattern.operand, descriptor, hierarchy);
    case 'name': {
      if (pattern.name === '*' && pattern.dimensions === 0) return true;
      const dimensions = /^\[*/.exec(descriptor)![0].length;
      if (pattern.dimensions === 0 && dimensions > 0) return matchesArray(pattern, descriptor);
      if (pattern.dimensions !== dimensions) return false;
      if (pattern.name === '*') return true;
      const element = descriptor.slice(dimensions);
      if (matchesName(pattern, sourceName(element))) return true;
      if (!pattern.subtypes || !element.startsWith('L')) return false;
      const internal = element.slice(1, -1);
      if (!isWild(pattern.name)) return hierarchy.isSubtype(internal, toInternalName(pattern.name)) === true;
      for (const superType of hierarchy.superTypeNames(internal))
        if (matchesName(pattern, toBinaryName(superType))) return true;
      return false;
    }
  }
}

/**
 * A pattern without `[]` and an array: as a subtype of what all arrays are (JLS 4.10.3), or by its name, as
 * AspectJ does.
 */
function matchesArray(pattern: NamePattern, descriptor: string): boolean {
  if (isWild(pattern.name)) return matchesName(pattern, sourceName(descriptor));
  return pattern.subtypes && superTypesOfArrays.has(pattern.name);
}

const superTypesOfArrays = new Set(['java.lang.Object', 'java.lang.Cloneable', 'java.io.Serializable']);

/** As matchesType, for a class or interface given by its internal name. */
export function matchesClass(pattern: TypePattern, internalName: string, hierarchy: ClassHierarchy): boolean {
  return matchesType(pattern, `L${internalName};`, hierarchy);
}

/** A Java source type of a property (`int`, `java.util.List`, `byte[]`) as a field descriptor. */
export function descriptorOfSourceType(type: string): string {
  const element = type.replace(/(\[\])+$/, '');
  const dimensions = (type.length - element.length) / 2;
  return '['.repeat(dimensions) + (primitiveDescriptors.get(element) ?? `L${toInternalName(element)};`);
}

/** `Ljava/util/List;` as `java.util.List`, `I` as `int`; arrays with `[]`. */
export function sourceName(descriptor: string): string {
  const dimensions = /^\[*/.exec(descriptor)![0].length;
  const element = descriptor.slice(dimensions);
  const name = element.startsWith('L')
    ? toBinaryName(element.slice(1, -1))
    : (primitiveNames.get(element) ?? element);
  return name + '[]'.repeat(dimensions);
}

/**
 * `*` matches any characters but `.`, `..` any packages; in wildcard patterns nested classes are separated by
 * `.` too.
 */
function matchesName({ name: pattern, imported = [] }: NamePattern, name: string): boolean {
  if (!isWild(pattern)) return pattern === name;
  const plain = name.replaceAll('$', '.');
  return [pattern, ...imported].some((each) => wildcard(each.replaceAll('$', '.')).test(plain));
}

/** `*` matches any characters of a member's name. */
export function matchesMemberName(pattern: string, name: string): boolean {
  if (!pattern.includes('*')) return pattern === name;
  return wildcard(pattern).test(name);
}

/** A map, as a class of the program may have the name of a member that all objects of JavaScript have. */
const primitiveDescriptors: ReadonlyMap<string, string> = new Map(
  Object.entries({
    boolean: 'Z',
    byte: 'B',
    char: 'C',
    short: 'S',
    int: 'I',
    long: 'J',
    float: 'F',
    double: 'D',
    void: 'V',
  }),
);

const primitiveNames: ReadonlyMap<string, string> = new Map(
  [...primitiveDescriptors].map(([name, descriptor]) => [descriptor, name]),
);

/** A class, named with dots or slashes, as Java source has it. */
export function nameInSource(name: string): string {
  return name.replace(/[/$]/g, '.');
}
