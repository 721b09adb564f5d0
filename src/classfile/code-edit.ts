import type { VerificationType } from './attributes/stack-map-table.ts';
import { ByteWriter } from './byte-writer.ts';
import type { ClassBytes } from './class-bytes.ts';
import type { ClassFile, MethodInfo } from './class-file.ts';
import { type RawCode, readRawCode } from './code.ts';
import { type Layout, LayoutKind, layoutCode, shortJumpReach } from './code-layout.ts';
import type { ConstantPoolBuilder } from './constant-pool-builder.ts';
import type { Instruction, InstructionIndex } from './instruction.ts';
import { encodeInstruction, isPlain, type PlainInstruction } from './instruction-encoder.ts';
import {
  findInstructions,
  type InstructionPositions,
  maxCodeLength,
  switchTable,
} from './instruction-positions.ts';
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
 * - `insertAtEntry`: runs once, when the method is entered, before everything else. Jumps to the first instruction
 *   do not run it, and no exception range holds it.
 *
 * Fresh local variables (above the method's) may carry values from before(i) to after(i) when `i` is not a
 * jump: stack map frames mention only the method's own. Values that must live longer are declared by `keepLocals`.
 */
export interface CodeEdit {
  insertBefore(at: InstructionIndex, instructions: readonly Instruction[]): void;
  insertAfter(at: InstructionIndex, instructions: readonly Instruction[]): void;
  insertAtEntry(instructions: readonly Instruction[]): void;
  /**
   * The frames of the method get these types for the local variables from `first` on, which must lie above the
   * method's own. Inserted code must have set them wherever `unset` does not hold, and keep their types.
   * Once per method.
   */
  keepLocals(kept: KeptLocals): void;
  /** Code behind the method's own that catches everything thrown in `range` and throws it again. Calls append. */
  catchAll(handler: CatchAll): void;
  /** A straight-line instruction for a straight-line instruction; `new` only for `new`. */
  replace(at: InstructionIndex, instruction: Instruction): void;
  /** Operand stack and local variable words that inserted code needs beyond the method's. The largest call counts. */
  reserve(extraStack: number, extraLocals: number): void;
}

/** Local variables that inserted code sets, and that stay set. One type for a long or double. */
export interface KeptLocals {
  readonly first: number;
  readonly types: readonly VerificationType[];
  /** Holds for the instructions that can run before the variables are set. */
  readonly unset: (at: InstructionIndex) => boolean;
}

/**
 * A handler of exceptions (JVMS 4.7.3). `instructions` are straight-line, begin with the exception on the stack and
 * end with it on the stack: the `athrow` that follows is added.
 */
export type CatchAll = { readonly instructions: readonly Instruction[] } & (
  | {
      /** Around everything that the method has: its own handlers come first. The handler sees the kept locals. */
      readonly kind: 'method';
      /** Instructions whose exceptions are not caught, returns for example. */
      readonly except: (at: InstructionIndex) => boolean;
    }
  /**
   * Of one call, before the method's own handlers, which then catch what is thrown again. The handler sees the
   * local variables that are set when the call is made.
   */
  | { readonly kind: 'call'; readonly at: InstructionIndex }
);

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
  readonly entry: PlainInstruction[] = [];
  kept: KeptLocals | undefined;
  readonly handlers: (CatchAll & { readonly instructions: readonly PlainInstruction[] })[] = [];

  /** See LayoutInput. */
  readonly reach: number;

  constructor(file: ClassFile, method: MethodInfo, reach: number = shortJumpReach) {
    this.reach = reach;
    const raw = readRawCode(file, method);
    if (raw === undefined) throw new Error(`method ${method.name}${method.descriptor} has no code`);
    this.file = file;
    this.method = method;
    this.raw = raw;
    this.positions = findInstructions(file.pool.source, raw.code, raw.codeLength);
  }

  get isEmpty(): boolean {
    return (
      this.before.size + this.after.size + this.replaced.size + this.entry.length + this.handlers.length === 0
    );
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

  insertAtEntry(instructions: readonly Instruction[]): void {
    this.entry.push(...instructions.map(straightLine));
  }

  keepLocals(kept: KeptLocals): void {
    if (this.kept !== undefined) throw new Error('locals are kept already');
    if (kept.first < this.raw.maxLocals) throw new RangeError(`local variable ${kept.first} is the method's`);
    this.kept = kept;
  }

  catchAll(handler: CatchAll): void {
    if (handler.kind === 'call') this.opcodeAt(handler.at);
    this.handlers.push({ ...handler, instructions: handler.instructions.map(straightLine) });
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
  /** pc of each handler of the edit, behind the method's own code. */
  readonly handlerPc: readonly number[];
}

/** Per instruction, for methods of any legal size. Used by one method at a time. */
const scratch = {
  before: new Int32Array(maxCodeLength),
  size: new Int32Array(maxCodeLength),
  after: new Int32Array(maxCodeLength),
  kind: new Uint8Array(maxCodeLength),
  inserted: new ByteWriter(1024),
};

/**
 * Lays out the code array of an edited method; new constants go to the pool. `write` appends exactly
 * layout.length bytes. Linear. The result is valid until the next call.
 */
export function layoutEditedCode(
  edit: MethodCodeEdit,
  pool: ConstantPoolBuilder,
): { readonly layout: EditedLayout; write(out: ByteWriter): void } {
  const { count } = edit.positions;
  const { before, after, size, kind } = scratch;
  // not TypedArray.fill: a call of it costs more than most methods have instructions
  for (let index = 0; index < count; index++) {
    before[index] = 0;
    after[index] = 0;
    size[index] = 0;
    kind[index] = LayoutKind.plain;
  }
  const inserted = encodeInsertions(edit, pool, before, size, after);
  const { special, jumps, targets } = classify(edit, inserted.indices);
  const entry = encodedApart(edit.entry, pool);
  const layout = layoutCode({
    count,
    entry: entry?.length ?? 0,
    before,
    size,
    after,
    kind,
    jumps,
    targets,
    reach: edit.reach,
  });
  let { length } = layout;
  const handlerPc: number[] = [];
  const handlers = edit.handlers.map(({ instructions }) => {
    const code = encodedApart([...instructions, { form: 'none', opcode: Op.athrow }], pool)!;
    handlerPc.push(length);
    length += code.length;
    return code;
  });
  const widenedConditionals = jumps.filter(
    (jump) => layout.wide[jump] === 1 && kind[jump] === LayoutKind.conditional,
  );
  return {
    layout: { widenedConditionals, handlerPc, ...layout, length },
    write: (out) => {
      if (entry !== undefined) out.copyFrom(entry);
      writeBetween(out, edit, special, inserted, layout);
      for (const handler of handlers) out.copyFrom(handler);
    },
  };
}

/** The instruction that a jump at pc leads to. */
function targetOf({ positions, file }: MethodCodeEdit, pc: number, offset: number): number {
  const plusOne = positions.indexPlusOne[pc + offset];
  const source: ClassBytes = file.pool.source;
  if (plusOne === undefined || plusOne === 0)
    source.fail(`a jump to ${pc + offset}, where no instruction starts`, positions.start + pc);
  return plusOne - 1;
}

/** Instructions by index, ascending, that need more than to be copied. */
interface Classified {
  /** Jumps, switches, and edited ones. */
  readonly special: readonly number[];
  /** Jumps with an offset of two bytes. */
  readonly jumps: readonly number[];
  /** Where each of them leads. */
  readonly targets: readonly number[];
}

/** Notes kind and size of the method's own instructions in `scratch`, where they are not replaced. `edited`: ascending. */
function classify(edit: MethodCodeEdit, edited: readonly number[]): Classified {
  const { count, pcs, start } = edit.positions;
  const source: ClassBytes = edit.file.pool.source;
  const { bytes } = source;
  const { size, kind } = scratch;
  const special: number[] = [];
  const jumps: number[] = [];
  const targets: number[] = [];
  let next = 0;
  for (let index = 0; index < count; index++) {
    const pc = pcs[index]!;
    const opcode = bytes[start + pc]!;
    const isEdited = edited[next] === index;
    if (isEdited) next++;
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
    targets.push(targetOf(edit, pc, source.s2(start + pc + 1)));
  }
  return { special, jumps, targets };
}

/** Writes what is between entry code and handlers: the method's own instructions as they are, special ones with what was inserted at them. */
function writeBetween(
  out: ByteWriter,
  edit: MethodCodeEdit,
  special: readonly number[],
  inserted: Insertions,
  { labelPc, instructionPc, wide }: Layout,
): void {
  const { count, pcs, start } = edit.positions;
  const source: ClassBytes = edit.file.pool.source;
  const { bytes } = source;
  const { kind } = scratch;
  let copied = 0;
  let next = 0;
  for (const index of special) {
    out.copy(bytes, start + pcs[copied]!, start + pcs[index]!);
    copied = index + 1;
    const isEdited = inserted.indices[next] === index;
    const part = 3 * next;
    if (isEdited) {
      next++;
      inserted.copyPart(out, part);
      if (inserted.copyPart(out, part + 1)) {
        inserted.copyPart(out, part + 2);
        continue;
      }
    }
    const pc = pcs[index]!;
    const newPc = instructionPc[index]!;
    const opcode = bytes[start + pc]!;
    if (kind[index] === LayoutKind.switch)
      copySwitch(out, bytes, start, pc, newPc, (offset) => labelPc[targetOf(edit, pc, offset)]! - newPc);
    else if (opcode === Op.goto_w || opcode === Op.jsr_w) {
      out.u1(opcode);
      out.u4(labelPc[targetOf(edit, pc, source.s4(start + pc + 1))]! - newPc);
    } else if (kind[index] !== LayoutKind.plain) {
      const offset = labelPc[targetOf(edit, pc, source.s2(start + pc + 1))]! - newPc;
      writeJump(out, opcode, offset, wide[index] === 1);
    } else out.copy(bytes, start + pc, start + pcs[index + 1]!);
    if (isEdited) inserted.copyPart(out, part + 2);
  }
  out.copy(bytes, start + pcs[copied]!, start + pcs[count]!);
}

function encodedApart(
  instructions: readonly PlainInstruction[],
  pool: ConstantPoolBuilder,
): ByteWriter | undefined {
  if (instructions.length === 0) return undefined;
  const code = new ByteWriter(64);
  for (const instruction of instructions) encodeInstruction(code, pool, instruction);
  return code;
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

/** The encoded insertions of a method. */
interface Insertions {
  /** The edited instructions, ascending. */
  readonly indices: readonly number[];
  /** Copies part 3 k (before), 3 k + 1 (replacement) or 3 k + 2 (after) of indices[k]; false if it is empty. */
  copyPart(out: ByteWriter, part: number): boolean;
}

/** Encodes everything that is inserted, and notes its size. */
function encodeInsertions(
  edit: MethodCodeEdit,
  pool: ConstantPoolBuilder,
  before: Int32Array,
  size: Int32Array,
  after: Int32Array,
): Insertions {
  const indices = editedInstructions(edit);
  const code = scratch.inserted;
  code.length = 0;
  /** Where the parts start, and the end of the last one. */
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
  const copyPart = (out: ByteWriter, part: number): boolean => {
    const from = starts[part]!;
    const to = starts[part + 1]!;
    if (from !== to) out.copyFrom(code, from, to);
    return from !== to;
  };
  return { indices, copyPart };
}

/** Ascending, each once. Linear when, as usual, each kind of edit was made from front to back. */
function editedInstructions(edit: MethodCodeEdit): readonly number[] {
  const edited = new Set(edit.before.keys());
  for (const index of edit.replaced.keys()) edited.add(index);
  for (const index of edit.after.keys()) edited.add(index);
  const indices = [...edited];
  for (let k = 1; k < indices.length; k++)
    if (indices[k - 1]! > indices[k]!) return indices.sort((a, b) => a - b);
  return indices;
}
