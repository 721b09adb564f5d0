import { parameterCount, selector } from '../../classfile/descriptors.ts';
import { once } from '../../remembering.ts';
import type { ClassHierarchy } from '../analysis.ts';
import type { FunctionTargets } from './function-targets.ts';
import type { ProgramIndex } from './program-index.ts';
import type { CallRequest, Request } from './request.ts';
import { anyTarget, noTargets, type Targets } from './targets.ts';
import type { TypeRelations } from './type-relations.ts';

/** What requests are resolved with. */
export interface ResolutionContext {
  readonly index: ProgramIndex;
  readonly hierarchy: ClassHierarchy;
  readonly relations: TypeRelations;
  readonly functions: FunctionTargets;
  readonly options: CallGraphOptions;
}

/** Deliberate mistakes, for tests. */
export interface CallGraphOptions {
  readonly forgetOverriding?: boolean;
  readonly forgetLambdas?: boolean;
  readonly forgetInheritedText?: boolean;
  readonly forgetKeyExtractors?: boolean;
}

/**
 * What a request runs directly: a virtual call all that overrides the method, others what the JVM resolves
 * (JVMS 5.4.3.3). O(targets).
 */
export function requestTargets(
  context: ResolutionContext,
  objectProtocolTargets: () => Targets,
): (request: Request) => Targets {
  const { index, hierarchy, relations } = context;
  const { mayBeLibrary } = relations;
  const called = ({ dispatch, owner, name, descriptor }: CallRequest): Targets => {
    if (dispatch === 'virtual') return virtualTargets(context, owner, name, descriptor);
    if (owner.startsWith('[')) return noTargets;
    const resolved = hierarchy.resolveMethod(owner, name, descriptor);
    if (resolved === undefined) return anyTarget;
    const methods = index.find(resolved.owner, name, descriptor);
    return withNatives(index, { ...noTargets, methods, library: mayBeLibrary(resolved.owner) });
  };
  // HotSpot asks what an initialiser throws for it, to note why the class cannot be used.
  const stackTraces = once(() => {
    const { name, descriptor } = stackTrace;
    return virtualTargets(context, 'java/lang/Throwable', name, descriptor).methods;
  });
  const initialised = (className: string): Targets => {
    const found: number[] = [];
    if (className.startsWith('[')) return noTargets;
    if (hierarchy.header(className) === undefined) return anyTarget;
    for (const name of hierarchy.superTypes(className))
      found.push(...(index.classInitialisers.get(name) ?? []));
    if (found.length > 0) found.push(...stackTraces());
    return { ...noTargets, methods: found };
  };
  return (request) => {
    switch (request.kind) {
      case 'anything':
        return anyTarget;
      case 'objectProtocol':
        return objectProtocolTargets();
      case 'initialise':
        return initialised(request.className);
      case 'call':
        return called(request);
    }
  };
}

const stackTrace = { name: 'getStackTrace', descriptor: '()[Ljava/lang/StackTraceElement;' };

function virtualTargets(
  { index, hierarchy, relations, functions, options }: ResolutionContext,
  owner: string,
  name: string,
  descriptor: string,
): Targets {
  const { isLibrary, mayBeLibrary, hasLibrarySubtypes, subtypesOf, ofRelatives } = relations;
  // Arrays have the methods of Object, implemented by the JVM.
  if (owner.startsWith('[')) return noTargets;
  if (hierarchy.header(owner) === undefined) return anyTarget;
  // No class of the application is above one of the class library, and no private method of it is what is called.
  const ofLibrary = isLibrary(owner) && !hasLibrarySubtypes(owner);
  const resolved = ofLibrary ? undefined : hierarchy.resolveMethod(owner, name, descriptor);
  const byClass = index.bySelector.get(selector(name, descriptor)) ?? new Map<string, readonly number[]>();
  const found = options.forgetOverriding
    ? ((resolved && byClass.get(resolved.owner)) ?? [])
    : ofRelatives(byClass, owner).filter((one) => {
        const method = index.methods[one]!;
        return !method.isPrivate || method.owner === resolved?.owner;
      });
  const made = options.forgetLambdas ? [] : functions.named(owner, name, parameterCount(descriptor));
  // Code of the class library may run when a type of it declares the method, and the receiver may inherit from it. What
  // extends a class of the program inherits from that first.
  const library =
    isLibrary(owner) ||
    resolved === undefined ||
    mayBeLibrary(resolved.owner) ||
    hasLibrarySubtypes(owner) ||
    (hierarchy.header(owner)!.isInterface &&
      subtypesOf(owner).some((sub) => {
        const target = hierarchy.resolveMethod(sub, name, descriptor);
        return target === undefined || mayBeLibrary(target.owner);
      }));
  return withNatives(index, { methods: found, functions: made, library, anything: false });
}

/** Native methods run anything. */
export function withNatives({ methods }: ProgramIndex, targets: Targets): Targets {
  return targets.methods.some((one) => methods[one]!.isNative) ? { ...targets, anything: true } : targets;
}
