import {
  FrameType,
  objectTag,
  uninitializedTag,
  type VerificationType,
} from './attributes/stack-map-table.ts';
import type { ByteWriter } from './byte-writer.ts';
import type { ConstantPoolBuilder } from './constant-pool-builder.ts';
import { writeAttribute } from './write-attribute.ts';

/** A frame in full (JVMS 4.7.4, full_frame). */
export interface WholeFrame {
  readonly locals: readonly VerificationType[];
  readonly stack: readonly VerificationType[];
}

/** A frame and where it is. */
export interface PlacedFrame {
  /** In the code as it is written; so is the pc of an Uninitialized in the frame. */
  readonly pc: number;
  readonly frame: WholeFrame;
}

/** Writes a StackMapTable (JVMS 4.7.4) with these frames, in full unless the locals are those of the frame before. */
export function writeStackMapTable(
  out: ByteWriter,
  nameIndex: number,
  frames: readonly PlacedFrame[],
  pool: ConstantPoolBuilder,
): void {
  writeAttribute(out, nameIndex, () => writeFrames(out, frames, pool));
}

function writeFrames(out: ByteWriter, frames: readonly PlacedFrame[], pool: ConstantPoolBuilder): void {
  out.u2(frames.length);
  let previous = -1;
  let locals: readonly VerificationType[] | undefined;
  for (const { pc, frame } of frames) {
    const delta = pc - previous - 1;
    previous = pc;
    if (frame.locals === locals && frame.stack.length <= 1) {
      writeFrameWithSameLocals(out, delta, frame.stack.length > 0);
      for (const type of frame.stack) writeType(out, type, pool);
    } else writeWholeFrame(out, delta, frame, pool);
    ({ locals } = frame);
  }
}

/**
 * Writes the type and the offset_delta of a frame with the locals of the one before; with `hasStack`, the
 * type of a value follows.
 */
export function writeFrameWithSameLocals(out: ByteWriter, delta: number, hasStack: boolean): void {
  const isShort = delta < FrameType.sameLocals1;
  if (isShort) out.u1((hasStack ? FrameType.sameLocals1 : FrameType.same) + delta);
  else {
    out.u1(hasStack ? FrameType.sameLocals1Extended : FrameType.sameExtended);
    out.u2(delta);
  }
}

/** Writes a full_frame. */
export function writeWholeFrame(
  out: ByteWriter,
  delta: number,
  frame: WholeFrame,
  pool: ConstantPoolBuilder,
): void {
  out.u1(FrameType.full);
  out.u2(delta);
  for (const types of [frame.locals, frame.stack]) {
    out.u2(types.length);
    for (const type of types) writeType(out, type, pool);
  }
}

const simpleTags: Readonly<Record<string, number>> = {
  Top: 0,
  Integer: 1,
  Float: 2,
  Double: 3,
  Long: 4,
  Null: 5,
  UninitializedThis: 6,
};

/** Writes a verification_type_info (JVMS 4.7.4); the class of an object gets a constant if it has none. */
function writeType(out: ByteWriter, type: VerificationType, pool: ConstantPoolBuilder): void {
  switch (type.kind) {
    case 'Object':
      out.u1(objectTag);
      out.u2(pool.className(type.name));
      return;
    case 'Uninitialized':
      out.u1(uninitializedTag);
      out.u2(type.pc);
      return;
    default:
      out.u1(simpleTags[type.kind]!);
  }
}
