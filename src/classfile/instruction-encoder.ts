import type { ByteWriter } from './byte-writer.ts';
import type { ConstantPoolBuilder } from './constant-pool-builder.ts';
import { parameterWords } from './descriptors.ts';
import type { Instruction, LoadableConstant } from './instruction.ts';
import { isTwoWords } from './instruction-decoder.ts';
import { mnemonicOf, Op, opcodeInfo } from './opcodes.ts';

/** An instruction whose bytes do not depend on where it stands. */
export type PlainInstruction = Exclude<
  Instruction,
  { readonly form: 'jump' | 'tableswitch' | 'lookupswitch' }
>;

/** Whether the bytes of the instruction are the same wherever it stands. */
export function isPlain(instruction: Instruction): instruction is PlainInstruction {
  return (
    instruction.form !== 'jump' && instruction.form !== 'tableswitch' && instruction.form !== 'lookupswitch'
  );
}

/**
 * Writes an instruction in its shortest encoding (JVMS 6.5): `iload_0`, `ldc` or `ldc_w`, `wide` where an
 * operand needs it. New constants go to the pool. Throws RangeError for operands that no encoding can hold.
 */
export function encodeInstruction(
  out: ByteWriter,
  pool: ConstantPoolBuilder,
  instruction: PlainInstruction,
): void {
  const { opcode } = instruction;
  switch (instruction.form) {
    case 'none':
      if (opcodeInfo(opcode).layout !== 'none') throw new RangeError(`${mnemonicOf(opcode)} has operands`);
      out.u1(opcode);
      return;
    case 'immediate': {
      const { value } = instruction;
      out.u1(opcode);
      if (opcode === Op.sipush) out.u2(inRange(value, -0x8000, 0x7fff));
      else out.u1(opcode === Op.bipush ? inRange(value, -0x80, 0x7f) : inRange(value, 4, 11));
      return;
    }
    case 'local':
      encodeLocal(out, opcode, inRange(instruction.index, 0, 0xffff));
      return;
    case 'iinc':
      encodeIinc(out, inRange(instruction.index, 0, 0xffff), inRange(instruction.constant, -0x8000, 0x7fff));
      return;
    case 'constant':
      encodeConstant(out, pool, opcode, instruction.constant);
      return;
    case 'field':
      out.u1(opcode);
      out.u2(pool.field(instruction.owner, instruction.name, instruction.descriptor));
      return;
    case 'invoke':
      out.u1(opcode);
      out.u2(
        pool.method(instruction.owner, instruction.name, instruction.descriptor, instruction.isInterface),
      );
      if (opcode === Op.invokeinterface) {
        out.u1(inRange(1 + parameterWords(instruction.descriptor), 1, 255));
        out.u1(0);
      }
      return;
    case 'invokedynamic':
      out.u1(opcode);
      out.u2(pool.invokeDynamic(instruction.name, instruction.descriptor, instruction.bootstrap));
      out.u2(0);
      return;
    case 'type':
      out.u1(opcode);
      out.u2(pool.className(instruction.type));
      return;
    case 'multianewarray':
      out.u1(opcode);
      out.u2(pool.className(instruction.type));
      out.u1(inRange(instruction.dimensions, 1, 255));
      return;
  }
}

function encodeLocal(out: ByteWriter, opcode: number, index: number): void {
  if (index > 0xff) {
    out.u1(Op.wide);
    out.u1(opcode);
    out.u2(index);
  } else if (index < 4 && opcode !== Op.ret) {
    out.u1(
      opcode >= Op.istore
        ? Op.istore_0 + 4 * (opcode - Op.istore) + index
        : Op.iload_0 + 4 * (opcode - Op.iload) + index,
    );
  } else {
    out.u1(opcode);
    out.u1(index);
  }
}

function encodeIinc(out: ByteWriter, index: number, constant: number): void {
  if (index > 0xff || constant < -0x80 || constant > 0x7f) {
    out.u1(Op.wide);
    out.u1(Op.iinc);
    out.u2(index);
    out.u2(constant);
  } else {
    out.u1(Op.iinc);
    out.u1(index);
    out.u1(constant);
  }
}

function encodeConstant(
  out: ByteWriter,
  pool: ConstantPoolBuilder,
  opcode: number,
  constant: LoadableConstant,
): void {
  if (isTwoWords(constant) !== (opcode === Op.ldc2_w))
    throw new RangeError(`${mnemonicOf(opcode)} of a ${constant.kind} constant`);
  const index = pool.loadable(constant);
  if (opcode === Op.ldc && index <= 0xff) {
    out.u1(Op.ldc);
    out.u1(index);
  } else {
    out.u1(opcode === Op.ldc ? Op.ldc_w : opcode);
    out.u2(index);
  }
}

function inRange(value: number, low: number, high: number): number {
  if (!Number.isInteger(value) || value < low || value > high)
    throw new RangeError(`operand ${value} is not in ${low} to ${high}`);
  return value;
}
