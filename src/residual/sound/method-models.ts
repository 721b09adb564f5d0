import { exitByReturn, exitByThrow } from '../../cfg/control-flow-graph.ts';
import { isExceptional } from '../../cfg/edge-kind.ts';
import { operandSlot } from '../../cfg/slot-moves.ts';
import type { Point } from '../../events/point.ts';
import { branchOnResult } from './branch-on-result.ts';
import type { CallKnowledge } from './call-knowledge.ts';
import type { MethodCode } from './method-code.ts';
import { instructionAt, movesAt } from './method-code.ts';
import type { MethodModel, Passage } from './method-model.ts';
import { methodModelBuilder } from './method-model.ts';
import type { MethodPoint } from './method-points.ts';
import { liveSlots, slotsAfter, slotsInHandler } from './object-flow.ts';
import { objectKindAt } from './object-kind.ts';
import { symbolsOf } from './program-events.ts';
import type { OutsideObjects, ParameterClass, SliceClass } from './slice-class.ts';
import { noSlots, slotSet } from './slot-sets.ts';
import { changedPlaces, notCreated, type Tracking, trackings } from './trackings.ts';
import { elsewhere, nullConstant, operandsOf, type ValueOrigins } from './value-origins.ts';
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
  /** Whether events that bind none of the parameters (a bit set) may report, whatever happened before. */
  mayReportWithout(parameters: number): boolean;
  /** Whether events that bind none of the parameters (a bit set) change nothing on a slice that has had no other. */
  isIdleWithout(parameters: number): boolean;
  /** The instructions from which control may come to the creation site: 1 each, the site included. */
  reaching(site: number): Uint8Array;
  /** What code outside may do to the slices of a class. */
  outsideOf(sliceClass: SliceClass): OutsideEvents;
  /** Parameters (a bit set) of which it matters whether an object existed before other code runs. */
  readonly ageMatters: number;
  /** Symbols of points that may be removed although they bind objects from elsewhere alone (lifetimes.ts), in other runs, too. */
  readonly outsideLifetimes: readonly number[];
  /** Whether a point may bind one of the objects outside that the class allows for the parameter. */
  mayBind(point: MethodPoint, parameter: number, objects: OutsideObjects): boolean;
  /** `shared`: any other thread may produce events at any moment. */
  readonly threads: 'confined' | 'shared';
  readonly weakenings: Weakenings;
}

/** Events that no point of the method under analysis produces, on objects that it did not create. */
export interface OutsideEvents {
  /** Symbols of kept points anywhere in the program: what code may produce when it may do anything. */
  readonly programSymbols: readonly number[];
  /**
   * Symbols that code run by the instruction may produce, when the objects of these parameters (a bit set) have been in
   * the world since before the instruction.
   */
  externalSymbols(instruction: number, existing: number): readonly number[];
}

/** A location, and the parameters (a bit set) whose object from elsewhere has been seen on the way there. */
interface Reached {
  readonly at: number;
  readonly existing: number;
}

