import { codeContent } from './attribute.ts';
import type { ClassFile, MethodInfo } from './class-file.ts';
import { checkCodeLength, instructionLength } from './instruction-positions.ts';
import { maxOpcode, Op, type OperandLayout, opcodeInfo } from './opcodes.ts';

/**
 * The instructions of one method that name an entry of the constant pool, in code order: what a scan of a large program
 * needs, without an object per instruction. The arrays are those of the next call, too; `count` elements count.
 */
export interface CodeReferences {
  readonly count: number;
  /** Positions among the instructions of the method. */
  readonly instructions: Uint16Array;
  readonly opcodes: Uint8Array;
  /** Indices into the constant pool. */
  readonly constants: Uint16Array;
  /** Whether there is an instruction that names an entry and is not listed: multianewarray. */
  readonly makesArraysOfArrays: boolean;
}

const widths: Partial<Record<OperandLayout, number>> = {
  constant: 1,
  wideConstant: 2,
  field: 2,
  method: 2,
  interfaceMethod: 2,
  dynamic: 2,
  type: 2,
};

/** By opcode: bytes of the index that follows; 0: none. */
const indexBytes = new Uint8Array(256);
for (let opcode = 0; opcode <= maxOpcode; opcode++)
  indexBytes[opcode] = widths[opcodeInfo(opcode).layout] ?? 0;

// Code has at most 65,535 bytes (JVMS 4.7.3), and an instruction with an index has at least two.
const most = 32_768;
const instructions = new Uint16Array(most);
const opcodes = new Uint8Array(most);
const constants = new Uint16Array(most);

/**
 * Undefined for a method without code. Throws RRV_CLASS_MALFORMED where instructions do not follow one another;
 * indices, jumps and tables are not looked at. Linear; allocates nothing per instruction.
 */
export function codeReferences(file: ClassFile, method: MethodInfo): CodeReferences | undefined {
  const { source } = file.pool;
  const code = codeContent(file.pool, method.start + 6);
  if (code < 0) return undefined;
  const start = code + 8;
  const length = source.u4(code + 4);
  checkCodeLength(source, start, length);
  const { bytes } = source;
  let count = 0;
  let makesArraysOfArrays = false;
  let instruction = 0;
  let pc = 0;
  for (; pc < length; instruction++) {
    const at = start + pc;
    const opcode = bytes[at]!;
    const width = indexBytes[opcode]!;
    if (width !== 0) {
      instructions[count] = instruction;
      opcodes[count] = opcode;
      constants[count] = width === 1 ? bytes[at + 1]! : (bytes[at + 1]! << 8) | bytes[at + 2]!;
      count++;
    } else if (opcode === Op.multianewarray) makesArraysOfArrays = true;
    pc += instructionLength(source, start, pc, length);
  }
  if (pc !== length) source.fail('the last instruction does not fit into the code', start);
  return { count, instructions, opcodes, constants, makesArraysOfArrays };
}

/** What the handlers of a method catch (internal names; undefined: anything). Linear in their table. */
export function caughtTypes(file: ClassFile, method: MethodInfo): ReadonlySet<string | undefined> {
  const { source } = file.pool;
  const code = codeContent(file.pool, method.start + 6);
  const found = new Set<string | undefined>();
  if (code < 0) return found;
  const table = code + 8 + source.u4(code + 4);
  for (let handler = 0; handler < source.u2(table); handler++) {
    const type = source.u2(table + 2 + 8 * handler + 6);
    found.add(type === 0 ? undefined : file.pool.className(type));
  }
  return found;
}
