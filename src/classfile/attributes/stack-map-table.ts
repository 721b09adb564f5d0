import type { Attribute } from '../attribute.ts';
import { AttributeCursor } from '../attribute-cursor.ts';

/**
 * verification_type_info (JVMS 4.7.4). `pc` of Uninitialized is that of the `new` instruction. The same
 * items, with the same tags, stand in the StackMap attribute of CLDC (JSR 139, appendix 1).
 */
export type VerificationType =
  | {
      readonly kind: 'Top' | 'Integer' | 'Float' | 'Double' | 'Long' | 'Null' | 'UninitializedThis';
    }
  /** An internal name, or the descriptor of an array type. */
  | { readonly kind: 'Object'; readonly name: string }
  | { readonly kind: 'Uninitialized'; readonly pc: number };

/**
 * A frame as it is encoded, relative to the one before (JVMS 4.7.4); the first one is relative to the
 * method's parameters. Local variables: long and double are one item for two variables. Frames stay
 * relative because whole frames can take quadratic memory.
 */
export type StackMapFrame = { readonly pc: number } & (
  | { readonly kind: 'same' }
  /** same_locals_1_stack_item_frame, extended or not. */
  | { readonly kind: 'sameLocals1'; readonly stack: VerificationType }
  /** The last `count` (1 to 3) locals are gone; the stack is empty. */
  | { readonly kind: 'chop'; readonly count: number }
  /** 1 to 3 more locals; the stack is empty. */
  | { readonly kind: 'append'; readonly locals: readonly VerificationType[] }
  | {
      readonly kind: 'full';
      readonly locals: readonly VerificationType[];
      readonly stack: readonly VerificationType[];
    }
);

const simpleTypes = (['Top', 'Integer', 'Float', 'Double', 'Long', 'Null', 'UninitializedThis'] as const).map(
  (kind): VerificationType => Object.freeze({ kind }),
);

/**
 * The first frame_type of each kind of frame (JVMS 4.7.4). `same` and `sameLocals1` hold an offset_delta
 * below 64 themselves; a chop frame takes as many locals away as it is below `sameExtended`, and an append
 * frame adds as many as it is above.
 */
export const FrameType = {
  same: 0,
  sameLocals1: 64,
  reserved: 128,
  sameLocals1Extended: 247,
  chop: 248,
  sameExtended: 251,
  append: 252,
  full: 255,
} as const;

/** Tags of verification_type_info; index of `simpleTypes` below these two. */
export const objectTag = 7;
export const uninitializedTag = 8;

/**
 * The frames of a StackMapTable attribute (JVMS 4.7.4), with strictly ascending pcs. Linear. Throws
 * RRV_CLASS_MALFORMED. Whether a pc starts an instruction is not checked.
 */
export function readStackMapTable(attribute: Attribute): readonly StackMapFrame[] {
  const cursor = new AttributeCursor(attribute);
  const frames: StackMapFrame[] = [];
  let pc = -1;
  for (let count = cursor.u2(); count > 0; count--) {
    const frame = readFrame(cursor, pc);
    pc = frame.pc;
    frames.push(frame);
  }
  cursor.finish();
  return frames;
}

function readFrame(cursor: AttributeCursor, previousPc: number): StackMapFrame {
  const at = cursor.at;
  const type = cursor.u1();
  const base = previousPc + 1;
  if (type < FrameType.sameLocals1) return { pc: base + type, kind: 'same' };
  if (type < FrameType.reserved) {
    const pc = base + type - FrameType.sameLocals1;
    return { pc, kind: 'sameLocals1', stack: readVerificationType(cursor) };
  }
  if (type < FrameType.sameLocals1Extended) cursor.fail(`has the reserved frame type ${type}`, at);
  const pc = base + cursor.u2();
  if (type < FrameType.chop) return { pc, kind: 'sameLocals1', stack: readVerificationType(cursor) };
  if (type < FrameType.sameExtended) return { pc, kind: 'chop', count: FrameType.sameExtended - type };
  if (type < FrameType.append) return { pc, kind: 'same' };
  if (type < FrameType.full) {
    const locals: VerificationType[] = [];
    for (let k = FrameType.sameExtended; k < type; k++) locals.push(readVerificationType(cursor));
    return { pc, kind: 'append', locals };
  }
  const locals = cursor.list(() => readVerificationType(cursor));
  const stack = cursor.list(() => readVerificationType(cursor));
  return { pc, kind: 'full', locals, stack };
}

function readVerificationType(cursor: AttributeCursor): VerificationType {
  const at = cursor.at;
  const tag = cursor.u1();
  if (tag === objectTag) return { kind: 'Object', name: cursor.className() };
  if (tag === uninitializedTag) return { kind: 'Uninitialized', pc: cursor.u2() };
  return simpleTypes[tag] ?? cursor.fail(`has the unknown verification type ${tag}`, at);
}
