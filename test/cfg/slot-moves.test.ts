import { expect, test } from 'vitest';
import { controlFlowGraph } from '../../src/cfg/control-flow-graph.ts';
import { isOverwritten, operandSlot, slotMoves, stackDepths } from '../../src/cfg/slot-moves.ts';
import type { Instruction } from '../../src/classfile/instruction.ts';
import { Op } from '../../src/classfile/opcodes.ts';
import { assemble } from './assemble.ts';

const maxLocals = 3;

/**
 * Executes an instruction by its moves. Each letter is a word: the local variables, a space, the operand stack;
 * `*` is a new value.
 */
function after(frame: string, instruction: Instruction): string {
  const [locals, stack] = frame.split(' ') as [string, string];
  const before = [...locals, ...stack];
  const moves = slotMoves(instruction, maxLocals, stack.length);
  const words = before.map((word, slot) => (isOverwritten(slot, moves) ? '' : word));
  for (const { source, target } of moves.copies) words[target] = before[source]!;
  for (const slot of moves.defined) words[slot] = '*';
  return `${words.slice(0, maxLocals).join('')} ${words.slice(maxLocals).join('')}`;
}

const local = (opcode: number, index: number): Instruction => ({ form: 'local', opcode, index });
const type = (opcode: number): Instruction => ({ form: 'type', opcode, type: 'C' });

// The forms of JVMS 6.5, word by word.
test.each([
  ['pop', 'abc d'],
  ['pop2', 'abc '],
  ['dup', 'abc dee'],
  ['dup_x1', 'abc ede'],
  ['swap', 'abc ed'],
  ['dup2', 'abc dede'],
  ['iadd', 'abc *'],
] as const)('%s of two words', (mnemonic, expected) => {
  expect(after('abc de', { form: 'none', opcode: Op[mnemonic] })).toBe(expected);
});

test.each([
  ['dup_x2', 'abc dgefg'],
  ['dup2_x1', 'abc dfgefg'],
  ['dup2_x2', 'abc fgdefg'],
] as const)('%s of four words', (mnemonic, expected) => {
  expect(after('abc defg', { form: 'none', opcode: Op[mnemonic] })).toBe(expected);
});

test('what a cast gives is what it takes, and what a test gives is new', () => {
  expect(after('abc de', type(Op.checkcast))).toBe('abc de');
  expect(after('abc de', type(Op.instanceof))).toBe('abc d*');
  expect(after('abc de', type(Op.new))).toBe('abc de*');
});

test('local variables are read and written, a long as two words, and a return address as none', () => {
  expect(after('abc de', local(Op.aload, 1))).toBe('abc deb');
  expect(after('abc de', local(Op.lload, 1))).toBe('abc debc');
  expect(after('abc de', local(Op.astore, 0))).toBe('ebc d');
  expect(after('abc de', local(Op.dstore, 1))).toBe('ade ');
  expect(after('abc de', local(Op.ret, 1))).toBe('abc de');
});

test('operands of a call are found below one another, a long in two words', () => {
  const call = (opcode: number): Instruction => ({
    ...{ form: 'invoke', opcode, owner: 'C', name: 'm', isInterface: false },
    descriptor: '(IJLC;)V',
  });
  const slotsOf = (instruction: Instruction) =>
    (['receiver', 0, 1, 2, 3] as const).map((operand) => operandSlot(instruction, operand, maxLocals, 6));
  expect(slotsOf(call(Op.invokevirtual))).toEqual([4, 5, 6, 8, undefined]);
  expect(slotsOf(call(Op.invokestatic))).toEqual([undefined, 5, 6, 8, undefined]);
  expect(slotsOf(local(Op.aload, 0))).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

const depthsOf = (source: string): readonly number[] | undefined => {
  const result = controlFlowGraph(assemble(source));
  if (!result.ok) throw new Error('the graph is too large');
  const depths = stackDepths(result.graph);
  return depths === undefined ? undefined : [...depths];
};

test('a handler begins with what was thrown alone, and code that nothing reaches has no depth', () => {
  expect(
    depthsOf(`
      iconst_0
      iconst_0
      start: iconst_1
      idiv
      end: ireturn
      nop
      handler: pop
      return
      catch start end handler`),
  ).toEqual([0, 1, 2, 3, 2, -1, 1, 0]);
});

test('depths that do not agree, and stacks that are empty too early', () => {
  expect(depthsOf('loop: iconst_0\ngoto loop')).toBeUndefined();
  expect(depthsOf('iconst_0\nidiv\nireturn')).toBeUndefined();
});
