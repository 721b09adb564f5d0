import type { InstructionIndex } from '../../../classfile/instruction.ts';
import { type Point, valueOfParameter } from '../../../events/point.ts';
import { once } from '../../../remembering.ts';
import { extendedPlainCollections } from '../../facts/plain-subclasses.ts';
import type { AskedProgram } from '../calls/asked-program.ts';
import type { CallSummaries } from '../calls/call-summaries.ts';
import type { MethodResidualInput } from '../steps/method-step.ts';
import { residualOf } from '../steps/residual-of-sites.ts';
import { bindsOlder, someStep } from '../values/aged-object.ts';
import type { CallKnowledge, CallResult, OneKind } from '../values/call-knowledge.ts';
import type { MethodCode } from '../values/method-code.ts';
import { instructionAt } from '../values/method-code.ts';
import { type MethodPoint, methodPoints, parameterOrigins } from '../values/method-points.ts';
import { nullConstant, type ValueOrigins } from '../values/origin.ts';
import { noUse } from '../values/use.ts';
import { valueOrigins } from '../values/value-origins.ts';
import { asksForIterator, isProducedInPlace, makesIterator } from './iterator-calls.ts';
import { type KnownCollections, noIterators, type OwnIterators } from './own-collections.ts';
import { isOnlyWalked } from './walked-iterator.ts';

/** What the step is made with. */
export interface SilentPointsInput {
  readonly calls: CallSummaries;
  readonly program: AskedProgram;
  readonly known: KnownCollections;
  /** Parameters of which no slice reports that has such a collection there (`idleReceivers`). */
  readonly idle: readonly number[];
  /** That of the method step on the points that are left, with what is known of calls. */
  readonly inputWith: (calls: CallKnowledge) => MethodResidualInput;
}

/** When a point may be left out. */
export interface SilentAfter {
  /** What makes the iterator that it binds. */
  readonly maker: InstructionIndex;
  /** Also where one of the known own collections makes it. */
  readonly own: boolean;
}

/**
 * Points that may be left out where the iterator that they bind was made by a plain collection
 * (rrv.runtime.PlainCollections), or by one of the program that is known, which is asked at run time
 * (docs/soundness.md, theorem 4). One call at a time is taken to return such an iterator, and nothing else:
 * what other calls return does not depend on its receiver. O(calls of `iterator` x the method step), up to
 * `askedPoints`: what later calls make is not silent.
 */
export function silentPoints({
  calls,
  program,
  known,
  idle,
  inputWith,
}: SilentPointsInput): ReadonlyMap<Point, SilentAfter> {
  const plain = plainIterator(program);
  const { method, points, weakenings, limits } = inputWith(calls);
  const silent = new Map<Point, SilentAfter>();
  const placed = methodPoints(method, points);
  const maxSites = Math.floor(limits.askedPoints / Math.max(1, points.length));
  /** What is silent when the call returns such an iterator. `origins`: as they are then. */
  const removedAfter = (site: number, returned: FreshResult, origins: ValueOrigins): readonly Point[] => {
    const assumed = calls.assuming(method, site, returned);
    if (assumed.keptBy(method, site) !== undefined) return [];
    // Those that bind such a receiver are in slices alone that report nothing, and the others are in others.
    const ofReceiver = points.filter((point) => bindsReceiver(point, site, idle));
    const others = points.filter((point) => !ofReceiver.includes(point));
    const residual = residualOf({ ...inputWith(assumed), points: others }, (one) => one === site, origins);
    const removed = [...ofReceiver, ...residual.removed];
    if (!removed.every(isProducedInPlace)) return [];
    // All points of the call are silent, or none: a point that is silent after another call is so for the
    // objects of that one.
    if (removed.some((point) => silent.has(point))) return [];
    const gone = placed.filter(({ point }) => removed.includes(point));
    const mayBeOlder = () => someStep(method, site, assumed, bindsOlder(gone));
    return weakenings.has('forgetOlderIterators') || !mayBeOlder() ? removed : [];
  };
  for (const { site, own } of askedSites(method, program, known).slice(0, maxSites)) {
    // Where values come from does not depend on what kind of iterator it is.
    const origins = valueOrigins(method, calls.assuming(method, site, plain));
    const mayGo = origins && pointsBinding(placed, site, origins);
    if (mayGo === undefined || mayGo === 0) continue;
    const any: FreshResult | undefined = own.isNone
      ? undefined
      : withOwn(plain, own, isOnlyWalked(method, site));
    const ofAny = once(() => (any === undefined ? [] : removedAfter(site, any, origins!)));
    // More may be known of plain collections than of others. So where all points go for any, they do for plain ones,
    // and where none go for plain ones, none do for any: which is looked at first makes no difference but in time.
    const isLikely = wereSilent.get(method)?.get(site) ?? true;
    const removed = isLikely && ofAny().length === mayGo ? ofAny() : removedAfter(site, plain, origins!);
    const isAny =
      removed.length > 0 &&
      removed.length === ofAny().length &&
      removed.every((point) => ofAny().includes(point));
    noteSilent(method, site, isAny);
    for (const point of removed) silent.set(point, { maker: site as InstructionIndex, own: isAny });
  }
  return silent;
}

