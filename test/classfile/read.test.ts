import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AccessFlag } from '../../src/classfile/access-flags.ts';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { type Code, readCode } from '../../src/classfile/code.ts';
import type { Instruction, InstructionIndex } from '../../src/classfile/instruction.ts';
import { mnemonicOf, Op } from '../../src/classfile/opcodes.ts';
import { defaultJdk } from '../support/jdk.ts';
import { compileFixtures } from './compiled.ts';

const { directory, classes } = compileFixtures(['Sample.java']);
const sample = readClassFile(classes.get('sample/Sample')!);

function codeOf(name: string): Code {
  return readCode(sample, sample.methods.find((method) => method.name === name)!)!;
}

function all<F extends Instruction['form']>(code: Code, form: F): Extract<Instruction, { form: F }>[] {
  return code.instructions.filter(
    (instruction): instruction is Extract<Instruction, { form: F }> => instruction.form === form,
  );
}

test('the header of a class', () => {
  expect(sample.name).toBe('sample/Sample');
  expect(sample.superName).toBe('java/lang/Object');
  expect(sample.interfaces).toEqual(['java/lang/Runnable']);
  expect(sample.accessFlags).toBe(AccessFlag.public | AccessFlag.super);
  expect(sample.majorVersion).toBe(44 + defaultJdk().release);
  expect(sample.sourceFile).toBe('Sample.java');
  expect(sample.fields.map((field) => [field.name, field.descriptor])).toEqual([
    ['INT', 'I'],
    ['LONG', 'J'],
    ['FLOAT', 'F'],
    ['DOUBLE', 'D'],
    ['TEXT', 'Ljava/lang/String;'],
    ['values', 'Ljava/util/List;'],
  ]);
  expect(sample.methods.map((method) => method.name)).toContain('lambda$read$0');
});

test('abstract methods have no code', () => {
  const inner = readClassFile(classes.get('sample/Sample$Inner')!);
  const value = inner.methods.find((method) => method.name === 'value')!;
  expect(value.accessFlags).toBe(AccessFlag.abstract);
  expect(readCode(inner, value)).toBeUndefined();
  expect(() => readCode(sample, value)).toThrow('of another class');
});

test('pool references and labels are resolved', () => {
  const read = codeOf('read');
  const [reference] = all(read, 'invokedynamic');
  expect(reference).toMatchObject({
    opcode: Op.invokedynamic,
    name: 'get',
    descriptor: '(Ljava/util/Iterator;)Ljava/util/function/Supplier;',
    bootstrap: {
      handle: { referenceKind: 6, owner: 'java/lang/invoke/LambdaMetafactory', name: 'metafactory' },
      arguments: [
        { kind: 'MethodType', descriptor: '()Ljava/lang/Object;' },
        {
          kind: 'MethodHandle',
          handle: {
            referenceKind: 9,
            owner: 'java/util/Iterator',
            name: 'next',
            descriptor: '()Ljava/lang/Object;',
            isInterface: true,
          },
        },
        { kind: 'MethodType', descriptor: '()Ljava/lang/String;' },
      ],
    },
  });
  expect(read.exceptionTable.map((entry) => entry.catchType)).toContain('java/io/IOException');
  expect(read.exceptionTable.map((entry) => entry.catchType)).toContain(undefined);
  for (const entry of read.exceptionTable)
    expect(mnemonicOf(read.instructions[entry.handler]!.opcode)).toBe('astore');

  const pick = codeOf('pick');
  const [table] = all(pick, 'tableswitch');
  expect(table).toMatchObject({ low: 0 });
  const texts = table!.targets.map((target) => pick.instructions[target]);
  expect(texts).toMatchObject(
    ['zero', 'one', 'two'].map((value) => ({ constant: { kind: 'String', value } })),
  );
  const [lookup] = all(pick, 'lookupswitch');
  expect(lookup!.cases.map(({ match }) => match)).toEqual([-1000, 100000]);

  const jumps = all(codeOf('sum'), 'jump');
  expect(jumps.map((jump) => mnemonicOf(jump.opcode))).toEqual(['if_icmpge', 'goto']);
});

test('constants keep every bit and every character', () => {
  const constants = new Map(
    sample.fields.map((field) => {
      const value = field.attributes.find((attribute) => attribute.name === 'ConstantValue');
      return [field.name, value === undefined ? 0 : sample.pool.source.u2(value.offset)];
    }),
  );
  expect(sample.pool.integer(constants.get('INT')!)).toBe(123456);
  expect(sample.pool.long(constants.get('LONG')!)).toBe(-(2n ** 63n));
  expect(sample.pool.floatBits(constants.get('FLOAT')!) >>> 0).toBe(0x80000000);
  expect(sample.pool.doubleBits(constants.get('DOUBLE')!)).toBe(0x400921fb54442d18n);
  expect(sample.pool.string(constants.get('TEXT')!)).toBe('a\0b\u00e9\u20ac\ud83d\ude00\ud800');
});

test('pcs, mnemonics and lines are those of javap', () => {
  const javap = execFileSync(
    join(defaultJdk().home, 'bin/javap'),
    ['-c', '-l', '-p', '-cp', directory, 'sample.Sample'],
    {
      encoding: 'utf8',
    },
  );
  const expectedPcs = [...javap.matchAll(/^ +(\d+): ([a-z]\S*)/gm)].map((match) => `${match[1]} ${match[2]}`);
  const expectedLines = [...javap.matchAll(/^ +line (\d+): (\d+)/gm)].map(
    (match) => `${match[2]} ${match[1]}`,
  );
  const actualPcs: string[] = [];
  const actualLines: string[] = [];
  for (const method of sample.methods) {
    const code = readCode(sample, method)!;
    let previous: number | undefined;
    code.instructions.forEach((instruction, index) => {
      const at = index as InstructionIndex;
      // javap shows the short forms; ours are normalised
      const shown =
        instruction.form === 'local' && instruction.index < 4
          ? `${mnemonicOf(instruction.opcode)}_${instruction.index}`
          : mnemonicOf(instruction.opcode);
      actualPcs.push(`${code.pcOf(at)} ${shown}`);
      expect(code.indexOf(code.pcOf(at))).toBe(index);
      if (code.lineOf(at) !== previous) actualLines.push(`${code.pcOf(at)} ${code.lineOf(at)}`);
      previous = code.lineOf(at);
    });
    expect(code.pcOf(code.instructions.length as InstructionIndex)).toBe(code.byteLength);
    expect(code.indexOf(code.byteLength)).toBe(code.instructions.length);
  }
  expect(actualPcs).toEqual(expectedPcs);
  expect(actualLines.length).toBeGreaterThan(15);
  expect(expectedLines).toEqual(expect.arrayContaining(actualLines));
});
