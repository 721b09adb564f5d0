import { ByteWriter } from './byte-writer.ts';
import type { ClassBytes } from './class-bytes.ts';
import type { MethodCodeEdit } from './code-edit.ts';
import { type Layout, LayoutKind, layoutCode } from './code-layout.ts';
import type { ConstantPoolBuilder } from './constant-pool-builder.ts';
import { encodeInstruction, type PlainInstruction } from './instruction-encoder.ts';
import { maxCodeLength, switchTable } from './instruction-positions.ts';
import { Op } from './opcodes.ts';
import { writeJump } from './write-jump.ts';

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

/**
 * Notes kind and size of the method's own instructions in `scratch`, where they are not replaced. `edited`:
 * ascending.
 */
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

/**
 * Writes what is between entry code and handlers: the method's own instructions as they are, special ones
 * with what was inserted at them.
 */
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
