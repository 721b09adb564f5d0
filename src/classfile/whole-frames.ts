import { AccessFlag } from './access-flags.ts';
import type { Attribute } from './attribute.ts';
import {
  readStackMapTable,
  type StackMapFrame,
  type VerificationType,
} from './attributes/stack-map-table.ts';
import { readCode } from './code.ts';
import type { KeptLocals, MethodCodeEdit } from './code-edit.ts';
import type { EditedLayout } from './edited-code.ts';
import type { Instruction, InstructionIndex } from './instruction.ts';
import { fallsThrough } from './opcodes.ts';
import { entryLocals, NotTypable, TypeState } from './type-state.ts';
import { widenedConditionalLength } from './write-jump.ts';
import type { PlacedFrame, WholeFrame } from './write-stack-map.ts';

const top: VerificationType = { kind: 'Top' };
const throwable: VerificationType = { kind: 'Object', name: 'java/lang/Throwable' };

/**
 * All frames of a method whose edit needs others than it has, in the order of pcs:
 * - those of the original, with the kept locals where they are set;
 * - those behind conditional jumps that became an inverse jump over a goto_w;
 * - those of the edit's handlers. One around the method has the kept locals and nothing else; one of a call has the
 *   locals that are there before and after the call.
 * New ones are derived, never guessed: from the explicit frame before the place (or the method's parameters)
 * by the rules of JVMS 4.10.1.9 over the straight-line code in between, inserted code included, where no two
 * paths meet. `obstacle` says why that was impossible. Linear in the code and in the sizes of the frames.
 */
export function wholeFrames(
  edit: MethodCodeEdit,
  layout: EditedLayout,
  stackMapTable: Attribute | undefined,
): readonly PlacedFrame[] | { readonly obstacle: string } {
  try {
    return derive(edit, layout, stackMapTable);
  } catch (error) {
    if (error instanceof NotTypable) return { obstacle: `a frame cannot be derived: ${error.message}` };
    throw error;
  }
}

function derive(edit: MethodCodeEdit, layout: EditedLayout, table: Attribute | undefined): PlacedFrame[] {
  const { file, method, positions, kept } = edit;
  const { instructions } = readCode(file, method)!;
  const isStatic = (method.accessFlags & AccessFlag.static) !== 0;
  const { name, descriptor } = method;
  const extended = extension(kept, () => {
    const at = table ?? method.attributes.find((attribute) => attribute.name === 'Code')!;
    return file.pool.source.fail('a frame has more locals than max_locals', at.offset);
  });
  const widened = new Set(layout.widenedConditionals);
  const calls = new Set(edit.handlers.flatMap((handler) => (handler.kind === 'call' ? [handler.at] : [])));
  /** Types are followed only where a frame has to be derived. */
  const followed = widened.size + calls.size > 0;
  const placed: PlacedFrame[] = [];
  const localsOfCall = new Map<number, readonly VerificationType[]>();
  /** Of the original. */
  let locals: readonly VerificationType[] = entryLocals(file.name, { name, descriptor, isStatic });
  const explicit = framesInFull(table, locals);
  const frameAt = (index: number, stack: readonly VerificationType[]): WholeFrame => ({
    locals: kept === undefined || kept.unset(index as InstructionIndex) ? locals : extended(locals),
    stack,
  });
  const begin = frameAt(0, []);
  let state = followed ? new TypeState(file.name, begin.locals, begin.stack) : undefined;
  let passed = 0;
  for (let index = 0; index < positions.count; index++) {
    const pc = positions.pcs[index]!;
    const next = explicit[passed];
    if (next?.pc === pc) {
      locals = next.frame.locals;
      const whole = frameAt(index, next.frame.stack);
      placed.push({ pc: layout.labelPc[index]!, frame: relocated(whole, edit, layout) });
      if (followed) state = new TypeState(file.name, whole.locals, whole.stack);
      passed++;
    }
    if (state === undefined) continue;
    executeAll(state, edit.before.get(index));
    const before = calls.has(index as InstructionIndex) ? state.inItems().locals : undefined;
    const instruction = edit.replaced.get(index) ?? instructions[index]!;
    if (!fallsThrough(instruction.opcode)) {
      state = undefined;
      continue;
    }
    state.execute(instruction, { kind: 'Uninitialized', pc });
    if (before !== undefined) localsOfCall.set(index, common(before, state.inItems().locals));
    if (widened.has(index) && (edit.after.has(index) || explicit[passed]?.pc !== positions.pcs[index + 1]))
      placed.push({
        pc: layout.instructionPc[index]! + widenedConditionalLength,
        frame: relocated(state.inItems(), edit, layout),
      });
    executeAll(state, edit.after.get(index));
  }
  if (passed < explicit.length)
    file.pool.source.fail('a stack map frame is where no instruction starts', table!.offset);
  edit.handlers.forEach((handler, number) => {
    const own = handler.kind === 'method' ? extended([]) : localsOfCall.get(handler.at);
    if (own === undefined) throw new NotTypable('a call that is never reached');
    placed.push({
      pc: layout.handlerPc[number]!,
      frame: relocated({ locals: own, stack: [throwable] }, edit, layout),
    });
  });
  return placed;
}

/** pc of an object that inserted code creates: no frame can refer to it, see `relocated`. */
const insertedNew: VerificationType = { kind: 'Uninitialized', pc: -1 };

function executeAll(state: TypeState, instructions: readonly Instruction[] | undefined): void {
  if (instructions !== undefined)
    for (const instruction of instructions) state.execute(instruction, insertedNew);
}

/** The frames of a method in full, each with its pc in the original. `entry`: the locals that it begins with. */
export function framesInFull(
  table: Attribute | undefined,
  entry: readonly VerificationType[],
): readonly { readonly pc: number; readonly frame: WholeFrame }[] {
  let locals = entry;
  return (table === undefined ? [] : readStackMapTable(table)).map((frame) => {
    const whole = inFull(frame, locals);
    locals = whole.locals;
    return { pc: frame.pc, frame: whole };
  });
}

/** The frame in full: the locals are relative to those of the frame before (4.7.4). */
function inFull(frame: StackMapFrame, previous: readonly VerificationType[]): WholeFrame {
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
function relocated(frame: WholeFrame, edit: MethodCodeEdit, layout: EditedLayout): WholeFrame {
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

/**
 * A constructor call leaves the copies of its object uninitialised or not: its handler can use neither (JVMS
 * 4.10.1.9).
 */
function common(
  before: readonly VerificationType[],
  after: readonly VerificationType[],
): readonly VerificationType[] {
  return before.map((type, index) => (after[index]?.kind === type.kind ? type : top));
}

/**
 * Adds the kept locals behind others; the same list for the same list. Where the others reach into them,
 * `overlap` throws.
 */
function extension(
  kept: KeptLocals | undefined,
  overlap: () => never,
): (locals: readonly VerificationType[]) => readonly VerificationType[] {
  if (kept === undefined) return (locals) => locals;
  const known = new Map<readonly VerificationType[], readonly VerificationType[]>();
  return (locals) => {
    let extended = known.get(locals);
    if (extended === undefined) {
      const words = locals.reduce((sum, { kind }) => sum + (kind === 'Long' || kind === 'Double' ? 2 : 1), 0);
      if (words > kept.first) overlap();
      extended = [...locals, ...new Array<VerificationType>(kept.first - words).fill(top), ...kept.types];
      known.set(locals, extended);
    }
    return extended;
  };
}
