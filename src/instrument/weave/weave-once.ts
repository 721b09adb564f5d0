import type { Code } from '../../classfile/code.ts';
import type { CodeEdit } from '../../classfile/code-edit.ts';
import { none, pushInt, storeLocal } from '../../classfile/emit.ts';
import type { InstructionIndex } from '../../classfile/instruction.ts';
import { Op } from '../../classfile/opcodes.ts';
import type { Point, PointId } from '../../events/point.ts';
import { addTo, groupBy } from '../../group-by.ts';
import { bindsOneObject } from '../../property/model.ts';
import { makesIterator } from '../../residual/sound/run-time/iterator-calls.ts';
import { pointsToldOnce } from '../../residual/sound/run-time/told-once.ts';
import type { MethodCode } from '../../residual/sound/values/method-code.ts';
import { onceStates } from '../unit/entry-point.ts';
import { askIfPlain, withThrownEvents } from './weave-silence.ts';

export const neverOnce: ReadonlyMap<PointId, number> = new Map();

/**
 * Gives a local variable, from `firstLocal` on, to each point that need be told once for each iterator, and
 * sets it where the iterator is made. Returns the local variables by point; they hold what `onceStates` says.
 * `points`: those of the method that are woven; `isTold`: unless something else decides whether they are
 * told. `prepared`: its code, undefined where that cannot be analysed.
 */
export function weaveOnce(
  codeEdit: CodeEdit,
  code: Code,
  firstLocal: number,
  points: readonly Point[],
  isTold: (point: Point) => boolean,
  prepared: () => MethodCode | undefined,
  unit: string,
): ReadonlyMap<PointId, number> {
  const locals = new Map<PointId, number>();
  const byProperty = groupBy(points, ({ property }) => property);
  // Most loops of programs of today are silent, and need not be looked at.
  const own = [...byProperty].filter(
    ([property, ofProperty]) => bindsOneObject(property) && ofProperty.some(isTold),
  );
  const method = own.length > 0 && code.instructions.some(makesIterator) ? prepared() : undefined;
  if (method === undefined) return locals;
  const thrown = withThrownEvents(points);
  const byMaker = new Map<InstructionIndex, number[]>();
  for (const { point, maker } of own.flatMap(([, ofProperty]) => pointsToldOnce(method, ofProperty))) {
    if (!isTold(point) || thrown.has(point.instruction) || thrown.has(maker)) continue;
    const local = firstLocal + locals.size;
    locals.set(point.id, local);
    codeEdit.insertAtEntry([pushInt(onceStates.always), storeLocal('I', local)]);
    addTo(byMaker, maker, local);
  }
  for (const [maker, ofMaker] of byMaker) {
    // The answer, 0 or 1, is `always` or `untold`.
    const keep = ofMaker.flatMap((local) => [none(Op.dup), storeLocal('I', local)]);
    codeEdit.insertBefore(maker, [...askIfPlain(code.instructions[maker]!, unit), ...keep, none(Op.pop)]);
    codeEdit.reserve(2, 0);
  }
  return locals;
}
