import { editClass } from '../../classfile/class-edit.ts';
import { readClassFile } from '../../classfile/class-file.ts';
import { readCode } from '../../classfile/code.ts';
import { invoke } from '../../classfile/emit.ts';
import type { Instruction, InstructionIndex } from '../../classfile/instruction.ts';
import { Op } from '../../classfile/opcodes.ts';

const field = 'Ljava/lang/reflect/Field;';

/** What asks a class for its fields, and what of SliceBody answers in its place. */
const answers: ReadonlyMap<string, Instruction> = new Map([
  [
    `getDeclaredField(Ljava/lang/String;)${field}`,
    sliceBody('declaredField', `(Ljava/lang/Class;Ljava/lang/String;)${field}`),
  ],
  [`getDeclaredFields()[${field}`, sliceBody('declaredFields', `(Ljava/lang/Class;)[${field}`)],
]);

function sliceBody(name: string, descriptor: string): Instruction {
  return invoke(Op.invokestatic, 'rrv/runtime/SliceBody', name, descriptor);
}

/**
 * A class of the Java code of a property, whose reflection sees the fields of the program and not those that
 * weaving added: whether a class declares a `serialVersionUID` can be what a property is about. Not modelled:
 * method references (`Class::getDeclaredFields`). Linear.
 */
export function withFieldsOfProgram(bytes: Uint8Array): Uint8Array {
  const file = readClassFile(bytes);
  const edit = editClass(file);
  for (const method of file.methods)
    readCode(file, method)?.instructions.forEach((instruction, index) => {
      if (instruction.form !== 'invoke' || instruction.owner !== 'java/lang/Class') return;
      const answer = answers.get(`${instruction.name}${instruction.descriptor}`);
      if (answer !== undefined) edit.editCode(method).replace(index as InstructionIndex, answer);
    });
  const written = edit.write();
  if (!written.ok) throw new Error(`Java code of a property cannot be written: ${file.name}`);
  return written.bytes;
}
