import { AccessFlag } from '../classfile/access-flags.ts';
import type { ClassFile, MethodInfo } from '../classfile/class-file.ts';
import type { Code } from '../classfile/code.ts';
import type { CodeEdit } from '../classfile/code-edit.ts';
import { none, storeLocal } from '../classfile/emit.ts';
import { Op } from '../classfile/opcodes.ts';
import type { Point, PointId } from '../events/point.ts';
import type { Property } from '../property/model.ts';
import { type DeferredSlices, deferredSlices, mayDefer } from '../residual/sound/deferred-slices.ts';
import { methodCode } from '../residual/sound/method-code.ts';
import { wovenElsewhere } from './weave-silence.ts';

/** The local variables that hold deferred slices, by point; none: null. */
export interface WovenDeferral {
  /** Points that set them. */
  readonly begins: ReadonlyMap<PointId, number>;
  /** Points that are no events while their slice is deferred. */
  readonly later: ReadonlyMap<PointId, number>;
}

export const neverDeferred: WovenDeferral = { begins: new Map(), later: new Map() };

/** Gives a local variable, from `firstLocal` on, to each call of `iterator()` whose slices are deferred. `points`: those of the method that are not silent. */
export function weaveDeferral(
  codeEdit: CodeEdit,
  firstLocal: number,
  file: ClassFile,
  method: MethodInfo,
  code: Code,
  points: readonly Point[],
): WovenDeferral {
  const found = deferredIn(file, method, code, points);
  if (found.length === 0) return neverDeferred;
  const elsewhere = wovenElsewhere(points);
  const begins = new Map<PointId, number>();
  const later = new Map<PointId, number>();
  let local = firstLocal;
  for (const deferred of found) {
    if ([deferred.begin, ...deferred.later].some(({ instruction }) => elsewhere.has(instruction))) continue;
    codeEdit.insertAtEntry([none(Op.aconst_null), storeLocal('Ljava/lang/Object;', local)]);
    begins.set(deferred.begin.id, local);
    for (const { id } of deferred.later) later.set(id, local);
    local++;
  }
  return { begins, later };
}

function deferredIn(
  file: ClassFile,
  { name, descriptor, accessFlags }: MethodInfo,
  code: Code,
  points: readonly Point[],
): readonly DeferredSlices[] {
  const properties = new Set<Property>();
  for (const point of points)
    if (mayDefer(point, code.instructions[point.instruction]!)) properties.add(point.property);
  if (properties.size === 0) return [];
  const isStatic = (accessFlags & AccessFlag.static) !== 0;
  const prepared = methodCode(file.name, { name, descriptor, isStatic }, code);
  if (prepared === undefined) return [];
  return [...properties].flatMap((one) =>
    deferredSlices(
      prepared,
      points.filter(({ property }) => property === one),
    ),
  );
}
