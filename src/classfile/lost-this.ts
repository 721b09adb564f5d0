import { findAttribute } from './attribute.ts';
import { readStackMapTable, type VerificationType } from './attributes/stack-map-table.ts';
import type { ClassFile, MethodInfo } from './class-file.ts';
import type { Code } from './code.ts';
import type { InstructionIndex } from './instruction.ts';
import { fallsThrough } from './opcodes.ts';
import { entryLocals, NotTypable, TypeState } from './type-state.ts';
import { inFull } from './whole-frames.ts';

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
  const table = findAttribute(code.attributes, 'StackMapTable');
  const frames = table === undefined ? [] : readStackMapTable(table);
  let passed = 0;
  let locals: readonly VerificationType[] = entryLocals(file.name, { name, descriptor, isStatic: false });
  let state: TypeState | undefined = new TypeState(file.name, locals, []);
  try {
    for (const [index, instruction] of code.instructions.entries()) {
      const at = index as InstructionIndex;
      const frame = frames[passed];
      if (frame !== undefined && code.indexOf(frame.pc) === at) {
        const whole = inFull(frame, locals);
        locals = whole.locals;
        state = new TypeState(file.name, locals, whole.stack);
        passed++;
      }
      if (state === undefined) continue;
      if (!fallsThrough(instruction.opcode)) {
        state = undefined;
        continue;
      }
      const before: number | undefined =
        instruction.form === 'local' ? state.variableOfUninitializedThis() : undefined;
      state.execute(instruction, { kind: 'Uninitialized', pc: code.pcOf(at) });
      if (before !== undefined && state.variableOfUninitializedThis() === undefined) found.set(at, before);
    }
  } catch (error) {
    if (!(error instanceof NotTypable)) throw error;
  }
  return found;
}
