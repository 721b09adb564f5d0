import type { ByteWriter } from './byte-writer.ts';
import type { MethodCodeEdit } from './code-edit.ts';
import type { ConstantPoolBuilder } from './constant-pool-builder.ts';
import { type EditedLayout, layoutEditedCode } from './edited-code.ts';
import { LineNumbers } from './line-numbers.ts';
import { Op, opcodeInfo } from './opcodes.ts';
import { copyAttribute, type Relocation, writeRelocatedAttribute } from './relocate-attributes.ts';
import { writeRelocatedOldStackMap, writeRelocatedStackMapTable } from './relocate-stack-map.ts';
import { wholeFrames } from './whole-frames.ts';
import { writeAttribute } from './write-attribute.ts';
import { writeExceptionTable } from './write-exception-table.ts';
import { type ClassWriteFailure, codeTooLong, frameTooLarge, type MethodKey } from './write-failure.ts';
import { writeStackMapTable } from './write-stack-map.ts';

/**
 * Writes a method_info (JVMS 4.6) whose code has been edited: everything but its Code attribute is copied.
 * Returns what makes it impossible; what has been written is useless then. Without edits the bytes are
 * those of the original. Throws RRV_CLASS_MALFORMED when the pcs in its attributes make no sense. Linear in
 * the method and in what is written.
 */
export function writeEditedMethod(
  out: ByteWriter,
  pool: ConstantPoolBuilder,
  edit: MethodCodeEdit,
): ClassWriteFailure | undefined {
  const { file, method } = edit;
  out.copy(file.bytes, method.start, method.start + 8);
  let failure: ClassWriteFailure | undefined;
  let codeWritten = false;
  for (const attribute of method.attributes)
    if (codeWritten || attribute.name !== 'Code') copyAttribute(out, attribute);
    else {
      codeWritten = true;
      failure = writeAttribute(out, attribute.nameIndex, () => writeEditedCode(out, pool, edit));
    }
  return failure;
}

/** Writes the content of a Code attribute (4.7.3). */
function writeEditedCode(
  out: ByteWriter,
  pool: ConstantPoolBuilder,
  edit: MethodCodeEdit,
): ClassWriteFailure | undefined {
  const { method, raw, positions } = edit;
  const key: MethodKey = { method: method.index, name: method.name, descriptor: method.descriptor };
  const maxStack = raw.maxStack + edit.extraStack;
  const maxLocals = raw.maxLocals + edit.extraLocals;
  const tooLarge = frameTooLarge(key, maxStack, maxLocals);
  if (tooLarge !== undefined) return tooLarge;
  const { layout, write } = layoutEditedCode(edit, pool);
  const tooLong = codeTooLong(key, layout.length);
  if (tooLong !== undefined) return tooLong;
  out.u2(maxStack);
  out.u2(maxLocals);
  out.u4(layout.length);
  write(out);
  const added = handlerLines(edit, layout);
  const exceptionRanges = writeExceptionTable(out, edit, layout, { positions, layout, added });
  const obstacle =
    typeof exceptionRanges === 'string'
      ? exceptionRanges
      : writeCodeAttributes(out, pool, edit, layout, { positions, layout, added, exceptionRanges });
  return obstacle === undefined ? undefined : { kind: 'unsupported', ...key, what: obstacle };
}

/** Writes attributes_count and the attributes of a Code attribute. Returns what makes it impossible. */
function writeCodeAttributes(
  out: ByteWriter,
  pool: ConstantPoolBuilder,
  edit: MethodCodeEdit,
  layout: EditedLayout,
  relocation: Relocation,
): string | undefined {
  const { file, raw } = edit;
  const isWidened = layout.widenedConditionals.length > 0;
  const changesFrames = isWidened || edit.kept !== undefined || edit.handlers.length > 0;
  const addsFrames = needsStackMapTable(edit);
  out.u2(raw.attributes.length + (addsFrames ? 1 : 0));
  for (const attribute of raw.attributes)
    if (attribute.name === 'StackMapTable' && file.majorVersion >= 50) {
      if (!changesFrames) {
        writeRelocatedStackMapTable(out, attribute, relocation);
        continue;
      }
      const frames = wholeFrames(edit, layout, attribute);
      if ('obstacle' in frames) return frames.obstacle;
      writeStackMapTable(out, attribute.nameIndex, frames, pool);
    } else if (attribute.name === 'StackMap') {
      if (isWidened) return 'a conditional jump over more than 32 KB in a CLDC class';
      if (changesFrames) return 'new frames in a CLDC class';
      writeRelocatedOldStackMap(out, attribute, relocation);
    } else writeRelocatedAttribute(out, attribute, relocation);
  if (!addsFrames) return undefined;
  const frames = wholeFrames(edit, layout, undefined);
  if ('obstacle' in frames) return frames.obstacle;
  writeStackMapTable(out, pool.utf8('StackMapTable'), frames, pool);
  return undefined;
}

/**
 * Whether handlers need a table that the method does not have yet. Class version 50 is verified by type inference
 * when the table is missing (JVMS 4.10): there the table is added only to code that had no need of one.
 */
function needsStackMapTable({ file, raw, handlers, positions }: MethodCodeEdit): boolean {
  if (handlers.length === 0 || file.majorVersion < 50) return false;
  if (raw.attributes.some(({ name }) => name === 'StackMapTable')) return false;
  if (file.majorVersion > 50) return true;
  if (raw.exceptionTableLength > 0) return false;
  for (let index = 0; index < positions.count; index++) {
    const opcode = file.bytes[positions.start + positions.pcs[index]!]!;
    const { controlFlow } = opcodeInfo(opcode);
    if (opcode !== Op.wide && controlFlow !== 'next' && controlFlow !== 'return' && controlFlow !== 'throw')
      return false;
  }
  return true;
}

/** The line of each of the edit's handlers: that of the call, or of the method's beginning. */
function handlerLines({ file, raw, handlers, positions }: MethodCodeEdit, layout: EditedLayout) {
  if (handlers.length === 0) return [];
  const lines = new LineNumbers(file.pool.source, raw.attributes);
  return handlers.flatMap((handler, number) => {
    const line = lines.lineOfPc(handler.kind === 'call' ? positions.pcs[handler.at]! : 0);
    return line === undefined ? [] : [{ pc: layout.handlerPc[number]!, line }];
  });
}
