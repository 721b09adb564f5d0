import { AccessFlag } from '../classfile/access-flags.ts';
import type { ClassHierarchy } from './analysis.ts';

/** Whether the type is an annotation interface: the class library has objects of it, and asks others for the same values. */
export function isAnnotationInterface(type: string, hierarchy: ClassHierarchy): boolean {
  return ((hierarchy.header(type)?.accessFlags ?? 0) & AccessFlag.annotation) !== 0;
}
