import { type Attribute, findAttribute, readAttributes } from './attribute.ts';
import type { ClassBytes } from './class-bytes.ts';
import type { ClassFile, MethodInfo } from './class-file.ts';
import type { Instruction, InstructionIndex, Label } from './instruction.ts';
import { decodeInstructions } from './instruction-decoder.ts';
import { findInstructions, type InstructionPositions } from './instruction-positions.ts';
import { LineNumbers } from './line-numbers.ts';

/** An entry of the exception table (JVMS 4.7.3). The range is [start, end). */
export interface ExceptionHandler {
  readonly start: Label;
  readonly end: Label;
  readonly handler: Label;
  /** Internal name; undefined catches everything. */
  readonly catchType: string | undefined;
}

/** A Code attribute (JVMS 4.7.3), decoded. Immutable. */
export interface Code {
  readonly maxStack: number;
  readonly maxLocals: number;
  /** code_length. */
  readonly byteLength: number;
  readonly instructions: readonly Instruction[];
  /** pc of an instruction; byteLength for instructions.length. */
  pcOf(index: InstructionIndex): number;
  /** The instruction that starts at pc; instructions.length for byteLength; else undefined. */
  indexOf(pc: number): InstructionIndex | undefined;
  /** Source line, from the LineNumberTable attributes (4.7.12), as HotSpot's stack traces have it. */
  lineOf(index: InstructionIndex): number | undefined;
  readonly exceptionTable: readonly ExceptionHandler[];
  readonly attributes: readonly Attribute[];
}

/** A Code attribute of which only the structure has been walked. Offsets are absolute in the file. */
export interface RawCode {
  /** Offset of max_stack. */
  readonly start: number;
  readonly maxStack: number;
  readonly maxLocals: number;
  /** Offset of the code array. */
  readonly code: number;
  readonly codeLength: number;
  /** Offset of the first exception table entry; 8 bytes each. */
  readonly exceptionTable: number;
  readonly exceptionTableLength: number;
  readonly attributes: readonly Attribute[];
}

/**
 * Walks the Code attribute of a method; undefined if it has none (abstract, native). Linear in its tables.
 * The shorter header of class versions before 45.3 (Java 1.0) is not modelled: HotSpot 17 does not read it either.
 */
export function readRawCode(file: ClassFile, method: MethodInfo): RawCode | undefined {
  if (file.methods[method.index] !== method) throw new Error('the method is of another class');
  const attribute = findAttribute(method.attributes, 'Code');
  if (attribute === undefined) return undefined;
  const source = file.pool.source;
  const start = attribute.offset;
  const code = start + 8;
  const codeLength = source.u4(start + 4);
  const table = code + codeLength;
  const exceptionTableLength = source.u2(table);
  const limit = start + attribute.length;
  const { attributes, end } = readAttributes(file.pool, table + 2 + 8 * exceptionTableLength, limit);
  if (end !== limit) source.fail('the Code attribute is longer than its content', end);
  return {
    start,
    maxStack: source.u2(start),
    maxLocals: source.u2(start + 2),
    code,
    codeLength,
    exceptionTable: table + 2,
    exceptionTableLength,
    attributes,
  };
}

/**
 * The code of a method; undefined if it has none (abstract, native). Throws RRV_CLASS_MALFORMED when an
 * instruction, a jump target, an exception range or a constant is not what the JVMS asks for; types and
 * stack depths are the verifier's business and are not checked. Linear in the code. Nothing is remembered
 * but what the constant pool decodes: calling twice decodes twice.
 */
export function readCode(file: ClassFile, method: MethodInfo): Code | undefined {
  const raw = readRawCode(file, method);
  if (raw === undefined) return undefined;
  const positions = findInstructions(file.pool.source, raw.code, raw.codeLength);
  return new DecodedCode(file, raw, positions);
}

class DecodedCode implements Code {
  readonly maxStack: number;
  readonly maxLocals: number;
  readonly byteLength: number;
  readonly instructions: readonly Instruction[];
  readonly exceptionTable: readonly ExceptionHandler[];
  readonly attributes: readonly Attribute[];
  private readonly source: ClassBytes;
  private readonly positions: InstructionPositions;
  private lines: LineNumbers | undefined;

  constructor(file: ClassFile, raw: RawCode, positions: InstructionPositions) {
    this.maxStack = raw.maxStack;
    this.maxLocals = raw.maxLocals;
    this.byteLength = raw.codeLength;
    this.attributes = raw.attributes;
    this.source = file.pool.source;
    this.positions = positions;
    this.instructions = decodeInstructions(file, positions);
    this.exceptionTable = readExceptionTable(file, raw, positions);
  }

  pcOf(index: InstructionIndex): number {
    const pc = this.positions.pcs[index];
    if (pc === undefined) throw new RangeError(`there is no instruction ${index}`);
    return pc;
  }

  indexOf(pc: number): InstructionIndex | undefined {
    return indexOfPc(this.positions, pc);
  }

  lineOf(index: InstructionIndex): number | undefined {
    this.lines ??= new LineNumbers(this.source, this.attributes);
    return this.lines.lineOfPc(this.pcOf(index));
  }
}

/** The instruction that starts at pc, the end for the code's length, undefined for anything else. */
function indexOfPc(positions: InstructionPositions, pc: number): InstructionIndex | undefined {
  if (pc === positions.length) return positions.count as InstructionIndex;
  const plusOne = positions.indexPlusOne[pc];
  return plusOne === undefined || plusOne === 0 ? undefined : ((plusOne - 1) as InstructionIndex);
}

function readExceptionTable(
  file: ClassFile,
  raw: RawCode,
  positions: InstructionPositions,
): readonly ExceptionHandler[] {
  const source = file.pool.source;
  const table: ExceptionHandler[] = [];
  for (let index = 0; index < raw.exceptionTableLength; index++) {
    const at = raw.exceptionTable + 8 * index;
    const start = indexOfPc(positions, source.u2(at));
    const end = indexOfPc(positions, source.u2(at + 2));
    const handler = indexOfPc(positions, source.u2(at + 4));
    if (start === undefined || end === undefined || start >= end)
      return source.fail(`exception range ${index} is not a range of instructions`, at);
    if (handler === undefined || handler === positions.count)
      return source.fail(`exception handler ${index} is not an instruction`, at + 4);
    const catchType = source.u2(at + 6);
    table.push({
      start,
      end,
      handler,
      catchType: catchType === 0 ? undefined : file.pool.className(catchType),
    });
  }
  return table;
}
