import type { InstructionIndex } from '../../../classfile/instruction.ts';
import type { Point } from '../../../events/point.ts';
import { extendedPlainCollections } from '../../facts/plain-subclasses.ts';
import type { AskedProgram } from '../calls/asked-program.ts';
import type { CallSummaries } from '../calls/call-summaries.ts';
import type { MethodResidualInput } from '../steps/method-step.ts';
import { residualOf } from '../steps/residual-of-sites.ts';
import { bindsOlder, someStep } from '../values/aged-object.ts';
import type { CallKnowledge, CallResult } from '../values/call-knowledge.ts';
import type { MethodCode } from '../values/method-code.ts';
import { instructionAt } from '../values/method-code.ts';
import { type MethodPoint, methodPoints, parameterOrigins } from '../values/method-points.ts';
import { noUse } from '../values/use.ts';
import { valueOrigins } from '../values/value-origins.ts';
import { isProducedInPlace, makesIterator } from './iterator-calls.ts';

/** What the step is made with. */
export interface SilentPointsInput {
  readonly calls: CallSummaries;
  readonly program: AskedProgram;
  /** That of the method step on the points that are left, with what is known of calls. */
  readonly inputWith: (calls: CallKnowledge) => MethodResidualInput;
}

/**
 * Points that may be left out where the iterator that they bind was made by a plain collection
 * (rrv.runtime.PlainCollections), which is asked at run time, each with the call that makes it
 * (docs/soundness.md, theorem 4). One call at a time is taken to return such an iterator, and nothing else:
 * what other calls return does not depend on its receiver. O(calls of `iterator` x the method step), up to
 * `askedPoints`: what later calls make is not silent.
 */
export function silentPoints({
  calls,
  program,
  inputWith,
}: SilentPointsInput): ReadonlyMap<Point, InstructionIndex> {
  const returned = plainIterator(program);
  const { method, points, weakenings, limits } = inputWith(calls);
  const silent = new Map<Point, InstructionIndex>();
  const placed = methodPoints(method, points);
  const maxSites = Math.floor(limits.askedPoints / Math.max(1, points.length));
  for (const site of askedSites(method, program).slice(0, maxSites)) {
    const assumed = calls.assuming(method, site, returned);
    if (!bindsOneParameter(method, placed, site, assumed)) continue;
    if (assumed.keptBy(method, site) !== undefined) continue;
    const { removed } = residualOf(inputWith(assumed), (one) => one === site);
    if (removed.length === 0 || !removed.every(isProducedInPlace)) continue;
    // All points of the call are silent, or none: a point that is silent after another call is so for the
    // objects of that one.
    if (removed.some((point) => silent.has(point))) continue;
    const gone = placed.filter(({ point }) => removed.includes(point));
    if (!weakenings.has('forgetOlderIterators') && someStep(method, site, assumed, bindsOlder(gone)))
      continue;
    for (const point of removed) silent.set(point, site as InstructionIndex);
  }
  return silent;
}

/**
 * The calls of `iterator()` on what may be a plain collection: a type of the class library, or one that
 * extends one.
 */
function askedSites(method: MethodCode, { graph, hierarchy }: AskedProgram): readonly number[] {
  const mayBePlain = (owner: string): boolean =>
    graph.isLibrary(owner) ||
    [...hierarchy.superTypes(owner)].some((superType) => extendedPlainCollections.has(superType));
  const sites: number[] = [];
  for (let site = 0; site < method.graph.nodeCount; site++) {
    const instruction = instructionAt(method, site);
    if (method.depths[site]! >= 0 && makesIterator(instruction) && mayBePlain(instruction.owner))
      sites.push(site);
  }
  return sites;
}

/**
 * Whether points bind what the call returns, and all to the same parameter of the property, also where
 * another call hands it on: so a slice has at most one object of the call.
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

/** Whether a parameter of this Java type may be bound to what `iterator()` or `listIterator()` returns. */
export function mayBeIterator(type: string): boolean {
  return ['java.util.Iterator', 'java.util.ListIterator', 'java.lang.Object'].includes(type);
}

/**
 * What a plain collection returns: a new iterator that calls nothing back when it is walked, and what facts
 * say otherwise.
 */
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
