import { AccessFlag } from './access-flags.ts';
import { ByteWriter } from './byte-writer.ts';
import { type Layout, type LayoutInput, LayoutKind, layoutCode, shortJumpReach } from './code-layout.ts';
import type { ConstantPoolBuilder } from './constant-pool-builder.ts';
import type { Instruction, Label } from './instruction.ts';
import { encodeInstruction, isPlain } from './instruction-encoder.ts';
import { switchTable } from './instruction-positions.ts';
import { jumpTargets, maxLocalsOf, maxStackOf, type NewMethod } from './method-body.ts';
import { Op, opcodeInfo } from './opcodes.ts';
import { writeAttribute } from './write-attribute.ts';
import { type ClassWriteFailure, codeTooLong, frameTooLarge, type MethodKey } from './write-failure.ts';
import { writeJump } from './write-jump.ts';
import { writeWholeFrame } from './write-stack-map.ts';

/** First class version whose methods are verified with a StackMapTable (JVMS 4.10.1). */
const firstVersionWithFrames = 50;

/**
 * Writes a method_info (JVMS 4.6) from instructions. Returns what makes it impossible; what has been written
 * is useless then. Throws Error for bodies that make no sense (mistakes of the caller). Linear.
 */
export function writeNewMethod(
  out: ByteWriter,
  pool: ConstantPoolBuilder,
  majorVersion: number,
  index: number,
  method: NewMethod,
): ClassWriteFailure | undefined {
  const { name, descriptor, instructions, exceptions = [] } = method;
  out.u2(method.accessFlags);
  out.u2(pool.utf8(name));
  out.u2(pool.utf8(descriptor));
  out.u2((instructions === undefined ? 0 : 1) + (exceptions.length === 0 ? 0 : 1));
  let failure: ClassWriteFailure | undefined;
  if (instructions !== undefined) {
    const key = { method: index, name, descriptor };
    failure = writeAttribute(out, pool.utf8('Code'), () =>
      writeCode(out, pool, majorVersion, { ...method, instructions }, key),
    );
  }
  if (exceptions.length > 0)
    writeAttribute(out, pool.utf8('Exceptions'), () => {
      out.u2(exceptions.length);
      for (const exception of exceptions) out.u2(pool.className(exception));
    });
  return failure;
}

function writeCode(
  out: ByteWriter,
  pool: ConstantPoolBuilder,
  majorVersion: number,
  method: NewMethod & { readonly instructions: readonly Instruction[] },
  key: MethodKey,
): ClassWriteFailure | undefined {
  const { instructions, exceptionTable = [], frames = [] } = method;
  const maxStack = method.maxStack ?? maxStackOf(instructions, exceptionTable);
  const isStatic = (method.accessFlags & AccessFlag.static) !== 0;
  const maxLocals =
    method.maxLocals ?? maxLocalsOf({ descriptor: method.descriptor, isStatic, instructions });
  const { code, layout } = assemble(pool, instructions);
  const withFrames = majorVersion >= firstVersionWithFrames;
  if (withFrames) {
    const missing = missingFrame(method);
    if (missing !== undefined) throw new Error(`${method.name}: there is no frame at instruction ${missing}`);
    for (const [index, instruction] of instructions.entries())
      if (layout.wide[index] === 1 && instruction.opcode !== Op.goto && instruction.opcode !== Op.jsr)
        return {
          kind: 'unsupported',
          ...key,
          what: 'a conditional jump over more than 32 KB in a new method',
        };
  }
  const failure = frameTooLarge(key, maxStack, maxLocals) ?? codeTooLong(key, layout.length);
  if (failure !== undefined) return failure;
  out.u2(maxStack);
  out.u2(maxLocals);
  out.u4(layout.length);
  out.copyFrom(code);
  out.u2(exceptionTable.length);
  for (const { start, end, handler, catchType } of exceptionTable) {
    out.u2(layout.labelPc[start]!);
    out.u2(layout.labelPc[end]!);
    out.u2(layout.labelPc[handler]!);
    out.u2(catchType === undefined ? 0 : pool.className(catchType));
  }
  if (!withFrames || frames.length === 0) {
    out.u2(0);
    return undefined;
  }
  out.u2(1);
  writeAttribute(out, pool.utf8('StackMapTable'), () => {
    out.u2(frames.length);
    let previous = -1;
    for (const frame of frames) {
      const pc = layout.labelPc[frame.at]!;
      writeWholeFrame(out, pc - previous - 1, frame, pool);
      previous = pc;
    }
  });
  return undefined;
}

