import picomatch from 'picomatch';
import { toInternalName } from '../../../classfile/descriptors.ts';
import { entryUnknown, RrvError, reflectionUnknown } from '../../../diagnostics.ts';
import { closestNames } from '../../../property/did-you-mean.ts';
import { remembering } from '../../../remembering.ts';
import type { World } from '../../analysis.ts';
import type { CallGraph } from '../../call-graph/call-graph.ts';
import type { ScannedMethod } from '../../call-graph/scanned-code.ts';
import { globTable } from '../../glob-table.ts';
import { membersNamed, nearPatterns } from '../../near-pattern.ts';

/** Methods, by index into the call graph, that code which is not analysed calls in a closed world. */
export interface ClosedWorldEntries {
  readonly entries: readonly number[];
  /** Whether reflection may call the method. */
  mayReflect(method: number): boolean;
  /** Whether reflection may read and set fields of the class (internal name). */
  mayReflectFields(className: string): boolean;
}

/** Patterns for classes that the call graph reads only where they are reached. */
const ofClassLibrary = /^(?:javax?|jdk|sun|com\.sun|org\.(?:ietf|jcp|w3c|xml))\./;

/** Throws RrvError when an entry or a pattern of reflection names nothing. */
export function worldOf(world: Extract<World, { kind: 'closed' }>, graph: CallGraph): ClosedWorldEntries {
  const entered = membersOf(world.entries);
  const reflected = membersOf(world.reflection);
  const unused = entered.unusedOf(graph.methods)[0];
  const near = (pattern: string, ...words: readonly string[]) => [
    ...closestNames(pattern, words),
    ...nearPatterns(pattern, membersNamed(graph.methods)),
  ];
  if (unused !== undefined)
    throw new RrvError(entryUnknown(unused, unused === 'main' ? [] : near(unused, 'main', 'all')));
  const unreflected = reflected.unusedOf(graph.methods).find((pattern) => !ofClassLibrary.test(pattern));
  if (unreflected !== undefined)
    throw new RrvError(reflectionUnknown(unreflected, near(unreflected, 'none')));
  return {
    entries: graph.methods.flatMap((method, index) => (entered.hasMethod(method) ? [index] : [])),
    mayReflect: (method) => reflected.hasMethod(graph.methods[method]!),
    mayReflectFields: reflected.hasClass,
  };
}

/** Whether reflection may find the class (internal name) by a name that no class constant gives it. */
export function reflectedClasses(world: World): (className: string) => boolean {
  return world.kind === 'open' ? () => true : membersOf(world.reflection).hasClass;
}

/** What patterns name. */
interface Members {
  hasMethod(method: ScannedMethod): boolean;
  /** The class with all of its members. */
  hasClass(className: string): boolean;
  /** Those of the patterns that name none of the methods. Linear in these, but for unusual globs. */
  unusedOf(methods: readonly ScannedMethod[]): readonly string[];
}

/**
 * `main`: every main method that a launcher may choose, those of JEP 512 included. `a.b.**`: all of the
 * classes. `a.b.C#run`, `a.**#get*`: methods by name.
 */
function membersOf(patterns: readonly string[]): Members {
  const hasMain = patterns.includes('main');
  const named = patterns
    .filter((pattern) => pattern !== 'main')
    .map((pattern) => {
      const [classes = '', methods] = pattern.split('#');
      const isMethod = methods === undefined ? undefined : methodGlob(methods);
      return { pattern, classes: toInternalName(classes), isMethod };
    });
  const table = globTable(named.map(({ classes }) => classes));
  // Classes are asked about once for each of their methods and fields.
  const ofClass = remembering<string, typeof named>((name) => table(name).map((index) => named[index]!));
  return {
    hasMethod: (method) =>
      (hasMain && isMain(method)) ||
      ofClass(method.owner).some(({ isMethod }) => isMethod === undefined || isMethod(method.name)),
    hasClass: (className) => ofClass(className).some(({ isMethod }) => isMethod === undefined),
    unusedOf(methods) {
      const unused = new Set(patterns);
      for (const method of methods) {
        if (unused.size === 0) break;
        if (hasMain && isMain(method)) unused.delete('main');
        for (const { pattern, isMethod } of ofClass(method.owner))
          if (isMethod === undefined || isMethod(method.name)) unused.delete(pattern);
      }
      return [...unused];
    },
  };
}

function methodGlob(glob: string): (name: string) => boolean {
  // picomatch takes no empty one.
  return glob === '' ? () => false : picomatch(glob, { dot: true, nonegate: true, noextglob: true });
}

function isMain({ name, descriptor }: ScannedMethod): boolean {
  return name === 'main' && /^\((?:\[Ljava\/lang\/String;)?\)V$/.test(descriptor);
}
