import { parameterWords, returnTypeOf, wordsOf } from './descriptors.ts';
import type { Instruction } from './instruction.ts';
import { isTwoWords } from './instruction-decoder.ts';
import { maxOpcode, Op, opcodeInfo } from './opcodes.ts';

/** Words that an instruction takes from the operand stack and puts there; long and double are two words. */
export interface StackEffect {
  readonly pops: number;
  readonly pushes: number;
}

function wordsOfEffect(effect: string | undefined): number {
  let words = 0;
  for (const type of effect ?? '') words += type === 'J' || type === 'D' ? 2 : 1;
  return words;
}

const fixedEffects: readonly StackEffect[] = Array.from({ length: maxOpcode + 1 }, (_, opcode) => {
  const { pops, pushes } = opcodeInfo(opcode);
  return Object.freeze({ pops: wordsOfEffect(pops), pushes: wordsOfEffect(pushes) });
});

/** The stack effect of an instruction (JVMS 6.5). For types by letter see `opcodeInfo`. Linear in its descriptor. */
export function stackEffect(instruction: Instruction): StackEffect {
  const { opcode } = instruction;
  switch (instruction.form) {
    case 'constant':
      return { pops: 0, pushes: isTwoWords(instruction.constant) ? 2 : 1 };
    case 'field': {
      const words = wordsOf(instruction.descriptor);
      const receiver = opcode === Op.getfield || opcode === Op.putfield ? 1 : 0;
      const isRead = opcode === Op.getfield || opcode === Op.getstatic;
      return { pops: receiver + (isRead ? 0 : words), pushes: isRead ? words : 0 };
    }
    case 'invoke':
    case 'invokedynamic': {
      const receiver = opcode === Op.invokestatic || opcode === Op.invokedynamic ? 0 : 1;
      const { descriptor } = instruction;
      return { pops: receiver + parameterWords(descriptor), pushes: wordsOf(returnTypeOf(descriptor)) };
    }
    case 'multianewarray':
      return { pops: instruction.dimensions, pushes: 1 };
    default:
      return fixedEffects[opcode]!;
  }
}
