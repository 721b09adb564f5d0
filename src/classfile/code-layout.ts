import { maxCodeLength, switchTable } from './instruction-positions.ts';

/** How an instruction's size depends on the layout. */
export const LayoutKind = Object.freeze({
  /** Fixed size. */
  plain: 0,
  /** ifxx: 3 bytes, or the inverse jump over a goto_w: 8 bytes. */
  conditional: 1,
  /** goto, jsr: 3 bytes, or 5 as goto_w, jsr_w. */
  unconditional: 2,
  /** tableswitch, lookupswitch: 0 to 3 bytes of padding. */
  switch: 3,
} as const);

export interface LayoutInput {
  /** Number of instructions. */
  readonly count: number;
  /** Bytes in front of the first label. */
  readonly entry: number;
  /** Bytes between the label of an instruction and the instruction, by index. */
  readonly before: Int32Array;
  /** Bytes of each instruction: with 16-bit offset for kinds 1 and 2, without padding for kind 3. */
  readonly size: Int32Array;
  /** Bytes between an instruction and the label of the following one. */
  readonly after: Int32Array;
  /** `LayoutKind` by instruction. */
  readonly kind: Uint8Array;
  /** Indices of the instructions of kind 1 and 2, and their targets. */
  readonly jumps: readonly number[];
  readonly targets: readonly number[];
  /** The largest offset that a jump of 16 bits may have: `shortJumpReach`, or less in tests. */
  readonly reach: number;
}

/** Offsets are s2 (JVMS 6.5.goto). */
export const shortJumpReach = 0x7fff;

export interface Layout {
  /** pc of the label in front of each instruction; one more entry, the end of the code. */
  readonly labelPc: Int32Array;
  /** pc of each instruction itself. */
  readonly instructionPc: Int32Array;
  /** By instruction: 1 if a jump needs its wide form. */
  readonly wide: Uint8Array;
  readonly length: number;
}

function newArrays(count: number): Omit<Layout, 'length'> {
  return {
    labelPc: new Int32Array(count + 1),
    instructionPc: new Int32Array(count),
    wide: new Uint8Array(count),
  };
}

/** The arrays of the latest layout. An instruction has at least one byte, so these do for every legal method. */
const scratch = newArrays(maxCodeLength);

/** Rounds of exact layout before the rest is decided on upper bounds. Each round is linear. */
const maxRounds = 8;

/**
 * Places instructions and chooses which jumps need 32-bit offsets (JVMS 6.5.goto_w). Starts with all short and
 * widens what does not reach, which can only make others longer, until all reach (as ASM and others do).
 * Chains of such effects could take many rounds: after `maxRounds` every jump that would not reach if all
 * were wide becomes wide, which is always right and rarely wasteful. Linear. The result is valid until the
 * next call: small typed arrays are expensive, and one method is written after the other.
 */
export function layoutCode(input: LayoutInput): Layout {
  const layout = input.count > maxCodeLength ? newArrays(input.count) : scratch;
  for (let index = 0; index < input.count; index++) layout.wide[index] = 0;
  let length = place(input, layout, false);
  if (length > input.reach) {
    for (let round = 0; round < maxRounds; round++) {
      if (!widen(input, layout)) return { length, ...layout };
      length = place(input, layout, false);
    }
    place(input, layout, true);
    widen(input, layout);
    length = place(input, layout, false);
  }
  return { length, ...layout };
}

/** Assigns pcs; with `pessimistic`, as if every jump were wide and every switch had 3 bytes of padding. */
function place(input: LayoutInput, layout: Omit<Layout, 'length'>, pessimistic: boolean): number {
  const { count, entry, before, size, after, kind } = input;
  const { labelPc, instructionPc, wide } = layout;
  let pc = entry;
  for (let index = 0; index < count; index++) {
    labelPc[index] = pc;
    pc += before[index]!;
    instructionPc[index] = pc;
    const start = pc;
    pc += size[index]!;
    switch (kind[index]) {
      case LayoutKind.conditional:
        if (pessimistic || wide[index] === 1) pc += 5;
        break;
      case LayoutKind.unconditional:
        if (pessimistic || wide[index] === 1) pc += 2;
        break;
      case LayoutKind.switch:
        pc += pessimistic ? 3 : switchTable(start) - start - 1;
        break;
    }
    pc += after[index]!;
  }
  labelPc[count] = pc;
  return pc;
}

/** Marks the jumps that do not reach; whether there were any new ones. */
function widen(input: LayoutInput, layout: Omit<Layout, 'length'>): boolean {
  let changed = false;
  for (let k = 0; k < input.jumps.length; k++) {
    const jump = input.jumps[k]!;
    if (layout.wide[jump] === 1) continue;
    const offset = layout.labelPc[input.targets[k]!]! - layout.instructionPc[jump]!;
    if (offset < -input.reach - 1 || offset > input.reach) {
      layout.wide[jump] = 1;
      changed = true;
    }
  }
  return changed;
}
