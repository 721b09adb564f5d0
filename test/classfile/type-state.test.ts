import { expect, test } from 'vitest';
import type { VerificationType } from '../../src/classfile/attributes/stack-map-table.ts';
import { none } from '../../src/classfile/emit.ts';
import type { Instruction } from '../../src/classfile/instruction.ts';
import { Op } from '../../src/classfile/opcodes.ts';
import { NotTypable, TypeState } from '../../src/classfile/type-state.ts';

const object = (name: string): VerificationType => ({ kind: 'Object', name });
const created: VerificationType = { kind: 'Uninitialized', pc: 7 };
const long: VerificationType = { kind: 'Long' };
const int: VerificationType = { kind: 'Integer' };

function after(locals: VerificationType[], stack: VerificationType[], ...instructions: Instruction[]) {
  const state = new TypeState('a/B', locals, stack);
  for (const instruction of instructions) state.execute(instruction, created);
  return state.inItems();
}

test('aaload pushes the component type, and null of null', () => {
  expect(after([], [object('[[I'), int], none(Op.aaload)).stack).toEqual([object('[I')]);
  expect(after([], [object('[La/C;'), int], none(Op.aaload)).stack).toEqual([object('a/C')]);
  expect(after([], [{ kind: 'Null' }, int], none(Op.aaload)).stack).toEqual([{ kind: 'Null' }]);
  expect(() => after([], [object('[I'), int], none(Op.aaload))).toThrow(NotTypable);
});

test('a constructor call initialises every copy of its object, and only that', () => {
  const init: Instruction = {
    form: 'invoke',
    opcode: Op.invokespecial,
    owner: 'a/C',
    name: '<init>',
    descriptor: '(J)V',
    isInterface: false,
  };
  const other: VerificationType = { kind: 'Uninitialized', pc: 9 };
  expect(after([created, other], [other, created, created, long], init)).toEqual({
    locals: [object('a/C'), other],
    stack: [other, object('a/C')],
  });
  const self: VerificationType = { kind: 'UninitializedThis' };
  expect(after([self], [self, long], init)).toEqual({ locals: [object('a/B')], stack: [] });
});

test('long and double are two words', () => {
  const store: Instruction = { form: 'local', opcode: Op.istore, index: 2 };
  expect(after([int, long, int], [int], store).locals).toEqual([int, { kind: 'Top' }, int, int]);
  expect(after([], [long, long], none(Op.dup2_x2)).stack).toEqual([long, long, long]);
  expect(after([], [int, long], none(Op.dup2_x1)).stack).toEqual([long, int, long]);
});
