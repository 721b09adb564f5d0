import { descriptorOfClass } from '../classfile/descriptors.ts';
import type { Instruction } from '../classfile/instruction.ts';
import type { Op } from '../classfile/opcodes.ts';
import type { CollectionQuestion } from './own-collections.ts';

export const ownCollections = 'rrv/runtime/OwnCollections';

/** The static field of a unit that holds the collections which a question is about, and the method that asks. */
export function questionName({ name }: CollectionQuestion): string {
  return `isOwn_${name}`;
}

/** Reads or sets it. */
export function questionField(
  opcode: typeof Op.getstatic | typeof Op.putstatic,
  unit: string,
  question: CollectionQuestion,
): Instruction {
  const descriptor = descriptorOfClass(ownCollections);
  return { form: 'field', opcode, owner: unit, name: questionName(question), descriptor };
}
