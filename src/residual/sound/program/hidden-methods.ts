import { AccessFlag } from '../../../classfile/access-flags.ts';
import type { ClassHierarchy } from '../../analysis.ts';
import type { Selector } from '../../facts/walking.ts';

/**
 * Whether the class or a type above it has such a method that is private or without modifier: a call that names
 * it may run it on objects of the class, although the class has another one (JVMS 5.4.6). O(super types).
 */
export function mayRunHidden(
  className: string,
  { name, descriptor }: Selector,
  hierarchy: Pick<ClassHierarchy, 'superTypes' | 'resolveMethod'>,
): boolean {
  for (const type of [className, ...hierarchy.superTypes(className)]) {
    const found = hierarchy.resolveMethod(type, name, descriptor);
    if (found !== undefined && (found.accessFlags & overridable) === 0) return true;
  }
  return false;
}

const overridable = AccessFlag.public | AccessFlag.protected;
