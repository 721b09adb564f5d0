import type { VerificationType } from './attributes/stack-map-table.ts';
import type { ClassFile, MethodInfo } from './class-file.ts';
import { type RawCode, readRawCode } from './code.ts';
import { shortJumpReach } from './code-layout.ts';
import type { Instruction, InstructionIndex } from './instruction.ts';
import { isPlain, type PlainInstruction } from './instruction-encoder.ts';
import { findInstructions, type InstructionPositions } from './instruction-positions.ts';
import { mnemonicOf, Op, opcodeInfo } from './opcodes.ts';

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
