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

/** Of calls, by descriptor: those without a receiver, and those with one. */
const callEffects = [new Map<string, StackEffect>(), new Map<string, StackEffect>()] as const;

/** The stack effect of an instruction (JVMS 6.5). For types by letter see `opcodeInfo`. Linear in a descriptor that it has not seen. */
export function stackEffect(instruction: Instruction): StackEffect {
  switch (instruction.form) {
    case 'constant':
      return { pops: 0, pushes: isTwoWords(instruction.constant) ? 2 : 1 };
    case 'field': {
      const { opcode } = instruction;
      const words = wordsOf(instruction.descriptor);
      const receiver = opcode === Op.getfield || opcode === Op.putfield ? 1 : 0;
      const isRead = opcode === Op.getfield || opcode === Op.getstatic;
      return { pops: receiver + (isRead ? 0 : words), pushes: isRead ? words : 0 };
    }
    case 'invoke':
    case 'invokedynamic':
      return callEffect(instruction.descriptor, takesReceiver(instruction) ? 1 : 0);
    case 'multianewarray':
      return { pops: instruction.dimensions, pushes: 1 };
    default:
      return fixedEffects[instruction.opcode]!;
  }
}

function callEffect(descriptor: string, receiver: 0 | 1): StackEffect {
  const known = callEffects[receiver].get(descriptor);
  if (known !== undefined) return known;
  const effect = { pops: receiver + parameterWords(descriptor), pushes: wordsOf(returnTypeOf(descriptor)) };
  callEffects[receiver].set(descriptor, effect);
  return effect;
}

/** True for calls that take an object to be called on. */
export function takesReceiver(instruction: Instruction): boolean {
  return instruction.form === 'invoke' && instruction.opcode !== Op.invokestatic;
}
