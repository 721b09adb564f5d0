import { descriptorOfClass } from '../../classfile/descriptors.ts';
import type { Instruction } from '../../classfile/instruction.ts';
import type { Op } from '../../classfile/opcodes.ts';
import { runtimeClass } from './runtime-class.ts';

export const monitorDescriptor = descriptorOfClass(runtimeClass.monitor);

/** The static field of a unit that holds the monitor of the property with this index. */
export function monitorName(property: number): string {
  return `m${property}`;
}

/** Reads or sets it. */
export function monitorField(
  opcode: typeof Op.getstatic | typeof Op.putstatic,
  unit: string,
  property: number,
): Instruction {
  return { form: 'field', opcode, owner: unit, name: monitorName(property), descriptor: monitorDescriptor };
}
