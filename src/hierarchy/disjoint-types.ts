import { AccessFlag } from '../classfile/access-flags.ts';
import type { ClassHierarchy } from './class-hierarchy.ts';

/**
 * Whether no object is of both types (internal names or array descriptors), which are no subtypes of each
 * other: two classes, or a final class and an interface. A value whose static type is the interface `actual`
 * may be any object, as the verifier does not check that (JVMS 4.10.1.2). Of two arrays nothing is said.
 */
export function isDisjoint(
  actual: string,
  wanted: string,
  hierarchy: Pick<ClassHierarchy, 'isSubtype' | 'header'>,
): boolean {
  if (hierarchy.isSubtype(actual, wanted) !== false || hierarchy.isSubtype(wanted, actual) !== false)
    return false;
  if (actual.startsWith('[')) return !wanted.startsWith('[');
  const header = hierarchy.header(actual);
  if (header === undefined || header.isInterface) return false;
  if (wanted.startsWith('[') || (header.accessFlags & AccessFlag.final) !== 0) return true;
  return hierarchy.header(wanted)?.isInterface === false;
}
