import { type CalledMember, reflectionOf } from '../../../hierarchy/reflective-use.ts';
import { remembering } from '../../../remembering.ts';
import type { ClassHierarchy, ClosedWorld, ProgramClass, UnwatchedMethods } from '../../analysis.ts';
import type { Request } from '../../call-graph/request.ts';
import type { ScannedProgram } from '../../call-graph/scanned-program.ts';
import { claimsAnything } from '../../points-to/input/claimed-reflection.ts';

/**
 * Of the methods that may run: those that are native (JNI), and those of classes that are not rewritten whose code reflects.
 * Undefined where there is none, or reflection may reach anything anyway. O(requests of methods).
 */
export function unwatchedMethods(
  world: ClosedWorld,
  { methods }: Pick<ScannedProgram, 'methods'>,
  hierarchy: ClassHierarchy,
  classes: Iterable<ProgramClass>,
  mayRun: (method: number) => boolean,
): UnwatchedMethods | undefined {
  if (claimsAnything(world)) return undefined;
  const rewritten = new Set<string>();
  for (const one of classes) if (one.instrumented) rewritten.add(one.name);
  const reflects = remembering((call: Request & CalledMember) => reflectionOf(call, hierarchy) !== undefined);
  const unwatched = methods.filter(
    ({ owner, isNative, requests }, method) =>
      mayRun(method) &&
      (isNative ||
        (!rewritten.has(owner) && requests.some((request) => request.kind === 'call' && reflects(request)))),
  );
  const [first] = unwatched;
  if (first === undefined) return undefined;
  const { owner: className, name: method, descriptor } = first;
  return { count: unwatched.length, first: { className, method, descriptor } };
}
