import type { VerificationType } from './attributes/stack-map-table.ts';
import type { ExceptionHandler } from './code.ts';
import { parameterWords } from './descriptors.ts';
import type { Instruction, Label } from './instruction.ts';
import { fallsThrough, mnemonicOf, Op } from './opcodes.ts';
import { stackEffect } from './stack-effect.ts';

/** A frame of a new method (JVMS 4.7.4), in full. Objects that are not initialised are not supported here. */
export interface NewFrame {
  readonly at: Label;
  readonly locals: readonly Exclude<VerificationType, { kind: 'Uninitialized' }>[];
  readonly stack: readonly Exclude<VerificationType, { kind: 'Uninitialized' }>[];
}

/** A method that does not exist yet. Labels are positions in `instructions`. */
export interface NewMethod {
  readonly accessFlags: number;
  readonly name: string;
  readonly descriptor: string;
  /** Absent for abstract and native methods. */
  readonly instructions?: readonly Instruction[];
  readonly exceptionTable?: readonly ExceptionHandler[];
  /** Words. Computed when absent. */
  readonly maxStack?: number;
  readonly maxLocals?: number;
  /**
   * In class versions from 51 on, every jump target and handler needs a frame (4.10.1); 50 is treated
   * alike. Ignored below. In ascending order of labels.
   */
  readonly frames?: readonly NewFrame[];
  /** The `throws` clause: internal names. */
  readonly exceptions?: readonly string[];
}

/** The labels that control can reach from an instruction otherwise than by falling through. */
export function jumpTargets(instruction: Instruction): readonly Label[] {
  switch (instruction.form) {
    case 'jump':
      return [instruction.target];
    case 'tableswitch':
      return [instruction.defaultTarget, ...instruction.targets];
    case 'lookupswitch':
      return [instruction.defaultTarget, ...instruction.cases.map(({ target }) => target)];
    default:
      return noTargets;
  }
}

const noTargets: readonly Label[] = [];

/**
 * The operand stack words that a body needs (max_stack, JVMS 4.7.3), by data flow: each instruction is
 * visited once, as it has one stack depth (4.10.2.1). Throws Error where depths contradict each other, the
 * stack would be popped when empty, or control leaves the code: mistakes of the caller. Linear. jsr is not
 * supported.
 */
export function maxStackOf(
  instructions: readonly Instruction[],
  exceptionTable: readonly ExceptionHandler[] = [],
): number {
  const depths = new Int32Array(instructions.length).fill(-1);
  const work: number[] = [];
  let max = 0;
  const reach = (index: number, depth: number, from: number): void => {
    if (index >= instructions.length) throw new Error(`control leaves the code after instruction ${from}`);
    const known = depths[index]!;
    if (known === depth) return;
    if (known !== -1) throw new Error(`instruction ${index} has stack depth ${known} and ${depth}`);
    depths[index] = depth;
    work.push(index);
  };
  reach(0, 0, 0);
  for (const { handler } of exceptionTable) reach(handler, 1, handler);
  for (let index = work.pop(); index !== undefined; index = work.pop()) {
    const instruction = instructions[index]!;
    const { opcode } = instruction;
    if (opcode === Op.jsr || opcode === Op.ret) throw new Error(`${mnemonicOf(opcode)} is not supported`);
    const { pops, pushes } = stackEffect(instruction);
    const depth = depths[index]! - pops + pushes;
    if (depths[index]! < pops) throw new Error(`instruction ${index} pops an empty stack`);
    max = Math.max(max, depths[index]!, depth);
    for (const target of jumpTargets(instruction)) reach(target, depth, index);
    if (fallsThrough(opcode)) reach(index + 1, depth, index);
  }
  return max;
}

/** The local variable words that a method needs (max_locals). Linear. */
export function maxLocalsOf(method: {
  readonly descriptor: string;
  readonly isStatic: boolean;
  readonly instructions: readonly Instruction[];
}): number {
  let max = parameterWords(method.descriptor) + (method.isStatic ? 0 : 1);
  for (const instruction of method.instructions) {
    if (instruction.form !== 'local' && instruction.form !== 'iinc') continue;
    const { opcode } = instruction;
    const isTwoWords =
      opcode === Op.lload || opcode === Op.dload || opcode === Op.lstore || opcode === Op.dstore;
    max = Math.max(max, instruction.index + (isTwoWords ? 2 : 1));
  }
  return max;
}
