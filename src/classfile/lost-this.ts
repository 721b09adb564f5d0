import { findAttribute } from './attribute.ts';
import type { ClassFile, MethodInfo } from './class-file.ts';
import type { Code } from './code.ts';
import type { Instruction, InstructionIndex } from './instruction.ts';
import { fallsThrough } from './opcodes.ts';
import { entryLocals, NotTypable, TypeState } from './type-state.ts';
import { framesInFull } from './whole-frames.ts';

/**
 * The stores of a constructor that take `this` out of the last local variable that holds it before the
 * superclass is initialised, and that variable. Behind them it is on the operand stack alone, where a handler
 * does not find it, and a handler needs it: its frame says by a local variable that `this` is uninitialised
 * (flagThisUninit, JVMS 4.10.1.4). No frame can come between the store and the call of the superclass's
 * constructor, for the same reason. Optimizers write such code (R8), javac does not. Empty for other methods, and
 * for code that no verifier accepts. Linear in the code and in the sizes of the frames.
 */
export function storesThatLoseThis(
  file: ClassFile,
  { name, descriptor }: MethodInfo,
  code: Code,
): ReadonlyMap<InstructionIndex, number> {
  const found = new Map<InstructionIndex, number>();
  if (name !== '<init>') return found;
  const locals = entryLocals(file.name, { name, descriptor, isStatic: false });
  const frames = framesInFull(findAttribute(code.attributes, 'StackMapTable'), locals);
  let passed = 0;
  let state: TypeState | undefined = new TypeState(file.name, locals, []);
  try {
    for (const [index, instruction] of code.instructions.entries()) {
      const at = index as InstructionIndex;
      const next = frames[passed];
      if (next !== undefined && code.indexOf(next.pc) === at) {
        state = new TypeState(file.name, next.frame.locals, next.frame.stack);
        passed++;
      }
      if (state === undefined) continue;
      if (!fallsThrough(instruction.opcode)) {
        state = undefined;
        continue;
      }
      const taken = holderAmong(state, instruction);
      state.execute(instruction, { kind: 'Uninitialized', pc: code.pcOf(at) });
      if (taken !== undefined && !state.isUninitializedThis(taken) && !state.hasUninitializedThis())
        found.set(at, taken);
    }
  } catch (error) {
    if (!(error instanceof NotTypable)) throw error;
  }
  return found;
}

/** A local variable that the instruction may write, a long or double two of them, and that holds `this`. */
function holderAmong(state: TypeState, instruction: Instruction): number | undefined {
  if (instruction.form !== 'local') return undefined;
  const { index } = instruction;
  return [index, index + 1].find((local) => state.isUninitializedThis(local));
}
