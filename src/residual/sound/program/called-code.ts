import type { CalledMethod } from '../../../events/point.ts';
import { remembering } from '../../../remembering.ts';
import type { Weakenings } from '../../weakening.ts';
import type { CalledCode } from './bound-types.ts';
import { returnsFromLibrary } from './library-returns.ts';
import { neverBoth } from './never-both.ts';
import { neverReturningClasses } from './never-returning.ts';
import type { WholeProgram } from './whole-program.ts';

/** What calls run in this program, each asked once for all properties. */
export function calledCode(
  program: Pick<WholeProgram, 'graph' | 'codes' | 'hierarchy'>,
  weakenings: Weakenings,
): CalledCode {
  const { hierarchy } = program;
  const classesOf = neverReturningClasses(program, weakenings);
  const never = new Map<string, readonly string[]>();
  const isNever = remembering((types: string): boolean => {
    const [className, interfaceName] = types.split(' ') as [string, string];
    return neverBoth(className, interfaceName, hierarchy, weakenings);
  });
  return {
    returnsFromLibrary: (call: CalledMethod) => returnsFromLibrary(call, program),
    neverReturningOn(call: CalledMethod) {
      const key = `${call.owner} ${call.name}${call.descriptor}`;
      let found = never.get(key);
      if (found === undefined) {
        found = classesOf(call);
        never.set(key, found);
      }
      return found;
    },
    interfaceAskedFor({ owner, name, descriptor }) {
      // The JVM may call methods of Object without a look at the interface.
      const declared = hierarchy.resolveMethod(owner, name, descriptor)?.owner;
      return hierarchy.header(owner)?.isInterface === true && declared !== 'java/lang/Object'
        ? owner
        : undefined;
    },
    isNeverBoth: (className, interfaceName) => isNever(`${className} ${interfaceName}`),
  };
}
