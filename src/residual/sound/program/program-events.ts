import type { Point } from '../../../events/point.ts';
import type { Property } from '../../../property/model.ts';
import { once } from '../../../remembering.ts';
import type { ClassHierarchy } from '../../analysis.ts';
import type { Effects, EventMasks } from '../../call-graph/effects.ts';
import { effects, maxSymbols } from '../../call-graph/effects.ts';
import type { Holder } from '../../call-graph/holder-sets.ts';
import { type ReachableHolders, reachableHolders } from '../../call-graph/reachable-holders.ts';
import { walkingCallBacks, walkingSelectors } from '../../facts/walking.ts';
import type { Weakenings } from '../../weakening.ts';
import type { InstructionRuns } from './instruction-runs.ts';
import type { WholeProgram } from './whole-program.ts';

/** Which events of some points of a property the code of the program may produce. */
export interface ProgramEvents {
  /** Symbols of all of the points. Equal lists of symbols are one object. */
  readonly programSymbols: readonly number[];
  /** What running that may produce on objects from elsewhere. */
  symbolsOf(runs: InstructionRuns): readonly number[];
}

export interface ProgramEventsInput {
  readonly whole: WholeProgram;
  readonly property: Property;
  /** The points of the property that are still there. */
  readonly points: readonly Point[];
  /** The same by the method of the call graph that holds them. */
  readonly byMethod: ReadonlyMap<number, readonly Point[]>;
  readonly weakenings: Weakenings;
}

/** Of all points. */
export function programEvents(input: ProgramEventsInput): ProgramEvents & { readonly effects: Effects } {
  const { whole, property, points } = input;
  const bit = bitIn(property);
  const union = (some: readonly Point[]): number => some.reduce((mask, point) => mask | bit(point), 0);
  const masks = effects(whole.effects, mapped(pointsByHolder(input), union), union(points));
  return { effects: masks, ...eventsOf(input, masks) };
}

export interface SelectedEvents {
  /** Of the points of which `counts` says so, by position among those of the input. */
  select(counts: (position: number) => boolean): ProgramEvents;
  readonly reachable: ReachableHolders;
}

export function selectedEvents(input: ProgramEventsInput): SelectedEvents {
  const { whole, property } = input;
  const held = pointsByHolder(input);
  const reachable = reachableHolders(whole.effects, [...held.keys()]);
  const bit = bitIn(property);
  const positions = new Map(input.points.map((point, position) => [point, position]));
  const entries = [...held.values()].flatMap((some, holder) => some.map((point) => ({ point, holder })));
  const holders = Int32Array.from(entries, ({ holder }) => holder);
  const points = Int32Array.from(entries, ({ point }) => positions.get(point)!);
  const bits = Int32Array.from(entries, ({ point }) => bit(point));
  return {
    reachable,
    select: (counts) => {
      const symbols = new Int32Array(held.size);
      for (let entry = 0; entry < bits.length; entry++)
        if (counts(points[entry]!)) symbols[holders[entry]!]! |= bits[entry]!;
      return eventsOf(input, reachable.masks(symbols));
    },
  };
}

/** The symbol of a point, as a bit. */
function bitIn({ events }: Property): (point: Point) => number {
  return ({ event }) => 1 << events.indexOf(event);
}

function isCall({ kind }: Point): boolean {
  return kind === 'call';
}

function mapped<T>(map: ReadonlyMap<number, T>, of: (value: T) => number): ReadonlyMap<number, number> {
  return new Map([...map].map(([key, value]) => [key, of(value)]));
}

/** Points at calls by their method, points at method references by the function object that calls the method. */
function pointsByHolder({ whole, byMethod }: ProgramEventsInput): ReadonlyMap<Holder, readonly Point[]> {
  const found = new Map<Holder, readonly Point[]>();
  for (const [method, points] of byMethod) found.set(method, points.filter(isCall));
  whole.graph.functionObjects.forEach(({ method, instruction }, one) => {
    const here = byMethod
      .get(method)
      ?.filter((point) => point.kind === 'methodReference' && point.instruction === instruction);
    if (here !== undefined && here.length > 0) found.set(whole.effects.graph.nodeOfFunction(one), here);
  });
  return found;
}

function eventsOf({ whole, weakenings }: ProgramEventsInput, masks: EventMasks): ProgramEvents {
  const walking = once(() => walkingSymbols(whole.handedOutIterators(), masks, whole.hierarchy, weakenings));
  return {
    programSymbols: symbolsOf(masks.all),
    symbolsOf: ({ requests, callBacks }) => {
      let mask = 0;
      for (const request of requests) mask |= masks.ofRequest(request);
      for (const { callsBack, isWalking } of callBacks) {
        const symbols = callsBack === undefined ? masks.all : masks.ofCallBacks(callsBack);
        mask |= isWalking ? symbols & walking() : symbols;
      }
      return symbolsOf(mask);
    },
  };
}

/** What walking an iterator that a collection of the class library made may produce (facts/walking.ts). */
function walkingSymbols(
  classes: readonly string[] | undefined,
  effect: EventMasks,
  hierarchy: ClassHierarchy,
  weakenings: Weakenings,
): number {
  if (weakenings.has('forgetWalking')) return 0;
  let mask = effect.ofCallBacks(walkingCallBacks);
  if (classes === undefined) return effect.all;
  for (const owner of classes)
    for (const { name, descriptor } of walkingSelectors)
      if (
        hierarchy.header(owner) === undefined ||
        hierarchy.resolveMethod(owner, name, descriptor) !== undefined
      )
        mask |= effect.ofRequest({ kind: 'call', dispatch: 'special', owner, name, descriptor });
  return mask;
}

const symbolsByMask = new Map<number, readonly number[]>();

/** The symbols of a bit set, in order. Equal lists are one object. */
export function symbolsOf(mask: number): readonly number[] {
  let symbols = symbolsByMask.get(mask);
  if (symbols === undefined) {
    symbols = Array.from({ length: maxSymbols }, (_, symbol) => symbol).filter(
      (symbol) => (mask & (1 << symbol)) !== 0,
    );
    symbolsByMask.set(mask, symbols);
  }
  return symbols;
}
