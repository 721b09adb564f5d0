import type { Code } from '../classfile/code.ts';
import type { CodeEdit } from '../classfile/code-edit.ts';
import { invoke, none, storeLocal } from '../classfile/emit.ts';
import type { InstructionIndex } from '../classfile/instruction.ts';
import { Op } from '../classfile/opcodes.ts';
import type { Point, PointId } from '../events/point.ts';
import { plainTest } from './unit-class.ts';

export interface WovenSilence {
  /** The local variables that say whether points are silent, by point. */
  readonly locals: ReadonlyMap<PointId, number>;
  /** Words of them, from `code.maxLocals` on. */
  readonly words: number;
}

export const neverSilent: WovenSilence = { locals: new Map(), words: 0 };

/**
 * Asks before each call of `iterator()` after which points of the method may be silent (Decision.silence) whether its receiver is
 * a plain collection. The answers are kept in local variables of their own, which say no until then. Where an event would be
 * produced elsewhere than in this method, which does not know them, nothing is silent: either all of a
 * call's points are, or none.
 */
export function weaveSilence(
  codeEdit: CodeEdit,
  code: Code,
  points: readonly Point[],
  silentAfter: (point: Point) => InstructionIndex | undefined,
  unit: string,
): WovenSilence {
  const elsewhere = new Set(
    points.flatMap(({ instruction, position }) =>
      position === 'after' || position === 'afterThrowing' ? [instruction] : [],
    ),
  );
  const makers = new Map<InstructionIndex, Point[]>();
  for (const point of points) {
    const maker = silentAfter(point);
    if (maker === undefined) continue;
    if (elsewhere.has(point.instruction)) return neverSilent;
    makers.set(maker, [...(makers.get(maker) ?? []), point]);
  }
  if (makers.size === 0) return neverSilent;
  const ask = invoke(Op.invokestatic, unit, plainTest.name, plainTest.descriptor);
  const locals = new Map<PointId, number>();
  let local = code.maxLocals;
  for (const [maker, silent] of makers) {
    codeEdit.insertAtEntry([none(Op.iconst_0), storeLocal('I', local)]);
    codeEdit.insertBefore(maker, [none(Op.dup), ask, storeLocal('I', local)]);
    for (const { id } of silent) locals.set(id, local);
    local++;
  }
  codeEdit.keepLocals({
    first: code.maxLocals,
    types: [...makers].map(() => ({ kind: 'Integer' })),
    unset: () => false,
  });
  codeEdit.reserve(1, makers.size);
  return { locals, words: makers.size };
}
