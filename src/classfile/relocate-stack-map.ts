import type { Attribute } from './attribute.ts';
import { AttributeCursor } from './attribute-cursor.ts';
import { FrameType, objectTag, uninitializedTag } from './attributes/stack-map-table.ts';
import type { ByteWriter } from './byte-writer.ts';
import { copyAttribute, type Relocation, relocateInstruction, relocateLabel } from './relocate-attributes.ts';
import { writeAttribute } from './write-attribute.ts';
import { writeFrameWithSameLocals } from './write-stack-map.ts';

/**
 * Writes a StackMapTable (JVMS 4.7.4) with its deltas encoded anew and the offsets in Uninitialized types
 * pointing to the `new` instructions where they are now. Frames keep their form. Linear. Throws
 * RRV_CLASS_MALFORMED when a frame is not at an instruction.
 */
export function writeRelocatedStackMapTable(
  out: ByteWriter,
  attribute: Attribute,
  relocation: Relocation,
): void {
  writeAttribute(out, attribute.nameIndex, () => writeRelocatedFrames(out, attribute, relocation));
}

function writeRelocatedFrames(out: ByteWriter, attribute: Attribute, relocation: Relocation): void {
  const cursor: AttributeCursor = new AttributeCursor(attribute);
  const count = cursor.u2();
  out.u2(count);
  let oldPc = -1;
  let newPc = -1;
  for (let left = count; left > 0; left--) {
    const at = cursor.at;
    const type = cursor.u1();
    oldPc += 1 + deltaOf(cursor, type, at);
    const pc = relocateLabel(relocation, oldPc);
    if (pc === undefined || oldPc === relocation.positions.length)
      cursor.fail(`has a frame at ${oldPc}, where no instruction starts`, at);
    const delta = pc - newPc - 1;
    newPc = pc;
    writeFrame(out, cursor, type, delta, relocation);
  }
  cursor.finish();
}

/** offset_delta: in the frame type itself, or in the u2 behind it. */
function deltaOf(cursor: AttributeCursor, type: number, at: number): number {
  if (type < FrameType.sameLocals1) return type;
  if (type < FrameType.reserved) return type - FrameType.sameLocals1;
  if (type < FrameType.sameLocals1Extended) cursor.fail(`has the reserved frame type ${type}`, at);
  return cursor.u2();
}

/** Copies the rest of a frame; the cursor is behind its offset_delta. */
function writeFrame(
  out: ByteWriter,
  cursor: AttributeCursor,
  type: number,
  delta: number,
  relocation: Relocation,
): void {
  if (type < FrameType.sameLocals1 || type === FrameType.sameExtended) {
    writeFrameWithSameLocals(out, delta, false);
    return;
  }
  if (type < FrameType.reserved || type === FrameType.sameLocals1Extended) {
    writeFrameWithSameLocals(out, delta, true);
    copyTypes(out, cursor, 1, relocation);
    return;
  }
  out.u1(type);
  out.u2(delta);
  if (type < FrameType.sameExtended) return;
  if (type < FrameType.full) {
    copyTypes(out, cursor, type - FrameType.sameExtended, relocation);
    return;
  }
  for (let list = 0; list < 2; list++) {
    const items = cursor.u2();
    out.u2(items);
    copyTypes(out, cursor, items, relocation);
  }
}

function copyTypes(out: ByteWriter, cursor: AttributeCursor, count: number, relocation: Relocation): void {
  for (let k = 0; k < count; k++) {
    const at = cursor.at;
    const tag = cursor.u1();
    out.u1(tag);
    if (tag === objectTag) out.u2(cursor.u2());
    else if (tag === uninitializedTag) {
      const pc = relocateInstruction(relocation, cursor.u2());
      if (pc === undefined) cursor.fail('has an uninitialized object without a new instruction', at);
      out.u2(pc);
    } else if (tag > uninitializedTag) cursor.fail(`has the unknown verification type ${tag}`, at);
  }
}

/**
 * Writes a StackMap attribute of CLDC (JSR 139, appendix 1), whose frames are all in full. See
 * `writeRelocatedStackMapTable`.
 */
export function writeRelocatedOldStackMap(
  out: ByteWriter,
  attribute: Attribute,
  relocation: Relocation,
): void {
  const cursor: AttributeCursor = new AttributeCursor(attribute);
  const shift = copyAttribute(out, attribute) - attribute.offset;
  for (let count = cursor.u2(); count > 0; count--) {
    const at = cursor.at;
    const pc = relocateLabel(relocation, cursor.u2());
    if (pc === undefined) cursor.fail('has a frame where no instruction starts', at);
    out.putU2(at + shift, pc);
    for (let list = 0; list < 2; list++)
      for (let items = cursor.u2(); items > 0; items--) {
        const tag = cursor.u1();
        const item = cursor.at;
        if (tag !== objectTag && tag !== uninitializedTag) continue;
        const operand = cursor.u2();
        if (tag === objectTag) continue;
        const created = relocateInstruction(relocation, operand);
        if (created === undefined) cursor.fail('has an uninitialized object without a new instruction', item);
        out.putU2(item + shift, created);
      }
  }
  cursor.finish();
}
