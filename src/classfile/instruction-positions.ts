import type { ClassBytes } from './class-bytes.ts';
import { fixedLength, maxOpcode, Op, opcodeInfo } from './opcodes.ts';

/** Where the instructions of one code array start. */
export interface InstructionPositions {
  /** Offset of the code array in the file. */
  readonly start: number;
  /** code_length, 1 to 65535. */
  readonly length: number;
  /** Number of instructions. */
  readonly count: number;
  /** pc of each instruction; one more entry, at `count`, is `length`. */
  readonly pcs: Uint16Array;
  /** By pc: 1 + the index of the instruction that starts there, 0 if none does. */
  readonly indexPlusOne: Uint16Array;
}

const lengths = new Uint8Array(256);
for (let opcode = 0; opcode <= maxOpcode; opcode++) lengths[opcode] = fixedLength[opcodeInfo(opcode).layout];

/** The largest code_length (JVMS 4.7.3). */
export const maxCodeLength = 65535;

const scratch = new Uint16Array(maxCodeLength + 1);

/**
 * Finds the instructions of the code array at [start, start + length) (JVMS 4.9.1: each follows the one
 * before without a gap). Throws RRV_CLASS_MALFORMED for unknown opcodes and operands that do not fit.
 * Linear.
 */
export function findInstructions(source: ClassBytes, start: number, length: number): InstructionPositions {
  checkCodeLength(source, start, length);
  const indexPlusOne = new Uint16Array(length);
  let pc = 0;
  let count = 0;
  while (pc < length) {
    scratch[count++] = pc;
    indexPlusOne[pc] = count;
    pc += instructionLength(source, start, pc, length);
  }
  if (pc !== length)
    source.fail('the last instruction does not fit into the code', start + scratch[count - 1]!);
  scratch[count] = length;
  return { start, length, count, pcs: scratch.slice(0, count + 1), indexPlusOne };
}

/** Throws RRV_CLASS_MALFORMED for a code array of a length that none may have, or that ends behind the file. */
export function checkCodeLength(source: ClassBytes, start: number, length: number): void {
  if (length === 0 || length > maxCodeLength)
    source.fail(`code_length is ${length} and must be 1 to ${maxCodeLength}`, start - 4);
  source.require(start, length);
}

/** Bytes of the instruction at pc of the code array at [start, start + length). */
export function instructionLength(source: ClassBytes, start: number, pc: number, length: number): number {
  const fixed = lengths[source.bytes[start + pc]!]!;
  return fixed === 0 ? variableLength(source, start, pc, length) : fixed;
}

/** Length of the switch or `wide` at pc. */
function variableLength(source: ClassBytes, start: number, pc: number, length: number): number {
  const at = start + pc;
  const opcode = source.bytes[at]!;
  if (opcode === Op.wide) {
    if (pc + 1 >= length) source.fail('wide at the end of the code', at);
    const widened = source.bytes[at + 1]!;
    if (widened === Op.iinc) return 6;
    if (widened === Op.ret || (widened >= Op.iload && widened <= Op.aload)) return 4;
    if (widened >= Op.istore && widened <= Op.astore) return 4;
    return source.fail(`wide before opcode ${widened}`, at);
  }
  const table = switchTable(pc);
  if (opcode === Op.tableswitch) {
    if (table + 12 > length) source.fail('tableswitch does not fit into the code', at);
    const low = source.s4(start + table + 4);
    const high = source.s4(start + table + 8);
    const entries = high - low + 1;
    if (entries < 1 || table + 12 + 4 * entries > length)
      source.fail(`tableswitch from ${low} to ${high} does not fit into the code`, at);
    return table + 12 + 4 * entries - pc;
  }
  if (opcode === Op.lookupswitch) {
    if (table + 8 > length) source.fail('lookupswitch does not fit into the code', at);
    const pairs = source.s4(start + table + 4);
    if (pairs < 0 || table + 8 + 8 * pairs > length)
      source.fail(`lookupswitch with ${pairs} pairs does not fit into the code`, at);
    return table + 8 + 8 * pairs - pc;
  }
  return source.fail(`unknown opcode ${opcode}`, at);
}

/** pc of a switch's default offset: behind the opcode at `pc` and 0 to 3 bytes of padding (6.5.tableswitch). */
export function switchTable(pc: number): number {
  return (pc + 4) & ~3;
}