/** A jump target, a handler, or an instruction that nothing falls through to, without a frame. */
function missingFrame(
  method: NewMethod & { readonly instructions: readonly Instruction[] },
): number | undefined {
  const framed = new Set<number>(method.frames?.map(({ at }) => at));
  for (const { handler } of method.exceptionTable ?? []) if (!framed.has(handler)) return handler;
  for (const [index, instruction] of method.instructions.entries()) {
    for (const target of jumpTargets(instruction)) if (!framed.has(target)) return target;
    const { controlFlow } = opcodeInfo(instruction.opcode);
    if (controlFlow === 'next' || controlFlow === 'branch' || index + 1 === method.instructions.length)
      continue;
    if (!framed.has(index + 1)) return index + 1;
  }
  return undefined;
}

/** What the code array is made of. */
interface Pieces {
  /** Sizes, kinds and jumps, with nothing inserted. */
  readonly input: LayoutInput;
  /** The plain instructions, encoded one after the other, and where each one starts; the end is the last start. */
  readonly plain: ByteWriter;
  readonly plainStart: Int32Array;
}

/** The code array of a body. Linear. */
function assemble(
  pool: ConstantPoolBuilder,
  instructions: readonly Instruction[],
): { readonly code: ByteWriter; readonly layout: Layout } {
  const { input, plain, plainStart } = piecesOf(pool, instructions);
  const layout = layoutCode(input);
  const code = new ByteWriter(layout.length);
  for (const [index, instruction] of instructions.entries()) {
    const pc = layout.instructionPc[index]!;
    const offsetTo = (label: Label): number => layout.labelPc[label]! - pc;
    if (isPlain(instruction)) code.copyFrom(plain, plainStart[index], plainStart[index + 1]);
    else if (instruction.form === 'jump')
      writeJump(code, instruction.opcode, offsetTo(instruction.target), layout.wide[index] === 1);
    else writeSwitch(code, instruction, pc, offsetTo);
  }
  return { code, layout };
}

/** Throws RangeError for a jump to where no instruction is. */
function piecesOf(pool: ConstantPoolBuilder, instructions: readonly Instruction[]): Pieces {
  const count = instructions.length;
  const none = new Int32Array(count);
  const size = new Int32Array(count);
  const kind = new Uint8Array(count);
  const jumps: number[] = [];
  const targets: number[] = [];
  const plain = new ByteWriter();
  const plainStart = new Int32Array(count + 1);
  for (const [index, instruction] of instructions.entries()) {
    plainStart[index] = plain.length;
    for (const target of jumpTargets(instruction))
      if (!Number.isInteger(target) || target < 0 || target >= count)
        throw new RangeError(`instruction ${index} jumps to ${target}, where there is none`);
    if (isPlain(instruction)) {
      encodeInstruction(plain, pool, instruction);
      size[index] = plain.length - plainStart[index]!;
    } else if (instruction.form === 'jump') {
      size[index] = 3;
      const isConditional = opcodeInfo(instruction.opcode).controlFlow === 'branch';
      kind[index] = isConditional ? LayoutKind.conditional : LayoutKind.unconditional;
      jumps.push(index);
      targets.push(instruction.target);
    } else {
      kind[index] = LayoutKind.switch;
      size[index] =
        instruction.form === 'tableswitch'
          ? 13 + 4 * instruction.targets.length
          : 9 + 8 * instruction.cases.length;
    }
  }
  plainStart[count] = plain.length;
  const input = {
    count,
    entry: 0,
    before: none,
    size,
    after: none,
    kind,
    jumps,
    targets,
    reach: shortJumpReach,
  };
  return { input, plain, plainStart };
}

/** Writes a tableswitch or lookupswitch at `pc` (JVMS 6.5). */
function writeSwitch(
  code: ByteWriter,
  instruction: Extract<Instruction, { readonly form: 'tableswitch' | 'lookupswitch' }>,
  pc: number,
  offsetTo: (label: Label) => number,
): void {
  code.u1(instruction.opcode);
  code.zeros(switchTable(pc) - pc - 1);
  code.u4(offsetTo(instruction.defaultTarget));
  if (instruction.form === 'tableswitch') {
    code.u4(instruction.low);
    code.u4(instruction.low + instruction.targets.length - 1);
    for (const target of instruction.targets) code.u4(offsetTo(target));
  } else {
    code.u4(instruction.cases.length);
    for (const { match, target } of instruction.cases) {
      code.u4(match);
      code.u4(offsetTo(target));
    }
  }
}
