import { isExceptional } from '../../cfg/edge-kind.ts';
import type { Point } from '../../events/point.ts';
import type { CallKnowledge, ObjectKind } from './call-knowledge.ts';
import type { MethodCode } from './method-code.ts';
import { instructionAt, movesAt } from './method-code.ts';
import { type MethodPoint, methodPoints, parameterOrigins } from './method-points.ts';
import type { MethodResidualInput } from './method-residual.ts';
import { escapeAt, liveSlots, slotsAfter, slotsInHandler } from './object-flow.ts';
import { objectKindAt } from './object-kind.ts';
import { idleOnNew } from './slice-automaton.ts';
import { noSlots, type SlotSet, slotSet } from './slot-sets.ts';
import { valueOrigins } from './value-origins.ts';
import type { Weakenings } from './weakening.ts';

/** Points at an object that a run of the method has made, by whether it is new there. */
interface Visits {
  /** By index of the point: 1 when it may bind the object when it is no longer new. */
  readonly late: Uint8Array;
}

/** (instruction, slot set) pairs beyond which an object is taken to be never new. */
const maxPairs = 200_000;

/**
 * The points of the method that bind an object which is *new* (docs/soundness.md, theorem 6): this run has made it, no other code can
 * have it yet, and all that has happened to it are idle events, as the point's own is. They change no slice. What becomes of the object
 * later does not matter. O(creation sites x instructions x distinct slot sets) for each parameter.
 */
export function pointsOnNewObjects(
  input: Pick<MethodResidualInput, 'method' | 'automaton' | 'property' | 'points' | 'calls' | 'weakenings'>,
): ReadonlySet<Point> {
  const { method, automaton, property, calls, weakenings } = input;
  const found = new Set<Point>();
  const parameters = property.parameters.map((_, parameter) => parameter);
  const idle = parameters.map((parameter) => idleOnNew(automaton, parameter));
  if (idle.every((symbols) => symbols === 0)) return found;
  const points = methodPoints(method, input.points);
  const isIdle = (point: MethodPoint, parameter: number): boolean =>
    (idle[parameter]! & (1 << point.symbol)) !== 0;
  if (!points.some((point) => parameters.some((parameter) => isIdle(point, parameter)))) return found;
  const origins = valueOrigins(method, calls);
  if (origins === undefined) return found;
  for (const parameter of parameters) {
    const alone = idle[parameter]! & symbolsBindingOnly(automaton.binds, parameter);
    const bySite = new Map<number, Visits | undefined>();
    const visitsOf = (site: number): Visits | undefined => {
      if (!bySite.has(site))
        bySite.set(
          site,
          followNew(method, site, {
            points,
            kind: objectKindAt(method, site, calls),
            calls: allowing(calls, alone),
            past: alone,
            isHarmless: (point, slot) =>
              weakenings.has('forgetEarlierEvents') || (isIdle(point, parameter) && slot(parameter)),
            weakenings,
          }),
        );
      return bySite.get(site);
    };
    for (const point of points) {
      if (!isIdle(point, parameter)) continue;
      const from = parameterOrigins(origins, point, parameter) ?? [];
      if (from.length > 0 && from.every((site) => site >= 0 && visitsOf(site)?.late[point.index] === 0))
        found.add(point.point);
    }
  }
  return found;
}

/** As a bit set. */
function symbolsBindingOnly(binds: readonly number[], parameter: number): number {
  return binds.reduce(
    (symbols, bound, symbol) => (bound === 1 << parameter ? symbols | (1 << symbol) : symbols),
    0,
  );
}

/** The same knowledge, when events of called methods with these symbols (a bit set) do no harm. */
function allowing(calls: CallKnowledge, symbols: number): Pick<CallKnowledge, 'mayKeepOrUse' | 'result'> {
  return {
    result: calls.result,
    mayKeepOrUse(method, instruction, operand, object) {
      const used = calls.useOf(method, instruction, operand, object);
      return used === undefined || (used & ~symbols) !== 0;
    },
  };
}

