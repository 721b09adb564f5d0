import { AccessFlag } from './access-flags.ts';
import type { Attribute } from './attribute.ts';
import {
  readStackMapTable,
  type StackMapFrame,
  type VerificationType,
} from './attributes/stack-map-table.ts';
import { readCode } from './code.ts';
import { type EditedLayout, type MethodCodeEdit, widenedConditionalLength } from './code-edit.ts';
import type { Instruction } from './instruction.ts';
import type { AddedFrame, WholeFrame } from './relocate-stack-map.ts';
import { entryLocals, NotTypable, TypeState } from './type-state.ts';

/**
 * The frames that an edited method needs behind each conditional jump that became an inverse jump over a
 * goto_w. They are derived, never guessed: from the explicit frame before the place (or the method's
 * parameters) by the rules of JVMS 4.10.1.9 over the straight-line code in between, inserted code included,
 * where no two paths meet. `obstacle` says why that was impossible. Linear in the code and in the sizes of
 * the frames in front of such jumps.
 */
export function deriveFrames(
  edit: MethodCodeEdit,
  layout: EditedLayout,
  stackMapTable: Attribute,
): readonly AddedFrame[] | { readonly obstacle: string } {
  try {
    return derive(edit, layout, readStackMapTable(stackMapTable));
  } catch (error) {
    if (error instanceof NotTypable) return { obstacle: `a frame cannot be derived: ${error.message}` };
    throw error;
  }
}

function derive(
  edit: MethodCodeEdit,
  layout: EditedLayout,
  frames: readonly StackMapFrame[],
): readonly AddedFrame[] {
  const { file, method, positions } = edit;
  const { instructions } = readCode(file, method)!;
  const isStatic = (method.accessFlags & AccessFlag.static) !== 0;
  const { name, descriptor } = method;
  const added: AddedFrame[] = [];
  /** Locals of the last explicit frame, which the next one is relative to. */
  let locals: readonly VerificationType[] = entryLocals(file.name, { name, descriptor, isStatic });
  let stack: readonly VerificationType[] = [];
  /** Number of explicit frames at or before the current instruction. */
  let passed = 0;
  /** Next entry of widenedConditionals. */
  let next = 0;
  let state: TypeState | undefined;
  for (let index = 0; index < positions.count && next < layout.widenedConditionals.length; index++) {
    const pc = positions.pcs[index]!;
    const frame = frames[passed];
    if (frame?.pc === pc) {
      ({ locals, stack } = apply(frame, locals));
      const last = added.at(-1);
      if (last?.position === passed)
        added[added.length - 1] = { ...last, next: relocated({ locals, stack }, edit, layout) };
      passed++;
    }
    if (index === 0 || frame?.pc === pc) {
      // The state is of interest only if such a jump comes before the next explicit frame.
      const jumpPc = positions.pcs[layout.widenedConditionals[next]!]!;
      const nextFrame = frames[passed];
      state =
        nextFrame === undefined || jumpPc < nextFrame.pc
          ? new TypeState(file.name, locals, stack)
          : undefined;
    }
    if (state === undefined) continue;
    const jump = layout.widenedConditionals[next]!;
    executeAll(state, edit.before.get(index));
    const instruction = edit.replaced.get(index) ?? instructions[index]!;
    state.execute(instruction, { kind: 'Uninitialized', pc });
    if (index === jump) {
      next++;
      const needed = edit.after.has(index) || frames[passed]?.pc !== positions.pcs[index + 1];
      if (needed)
        added.push({
          pc: layout.instructionPc[index]! + widenedConditionalLength,
          frame: relocated(state.inItems(), edit, layout),
          position: passed,
          next: undefined,
        });
      const following = layout.widenedConditionals[next];
      const nextFrame = frames[passed];
      if (following === undefined || (nextFrame !== undefined && positions.pcs[following]! >= nextFrame.pc)) {
        state = undefined;
        continue;
      }
    }
    executeAll(state, edit.after.get(index));
  }
  // the frame behind the last added one
  const last = added.at(-1);
  const frame = frames[passed];
  if (last !== undefined && last.next === undefined && last.position === passed && frame !== undefined)
    added[added.length - 1] = { ...last, next: relocated(apply(frame, locals), edit, layout) };
  return added;
}

/** pc of an object that inserted code creates: no frame can refer to it, see `relocated`. */
const insertedNew: VerificationType = { kind: 'Uninitialized', pc: -1 };

export function executeAll(state: TypeState, instructions: readonly Instruction[] | undefined): void {
  if (instructions !== undefined)
    for (const instruction of instructions) state.execute(instruction, insertedNew);
}

/** The frame in full: the locals are relative to those of the frame before (4.7.4). */
export function apply(frame: StackMapFrame, previous: readonly VerificationType[]): WholeFrame {
  switch (frame.kind) {
    case 'same':
      return { locals: previous, stack: [] };
    case 'sameLocals1':
      return { locals: previous, stack: [frame.stack] };
    case 'chop':
      return { locals: previous.slice(0, Math.max(0, previous.length - frame.count)), stack: [] };
    case 'append':
      return { locals: [...previous, ...frame.locals], stack: [] };
    case 'full':
      return frame;
  }
}

/** The frame with the pcs of `new` instructions in the new code. */
export function relocated(frame: WholeFrame, edit: MethodCodeEdit, layout: EditedLayout): WholeFrame {
  const relocate = (type: VerificationType): VerificationType => {
    if (type.kind !== 'Uninitialized') return type;
    const plusOne = type.pc < 0 ? 0 : (edit.positions.indexPlusOne[type.pc] ?? 0);
    if (plusOne === 0) throw new NotTypable('an uninitialized object of unknown origin');
    return { kind: 'Uninitialized', pc: layout.instructionPc[plusOne - 1]! };
  };
  // The list itself when nothing moves: lists that are equal by identity are written once.
  const moves = frame.locals.some(({ kind }) => kind === 'Uninitialized');
  return { locals: moves ? frame.locals.map(relocate) : frame.locals, stack: frame.stack.map(relocate) };
}
