import { ByteWriter } from './byte-writer.ts';
import type { ClassBytes } from './class-bytes.ts';
import type { ClassFile, MethodInfo } from './class-file.ts';
import { type RawCode, readRawCode } from './code.ts';
import { type Layout, LayoutKind, layoutCode } from './code-layout.ts';
import type { ConstantPoolBuilder } from './constant-pool-builder.ts';
import type { Instruction, InstructionIndex } from './instruction.ts';
import { encodeInstruction, isPlain, type PlainInstruction } from './instruction-encoder.ts';
import { findInstructions, type InstructionPositions, switchTable } from './instruction-positions.ts';
import { inverseBranch, mnemonicOf, Op, opcodeInfo } from './opcodes.ts';

/**
 * Edits of one method body, by position in the original. Inserted instructions are straight-line: no jumps,
 * switches, returns, throws. They must leave the operand stack and the method's own local variables as the
 * instructions around them expect; nothing here checks types.
 *
 * Where inserted code belongs:
 * - `insertBefore(i)`: jumps to `i` run it. It is inside an exception range, a variable's range or a line that
 *   starts at `i`, and outside one that ends at `i`.
 * - `insertAfter(i)`: runs only when `i` completed and fell through (for a jump: was not taken). Jumps to
 *   `i + 1` skip it. It is inside ranges that end behind `i`.
 * - Both at one place: after(i), then jumps to i + 1 arrive, then before(i + 1). Repeated calls append.
 *
 * Fresh local variables (above the method's) may carry values from before(i) to after(i) when `i` is not a
 * jump: stack map frames mention only the method's own.
 */
export interface CodeEdit {
  insertBefore(at: InstructionIndex, instructions: readonly Instruction[]): void;
  insertAfter(at: InstructionIndex, instructions: readonly Instruction[]): void;
  /** A straight-line instruction for a straight-line instruction; `new` only for `new`. */
  replace(at: InstructionIndex, instruction: Instruction): void;
  /** Operand stack and local variable words that inserted code needs beyond the method's. The largest call counts. */
  reserve(extraStack: number, extraLocals: number): void;
}

/** The edits of a method, and what is needed to write it. */
export class MethodCodeEdit implements CodeEdit {
  readonly file: ClassFile;
  readonly method: MethodInfo;
  readonly raw: RawCode;
  readonly positions: InstructionPositions;
  extraStack = 0;
  extraLocals = 0;
  readonly before = new Map<number, PlainInstruction[]>();
  readonly after = new Map<number, PlainInstruction[]>();
  readonly replaced = new Map<number, PlainInstruction>();

  constructor(file: ClassFile, method: MethodInfo) {
    const raw = readRawCode(file, method);
    if (raw === undefined) throw new Error(`method ${method.name}${method.descriptor} has no code`);
    this.file = file;
    this.method = method;
    this.raw = raw;
    this.positions = findInstructions(file.pool.source, raw.code, raw.codeLength);
  }

  get isEmpty(): boolean {
    return this.before.size === 0 && this.after.size === 0 && this.replaced.size === 0;
  }

  insertBefore(at: InstructionIndex, instructions: readonly Instruction[]): void {
    this.opcodeAt(at);
    append(this.before, at, instructions);
  }

  insertAfter(at: InstructionIndex, instructions: readonly Instruction[]): void {
    const opcode = this.opcodeAt(at);
    const flow = opcodeInfo(opcode).controlFlow;
    if (opcode !== Op.wide && flow !== 'next' && flow !== 'branch' && flow !== 'jsr')
      throw new Error(`nothing can run after ${mnemonicOf(opcode)}`);
    if (opcode === Op.wide && this.file.bytes[this.positions.start + this.positions.pcs[at]! + 1] === Op.ret)
      throw new Error('nothing can run after ret');
    append(this.after, at, instructions);
  }

  replace(at: InstructionIndex, instruction: Instruction): void {
    const opcode = this.opcodeAt(at);
    if (opcode !== Op.wide && opcodeInfo(opcode).controlFlow !== 'next')
      throw new Error(`${mnemonicOf(opcode)} cannot be replaced`);
    if ((opcode === Op.new) !== (instruction.opcode === Op.new))
      throw new Error('new can only be replaced by new: frames refer to it');
    this.replaced.set(at, straightLine(instruction));
  }

