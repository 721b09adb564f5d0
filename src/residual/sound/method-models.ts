import { exitByReturn, exitByThrow } from '../../cfg/control-flow-graph.ts';
import { isExceptional } from '../../cfg/edge-kind.ts';
import type { CallKnowledge } from './call-knowledge.ts';
import type { MethodCode } from './method-code.ts';
import { movesAt } from './method-code.ts';
import type { MethodModel, Passage } from './method-model.ts';
import { methodModelBuilder } from './method-model.ts';
import type { MethodPoint } from './method-points.ts';
import type { SlotSet } from './object-flow.ts';
import { slotsAfter, slotsInHandler } from './object-flow.ts';
import type { SliceClass } from './slice-class.ts';
import { elsewhere, nullConstant, type ValueOrigins } from './value-origins.ts';
import type { Weakenings } from './weakening.ts';

/** What a model is made from. */
export interface ModelContext {
  readonly method: MethodCode;
  readonly points: readonly MethodPoint[];
  readonly origins: ValueOrigins;
  readonly calls: CallKnowledge;
  /** Creation sites whose objects never leave the method. */
  readonly confined: ReadonlySet<number>;
  /** Per symbol, the parameters it binds as a bit set. */
  readonly binds: readonly number[];
  /** Symbols of kept points anywhere in the program: what code outside may produce when it may do anything. */
  readonly programSymbols: readonly number[];
  /** Symbols that code run by the instruction may produce on objects that the method did not create. */
  externalSymbols(instruction: number): readonly number[];
  /** `shared`: any other thread may produce events at any moment. */
  readonly threads: 'confined' | 'shared';
  readonly weakenings: Weakenings;
}

/** Where control is, with the places of the followed objects. */
export interface ModelLocation {
  readonly instruction: number;
}

export interface BuiltModel {
  readonly model: MethodModel;
  /** Per location: the instruction it belongs to; -1 before the method, -2 after it. */
  readonly instructionOf: readonly number[];
}

const notCreated = 'not created';
type Tracking = typeof notCreated | SlotSet;

/** Locations beyond which a method is not analysed. */
const maxLocations = 1_000_000;

