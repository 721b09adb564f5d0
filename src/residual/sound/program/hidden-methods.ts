import { AccessFlag } from '../../../classfile/access-flags.ts';
import { remembering } from '../../../remembering.ts';
import type { ClassHierarchy } from '../../analysis.ts';
import type { Selector } from '../../facts/walking.ts';

/**
 * Whether a class or a type above it has such a method that is private or without modifier: a call that names
 * it may run it on objects of the class, although the class has another one (JVMS 5.4.6). O(super types); each type
 * is looked into once.
 */
export function hidesBelow(
  { name, descriptor }: Selector,
  { superTypes, resolveMethod }: Pick<ClassHierarchy, 'superTypes' | 'resolveMethod'>,
): (className: string) => boolean {
  const hides = remembering((type: string) => {
    const found = resolveMethod(type, name, descriptor);
    return found !== undefined && (found.accessFlags & overridable) === 0;
  });
  return (className) => {
    if (hides(className)) return true;
    for (const type of superTypes(className)) if (hides(type)) return true;
    return false;
  };
}

const overridable = AccessFlag.public | AccessFlag.protected;