interface NewObject {
  readonly points: readonly MethodPoint[];
  readonly kind: ObjectKind;
  readonly calls: Pick<CallKnowledge, 'mayKeepOrUse' | 'result'>;
  /** Symbols (a bit set) of events that may have happened on it in the call that made it. */
  readonly past: number;
  /** Whether it stays new with an event that binds it; `slot` says whether it is bound to a parameter. */
  isHarmless(point: MethodPoint, slot: (parameter: number) => boolean): boolean;
  readonly weakenings: Weakenings;
}

/**
 * Follows the object that the instruction `site` makes, first while it is new and then as far as the method's own variables
 * hold it; undefined when it is not new from the start, or there are too many paths to tell.
 */
function followNew(method: MethodCode, site: number, object: NewObject): Visits | undefined {
  const { points, kind, calls, weakenings } = object;
  const { successors } = method.graph;
  const late = new Uint8Array(points.length);
  const pointsAt = new Map<number, MethodPoint[]>();
  for (const point of points) {
    const list = pointsAt.get(point.instruction);
    if (list === undefined) pointsAt.set(point.instruction, [point]);
    else list.push(point);
  }
  if (instructionAt(method, site).form === 'invoke') {
    const result = calls.result(method, site);
    if (result.kind !== 'fresh' || (result.past.symbols & ~object.past) !== 0) return undefined;
  }
  /** By whether it is new: the instructions where it is in these slots. */
  const seen = [new Map<SlotSet, Uint8Array>(), new Map<SlotSet, Uint8Array>()];
  const work: { readonly node: number; readonly slots: SlotSet; readonly isNew: 0 | 1 }[] = [];
  let pairs = 0;
  const visit = (node: number, held: SlotSet, isNew: 0 | 1): void => {
    const slots = liveSlots(method, node, held);
    if (slots === noSlots) return;
    let nodes = seen[isNew]!.get(slots);
    if (nodes === undefined) {
      nodes = new Uint8Array(method.graph.nodeCount);
      seen[isNew]!.set(slots, nodes);
    }
    if (nodes[node] !== 0) return;
    nodes[node] = 1;
    pairs++;
    work.push({ node, slots, isNew });
  };
  /** Points at an instruction that bind the object, and whether it is still new after them. */
  const passPoints = (
    node: number,
    before: SlotSet,
    after: SlotSet,
  ): { bound: MethodPoint[]; harmless: boolean } => {
    const bound: MethodPoint[] = [];
    let harmless = true;
    for (const point of pointsAt.get(node) ?? []) {
      const holds = (parameter: number): boolean => {
        const place = point.values[parameter];
        if (place === undefined || place.kind === 'unknown') return false;
        return (place.kind === 'slotBefore' ? before : after).slots.includes(place.slot);
      };
      if (!point.values.some((_, parameter) => holds(parameter))) continue;
      bound.push(point);
      harmless &&= object.isHarmless(point, holds);
    }
    return { bound, harmless };
  };
  const created = slotSet(movesAt(method, site).defined);
  const first = passPoints(site, noSlots, created);
  for (const { index } of first.bound) late[index] = first.harmless ? late[index]! : 1;
  for (let edge = successors.start[site]!; edge < successors.start[site + 1]!; edge++)
    if (!isExceptional(successors.kind[edge]!))
      visit(successors.node[edge]!, created, first.harmless ? 1 : 0);
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    if (pairs > maxPairs) return undefined;
    const { node, slots, isNew } = next;
    const after = slotsAfter(method, node, slots, calls, weakenings);
    const { bound, harmless } = passPoints(node, slots, after);
    const leaves =
      !weakenings.has('forgetLeaving') &&
      escapeAt(method, node, slots, kind, calls, weakenings) !== undefined;
    for (const { index, point } of bound)
      if (isNew === 0 || !harmless || (leaves && point.position !== 'before')) late[index] = 1;
    const still = isNew === 1 && harmless && !leaves ? 1 : 0;
    for (let edge = successors.start[node]!; edge < successors.start[node + 1]!; edge++) {
      const target = successors.node[edge]!;
      if (!isExceptional(successors.kind[edge]!)) visit(target, after, still);
      else if (!weakenings.has('forgetExceptionalEdges')) visit(target, slotsInHandler(method, slots), still);
    }
  }
  return { late };
}
