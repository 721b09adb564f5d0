import { parseMethodDescriptor } from '../../classfile/descriptors.ts';
import type { Instruction } from '../../classfile/instruction.ts';
import { Op } from '../../classfile/opcodes.ts';
import type { TypeLookup } from '../facts/library-facts.ts';
import { javaName } from '../java-type.ts';
import { isEventType } from './event-types.ts';

/**
 * Why section 5.1 excludes a method from the analysis, or undefined when it does not: the method takes an
 * argument of an event type, or reads or writes a static field of one. The receiver is no argument (the paper
 * says "receives as an argument"), an array of such objects is not of such a type. O(instructions).
 */
export function exclusionOf(
  descriptor: string,
  instructions: readonly Instruction[],
  events: readonly string[],
  types: TypeLookup,
): string | undefined {
  const argument = parseMethodDescriptor(descriptor).parameters.find((type) =>
    isEventType(type, events, types),
  );
  if (argument !== undefined)
    return `the method takes an argument of type ${javaName(argument)}, which produces events`;
  for (const instruction of instructions)
    if (
      instruction.form === 'field' &&
      (instruction.opcode === Op.getstatic || instruction.opcode === Op.putstatic) &&
      isEventType(instruction.descriptor, events, types)
    )
      return `the method uses the static field ${javaName(instruction.owner)}.${instruction.name}, whose type produces events`;
  return undefined;
}