  reserve(extraStack: number, extraLocals: number): void {
    this.extraStack = Math.max(this.extraStack, extraStack);
    this.extraLocals = Math.max(this.extraLocals, extraLocals);
  }

  private opcodeAt(at: number): number {
    if (!Number.isInteger(at) || at < 0 || at >= this.positions.count)
      throw new RangeError(`there is no instruction ${at}`);
    return this.file.bytes[this.positions.start + this.positions.pcs[at]!]!;
  }
}

function append(
  edits: Map<number, PlainInstruction[]>,
  at: number,
  instructions: readonly Instruction[],
): void {
  if (instructions.length === 0) return;
  const checked = instructions.map(straightLine);
  const present = edits.get(at);
  if (present === undefined) edits.set(at, checked);
  else present.push(...checked);
}

function straightLine(instruction: Instruction): PlainInstruction {
  if (!isPlain(instruction) || opcodeInfo(instruction.opcode).controlFlow !== 'next')
    throw new Error(`${mnemonicOf(instruction.opcode)} is not straight-line code`);
  return instruction;
}

/** Where everything of an edited method lies in the new code. */
export interface EditedLayout extends Layout {
  /** Index of the conditional jumps that became an inverse jump over goto_w. */
  readonly widenedConditionals: readonly number[];
}

/** The new code array of an edited method. New constants go to the pool. Linear. */
export function writeEditedCode(
  edit: MethodCodeEdit,
  pool: ConstantPoolBuilder,
): { readonly code: ByteWriter; readonly layout: EditedLayout } {
  const { positions } = edit;
  const { count, pcs, start, indexPlusOne } = positions;
  const source: ClassBytes = edit.file.pool.source;
  const { bytes } = source;

  const before = new Int32Array(count);
  const after = new Int32Array(count);
  const size = new Int32Array(count);
  const kind = new Uint8Array(count);
  const jumps: number[] = [];
  const targets: number[] = [];
  /** Instructions that cannot be copied as they are: jumps, switches, and edited ones. In order. */
  const special: number[] = [];

  const targetOf = (pc: number, offset: number): number => {
    const plusOne = indexPlusOne[pc + offset];
    if (plusOne === undefined || plusOne === 0)
      source.fail(`a jump to ${pc + offset}, where no instruction starts`, start + pc);
    return plusOne - 1;
  };

  const inserted = encodeInsertions(edit, pool, before, size, after);
  let edited = 0;
  for (let index = 0; index < count; index++) {
    const pc = pcs[index]!;
    const opcode = bytes[start + pc]!;
    const isEdited = inserted.indices[edited] === index;
    if (isEdited) edited++;
    if (size[index] === 0) size[index] = pcs[index + 1]! - pc;
    if (opcode < Op.ifeq || (opcode > Op.jsr && opcode < Op.ifnull)) {
      if (opcode === Op.tableswitch || opcode === Op.lookupswitch) {
        kind[index] = LayoutKind.switch;
        size[index] = size[index]! - (switchTable(pc) - pc - 1);
        special.push(index);
      } else if (isEdited) special.push(index);
      continue;
    }
    special.push(index);
    if (opcode === Op.goto_w || opcode === Op.jsr_w) continue;
    kind[index] = opcode === Op.goto || opcode === Op.jsr ? LayoutKind.unconditional : LayoutKind.conditional;
    jumps.push(index);
    targets.push(targetOf(pc, source.s2(start + pc + 1)));
  }

  const layout = layoutCode({ count, before, size, after, kind, jumps, targets });
  const { labelPc, instructionPc, wide } = layout;
  const widenedConditionals: number[] = [];
  const code = new ByteWriter(layout.length);
  let copied = 0;
  edited = 0;
  for (const index of special) {
    code.copy(bytes, start + pcs[copied]!, start + pcs[index]!);
    copied = index + 1;
    const pc = pcs[index]!;
    const newPc = instructionPc[index]!;
    const opcode = bytes[start + pc]!;
    const isEdited = inserted.indices[edited] === index;
    const parts = isEdited ? inserted.starts.slice(3 * edited, 3 * edited + 4) : undefined;
    if (isEdited) edited++;
    if (parts !== undefined) code.copyFrom(inserted.code, parts[0], parts[1]);
    if (parts !== undefined && parts[2]! > parts[1]!) code.copyFrom(inserted.code, parts[1], parts[2]);
    else if (kind[index] === LayoutKind.switch)
      copySwitch(code, source.bytes, start, pc, newPc, (offset) => labelPc[targetOf(pc, offset)]! - newPc);
    else if (opcode === Op.goto_w || opcode === Op.jsr_w) {
      code.u1(opcode);
      code.u4(labelPc[targetOf(pc, source.s4(start + pc + 1))]! - newPc);
    } else if (kind[index] !== LayoutKind.plain) {
      const offset = labelPc[targetOf(pc, source.s2(start + pc + 1))]! - newPc;
      if (wide[index] === 1 && kind[index] === LayoutKind.conditional) widenedConditionals.push(index);
      writeJump(code, opcode, offset, wide[index] === 1);
    } else code.copy(bytes, start + pc, start + pcs[index + 1]!);
    if (parts !== undefined) code.copyFrom(inserted.code, parts[2], parts[3]);
  }
  code.copy(bytes, start + pcs[copied]!, start + pcs[count]!);
  return { code, layout: { ...layout, widenedConditionals } };
}