/** Whether the point binds the receiver of the call to one of the parameters. */
function bindsReceiver(point: Point, site: number, parameters: readonly number[]): boolean {
  return (
    point.instruction === site &&
    parameters.some((parameter) => valueOfParameter(point, parameter)?.source.kind === 'receiver')
  );
}

/** By method and call: whether points were silent for any iterator when the property before was looked at. */
const wereSilent = new WeakMap<MethodCode, Map<number, boolean>>();

function noteSilent(method: MethodCode, site: number, isAny: boolean): void {
  const bySite = wereSilent.get(method) ?? new Map<number, boolean>();
  wereSilent.set(method, bySite.set(site, isAny));
}

/**
 * The calls of `iterator()` on what may be a plain collection, of a type of the class library, or of one that
 * extends one, or may be one that is known.
 */
function askedSites(
  method: MethodCode,
  { graph, hierarchy }: AskedProgram,
  known: KnownCollections,
): readonly { readonly site: number; readonly own: OwnIterators }[] {
  const mayBePlain = (owner: string): boolean =>
    graph.isLibrary(owner) ||
    [...hierarchy.superTypes(owner)].some((superType) => extendedPlainCollections.has(superType));
  const sites: { site: number; own: OwnIterators }[] = [];
  for (let site = 0; site < method.graph.nodeCount; site++) {
    const instruction = instructionAt(method, site);
    if (method.depths[site]! < 0) continue;
    const own = asksForIterator(instruction) ? known.returnedTo(instruction.owner) : noIterators;
    if (!own.isNone || (makesIterator(instruction) && mayBePlain(instruction.owner)))
      sites.push({ site, own });
  }
  return sites;
}

/** What a plain collection or one of the others returns. */
function withOwn(plain: PlainResult, { besides, past }: OwnIterators, isOnlyWalked: boolean): FreshResult {
  return { ...plain, object: besides(plain.object, isOnlyWalked), past };
}

/**
 * How many points bind what the call returns, and nothing else, to a parameter. Undefined: they bind it to several
 * parameters of the property, also where another call hands it on, so that a slice may have several objects of
 * the call.
 */
function pointsBinding(
  points: readonly MethodPoint[],
  site: number,
  origins: ValueOrigins,
): number | undefined {
  const parameters = new Set<number>();
  let alone = 0;
  for (const point of points) {
    let isAlone = false;
    point.values.forEach((_, parameter) => {
      const from = parameterOrigins(origins, point, parameter)?.filter((one) => one !== nullConstant);
      if (from?.includes(site) !== true) return;
      parameters.add(parameter);
      isAlone ||= from.length === 1;
    });
    if (isAlone) alone++;
  }
  return parameters.size > 1 ? undefined : alone;
}

/**
 * What a plain collection returns: a new iterator that calls nothing back when it is walked, and what facts
 * say otherwise.
 */
function plainIterator({ graph, factsOf }: AskedProgram): PlainResult {
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

type FreshResult = CallResult & { readonly kind: 'fresh' };
type PlainResult = Omit<FreshResult, 'object'> & { readonly object: OneKind };
