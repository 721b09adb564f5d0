import type { Code } from '../../classfile/code.ts';
import type { CodeEdit } from '../../classfile/code-edit.ts';
import { invoke, loadLocal, none, storeLocal } from '../../classfile/emit.ts';
import type { Instruction } from '../../classfile/instruction.ts';
import { Op } from '../../classfile/opcodes.ts';
import type { Point, PointId } from '../../events/point.ts';
import { groupBy } from '../../group-by.ts';
import { deferralEnds } from '../../residual/sound/run-time/deferral-ends.ts';
import {
  type DeferredSlices,
  deferredSlices,
  mayDefer,
} from '../../residual/sound/run-time/deferred-slices.ts';
import {
  asksForIterator,
  callsOneOf,
  forEachRemaining,
  makesIterator,
} from '../../residual/sound/run-time/iterator-calls.ts';
import type { MethodCode } from '../../residual/sound/values/method-code.ts';
import { endOfSlice } from '../unit/called-methods.ts';
import type { CollectionQuestion } from '../unit/collection-question.ts';
import { type Asked, withThrownEvents } from './weave-silence.ts';

/** The local variables that hold deferred slices, by point; none: null. */
export interface WovenDeferral {
  /** Points that set them. */
  readonly begins: ReadonlyMap<PointId, WovenBegin>;
  /** Points that are no events while their slice is deferred. */
  readonly later: ReadonlyMap<PointId, number>;
}

export interface WovenBegin {
  readonly local: number;
  /** What is asked about the collection; undefined: whether it is plain. */
  readonly question: CollectionQuestion | undefined;
}

export const neverDeferred: WovenDeferral = { begins: new Map(), later: new Map() };

/**
 * Gives a local variable, from `firstLocal` on, to each call of `iterator()` whose slices are deferred, and says
 * to the runtime where such a slice is over that may wait for a collection without an entry. To be called before events
 * are woven.
 * `points`: those of the method that are not silent; `silent`: the others. `prepared`: its code, undefined where that
 * cannot be analysed.
 */
export function weaveDeferral(
  codeEdit: CodeEdit,
  code: Code,
  firstLocal: number,
  points: readonly Point[],
  silent: readonly Point[],
  askedOf: (point: Point) => Asked,
  prepared: () => MethodCode | undefined,
  unit: string,
): WovenDeferral {
  // What iterators of the program do with an action is not looked at.
  const isAsked = !code.instructions.some((instruction) => callsOneOf([forEachRemaining], instruction));
  // What is silent asks about no slice: so where the slice waits, that has to be silent.
  const isSilentAfter = (begin: Point, asked: CollectionQuestion): boolean =>
    silent
      .filter(({ property }) => property === begin.property)
      .map((point) => askedOf(point).silence!)
      .every(({ maker, question }) => maker !== begin.instruction || question?.name === asked.name);
  // Nor what their `listIterator()` returns.
  const questionOf = (begin: Point): CollectionQuestion | undefined => {
    const asked = askedOf(begin).deferral;
    const mayAsk = isAsked && asksForIterator(code.instructions[begin.instruction]!);
    return mayAsk && asked !== undefined && isSilentAfter(begin, asked) ? asked : undefined;
  };
  // No plain collection has an `iterator()` with a result type of its own.
  const found = deferredIn(code, points, prepared).filter(
    ({ begin }) => makesIterator(code.instructions[begin.instruction]!) || questionOf(begin) !== undefined,
  );
  if (found.length === 0) return neverDeferred;
  const thrown = withThrownEvents(points);
  const endsOf = deferralEnds(prepared()!.graph);
  const begins = new Map<PointId, WovenBegin>();
  const later = new Map<PointId, number>();
  let local = firstLocal;
  for (const deferred of found) {
    if ([deferred.begin, ...deferred.later].some(({ instruction }) => thrown.has(instruction))) continue;
    codeEdit.insertAtEntry([none(Op.aconst_null), storeLocal(objectDescriptor, local)]);
    begins.set(deferred.begin.id, { local, question: questionOf(deferred.begin) });
    for (const { id } of deferred.later) later.set(id, local);
    if (mayAwait(deferred)) {
      const asking = deferred.later.map(({ instruction }) => instruction);
      for (const end of endsOf(deferred.begin.instruction, asking))
        codeEdit.insertBefore(end, forget(local, unit));
    }
    local++;
  }
  codeEdit.reserve(1, 0);
  return { begins, later };
}

/** Whether the collection needs no entry: with a third object, one that slices have is looked for. */
function mayAwait({ begin: { property } }: DeferredSlices): boolean {
  return property.parameters.length === 2;
}

/** What the variable holds lives as long as the method runs, where it is interpreted; the collection need not. */
function forget(local: number, unit: string): readonly Instruction[] {
  return [
    loadLocal(objectDescriptor, local),
    invoke(Op.invokestatic, unit, endOfSlice.name, endOfSlice.descriptor),
  ];
}

const objectDescriptor = 'Ljava/lang/Object;';

function deferredIn(
  code: Code,
  points: readonly Point[],
  prepared: () => MethodCode | undefined,
): readonly DeferredSlices[] {
  const own = [...groupBy(points, ({ property }) => property).values()].filter((ofProperty) =>
    ofProperty.some((point) => mayDefer(point, code.instructions[point.instruction]!)),
  );
  const method = own.length > 0 ? prepared() : undefined;
  return method === undefined ? [] : own.flatMap((ofProperty) => deferredSlices(method, ofProperty));
}