/** The model of one slice class; undefined when it is too large. O(instructions x distinct slot sets). */
export function buildModel(context: ModelContext, sliceClass: SliceClass): BuiltModel | undefined {
  const { method, points, calls, weakenings } = context;
  const { graph } = method;
  const builder = methodModelBuilder();
  const instructionOf: number[] = [];
  const followedMask = sliceClass.parameters.reduce(
    (mask, parameter, index) => (parameter.kind === 'followed' ? mask | (1 << index) : mask),
    0,
  );
  const otherRunMask = sliceClass.parameters.reduce(
    (mask, parameter, index) => (parameter.kind === 'otherRun' ? mask | (1 << index) : mask),
    0,
  );
  const outsideOnly = (symbols: readonly number[]): readonly number[] =>
    symbols.filter((symbol) => (context.binds[symbol]! & followedMask) === 0);
  // A point of another run that binds an object of that run may be removed there as it may be here.
  const removedInOtherRuns = [
    ...new Set(
      points
        .filter(
          ({ symbol }) =>
            (context.binds[symbol]! & otherRunMask) !== 0 && (context.binds[symbol]! & followedMask) === 0,
        )
        .map(({ symbol }) => symbol),
    ),
  ];
  const externalsOf = (symbols: readonly number[], otherRuns: boolean): number =>
    builder.externals({ seen: outsideOnly(symbols), removed: otherRuns ? removedInOtherRuns : [] });
  const anyTime = externalsOf(context.programSymbols, true);
  const around = weakenings.has('forgetHistory') ? 0 : anyTime;
  const quiet = context.threads === 'shared' ? anyTime : 0;
  const location = (externals: number, instruction: number): number => {
    instructionOf.push(instruction);
    return builder.location(externals);
  };
  const start = location(around, -1);
  const end = location(around, -2);

  const pointsAt = new Map<number, MethodPoint[]>();
  for (const point of points) {
    const list = pointsAt.get(point.instruction);
    if (list === undefined) pointsAt.set(point.instruction, [point]);
    else list.push(point);
  }

  const ids = new Map<string, number>();
  const work: { node: number; tracking: readonly Tracking[]; at: number }[] = [];
  const enter = (node: number, tracking: readonly Tracking[]): number => {
    const key = `${node}|${tracking.map((one) => (one === notCreated ? '-' : one.join())).join('|')}`;
    let id = ids.get(key);
    if (id === undefined) {
      id = location(quiet, node);
      ids.set(key, id);
      work.push({ node, tracking, at: id });
    }
    return id;
  };

  /** Whether a point may or must be of the slice; `after`: tracking once the instruction completed. */
  const membership = (
    point: MethodPoint,
    before: readonly Tracking[],
    after: readonly Tracking[],
  ): Passage | undefined => {
    let must = point.certain;
    for (let parameter = 0; parameter < point.values.length; parameter++) {
      const place = point.values[parameter];
      if (place === undefined) continue;
      const target = sliceClass.parameters[parameter]!;
      if (target.kind === 'otherRun') return undefined;
      if (target.kind === 'followed') {
        if (place.kind === 'unknown') return undefined;
        const where = place.kind === 'slotAfter' ? after[target.object]! : before[target.object]!;
        if (where === notCreated || !where.includes(place.slot)) return undefined;
      } else {
        must = false;
        if (place.kind === 'unknown') continue;
        const origins =
          place.kind === 'slotAfter'
            ? context.origins.result(point.instruction)
            : context.origins.before(point.instruction, place.slot);
        if (!origins.some((origin) => mayBeOutside(context, origin, place))) return undefined;
      }
    }
    return { point: point.index, symbol: point.symbol, must };
  };

  /** Passes the points of the given positions one after the other; returns the last location. */
  const chain = (
    from: number,
    node: number,
    positions: readonly string[],
    before: readonly Tracking[],
    after: readonly Tracking[],
  ): number => {
    let at = from;
    for (const point of pointsAt.get(node) ?? []) {
      if (!positions.includes(point.point.position)) continue;
      const passage = membership(point, before, after);
      if (passage === undefined) continue;
      const next = location(quiet, node);
      builder.pass(at, next, passage);
      at = next;
    }
    return at;
  };

  builder.silent(
    start,
    enter(
      0,
      sliceClass.sites.map(() => notCreated),
    ),
  );
  while (work.length > 0) {
    if (instructionOf.length > maxLocations) return undefined;
    const { node, tracking, at } = work.pop()!;
    const symbols = weakenings.has('forgetExternalEvents') ? [] : context.externalSymbols(node);
    let middle = chain(at, node, ['before'], tracking, tracking);
    if (symbols.length > 0) {
      const external = location(context.threads === 'shared' ? anyTime : externalsOf(symbols, true), node);
      builder.silent(middle, external);
      middle = external;
    }
    const moved = tracking.map((slots) =>
      slots === notCreated ? slots : slotsAfter(method, node, slots, calls, weakenings),
    );
    for (const outcome of outcomes(node, moved)) {
      let from = -1;
      for (let edge = graph.successors.start[node]!; edge < graph.successors.start[node + 1]!; edge++) {
        if (isExceptional(graph.successors.kind[edge]!)) continue;
        if (from < 0) from = chain(middle, node, ['afterReturning', 'after'], tracking, outcome);
        builder.silent(from, enter(graph.successors.node[edge]!, outcome));
      }
    }
    if ((graph.exits[node]! & exitByReturn) !== 0) builder.silent(middle, end);
    let failed = -1;
    const fail = (): number => {
      if (failed < 0) {
        const positions = weakenings.has('exceptionsAfterEvents')
          ? ['afterReturning', 'afterThrowing', 'after']
          : ['afterThrowing', 'after'];
        failed = chain(middle, node, positions, tracking, moved);
      }
      return failed;
    };
    if ((graph.exits[node]! & exitByThrow) !== 0) builder.silent(fail(), end);
    if (weakenings.has('forgetExceptionalEdges')) continue;
    for (let edge = graph.successors.start[node]!; edge < graph.successors.start[node + 1]!; edge++) {
      if (!isExceptional(graph.successors.kind[edge]!)) continue;
      const caught = tracking.map((slots) => (slots === notCreated ? slots : slotsInHandler(method, slots)));
      builder.silent(fail(), enter(graph.successors.node[edge]!, caught));
    }
  }
  return { model: builder.build(start), instructionOf };

  /** After a creation site: nothing followed is new, or one of the followed objects of that site is. */
  function outcomes(node: number, moved: readonly Tracking[]): readonly (readonly Tracking[])[] {
    const all: (readonly Tracking[])[] = [moved];
    sliceClass.sites.forEach((site, object) => {
      if (site !== node) return;
      const { defined } = movesAt(method, node);
      if (moved[object] === notCreated)
        all.push(moved.map((slots, index) => (index === object ? [...defined] : slots)));
      else if (weakenings.has('forgetRecreation'))
        all[0] = moved.map((slots, index) => (index === object ? [...defined] : slots));
    });
    return all;
  }
}

function mayBeOutside(
  context: ModelContext,
  origin: number,
  place: { readonly kind: string; readonly isReceiver?: boolean },
): boolean {
  if (origin === elsewhere) return true;
  // No event happens on a null receiver; other nulls are values.
  if (origin === nullConstant) return !(place.kind === 'slotBefore' && place.isReceiver === true);
  return !context.confined.has(origin);
}
