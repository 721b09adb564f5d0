import { expect, test } from 'vitest';
import { type ClassFile, readClassFile } from '../../src/classfile/class-file.ts';
import { readCode } from '../../src/classfile/code.ts';
import { codeReferences } from '../../src/classfile/code-references.ts';
import type { Instruction } from '../../src/classfile/instruction.ts';
import { referringInstruction } from '../../src/classfile/instruction-decoder.ts';
import { compileFixtures } from './compiled.ts';
import { generatedClass } from './generated.ts';

const { classes } = compileFixtures(['AllInstructions.java', 'Sample.java', 'Shapes.java']);
classes.set('all/Generated', generatedClass(40_000));

const referring = new Set<Instruction['form']>(['constant', 'field', 'invoke', 'invokedynamic', 'type']);

function decoded(file: ClassFile): unknown[] {
  return file.methods.map((method) =>
    readCode(file, method)?.instructions.flatMap((instruction, index) =>
      referring.has(instruction.form) ? [[index, instruction]] : [],
    ),
  );
}

function scanned(file: ClassFile): unknown[] {
  return file.methods.map((method) => {
    const references = codeReferences(file, method);
    if (references === undefined) return undefined;
    const { count, instructions, opcodes, constants } = references;
    return Array.from({ length: count }, (_, at) => [
      instructions[at],
      referringInstruction(file, opcodes[at]!, constants[at]!, 0),
    ]);
  });
}

test('a scan finds the instructions that decoding finds', () => {
  for (const bytes of classes.values()) {
    const file = readClassFile(bytes);
    expect(scanned(file)).toEqual(decoded(file));
  }
});

test('an instruction that does not fit into the code is malformed', () => {
  const bytes = Uint8Array.from(classes.get('sample/Sample')!);
  const file = readClassFile(bytes);
  const method = file.methods.find(({ name }) => name === '<init>')!;
  const code = method.attributes.find(({ name }) => name === 'Code')!;
  // The last instruction of a constructor is return; goto needs two bytes more.
  bytes[code.offset + 8 + file.pool.source.u4(code.offset + 4) - 1] = 0xa7;
  expect(() => codeReferences(file, method)).toThrow('does not fit');
});
