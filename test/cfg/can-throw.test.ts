import { expect, test } from 'vitest';
import { canThrow } from '../../src/cfg/can-throw.ts';
import type { BootstrapMethod, Instruction, LoadableConstant } from '../../src/classfile/instruction.ts';
import { maxOpcode, mnemonicOf, Op, opcodeInfo } from '../../src/classfile/opcodes.ts';

test('instructions without operands that JVMS 6.5 gives a linking or run-time exception', () => {
  const throwing = Array.from({ length: maxOpcode + 1 }, (_, opcode) => opcode)
    .filter((opcode) => opcodeInfo(opcode).layout === 'none' && canThrow({ form: 'none', opcode }))
    .map(mnemonicOf);
  expect(throwing.join(' ')).toBe(
    'iaload laload faload daload aaload baload caload saload ' +
      'iastore lastore fastore dastore aastore bastore castore sastore ' +
      'idiv ldiv irem lrem arraylength athrow monitorenter monitorexit',
  );
});

const handle = {
  referenceKind: 6,
  owner: 'C',
  name: 'm',
  descriptor: '()V',
  isInterface: false,
} as const;
const bootstrap: BootstrapMethod = { handle, arguments: [] };
const dynamic = (descriptor: string): LoadableConstant => ({
  kind: 'Dynamic',
  name: 'd',
  descriptor,
  bootstrap,
});

test.each<readonly [what: string, constant: LoadableConstant, throws: boolean]>([
  ['an int', { kind: 'Integer', value: 1 }, false],
  ['a text', { kind: 'String', value: 'a' }, false],
  ['a class', { kind: 'Class', name: 'C' }, true],
  ['a method type', { kind: 'MethodType', descriptor: '()V' }, true],
  ['a method handle', { kind: 'MethodHandle', handle }, true],
  ['a dynamic constant', dynamic('I'), true],
  ['a long', { kind: 'Long', value: 1n }, false],
  ['a dynamic constant of two words', dynamic('J'), true],
])('loading %s', (_, constant, throws) => {
  const isLong = constant.kind === 'Long' || (constant.kind === 'Dynamic' && constant.descriptor === 'J');
  expect(canThrow({ form: 'constant', opcode: isLong ? Op.ldc2_w : Op.ldc, constant })).toBe(throws);
});

test('making an array may throw, and loading a number may not', () => {
  const instruction = (opcode: number): Instruction => ({ form: 'immediate', opcode, value: 10 });
  expect([Op.newarray, Op.bipush, Op.sipush].map((opcode) => canThrow(instruction(opcode)))).toEqual([
    true,
    false,
    false,
  ]);
});
