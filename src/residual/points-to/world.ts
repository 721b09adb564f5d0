import picomatch from 'picomatch';
import { entryUnknown, RrvError, reflectionUnknown } from '../../diagnostics.ts';
import type { World } from '../analysis.ts';
import type { CallGraph } from '../call-graph/call-graph.ts';
import type { ScannedMethod } from '../call-graph/scanned-code.ts';
import { remembering } from '../remembering.ts';

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
  const patterns = world.entries.map((pattern) => ({ pattern, ...membersOf(pattern), isUsed: false }));
  const isReflected = anyOf(world.reflection);
  const entries: number[] = [];
  graph.methods.forEach((method, index) => {
    for (const one of patterns)
      if (one.method(method)) {
        entries.push(index);
        one.isUsed = true;
      }
  });
  const unused = patterns.find(({ isUsed }) => !isUsed);
  if (unused !== undefined) throw new RrvError(entryUnknown(unused.pattern));
  const unreflected = world.reflection.find(
    (pattern) => !ofClassLibrary.test(pattern) && !graph.methods.some(membersOf(pattern).method),
  );
  if (unreflected !== undefined) throw new RrvError(reflectionUnknown(unreflected));
  return {
    entries,
    mayReflect: (method) => isReflected.method(graph.methods[method]!),
    mayReflectFields: (className) => isReflected.className(className),
  };
}

/** Whether reflection may find the class (internal name) by a name that no class constant gives it. */
export function reflectedClasses(world: World): (className: string) => boolean {
  return world.kind === 'open' ? () => true : anyOf(world.reflection).className;
}

interface Members {
  method(method: ScannedMethod): boolean;
  className(className: string): boolean;
}

function anyOf(patterns: readonly string[]): Members {
  const all = patterns.map(membersOf);
  return {
    method: (method) => all.some((one) => one.method(method)),
    className: (className) => all.some((one) => one.className(className)),
  };
}

/** `main`: every main method that a launcher may choose, those of JEP 512 included. `a.b.**`: all of the classes. `a.b.C#run`, `a.**#get*`: methods by name. */
function membersOf(pattern: string): Members {
  if (pattern === 'main')
    return {
      method: ({ name, descriptor }) =>
        name === 'main' && /^\((?:\[Ljava\/lang\/String;)?\)V$/.test(descriptor),
      className: () => false,
    };
  const [classes = '', methods] = pattern.split('#');
  const options = { dot: true, nonegate: true, noextglob: true };
  // Classes are asked about once for each of their methods and fields.
  const isClass = remembering<string, boolean>(picomatch(classes.replaceAll('.', '/'), options));
  const isMethod = methods === undefined ? undefined : picomatch(methods, options);
  return {
    method: ({ owner, name }) => isClass(owner) && (isMethod === undefined || isMethod(name)),
    className: (className) => isMethod === undefined && isClass(className),
  };
}
