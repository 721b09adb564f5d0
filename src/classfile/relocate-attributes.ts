import type { Attribute } from './attribute.ts';
import { AttributeCursor } from './attribute-cursor.ts';
import { typeAnnotationTargets } from './attributes/type-annotations.ts';
import type { ByteWriter } from './byte-writer.ts';
import type { Layout } from './code-layout.ts';
import type { InstructionPositions } from './instruction-positions.ts';
import { unlessMalformed } from './unless-malformed.ts';
import { writeAttribute } from './write-attribute.ts';

/** Maps pcs of the original code to pcs of the edited code. */
export interface Relocation {
  readonly positions: InstructionPositions;
  readonly layout: Layout;
  /** Code that is no instruction of the original, behind its end: where it starts, and the line that it belongs to. */
  readonly added?: readonly { readonly pc: number; readonly line: number }[];
  /** By index of an entry of the exception table, where it is now. Absent: where it was. */
  readonly exceptionRanges?: readonly number[];
}

/** New pc of the label at an old pc, which must start an instruction or be the end; undefined if it does not. */
export function relocateLabel({ positions, layout }: Relocation, pc: number): number | undefined {
  if (pc === positions.length) return layout.labelPc[positions.count];
  const plusOne = positions.indexPlusOne[pc];
  return plusOne === undefined || plusOne === 0 ? undefined : layout.labelPc[plusOne - 1];
}

/** New pc of the instruction itself that starts at an old pc, behind what is inserted before it. */
export function relocateInstruction({ positions, layout }: Relocation, pc: number): number | undefined {
  const plusOne = positions.indexPlusOne[pc];
  return plusOne === undefined || plusOne === 0 ? undefined : layout.instructionPc[plusOne - 1];
}

/**
 * The same for debugging tables, whose pcs the JVM does not check against instructions: a pc inside an
 * instruction counts as that instruction, one beyond the end as the end, and 0 as the start of the method.
 */
function relocateLoosely(relocation: Relocation, pc: number): number {
  const { positions, layout } = relocation;
  // Code that runs when the method is entered has the first line, and the parameters.
  if (pc === 0) return 0;
  if (pc >= positions.length) return layout.labelPc[positions.count]!;
  const plusOne = positions.indexPlusOne[pc]!;
  if (plusOne !== 0) return layout.labelPc[plusOne - 1]!;
  let low = 0;
  let high = positions.count;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (positions.pcs[middle]! <= pc) low = middle;
    else high = middle;
  }
  return layout.labelPc[low]!;
}

/**
 * Writes an attribute of a Code attribute with its pcs relocated: LineNumberTable, LocalVariableTable,
 * LocalVariableTypeTable (JVMS 4.7.12 to 4.7.14), Runtime(In)VisibleTypeAnnotations (4.7.20), and the StackMap
 * of CLDC. Any other attribute is copied: if it holds pcs, they go stale (the JVM ignores attributes that
 * it does not know, 4.7.1). StackMapTable has a writer of its own. Linear. Throws RRV_CLASS_MALFORMED.
 */
export function writeRelocatedAttribute(out: ByteWriter, attribute: Attribute, relocation: Relocation): void {
  switch (attribute.name) {
    case 'LineNumberTable':
      writeAttribute(out, attribute.nameIndex, () => writeLineNumbers(out, attribute, relocation));
      return;
    case 'LocalVariableTable':
    case 'LocalVariableTypeTable':
      writeLocalVariables(out, attribute, relocation);
      return;
    case 'RuntimeVisibleTypeAnnotations':
    case 'RuntimeInvisibleTypeAnnotations':
      writeTypeAnnotations(out, attribute, relocation);
      return;
    default:
      copyAttribute(out, attribute);
  }
}

/** Copies name, length and content; returns where the content starts in `out`. */
export function copyAttribute(out: ByteWriter, attribute: Attribute): number {
  out.copy(attribute.pool.source.bytes, attribute.offset - 6, attribute.offset + attribute.length);
  return out.length - attribute.length;
}

/**
 * A stack trace takes the first entry at exactly its pc, else the last one before it (see LineNumbers). If an
 * instruction has several entries and code is inserted before it, it is no longer at their pc; then the
 * first entry is repeated at the instruction itself, and the others follow it there.
 */
function writeLineNumbers(out: ByteWriter, attribute: Attribute, relocation: Relocation): void {
  const cursor = new AttributeCursor(attribute);
  const { labelPc, instructionPc } = relocation.layout;
  const { added = [] } = relocation;
  const countAt = out.length;
  let entries = cursor.u2();
  out.u2(entries);
  /** By instruction that has something inserted before it: the first line, or undefined once it is repeated. */
  const first = new Map<number, number | undefined>();
  for (let k = entries; k > 0; k--) {
    const pc = cursor.u2();
    const line = cursor.u2();
    const index = (relocation.positions.indexPlusOne[pc] ?? 0) - 1;
    const moved = index >= 0 && (index === 0 ? 0 : labelPc[index]) !== instructionPc[index];
    if (moved && first.has(index)) {
      const firstLine = first.get(index);
      if (firstLine !== undefined && entries < 65535) {
        out.u2(instructionPc[index]!);
        out.u2(firstLine);
        entries++;
        first.set(index, undefined);
      }
      out.u2(instructionPc[index]!);
    } else {
      out.u2(relocateLoosely(relocation, pc));
      if (moved) first.set(index, line);
    }
    out.u2(line);
  }
  cursor.finish();
  for (const { pc, line } of added) {
    if (entries === 65535) break;
    out.u2(pc);
    out.u2(line);
    entries++;
  }
  out.putU2(countAt, entries);
}

function writeLocalVariables(out: ByteWriter, attribute: Attribute, relocation: Relocation): void {
  const cursor = new AttributeCursor(attribute);
  let to = copyAttribute(out, attribute) + 2;
  for (let count = cursor.u2(); count > 0; count--) {
    putRange(out, to, cursor.u2(), cursor.u2(), relocation);
    cursor.skip(6);
    to += 10;
  }
  cursor.finish();
}

/** Overwrites start_pc and length. */
function putRange(out: ByteWriter, to: number, pc: number, length: number, relocation: Relocation): void {
  const start = relocateLoosely(relocation, pc);
  out.putU2(to, start);
  out.putU2(to + 2, relocateLoosely(relocation, pc + length) - start);
}

/**
 * The JVM does not read them: those of another form (of drafts of JSR 308, before Java 8) are copied, as nobody who
 * knows this form could read them before.
 */
function writeTypeAnnotations(out: ByteWriter, attribute: Attribute, relocation: Relocation): void {
  const targets = unlessMalformed(() => typeAnnotationTargets(attribute)) ?? [];
  const { source } = attribute.pool;
  const shift = copyAttribute(out, attribute) - attribute.offset;
  for (const { kind, offset } of targets) {
    const pc = source.u2(offset); // or an index
    if (kind === 'range') putRange(out, offset + shift, pc, source.u2(offset + 2), relocation);
    else if (kind === 'catch') out.putU2(offset + shift, relocation.exceptionRanges?.[pc] ?? pc);
    else out.putU2(offset + shift, relocateInstruction(relocation, pc) ?? relocateLoosely(relocation, pc));
  }
}
