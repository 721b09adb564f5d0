import picomatch from 'picomatch';
import { toInternalName } from '../../../classfile/descriptors.ts';
import { entryUnknown, RrvError, reflectionUnknown } from '../../../diagnostics.ts';
import { closestNames } from '../../../property/did-you-mean.ts';
import type { NotedReflection } from '../../../property/model.ts';
import { remembering } from '../../../remembering.ts';
import type { ClassHierarchy, ClosedWorld, World } from '../../analysis.ts';
import type { CallGraph } from '../../call-graph/call-graph.ts';
import type { ScannedMethod } from '../../call-graph/scanned-code.ts';
import { globOptions, globTable } from '../../glob-table.ts';
import { membersNamed, nearPatterns } from '../../near-pattern.ts';

/** Methods, by index into the call graph, that code which is not analysed calls in a closed world. */
export interface ClosedWorldEntries {
  readonly entries: readonly number[];
  /** Whether reflection may call the method. */
  mayReflect(method: number): boolean;
  /** Whether it may read and set the field of the class (internal name). */
  mayReflectField(owner: string, name: string): boolean;
  /** Whether objects of the class may be written and read with what they hold, if they are serializable. */
  mayBeSerialized(className: string): boolean;
}

/** Patterns for classes that the call graph reads only where they are reached. */
const ofClassLibrary = /^(?:javax?|jdk|sun|com\.sun|org\.(?:ietf|jcp|w3c|xml))\./;

/** Throws RrvError when an entry or a pattern of reflection names nothing. */
export function worldOf(world: ClosedWorld, graph: CallGraph, hierarchy: ClassHierarchy): ClosedWorldEntries {
  const entered = membersOf(world.entries);
  const reflected = membersOf(world.reflection);
  const noted = notedMembers(world.noted ?? []);
  const unused = entered.unusedOf(graph.methods)[0];
  const near = (pattern: string, ...words: readonly string[]) => [
    ...closestNames(pattern, words),
    ...nearPatterns(pattern, membersNamed(graph.methods)),
  ];
  if (unused !== undefined)
    throw new RrvError(entryUnknown(unused, unused === 'main' ? [] : near(unused, 'main', 'all')));
  const unreflected = reflected
    .unusedOf(graph.methods)
    .find((pattern) => !ofClassLibrary.test(pattern) && !namesField(pattern, hierarchy));
  if (unreflected !== undefined)
    throw new RrvError(reflectionUnknown(unreflected, near(unreflected, 'none')));
  return {
    entries: graph.methods.flatMap((method, index) => (entered.hasMethod(method) ? [index] : [])),
    mayReflect: (index) => {
      const method = graph.methods[index]!;
      return reflected.hasMethod(method) || noted.hasMember(method.owner, method.name);
    },
    mayReflectField: (owner, name) => reflected.hasMember(owner, name) || noted.hasMember(owner, name),
    mayBeSerialized: (className) =>
      noted.serialization || reflected.hasClass(className) || noted.hasClass(className),
  };
}

/** Whether the pattern, which names no method, names a field. O(fields). */
function namesField(pattern: string, hierarchy: ClassHierarchy): boolean {
  if (!pattern.includes('#')) return false;
  const { hasMember } = membersOf([pattern]);
  for (const owner of hierarchy.programNames())
    if (hierarchy.classFile(owner)?.fields.some(({ name }) => hasMember(owner, name)) === true) return true;
  return false;
}

/** Whether reflection may find the class (internal name) by a name that no class constant gives it. */
export function reflectedClasses(world: World): (className: string) => boolean {
  if (world.kind === 'open') return () => true;
  const [reflected, noted] = [membersOf(world.reflection), notedMembers(world.noted ?? [])];
  return (className) => reflected.hasClass(className) || noted.hasClass(className);
}

/** What runs have noted. */
function notedMembers(noted: readonly NotedReflection[]) {
  const [members, names, classes] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const one of noted)
    if (one.kind === 'member') members.add(`${toInternalName(one.class)}#${one.member}`);
    else if (one.kind === 'name') names.add(one.member);
    else if (one.kind === 'class') classes.add(toInternalName(one.class));
  const has = (kind: NotedReflection['kind']): boolean => noted.some((one) => one.kind === kind);
  const anything = has('anything');
  return {
    serialization: anything || has('serialization'),
    hasMember: (owner: string, name: string): boolean =>
      anything || names.has(name) || classes.has(owner) || members.has(`${owner}#${name}`),
    hasClass: (className: string): boolean => anything || classes.has(className),
  };
}

/** What patterns name. */
interface Members {
  hasMethod(method: ScannedMethod): boolean;
  hasMember(owner: string, name: string): boolean;
  /** The class with all of its members. */
  hasClass(className: string): boolean;
  /** Those of the patterns that name none of the methods. Linear in these, but for unusual globs. */
  unusedOf(methods: readonly ScannedMethod[]): readonly string[];
}

/**
 * `main`: every main method that a launcher may choose, those of JEP 512 included. `a.b.**`: all of the
 * classes. `a.b.C#run`, `a.**#get*`: methods and fields by name.
 */
function membersOf(patterns: readonly string[]): Members {
  const hasMain = patterns.includes('main');
  const named = patterns
    .filter((pattern) => pattern !== 'main')
    .map((pattern) => {
      const [classes = '', members] = pattern.split('#');
      const isMember = members === undefined ? undefined : memberGlob(members);
      return { pattern, classes: toInternalName(classes), isMember };
    });
  const table = globTable(named.map(({ classes }) => classes));
  // Classes are asked about once for each of their methods and fields.
  const ofClass = remembering<string, typeof named>((name) => table(name).map((index) => named[index]!));
  const hasMember = (owner: string, name: string): boolean =>
    ofClass(owner).some(({ isMember }) => isMember === undefined || isMember(name));
  return {
    hasMethod: (method) => (hasMain && isMain(method)) || hasMember(method.owner, method.name),
    hasMember,
    hasClass: (className) => ofClass(className).some(({ isMember }) => isMember === undefined),
    unusedOf(methods) {
      const unused = new Set(patterns);
      for (const method of methods) {
        if (unused.size === 0) break;
        if (hasMain && isMain(method)) unused.delete('main');
        for (const { pattern, isMember } of ofClass(method.owner))
          if (isMember === undefined || isMember(method.name)) unused.delete(pattern);
      }
      return [...unused];
    },
  };
}

function memberGlob(glob: string): (name: string) => boolean {
  // picomatch takes no empty one.
  return glob === '' ? () => false : picomatch(glob, globOptions);
}

function isMain({ name, descriptor }: ScannedMethod): boolean {
  return name === 'main' && /^\((?:\[Ljava\/lang\/String;)?\)V$/.test(descriptor);
}
