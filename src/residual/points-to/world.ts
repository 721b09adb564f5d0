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
  const namesNothing = (pattern: string): boolean => !graph.methods.some(membersOf(pattern).method);
  const unused = world.entries.find(namesNothing);
  if (unused !== undefined) throw new RrvError(entryUnknown(unused));
  const unreflected = world.reflection.find(
    (pattern) => !ofClassLibrary.test(pattern) && namesNothing(pattern),
  );
  if (unreflected !== undefined) throw new RrvError(reflectionUnknown(unreflected));
  const isEntered = anyOf(world.entries);
  const isReflected = anyOf(world.reflection);
  return {
    entries: graph.methods.flatMap((method, index) => (isEntered.method(method) ? [index] : [])),
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
