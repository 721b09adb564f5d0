import { AccessFlag } from '../../../classfile/access-flags.ts';
import { typeAndBelow } from '../../../hierarchy/type-and-below.ts';
import type { CallRequest } from '../../call-graph/request.ts';
import type { ObjectKind } from '../values/call-knowledge.ts';
import type { AskedProgram } from './asked-program.ts';
import { type LookedInto, rememberingAnswers } from './looked-into.ts';

/** Whether an object of an application class may run the class library's method when it is called so. */
export function inheritedLibraryCode(
  { graph, hierarchy }: Pick<AskedProgram, 'graph' | 'hierarchy'>,
  lookedAt: LookedInto,
): (call: CallRequest, object: ObjectKind) => boolean {
  /** Whether one of the application's among these types may have the method from the class library. */
  const mayInherit = (types: Iterable<string>, name: string, descriptor: string): boolean =>
    [...types].some((type) => {
      if (graph.isLibrary(type)) return false;
      const method = hierarchy.resolveMethod(type, name, descriptor);
      return (
        method === undefined ||
        (graph.mayBeLibrary(method.owner) && (method.accessFlags & AccessFlag.abstract) === 0)
      );
    });
  const inheriting = rememberingAnswers(lookedAt, ({ owner, name, descriptor }: CallRequest) =>
    mayInherit([owner], name, descriptor),
  );
  const inheritingBelow = rememberingAnswers(lookedAt, ({ owner, name, descriptor }: CallRequest) => {
    const types = typeAndBelow(owner, (type) => hierarchy.programSubtypes(type));
    return mayInherit(types, name, descriptor);
  });
  return (call, object) => {
    // `super.addAll(all)` does, whatever the class itself has.
    if (call.dispatch !== 'virtual') return true;
    return object.kind === 'exact'
      ? inheriting(graph.onClass(call, object.className))
      : inheritingBelow(call);
  };
}
