import type { InstructionIndex } from '../../classfile/instruction.ts';
import type { Point } from '../../events/point.ts';
import { someStep } from './aged-object.ts';
import type { AskedProgram } from './asked-program.ts';
import type { CallKnowledge, CallResult } from './call-knowledge.ts';
import type { CallSummaries } from './call-summaries.ts';
import { isProducedInPlace, makesIterator } from './iterator-calls.ts';
import type { MethodCode } from './method-code.ts';
import { instructionAt } from './method-code.ts';
import { type MethodPoint, methodPoints, parameterOrigins } from './method-points.ts';
import type { MethodResidualInput } from './method-residual.ts';
import { residualOf } from './method-residual.ts';
import { noUse } from './use.ts';
import { valueOrigins } from './value-origins.ts';

/** What the step is made with. */
export interface SilentPointsInput {
  readonly calls: CallSummaries;
  readonly program: AskedProgram;
  /** That of the method step on the points that are left, with what is known of calls. */
  readonly inputWith: (calls: CallKnowledge) => MethodResidualInput;
}

/**
 * Points that may be left out where the iterator that they bind was made by a plain collection (rrv.runtime.PlainCollections), which is asked at
 * run time, each with the call that makes it (docs/soundness.md, theorem 4). One call at a time is taken to return such an iterator, and
 * nothing else: what other calls return does not depend on its receiver. O(calls of `iterator` x the method step).
 */
export function silentPoints({
  calls,
  program,
  inputWith,
}: SilentPointsInput): ReadonlyMap<Point, InstructionIndex> {
  const returned = plainIterator(program);
  const { method, points, weakenings } = inputWith(calls);
  const silent = new Map<Point, InstructionIndex>();
  const placed = methodPoints(method, points);
  for (const site of askedSites(method, program.graph.isLibrary)) {
    const assumed = calls.assuming(method, site, returned);
    if (!bindsOneParameter(method, placed, site, assumed)) continue;
    if (assumed.keptBy(method, site) !== undefined) continue;
    const { removed } = residualOf(inputWith(assumed), (one) => one === site);
    if (removed.length === 0 || !removed.every(isProducedInPlace)) continue;
    // All points of the call are silent, or none: a point that is silent after another call is so for the objects of that one.
    if (removed.some((point) => silent.has(point))) continue;
    const gone = placed.filter(({ point }) => removed.includes(point));
    if (!weakenings.has('forgetOlderIterators') && bindsOlder(method, site, gone, assumed)) continue;
    for (const point of removed) silent.set(point, site as InstructionIndex);
  }
  return silent;
}

/** The calls of `iterator()` on what may be a plain collection. */
function askedSites(method: MethodCode, isLibrary: (className: string) => boolean): readonly number[] {
  const sites: number[] = [];
  for (let site = 0; site < method.graph.nodeCount; site++)
    if (method.depths[site]! >= 0 && makesIterator(instructionAt(method, site), isLibrary)) sites.push(site);
  return sites;
}

/**
 * Whether points bind what the call returns, and all to the same parameter of the property, also where another call hands it
 * on: so a slice has at most one object of the call.
 */
function bindsOneParameter(
  method: MethodCode,
  points: readonly MethodPoint[],
  site: number,
  calls: CallKnowledge,
): boolean {
  const origins = valueOrigins(method, calls);
  if (origins === undefined) return false;
  const parameters = new Set<number>();
  for (const point of points)
    point.values.forEach((_, parameter) => {
      if (parameterOrigins(origins, point, parameter)?.includes(site)) parameters.add(parameter);
    });
  return parameters.size === 1;
}

/**
 * Whether one of the points may bind an object of the site although the call has run again since, or has failed to: what is known of its
 * receiver is of another object then. O(instructions x distinct slot sets).
 */
function bindsOlder(
  method: MethodCode,
  site: number,
  points: readonly MethodPoint[],
  calls: CallKnowledge,
): boolean {
  const bound = new Map<number, number[]>();
  for (const point of points)
    for (const place of point.values)
      if (place !== undefined && place.kind !== 'unknown')
        bound.set(point.instruction, [...(bound.get(point.instruction) ?? []), place.slot]);
  return someStep(
    method,
    site,
    calls,
    ({ node, slots, slotsAfter, isOlder }) =>
      isOlder &&
      bound.get(node)?.some((slot) => slots.slots.includes(slot) || slotsAfter.slots.includes(slot)) === true,
  );
}

/** Whether a parameter of this Java type may be bound to what `iterator()` or `listIterator()` returns. */
export function mayBeIterator(type: string): boolean {
  return ['java.util.Iterator', 'java.util.ListIterator', 'java.lang.Object'].includes(type);
}

/** What a plain collection returns: a new iterator that calls nothing back when it is walked, and what facts say otherwise. */
function plainIterator({ graph, factsOf }: AskedProgram): CallResult & { readonly kind: 'fresh' } {
  const descriptor = '()Ljava/util/Iterator;';
  const owner = 'java/util/Collection';
  const call = graph.intern({ kind: 'call', dispatch: 'virtual', owner, name: 'iterator', descriptor });
  const callsBack = factsOf(call)?.resultCallsBack;
  return {
    kind: 'fresh',
    object: { kind: 'library', callsBack, isCollectionIterator: true, isPlain: true },
    mayBeNull: false,
    past: noUse,
  };
}
