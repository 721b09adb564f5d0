import { instructionAt, type MethodCode } from '../values/method-code.ts';
import type { AskedProgram } from './asked-program.ts';
import { type LookedInto, rememberingAnswers } from './looked-into.ts';

/**
 * Whether the JVM has a finalizer called for the objects that the instruction makes (JLS 12.6): another thread gets
 * them, once nobody else has them. Those of classes of the class library run no code of the program.
 */
export function finalizedObjects(
  { graph, hierarchy }: Pick<AskedProgram, 'graph' | 'hierarchy'>,
  lookedAt: LookedInto,
): (method: MethodCode, site: number) => boolean {
  const hasFinalizer = rememberingAnswers(
    lookedAt,
    (className: string) =>
      !graph.isLibrary(className) &&
      hierarchy.resolveMethod(className, 'finalize', '()V')?.owner !== 'java/lang/Object',
  );
  return (method, site) => {
    const instruction = instructionAt(method, site);
    return instruction.form === 'type' && hasFinalizer(instruction.type);
  };
}