/** Length of the inverse jump and the goto_w that stand for a conditional jump that does not reach. */
export const widenedConditionalLength = 8;

/** Writes a jump with the given offset from its own pc (JVMS 6.5). */
export function writeJump(code: ByteWriter, opcode: number, offset: number, wide: boolean): void {
  if (!wide) {
    code.u1(opcode);
    code.u2(offset);
  } else if (opcode === Op.goto || opcode === Op.jsr) {
    code.u1(opcode === Op.goto ? Op.goto_w : Op.jsr_w);
    code.u4(offset);
  } else {
    code.u1(inverseBranch(opcode));
    code.u2(widenedConditionalLength);
    code.u1(Op.goto_w);
    code.u4(offset - 3);
  }
}

/** Copies the switch at pc to newPc with new padding; `relocate` maps an old offset to the new one. */
function copySwitch(
  code: ByteWriter,
  bytes: Uint8Array,
  start: number,
  pc: number,
  newPc: number,
  relocate: (offset: number) => number,
): void {
  const opcode = bytes[start + pc]!;
  const table = start + switchTable(pc);
  const s4 = (at: number): number =>
    (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
  code.u1(opcode);
  code.zeros(switchTable(newPc) - newPc - 1);
  code.u4(relocate(s4(table)));
  if (opcode === Op.tableswitch) {
    const entries = s4(table + 8) - s4(table + 4) + 1;
    code.copy(bytes, table + 4, table + 12);
    for (let k = 0; k < entries; k++) code.u4(relocate(s4(table + 12 + 4 * k)));
  } else {
    const pairs = s4(table + 4);
    code.copy(bytes, table + 4, table + 8);
    for (let k = 0; k < pairs; k++) {
      code.copy(bytes, table + 8 + 8 * k, table + 12 + 8 * k);
      code.u4(relocate(s4(table + 12 + 8 * k)));
    }
  }
}

interface Insertions {
  readonly code: ByteWriter;
  /** The edited instructions, ascending. */
  readonly indices: readonly number[];
  /** Where before, replacement and after of each start in `code`: three entries each, and the end. */
  readonly starts: readonly number[];
}

/** Encodes everything that is inserted, and notes its size. */
function encodeInsertions(
  edit: MethodCodeEdit,
  pool: ConstantPoolBuilder,
  before: Int32Array,
  size: Int32Array,
  after: Int32Array,
): Insertions {
  const indices = [...new Set([...edit.before.keys(), ...edit.replaced.keys(), ...edit.after.keys()])].sort(
    (a, b) => a - b,
  );
  const code = new ByteWriter();
  const starts: number[] = [];
  const encodeAll = (instructions: readonly PlainInstruction[] | undefined): number => {
    const from = code.length;
    starts.push(from);
    if (instructions !== undefined)
      for (const instruction of instructions) encodeInstruction(code, pool, instruction);
    return code.length - from;
  };
  for (const index of indices) {
    before[index] = encodeAll(edit.before.get(index));
    const replacement = edit.replaced.get(index);
    size[index] = encodeAll(replacement === undefined ? undefined : [replacement]);
    after[index] = encodeAll(edit.after.get(index));
  }
  starts.push(code.length);
  return { code, indices, starts };
}
