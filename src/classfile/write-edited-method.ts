import type { ByteWriter } from './byte-writer.ts';
import type { ClassBytes } from './class-bytes.ts';
import type { MethodCodeEdit } from './code-edit.ts';
import type { ConstantPoolBuilder } from './constant-pool-builder.ts';
import { type EditedLayout, layoutEditedCode } from './edited-code.ts';
import type { InstructionIndex } from './instruction.ts';
import { LineNumbers } from './line-numbers.ts';
import { Op, opcodeInfo } from './opcodes.ts';
import {
  copyAttribute,
  type Relocation,
  relocateLabel,
  writeRelocatedAttribute,
} from './relocate-attributes.ts';
import { writeRelocatedOldStackMap, writeRelocatedStackMapTable } from './relocate-stack-map.ts';
import { wholeFrames } from './whole-frames.ts';
import { writeAttribute } from './write-attribute.ts';
import { type ClassWriteFailure, codeTooLong, frameTooLarge, type MethodKey } from './write-failure.ts';
import { writeStackMapTable } from './write-stack-map.ts';

/**
 * Writes a method_info (JVMS 4.6) whose code has been edited: everything but its Code attribute is copied.
 * Returns what makes it impossible; what has been written is useless then. Without edits the bytes are
 * those of the original. Throws RRV_CLASS_MALFORMED when the pcs in its attributes make no sense. Linear, but
 * for the exception table of an edit with handlers.
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
  const relocation: Relocation = { positions, layout, added: handlerLines(edit, layout) };
  const obstacle =
    writeExceptionTable(out, edit, layout, relocation) ??
    writeCodeAttributes(out, pool, edit, layout, relocation);
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

/** exception_table_length is a u2 (4.7.3). */
const maxExceptionRanges = 0xffff;
const tooManyExceptionRanges = `more than ${maxExceptionRanges} exception ranges`;

/**
 * Writes the exception table (4.7.3), whose order counts: handlers of single calls, those of the method, which
 * get what the former throw again, then handlers around the method, which get what these throw.
 * Returns what makes it impossible. O(handlers of calls · ranges + handlers around the method · instructions).
 */
function writeExceptionTable(
  out: ByteWriter,
  edit: MethodCodeEdit,
  layout: EditedLayout,
  relocation: Relocation,
): string | undefined {
  const { file, raw, positions, handlers } = edit;
  const source: ClassBytes = file.pool.source;
  const entries: (readonly [start: number, end: number, handler: number, catchType: number])[] = [];
  const ends = [...layout.handlerPc.slice(1), layout.length];
  handlers.forEach((handler, number) => {
    if (handler.kind !== 'call') return;
    const start = layout.instructionPc[handler.at]!;
    const size = positions.pcs[handler.at + 1]! - positions.pcs[handler.at]!;
    entries.push([start, start + size, layout.handlerPc[number]!, 0]);
  });
  for (let k = 0; k < raw.exceptionTableLength; k++) {
    const at = raw.exceptionTable + 8 * k;
    const [start, end, handler] = [0, 1, 2].map((part) => {
      const pc = relocateLabel(relocation, source.u2(at + 2 * part));
      return pc ?? source.fail(`exception range ${k} is not a range of instructions`, at);
    }) as [number, number, number];
    const catchType = source.u2(at + 6);
    entries.push([start, end, handler, catchType]);
    handlers.forEach((own, number) => {
      if (own.kind !== 'call') return;
      const call = positions.pcs[own.at]!;
      if (call >= source.u2(at) && call < source.u2(at + 2))
        entries.push([layout.handlerPc[number]!, ends[number]!, handler, catchType]);
    });
    if (entries.length > maxExceptionRanges) return tooManyExceptionRanges;
  }
  handlers.forEach((handler, number) => {
    if (handler.kind !== 'method') return;
    let start: number | undefined;
    const finish = (end: number) => {
      if (start !== undefined && start < end) entries.push([start, end, layout.handlerPc[number]!, 0]);
      start = undefined;
    };
    for (let index = 0; index < positions.count; index++)
      if (handler.except(index as InstructionIndex)) finish(layout.labelPc[index]!);
      else start ??= layout.labelPc[index]!;
    finish(layout.labelPc[positions.count]!);
    handlers.forEach((other, k) => {
      if (other.kind === 'call' && !handler.except(other.at))
        entries.push([layout.handlerPc[k]!, ends[k]!, layout.handlerPc[number]!, 0]);
    });
  });
  if (entries.length > maxExceptionRanges) return tooManyExceptionRanges;
  out.u2(entries.length);
  for (const entry of entries) for (const part of entry) out.u2(part);
  return undefined;
}
