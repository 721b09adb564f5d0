import type { Instruction, LoadableConstant } from '../classfile/instruction.ts';
import { Op } from '../classfile/opcodes.ts';

/** iaload to saload, iastore to sastore. */
function accessesArray(opcode: number): boolean {
  return (opcode >= Op.iaload && opcode <= Op.saload) || (opcode >= Op.iastore && opcode <= Op.sastore);
}

/** JVMS 5.4.3: loading a class, method type, method handle or dynamic constant may resolve it, which may fail. */
function needsResolution(constant: LoadableConstant): boolean {
  return (
    constant.kind === 'Class' ||
    constant.kind === 'MethodType' ||
    constant.kind === 'MethodHandle' ||
    constant.kind === 'Dynamic'
  );
}

/**
 * Whether JVMS 6.5 lists a linking or run-time exception for the instruction: array access, integer
 * division, whatever refers to a class, field or method (linking, class initialisation, a null receiver, the
 * callee), allocation (OutOfMemoryError), locks, `athrow`. Not here: `xreturn` (see `returnsMayThrow`), and
 * what the JVM may throw anywhere (JVMS 2.10 asynchronous exceptions: `Thread.stop` before Java 20,
 * VirtualMachineError). O(1).
 */
export function canThrow(instruction: Instruction): boolean {
  switch (instruction.form) {
    case 'none': {
      const { opcode } = instruction;
      return (
        accessesArray(opcode) ||
        opcode === Op.idiv ||
        opcode === Op.ldiv ||
        opcode === Op.irem ||
        opcode === Op.lrem ||
        opcode === Op.arraylength ||
        opcode === Op.athrow ||
        opcode === Op.monitorenter ||
        opcode === Op.monitorexit
      );
    }
    case 'immediate':
      return instruction.opcode === Op.newarray;
    case 'constant':
      return instruction.opcode === Op.ldc || instruction.constant.kind === 'Dynamic'
        ? needsResolution(instruction.constant)
        : false;
    case 'field':
    case 'invoke':
    case 'invokedynamic':
    case 'type':
    case 'multianewarray':
      return true;
    case 'local':
    case 'iinc':
    case 'jump':
    case 'tableswitch':
    case 'lookupswitch':
      return false;
  }
}

/**
 * Whether a return of this method may throw IllegalMonitorStateException into its own handlers (JVMS 2.11.10
 * and 6.5.return): only code that unlocks by itself can end a call with the wrong locks. O(instructions).
 */
export function returnsMayThrow(instructions: readonly Instruction[]): boolean {
  return instructions.some((instruction) => instruction.opcode === Op.monitorexit);
}
