import { parseMethodDescriptor } from '../../../classfile/descriptors.ts';

/** Types of the values that a method is given, the receiver's class included. */
export function parameterTypes(owner: string, descriptor: string, isStatic: boolean): readonly string[] {
  const types = parseMethodDescriptor(descriptor).parameters;
  return isStatic ? types : [`L${owner};`, ...types];
}
