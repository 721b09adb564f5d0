import type { Code } from '../classfile/code.ts';
import type { CodeEdit } from '../classfile/code-edit.ts';
import { invoke, none, storeLocal } from '../classfile/emit.ts';
import type { Instruction, InstructionIndex } from '../classfile/instruction.ts';
import { Op } from '../classfile/opcodes.ts';
import type { Point, PointId } from '../events/point.ts';
import { addTo } from '../group-by.ts';
import { startsAtIndex } from '../residual/sound/run-time/iterator-calls.ts';
import { plainTest } from './unit-class.ts';
import { seesThrows } from './unweavable.ts';

/**
 * Asks before each call of `iterator()` after which points of the method may be silent (Decision.silence)
 * whether its receiver is a plain collection. The answers are kept in local variables of their own from
 * `firstLocal` on, which say no until then. Where what one of the calls throws is an event, nothing is
 * silent: either all of a call's points are, or none. Returns the local variables by point; they hold ints.
 */
export function weaveSilence(
  codeEdit: CodeEdit,
  code: Code,
  firstLocal: number,
  points: readonly Point[],
  silentAfter: (point: Point) => InstructionIndex | undefined,
  unit: string,
): ReadonlyMap<PointId, number> {
  const thrown = withThrownEvents(points);
  const makers = new Map<InstructionIndex, Point[]>();
  const locals = new Map<PointId, number>();
  for (const point of points) {
    const maker = silentAfter(point);
    if (maker === undefined) continue;
    if (thrown.has(point.instruction)) return locals;
    addTo(makers, maker, point);
  }
  let local = firstLocal;
  for (const [maker, silent] of makers) {
    codeEdit.insertAtEntry([none(Op.iconst_0), storeLocal('I', local)]);
    codeEdit.insertBefore(maker, [...askIfPlain(code.instructions[maker]!, unit), storeLocal('I', local)]);
    for (const { id } of silent) locals.set(id, local);
    local++;
  }
  if (makers.size > 0) codeEdit.reserve(2, 0);
  return locals;
}

/**
 * Puts 1 on the stack if the receiver of the call of `iterator()`, which is there already, is a plain
 * collection, otherwise 0. Takes two words of the stack.
 */
export function askIfPlain(maker: Instruction, unit: string): readonly Instruction[] {
  // An index, if it takes one, is above the receiver.
  const copyReceiver = startsAtIndex(maker) ? [none(Op.dup2), none(Op.pop)] : [none(Op.dup)];
  return [...copyReceiver, invoke(Op.invokestatic, unit, plainTest.name, plainTest.descriptor)];
}

/** Instructions of which what they throw is an event, too: it is produced in a handler. */
export function withThrownEvents(points: readonly Point[]): ReadonlySet<InstructionIndex> {
  return new Set(points.filter(seesThrows).map(({ instruction }) => instruction));
}