/** A followed object, by its position, and symbols (a bit set) of events on it that the call which made it may have produced. */
interface MadeObject {
  readonly object: number;
  readonly symbols: number;
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

/** Trackings whose locations are looked up in a row of their own. */
const denseRows = 16;

/** Locations beyond which a method is not analysed. */
const maxLocations = 1_000_000;

/** In place of a location: nothing that happens from there on can make a difference. */
const nowhere = -1;

/**
 * The model of one slice class; undefined when it is too large. O(instructions x distinct trackings). Left out is what can
 * make no difference: what runs before a followed object is made, where events on other objects change nothing by
 * themselves, and what runs after all are gone, where such events report nothing.
 */
export function buildModel(context: ModelContext, sliceClass: SliceClass): BuiltModel | undefined {
  const { method, points, calls, weakenings } = context;
  const { graph } = method;
  const outsideEvents = context.outsideOf(sliceClass);
  const builder = methodModelBuilder();
  const instructionOf: number[] = [];
  /** As a bit set. */
  const parametersThat = (are: (parameter: ParameterClass) => boolean): number =>
    sliceClass.parameters.reduce(
      (mask, parameter, index) => (are(parameter) ? mask | (1 << index) : mask),
      0,
    );
  const followedMask = parametersThat(({ kind }) => kind === 'followed');
  /** By followed object, the parameters that it is bound to. */
  const parametersOf = sliceClass.sites.map((_, object) =>
    parametersThat((parameter) => parameter.kind === 'followed' && parameter.object === object),
  );
  const otherRunMask = parametersThat(({ kind }) => kind === 'otherRun');
  const ageMatters = context.ageMatters & parametersThat(({ kind }) => kind === 'outside');
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
  const externalsBySymbols = new Map<readonly number[], Map<number, number>>();
  /** `onFollowed`: symbols (a bit set) of events on followed objects. */
  const externalsOf = (symbols: readonly number[], onFollowed = 0): number => {
    let byFollowed = externalsBySymbols.get(symbols);
    if (byFollowed === undefined) {
      byFollowed = new Map();
      externalsBySymbols.set(symbols, byFollowed);
    }
    let id = byFollowed.get(onFollowed);
    if (id === undefined) {
      const seen = [...new Set([...outsideOnly(symbols), ...symbolsOf(onFollowed)])];
      id = builder.externals({ seen, removed: removedInOtherRuns });
      byFollowed.set(onFollowed, id);
    }
    return id;
  };
  const anyTime = externalsOf(outsideEvents.programSymbols);
  // Other runs of the method are over before this one begins, or begin after it.
  const around = weakenings.has('forgetHistory')
    ? 0
    : builder.externals({
        seen: outsideOnly(outsideEvents.programSymbols),
        removed: [...new Set([...removedInOtherRuns, ...outsideOnly(context.outsideLifetimes)])],
      });
  const quiet = context.threads === 'shared' ? anyTime : 0;
  const kinds = sliceClass.sites.map((site) => objectKindAt(method, site, calls));
  /**
   * Symbols (a bit set) of events that a call may produce on followed objects: on those that it is given, and on one that it
   * makes. An event on two of them is one on each.
   */
  const eventsOnFollowed = (node: number, tracking: Tracking, made?: MadeObject): number => {
    const instruction = instructionAt(method, node);
    if (instruction.form !== 'invoke') return 0;
    const onObject = new Array<number>(tracking.length).fill(0);
    if (!weakenings.has('forgetEventsOfCallees'))
      for (const operand of operandsOf(method, node)) {
        const slot = operandSlot(instruction, operand, method.code.maxLocals, method.depths[node]!);
        tracking.forEach((slots, object) => {
          if (slot === undefined || slots === notCreated || !slots.slots.includes(slot)) return;
          onObject[object]! |= calls.useOf(method, node, operand, kinds[object]!) ?? 0;
        });
      }
    if (made !== undefined) onObject[made.object]! |= made.symbols;
    return onAllBound(onObject);
  };
  /** The symbols (a bit set) that happen on each followed object that they bind, from those that happen on each object. */
  const onAllBound = (onObject: readonly number[]): number => {
    const onAny = onObject.reduce((symbols, one) => symbols | one, 0);
    const isOnAll = (symbol: number): boolean =>
      sliceClass.parameters.every(
        (parameter, index) =>
          parameter.kind !== 'followed' ||
          (context.binds[symbol]! & (1 << index)) === 0 ||
          (onObject[parameter.object]! & (1 << symbol)) !== 0,
      );
    return symbolsOf(onAny).reduce((mask, symbol) => (isOnAll(symbol) ? mask | (1 << symbol) : mask), 0);
  };
  /** Where other code runs while the instruction does, if it may produce events; `onFollowed`: symbols as a bit set. */
  const during = (from: number, node: number, existing: number, onFollowed: number): number => {
    const symbols = hasExternalEvents ? outsideEvents.externalSymbols(node, existing) : none;
    if (symbols.length === 0 && onFollowed === 0) return from;
    const known = context.threads === 'shared' ? outsideEvents.programSymbols : symbols;
    const external = location(externalsOf(known, onFollowed), node);
    builder.silent(from, external);
    return external;
  };
  const location = (externals: number, instruction: number): number => {
    instructionOf.push(instruction);
    return builder.location(externals);
  };
  const start = location(around, -1);
  const end = context.mayReportWithout(followedMask) ? location(around, -2) : nowhere;

  const reaching = sliceClass.sites.map(context.reaching);
  /** Nothing happens before one of the followed objects is made. */
  const startsAtSites = context.ageMatters === 0 && context.isIdleWithout(followedMask);
  /** Whether control at the instruction can make no more difference. */
  const isOver = (node: number, tracking: Tracking): boolean => {
    let gone = 0;
    for (let object = 0; object < tracking.length; object++) {
      const slots = tracking[object]!;
      if (slots === notCreated ? reaching[object]![node] === 0 : slots === noSlots)
        gone |= parametersOf[object]!;
    }
    return gone !== 0 && !context.mayReportWithout(gone);
  };
  const isBeforeAll = (tracking: Tracking): boolean => tracking.every((slots) => slots === notCreated);
  const silent = (from: number, to: number): void => {
    if (to !== nowhere) builder.silent(from, to);
  };

  /** By instruction. */
  const pointsAt = new Array<MethodPoint[] | undefined>(graph.nodeCount).fill(undefined);
  for (const point of points) {
    const list = pointsAt[point.instruction];
    if (list === undefined) pointsAt[point.instruction] = [point];
    else list.push(point);
  }

  /** What `isPassed` has found: 1 or -1. */
  const passed = new Int8Array(graph.nodeCount);
  const hasExternalEvents = !weakenings.has('forgetExternalEvents');
  const known = trackings();
  /**
   * By number of the tracking, objects seen and node: the location, which is where work is left to do when it is new. The
   * first trackings, which go all through the method, have a row each.
   */
  const dense: Int32Array[] = [];
  const ids = new Map<number, number>();
  const work: number[] = [];
  const workAt: number[] = [];
  /** The location where objects that are followed so are when control comes to the instruction; or `nowhere`. */
  const enter = (target: number, before: Tracking, existing: number): number => {
    let node = target;
    let tracking = before;
    while (isPassed(node)) {
      tracking = movedAll(tracking, node);
      node = graph.successors.node[graph.successors.start[node]!]!;
    }
    if (startsAtSites && isBeforeAll(tracking)) return nowhere;
    return entered(node, liveAll(tracking, node), existing);
  };
  const entered = (node: number, tracking: Tracking, existing: number): number => {
    if (isOver(node, tracking)) return nowhere;
    const row = known.numberOf(tracking) * (ageMatters + 1) + existing;
    const key = row * graph.nodeCount + node;
    if (row < denseRows) dense[row] ??= new Int32Array(graph.nodeCount);
    const found = row < denseRows ? dense[row]![node] : ids.get(key);
    // The first two locations are those around the method.
    if (found !== undefined && found > 0) return found;
    const id = location(quiet, node);
    if (row < denseRows) dense[row]![node] = id;
    else ids.set(key, id);
    work.push(key);
    workAt.push(id);
    return id;
  };

  /** Whether a point may or must be of the slice; `after`: tracking once the instruction completed; `result`: what the call returned, where that is known. */
  const membership = (
    point: MethodPoint,
    before: Tracking,
    after: Tracking,
    result: boolean | undefined,
  ): Passage | undefined => {
    const asked = result === undefined ? undefined : point.onResult;
    if (asked !== result && asked !== undefined) return undefined;
    let must = point.certain || asked !== undefined;
    for (let parameter = 0; parameter < point.values.length; parameter++) {
      const place = point.values[parameter];
      if (place === undefined) continue;
      const target = sliceClass.parameters[parameter]!;
      if (target.kind === 'otherRun') return undefined;
      if (target.kind === 'followed') {
        if (place.kind === 'unknown') return undefined;
        const where = place.kind === 'slotAfter' ? after[target.object]! : before[target.object]!;
        if (where === notCreated || !where.slots.includes(place.slot)) return undefined;
      } else {
        must = false;
        if (target.objects !== undefined && !context.mayBind(point, parameter, target.objects))
          return undefined;
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

  /**
   * Passes the points of the given positions one after the other; returns where that ends. An event on an object from
   * elsewhere shows that it exists: where that matters, the paths with and without the event part.
   */
  const chain = (
    from: readonly Reached[],
    node: number,
    positions: readonly Point['position'][],
    before: Tracking,
    after: Tracking,
    result?: boolean,
  ): readonly Reached[] => {
    let reached = from;
    for (const point of pointsAt[node] ?? noPoints) {
      if (!positions.includes(point.point.position)) continue;
      const passage = membership(point, before, after, result);
      if (passage === undefined) continue;
      const shown = context.binds[passage.symbol]! & ageMatters;
      const passed: Reached[] = [];
      for (const { at, existing } of reached) {
        const next = location(quiet, node);
        passed.push({ at: next, existing: existing | shown });
        if ((existing | shown) === existing) builder.pass(at, next, passage);
        else {
          builder.pass(at, next, { ...passage, must: true });
          passed.push({ at, existing });
        }
      }
      reached = passed.length === 1 ? passed : joined(passed, node);
    }
    return reached;
  };

  /** One location for each set of objects that exist. */
  const joined = (reached: readonly Reached[], node: number): readonly Reached[] => {
    const locations = new Map<number, number>();
    for (const { at, existing } of reached) {
      const other = locations.get(existing);
      if (other === undefined) {
        locations.set(existing, at);
        continue;
      }
      const both = location(quiet, node);
      builder.silent(other, both);
      builder.silent(at, both);
      locations.set(existing, both);
    }
    return [...locations].map(([existing, at]) => ({ at, existing }));
  };

  const go = (reached: readonly Reached[], target: number, tracking: Tracking): void => {
    for (const { at, existing } of reached) silent(at, enter(target, tracking, existing));
  };

  const afterThrow: readonly Point['position'][] = weakenings.has('exceptionsAfterEvents')
    ? ['afterReturning', 'afterThrowing', 'after']
    : ['afterThrowing', 'after'];
  const beforeAll: Tracking = sliceClass.sites.map(() => notCreated);
  if (startsAtSites) for (const site of new Set(sliceClass.sites)) silent(start, entered(site, beforeAll, 0));
  else go([{ at: start, existing: 0 }], 0, beforeAll);
  while (work.length > 0) {
    if (instructionOf.length > maxLocations) return undefined;
    const key = work.pop()!;
    const at = workAt.pop()!;
    const node = key % graph.nodeCount;
    const rest = (key - node) / graph.nodeCount;
    const existed = rest % (ageMatters + 1);
    const tracking = known.all[(rest - existed) / (ageMatters + 1)]!;
    if (isPlain(node)) {
      passPlain(at, node, tracking, existed);
      continue;
    }
    const before = chain([{ at, existing: existed }], node, beforeCall, tracking, tracking);
    const middle = duringAll(before, node, eventsOnFollowed(node, tracking));
    const moved = movedAll(tracking, node);
    if (!sliceClass.sites.includes(node)) goOn(middle, node, tracking, moved);
    else
      for (const outcome of outcomes(node, moved))
        goOn(made(middle, node, tracking, outcome), node, tracking, outcome);
    if ((graph.exits[node]! & exitByReturn) !== 0) for (const { at } of middle) silent(at, end);
    let failed: readonly Reached[] | undefined;
    if ((graph.exits[node]! & exitByThrow) !== 0) {
      failed = chain(middle, node, afterThrow, tracking, moved);
      for (const { at } of failed) silent(at, end);
    }
    if (weakenings.has('forgetExceptionalEdges')) continue;
    for (let edge = graph.successors.start[node]!; edge < graph.successors.start[node + 1]!; edge++) {
      if (!isExceptional(graph.successors.kind[edge]!)) continue;
      failed ??= chain(middle, node, afterThrow, tracking, moved);
      go(failed, graph.successors.node[edge]!, inHandler(tracking));
    }
  }
  return { model: builder.build(start), instructionOf };

  /** What the loop does at an instruction without points that creates nothing: most are so, and take no lists. */
  function passPlain(entered: number, node: number, tracking: Tracking, existing: number): void {
    const at = during(entered, node, existing, eventsOnFollowed(node, tracking));
    const { start, node: targets, kind } = graph.successors;
    const last = start[node + 1]!;
    let exceptional = 0;
    const moved = movedAll(tracking, node);
    for (let edge = start[node]!; edge < last; edge++)
      if (isExceptional(kind[edge]!)) exceptional++;
      else silent(at, enter(targets[edge]!, moved, existing));
    if ((graph.exits[node]! & exitByReturn) !== 0) silent(at, end);
    if ((graph.exits[node]! & exitByThrow) !== 0) silent(at, end);
    if (exceptional === 0 || weakenings.has('forgetExceptionalEdges')) return;
    const caught = inHandler(tracking);
    for (let edge = start[node]!; edge < last; edge++)
      if (isExceptional(kind[edge]!)) silent(at, enter(targets[edge]!, caught, existing));
  }

  function inHandler(tracking: Tracking): Tracking {
    return changedPlaces(tracking, (slots) => slotsInHandler(method, slots));
  }

  function liveAll(tracking: Tracking, node: number): Tracking {
    return changedPlaces(tracking, (slots) => liveSlots(method, node, slots));
  }

  function isPlain(node: number): boolean {
    return pointsAt[node] === undefined && !sliceClass.sites.includes(node);
  }

  /** The edges of an instruction that completes normally; with those of the next one, where that branches on the result and events depend on it. */
  function goOn(from: readonly Reached[], node: number, before: Tracking, after: Tracking): void {
    const branch = pointsAt[node]?.some(({ onResult }) => onResult !== undefined)
      ? branchOnResult(method, node)
      : undefined;
    if (branch !== undefined) {
      const next = movedAll(after, branch.instruction);
      for (const result of [true, false]) {
        const isTaken = result !== weakenings.has('swapResults');
        const done = chain(from, node, afterReturn, before, after, result);
        go(done, isTaken ? branch.onTrue : branch.onFalse, next);
      }
      return;
    }
    const { start, node: targets, kind } = graph.successors;
    let done: readonly Reached[] | undefined;
    for (let edge = start[node]!; edge < start[node + 1]!; edge++) {
      if (isExceptional(kind[edge]!)) continue;
      done ??= chain(from, node, afterReturn, before, after);
      go(done, targets[edge]!, after);
    }
  }

  /**
   * Whether all that an instruction does is to move what is followed: control goes on at one later instruction, no event
   * happens, nothing is created. It has no location of its own.
   */
  function isPassed(node: number): boolean {
    const known = passed[node]!;
    if (known !== 0) return known === 1;
    const { start, node: targets, kind } = graph.successors;
    const first = start[node]!;
    const answer =
      start[node + 1]! === first + 1 &&
      targets[first]! > node &&
      !isExceptional(kind[first]!) &&
      graph.exits[node] === 0 &&
      isPlain(node) &&
      (!hasExternalEvents || outsideEvents.externalSymbols(node, 0).length === 0);
    passed[node] = answer ? 1 : -1;
    return answer;
  }

  function movedAll(tracking: Tracking, node: number): Tracking {
    return changedPlaces(tracking, (slots) => slotsAfter(method, node, slots, calls, weakenings));
  }

  /** The call that created a followed object may have produced events on it. */
  function made(
    from: readonly Reached[],
    node: number,
    before: Tracking,
    after: Tracking,
  ): readonly Reached[] {
    const object = after.findIndex((slots, index) => slots !== notCreated && before[index] === notCreated);
    if (object === -1 || instructionAt(method, node).form !== 'invoke') return from;
    const result = calls.result(method, node);
    if (result.kind !== 'fresh' || result.past.symbols === 0 || weakenings.has('forgetPast')) return from;
    const { symbols } = result.past;
    return duringAll(from, node, eventsOnFollowed(node, before, { object, symbols }));
  }

  function duringAll(from: readonly Reached[], node: number, onFollowed: number): readonly Reached[] {
    return from.map(({ at, existing }) => ({ at: during(at, node, existing, onFollowed), existing }));
  }

  /** After a creation site: nothing followed is new, or one of the followed objects of that site is. */
  function outcomes(node: number, moved: Tracking): readonly Tracking[] {
    const all: Tracking[] = [moved];
    sliceClass.sites.forEach((site, object) => {
      if (site !== node) return;
      const created = slotSet(movesAt(method, node).defined);
      if (moved[object] === notCreated)
        all.push(moved.map((slots, index) => (index === object ? created : slots)));
      else if (weakenings.has('forgetRecreation'))
        all[0] = moved.map((slots, index) => (index === object ? created : slots));
    });
    return all;
  }
}

const none: readonly number[] = [];
const noPoints: readonly MethodPoint[] = [];
const beforeCall: readonly Point['position'][] = ['before'];
const afterReturn: readonly Point['position'][] = ['afterReturning', 'after'];

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
