import { descriptorOfClass } from '../../classfile/descriptors.ts';
import type { Instruction } from '../../classfile/instruction.ts';
import type { Op } from '../../classfile/opcodes.ts';
import { runtimeClass } from './runtime-class.ts';

/** One question of woven code about a collection, and perhaps about the iterator that it returns. */
export interface CollectionQuestion {
  /** What archives know it by: the same for the same collections. */
  readonly name: string;
  /** Whether some of the collections hand out shared iterators. */
  readonly hasShared: boolean;
}

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
  const descriptor = descriptorOfClass(runtimeClass.ownCollections);
  return { form: 'field', opcode, owner: unit, name: questionName(question), descriptor };
}
