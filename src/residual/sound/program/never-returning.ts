import { AccessFlag } from '../../../classfile/access-flags.ts';
import { opcodeInfo } from '../../../classfile/opcodes.ts';
import type { CalledMethod } from '../../../events/point.ts';
import { typeAndBelow } from '../../../hierarchy/type-and-below.ts';
import { remembering } from '../../../remembering.ts';
import type { CallRequest } from '../../call-graph/request.ts';
import type { Weakenings } from '../../weakening.ts';
import type { WholeProgram } from './whole-program.ts';

/**
 * Classes of the program on whose objects, and on those of what extends them, a call that is dispatched never
 * returns: each method that it may run there has no instruction that does, as those have that an immutable
 * collection refuses its updates with. Internal names. Each question takes O(methods that the call may run +
 * classes below those that refuse), and the code of each method is looked at once.
 */
export function neverReturningClasses(
  { graph, codes, hierarchy }: Pick<WholeProgram, 'graph' | 'codes' | 'hierarchy'>,
  weakenings: Weakenings,
): (call: Omit<CalledMethod, 'isStatic'>) => readonly string[] {
  const neverReturns = remembering((method: number): boolean => {
    const code = codes.inGraph(method)?.code;
    return code?.instructions.every(({ opcode }) => opcodeInfo(opcode).controlFlow !== 'return') === true;
  });
  const below = (className: string): readonly string[] =>
    weakenings.has('forgetReturningSubclasses') ? [] : hierarchy.programSubtypes(className);

  const classesFor = remembering((call: CallRequest): readonly string[] => {
    /** Whether no object of exactly this class returns from the call. */
    const refusesOn = (className: string): boolean => {
      const header = hierarchy.header(className);
      if (header === undefined || hierarchy.mayBeOfJdk(className)) return false;
      // That is no object's class.
      if ((header.accessFlags & AccessFlag.abstract) !== 0) return true;
      const exact = graph.onClass(call, className);
      // What it runs depends on more than the class.
      if (exact === call) return false;
      const { methods, functions, library, anything } = graph.targets(exact);
      const isKnown = !library && !anything && functions.length === 0 && methods.length > 0;
      return isKnown && methods.every(neverReturns);
    };
    const refuse = graph.targets(call).methods.filter(neverReturns);
    return [...new Set(refuse.map((method) => graph.methods[method]!.owner))].filter(
      (className) =>
        hierarchy.header(className)?.isInterface === false &&
        [...typeAndBelow(className, below)].every(refusesOn),
    );
  });
  return ({ owner, name, descriptor }) =>
    classesFor(graph.intern({ kind: 'call', dispatch: 'virtual', owner, name, descriptor }));
}
