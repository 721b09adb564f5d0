import { computationalType, parseMethodDescriptor, wordsOf } from './descriptors.ts';
import type { Instruction } from './instruction.ts';
import { isTwoWords } from './instruction-decoder.ts';
import { maxOpcode, Op, opcodeInfo } from './opcodes.ts';

/** Words that an instruction takes from the operand stack and puts there; long and double are two words. */
export interface StackEffect {
  readonly pops: number;
  readonly pushes: number;
}

/** What a call takes: its receiver, and arguments by position. */
export type Operand = 'receiver' | number;

interface CallEffect extends StackEffect {
  /** By position of an argument: words of the operands in front of it. */
  readonly wordsBefore: readonly number[];
  /** The operands that are references. */
  readonly references: readonly Operand[];
}

type Call = Extract<Instruction, { form: 'invoke' | 'invokedynamic' }>;

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
const callEffects = [new Map<string, CallEffect>(), new Map<string, CallEffect>()] as const;

/**
 * The stack effect of an instruction (JVMS 6.5). For types by letter see `opcodeInfo`. Linear in a descriptor
 * that it has not seen.
 */
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
      return callEffect(instruction);
    case 'multianewarray':
      return { pops: instruction.dimensions, pushes: 1 };
    default:
      return fixedEffects[instruction.opcode]!;
  }
}

/** Linear in a descriptor that it has not seen. */
export function callEffect(call: Call): CallEffect {
  const receiver = takesReceiver(call) ? 1 : 0;
  const known = callEffects[receiver].get(call.descriptor);
  if (known !== undefined) return known;
  const { parameters, returnType } = parseMethodDescriptor(call.descriptor);
  const references: Operand[] = receiver === 1 ? ['receiver'] : [];
  const wordsBefore: number[] = [];
  let pops: number = receiver;
  for (const [position, type] of parameters.entries()) {
    if (computationalType(type) === 'A') references.push(position);
    wordsBefore.push(pops);
    pops += wordsOf(type);
  }
  const effect = { pops, pushes: wordsOf(returnType), wordsBefore, references };
  callEffects[receiver].set(call.descriptor, effect);
  return effect;
}

/** The operands of a call that are references; of other instructions, none. */
export function referenceOperands(instruction: Instruction): readonly Operand[] {
  const isCall = instruction.form === 'invoke' || instruction.form === 'invokedynamic';
  return isCall ? callEffect(instruction).references : noOperands;
}

const noOperands: readonly Operand[] = [];

/** True for calls that take an object to be called on. */
export function takesReceiver(instruction: Instruction): boolean {
  return instruction.form === 'invoke' && instruction.opcode !== Op.invokestatic;
}
