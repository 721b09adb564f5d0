import { remembering } from '../../../remembering.ts';
import type { Weakenings } from '../../weakening.ts';
import type { CalledCode } from './bound-types.ts';
import { returnsFromLibrary } from './library-returns.ts';
import { neverBothIn } from './never-both.ts';
import { neverReturningClasses } from './never-returning.ts';
import type { WholeProgram } from './whole-program.ts';

/** What calls run in this program, each asked once for all properties. */
export function calledCode(
  program: Pick<WholeProgram, 'graph' | 'codes' | 'hierarchy'>,
  weakenings: Weakenings,
): CalledCode {
  const { hierarchy } = program;
  const neverBoth = neverBothIn(hierarchy, weakenings);
  const isNever = remembering((className: string) =>
    remembering((interfaceName: string) => neverBoth(className, interfaceName)),
  );
  return {
    returnsFromLibrary: (call) => returnsFromLibrary(call, program),
    neverReturningOn: neverReturningClasses(program, weakenings),
    interfaceAskedFor({ owner, name, descriptor }) {
      // The JVM may call methods of Object without a look at the interface.
      const declared = hierarchy.resolveMethod(owner, name, descriptor)?.owner;
      return hierarchy.header(owner)?.isInterface === true && declared !== 'java/lang/Object'
        ? owner
        : undefined;
    },
    isNeverBoth: (className, interfaceName) => isNever(className)(interfaceName),
  };
}
