import { Op } from '../../../classfile/opcodes.ts';
import type { CalledMethod } from '../../../events/point.ts';
import type { WholeProgram } from './whole-program.ts';

/**
 * Whether what the call of a method on an object returns is returned by code of the class library: methods of
 * the program that it may run return nothing, as where each throws. O(instructions of these).
 */
export function returnsFromLibrary(
  { owner, name, descriptor }: Omit<CalledMethod, 'isStatic'>,
  { graph, codes }: Pick<WholeProgram, 'graph' | 'codes'>,
): boolean {
  const { methods, functions, anything } = graph.targets({
    kind: 'call',
    dispatch: 'virtual',
    owner,
    name,
    descriptor,
  });
  const returnsNothing = (method: number): boolean =>
    codes.inGraph(method)?.code.instructions.every(({ opcode }) => opcode !== Op.areturn) === true;
  return !anything && functions.length === 0 && methods.every(returnsNothing);
}
