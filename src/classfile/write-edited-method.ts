import type { ByteWriter } from './byte-writer.ts';
import type { ClassBytes } from './class-bytes.ts';
import { layoutEditedCode, type MethodCodeEdit } from './code-edit.ts';
import type { ConstantPoolBuilder } from './constant-pool-builder.ts';
import { deriveFrames } from './derive-frames.ts';
import { maxCodeLength } from './instruction-positions.ts';
import {
  copyAttribute,
  type Relocation,
  relocateLabel,
  writeRelocatedAttribute,
} from './relocate-attributes.ts';
import {
  type AddedFrame,
  writeRelocatedOldStackMap,
  writeRelocatedStackMapTable,
} from './relocate-stack-map.ts';
import type { ClassWriteFailure, MethodKey } from './write-failure.ts';

/**
 * Writes a method_info (JVMS 4.6) whose code has been edited: everything but its Code attribute is copied.
 * Returns what makes it impossible; what has been written is useless then. Without edits the bytes are
 * those of the original. Throws RRV_CLASS_MALFORMED when the pcs in its attributes make no sense. Linear.
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
      out.u2(attribute.nameIndex);
      const start = out.length;
      out.u4(0);
      failure = writeEditedCodeAttribute(out, pool, edit);
      out.putU4(start, out.length - start - 4);
    }
  return failure;
}

/** Writes the content of a Code attribute (4.7.3). */
function writeEditedCodeAttribute(
  out: ByteWriter,
  pool: ConstantPoolBuilder,
  edit: MethodCodeEdit,
): ClassWriteFailure | undefined {
  const { file, method, raw, positions } = edit;
  const source: ClassBytes = file.pool.source;
  const key: MethodKey = { method: method.index, name: method.name, descriptor: method.descriptor };
  const limit = 0xffff;
  const maxStack = raw.maxStack + edit.extraStack;
  const maxLocals = raw.maxLocals + edit.extraLocals;
  if (maxStack > limit) return { kind: 'frameTooLarge', ...key, what: 'max_stack', given: maxStack, limit };
  if (maxLocals > limit)
    return { kind: 'frameTooLarge', ...key, what: 'max_locals', given: maxLocals, limit };
  const { layout, write } = layoutEditedCode(edit, pool);
  if (layout.length > maxCodeLength)
    return { kind: 'methodTooLarge', ...key, given: layout.length, limit: maxCodeLength };
  out.u2(maxStack);
  out.u2(maxLocals);
  out.u4(layout.length);
  write(out);
  const relocation: Relocation = { positions, layout };
  out.u2(raw.exceptionTableLength);
  for (let k = 0; k < raw.exceptionTableLength; k++) {
    const at = raw.exceptionTable + 8 * k;
    for (let part = 0; part < 3; part++) {
      const pc = relocateLabel(relocation, source.u2(at + 2 * part));
      if (pc === undefined) return source.fail(`exception range ${k} is not a range of instructions`, at);
      out.u2(pc);
    }
    out.u2(source.u2(at + 6));
  }
  out.u2(raw.attributes.length);
  for (const attribute of raw.attributes) {
    if (attribute.name === 'StackMapTable' && file.majorVersion >= 50) {
      let added: readonly AddedFrame[] = [];
      if (layout.widenedConditionals.length > 0) {
        const derived = deriveFrames(edit, layout, attribute);
        if ('obstacle' in derived) return { kind: 'unsupported', ...key, what: derived.obstacle };
        added = derived;
      }
      writeRelocatedStackMapTable(out, attribute, relocation, pool, added);
    } else if (attribute.name === 'StackMap') {
      if (layout.widenedConditionals.length > 0)
        return {
          kind: 'unsupported',
          ...key,
          what: 'a conditional jump over more than 32 KB in a CLDC class',
        };
      writeRelocatedOldStackMap(out, attribute, relocation);
    } else writeRelocatedAttribute(out, attribute, relocation);
  }
  return undefined;
}
