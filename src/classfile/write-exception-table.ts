import type { ByteWriter } from './byte-writer.ts';
import type { MethodCodeEdit } from './code-edit.ts';
import type { EditedLayout } from './edited-code.ts';
import type { InstructionIndex } from './instruction.ts';
import { type Relocation, relocateLabel } from './relocate-attributes.ts';

/** exception_table_length is a u2 (JVMS 4.7.3). */
const maxExceptionRanges = 0xffff;
const tooManyExceptionRanges = `more than ${maxExceptionRanges} exception ranges`;

/** An entry of the exception table, by pcs of the new code. The end is exclusive; catch type 0 is everything. */
type ExceptionRange = readonly [start: number, end: number, handler: number, catchType: number];

/** A handler of a single call that the edit adds. */
interface CallHandler {
  readonly at: InstructionIndex;
  /** Where the call is in the old code, which the method's own ranges are about. */
  readonly pc: number;
  /** Where the handler is in the new code. */
  readonly start: number;
  readonly end: number;
}

/**
 * Writes the exception table (4.7.3), whose order counts: handlers of single calls, those of the method, which
 * get what the former throw again, then handlers around the method, which get what these throw. Returns where each
 * of the method's own entries stands now, or what makes it impossible. O(ranges that are written + handlers of calls · log + the method's own ranges · log +
 * handlers around the method · (instructions + handlers of calls)).
 */
export function writeExceptionTable(
  out: ByteWriter,
  edit: MethodCodeEdit,
  layout: EditedLayout,
  relocation: Relocation,
): readonly number[] | string {
  const calls = callHandlers(edit, layout);
  const ranges = calls.map((call) => rangeOfCall(call, edit, layout));
  const own = addOwnRanges(ranges, edit, relocation, calls);
  if (own === undefined) return tooManyExceptionRanges;
  addMethodRanges(ranges, edit, layout, calls);
  if (ranges.length > maxExceptionRanges) return tooManyExceptionRanges;
  out.u2(ranges.length);
  for (const range of ranges) for (const part of range) out.u2(part);
  return own;
}

/** In the order in which they were added. */
function callHandlers({ handlers, positions }: MethodCodeEdit, layout: EditedLayout): readonly CallHandler[] {
  return handlers.flatMap((handler, number) =>
    handler.kind === 'call'
      ? [
          {
            at: handler.at,
            pc: positions.pcs[handler.at]!,
            start: layout.handlerPc[number]!,
            end: layout.handlerPc[number + 1] ?? layout.length,
          },
        ]
      : [],
  );
}

/** The call alone, without what is woven around it. */
function rangeOfCall(
  { at, pc, start }: CallHandler,
  edit: MethodCodeEdit,
  layout: EditedLayout,
): ExceptionRange {
  const from = layout.instructionPc[at]!;
  return [from, from + edit.positions.pcs[at + 1]! - pc, start, 0];
}

/**
 * Adds the method's own ranges, each again for the handlers of calls in it, which throw what they have caught.
 * Returns where each has been added; undefined: it has stopped, as these are too many.
 */
function addOwnRanges(
  ranges: ExceptionRange[],
  { file, raw }: MethodCodeEdit,
  relocation: Relocation,
  calls: readonly CallHandler[],
): readonly number[] | undefined {
  const { source } = file.pool;
  const inOrder = [...calls].sort((left, right) => left.pc - right.pc);
  const added: number[] = [];
  for (let k = 0; k < raw.exceptionTableLength; k++) {
    const at = raw.exceptionTable + 8 * k;
    const label = (part: number): number =>
      relocateLabel(relocation, source.u2(at + 2 * part)) ??
      source.fail(`exception range ${k} is not a range of instructions`, at);
    const range: ExceptionRange = [label(0), label(1), label(2), source.u2(at + 6)];
    added.push(ranges.length);
    ranges.push(range);
    const [, , handler, catchType] = range;
    const end = source.u2(at + 2);
    for (let call = firstFrom(inOrder, source.u2(at)); call < inOrder.length; call++) {
      const inside = inOrder[call]!;
      if (inside.pc >= end) break;
      ranges.push([inside.start, inside.end, handler, catchType]);
    }
    if (ranges.length > maxExceptionRanges) return undefined;
  }
  return added;
}

/** The position of the first call at the pc or behind it. Binary search. */
function firstFrom(inOrder: readonly CallHandler[], pc: number): number {
  let low = 0;
  let high = inOrder.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (inOrder[middle]!.pc < pc) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Adds the ranges of the handlers around the method: all that is not excepted, and what handlers of calls throw. */
function addMethodRanges(
  ranges: ExceptionRange[],
  { handlers, positions }: MethodCodeEdit,
  layout: EditedLayout,
  calls: readonly CallHandler[],
): void {
  handlers.forEach((handler, number) => {
    if (handler.kind !== 'method') return;
    const own = layout.handlerPc[number]!;
    let start: number | undefined;
    const finish = (end: number): void => {
      if (start !== undefined) ranges.push([start, end, own, 0]);
      start = undefined;
    };
    for (let index = 0; index < positions.count; index++)
      if (handler.except(index as InstructionIndex)) finish(layout.labelPc[index]!);
      else start ??= layout.labelPc[index]!;
    finish(layout.labelPc[positions.count]!);
    for (const call of calls) if (!handler.except(call.at)) ranges.push([call.start, call.end, own, 0]);
  });
}
