import { computationalType, wordsOf } from './descriptors.ts';
import type { Instruction, Opcode } from './instruction.ts';
import { Op } from './opcodes.ts';

/** Small pieces of code to weave. Types are field descriptors. */

export const throwable = 'Ljava/lang/Throwable;';

/** An instruction without operands in the code. */
export function none(opcode: Opcode): Instruction {
  return { form: 'none', opcode };
}

/** The shortest instruction that pushes an int. */
export function pushInt(value: number): Instruction {
  if (value >= -1 && value <= 5) return none(Op.iconst_0 + value);
  if (value >= -128 && value <= 127) return { form: 'immediate', opcode: Op.bipush, value };
  if (value >= -32768 && value <= 32767) return { form: 'immediate', opcode: Op.sipush, value };
  return { form: 'constant', opcode: Op.ldc, constant: { kind: 'Integer', value } };
}

/** A string of at most 65,535 bytes in modified UTF-8 (JVMS 4.4.7). */
export function pushText(value: string): Instruction {
  return { form: 'constant', opcode: Op.ldc, constant: { kind: 'String', value } };
}

/** Pushes the local variable, which holds a value of the type. */
export function loadLocal(descriptor: string, index: number): Instruction {
  return { form: 'local', opcode: Op.iload + kindOffset(descriptor), index };
}

/** Pops a value of the type into the local variable. */
export function storeLocal(descriptor: string, index: number): Instruction {
  return { form: 'local', opcode: Op.istore + kindOffset(descriptor), index };
}

/** Returns a value of the type; `V`: none. */
export function returnOf(descriptor: string): Instruction {
  return none(descriptor === 'V' ? Op.return : Op.ireturn + kindOffset(descriptor));
}

/** The first local variable of each value, when the first begins at `from`, and the one behind them. */
export function localsOf(
  descriptors: readonly string[],
  from = 0,
): { readonly locals: readonly number[]; readonly next: number } {
  const locals: number[] = [];
  let next = from;
  for (const descriptor of descriptors) {
    locals.push(next);
    next += wordsOf(descriptor);
  }
  return { locals, next };
}

/** The families iload..aload, istore..astore and ireturn..areturn are ordered int, long, float, double, reference. */
function kindOffset(descriptor: string): number {
  return 'IJFDA'.indexOf(computationalType(descriptor));
}

/** A call. `isInterface`: `owner` is an interface. */
export function invoke(
  opcode: Opcode,
  owner: string,
  name: string,
  descriptor: string,
  isInterface = false,
): Instruction {
  return { form: 'invoke', opcode, owner, name, descriptor, isInterface };
}

export const currentThread = invoke(
  Op.invokestatic,
  'java/lang/Thread',
  'currentThread',
  '()Ljava/lang/Thread;',
);
