import type { Point } from '../../../events/point.ts';
import type { Property } from '../../../property/model.ts';
import type { CallGraph } from '../../call-graph/call-graph.ts';
import type { ReachableHolders } from '../../call-graph/reachable-holders.ts';
import type { ObjectId } from '../../points-to/heap/abstract-object.ts';
import { methodModelBuilder } from '../models/method-model.ts';
import type { CheckMemory } from '../models/verdict-equivalence.ts';
import { findCounterexamples } from '../models/verdict-equivalence.ts';
import { canReport, symbolMask } from '../monitor/automaton-questions.ts';
import type { SliceAutomaton } from '../monitor/slice-automaton.ts';
import type { FreshPoints } from '../program/fresh-points.ts';
import type { PointObjects } from '../program/point-objects.ts';
import type { ClosedWorld } from './method-step.ts';

/**
 * A parameter without whose object there is no report, such as an iterator: events that bind single other
 * objects, before that object is created or after it is gone, change nothing. Undefined: the property has
 * none.
 */
export function anchorOf(
  property: Property,
  automaton: SliceAutomaton,
  memory: CheckMemory,
): number | undefined {
  return property.parameters
    .map((_, parameter) => parameter)
    .find((parameter) => isAnchor(automaton, parameter, memory));
}

function isAnchor(automaton: SliceAutomaton, anchor: number, memory: CheckMemory): boolean {
  const all = automaton.binds.map((_, symbol) => symbol);
  const binds = (symbol: number): number => automaton.binds[symbol]!;
  // Objects that no event binds together are in no report together.
  for (const pair of new Set(all.map(binds).filter((mask) => !isSingle(mask))))
    if (canReport(automaton, symbolMask(all.filter((symbol) => (binds(symbol) & pair) !== pair))))
      return false;
  const without = all.filter((symbol) => (binds(symbol) & (1 << anchor)) === 0);
  const single = without.filter((symbol) => binds(symbol) !== 0 && isSingle(binds(symbol)));
  if (single.length === 0) return false;
  const builder = methodModelBuilder();
  const around = builder.externals({ seen: without, removed: single });
  const [before, during, after] = [
    builder.location(around),
    builder.location(builder.externals({ seen: all, removed: [] })),
    builder.location(around),
  ];
  builder.silent(before, during);
  builder.silent(during, after);
  const found = findCounterexamples(builder.build(before), automaton, new Uint8Array(0), memory);
  return found !== undefined && found.length === 0;
}

function isSingle(mask: number): boolean {
  return (mask & (mask - 1)) === 0;
}

export interface LifetimesInput {
  readonly property: Property;
  /** Of the property; see `anchorOf`. */
  readonly anchor: number;
  /** The points that are still there. */
  readonly points: readonly Point[];
  readonly objects: PointObjects;
  readonly joined: ClosedWorld['joined'];
  readonly fresh: FreshPoints;
  readonly graph: CallGraph;
  readonly reachable: ReachableHolders;
}

/**
 * Whether a point matters to objects of the anchor's parameter in its own method alone: it binds one other
 * object, and all objects of the anchor that have events together with that are confined to runs of methods
 * that, but for the point's own, never run the point's method. Then the point's event happens before such an
 * object is created or after it is gone.
 */
export function lifetimes(input: LifetimesInput): (point: Point) => boolean {
  const { property, anchor, points, objects, joined, fresh, graph, reachable } = input;
  const methodsOf = (point: Point): readonly number[] =>
    graph.find(point.className, point.method, point.descriptor);
  const anchored = points.filter(({ event }) => event.binds.includes(anchor));
  const answers = new Map<string, readonly Point[]>();
  /**
   * Points that may bind an object of the anchor that has events together with one of these objects of the
   * parameter.
   */
  const anchoredBy = (parameter: number, own: readonly ObjectId[]): readonly Point[] => {
    const key = `${parameter} ${own.join()}`;
    let found = answers.get(key);
    if (found === undefined) {
      const reached = joinedAnchors(property, anchor, parameter, new Set(own), joined);
      found =
        reached === undefined
          ? anchored
          : anchored.filter((point) => objects.of(point, anchor)!.some((object) => reached.has(object)));
      answers.set(key, found);
    }
    return found;
  };
  return (point) => {
    const [parameter, ...others] = point.event.binds;
    if (point.kind !== 'call' || parameter === undefined || others.length > 0 || parameter === anchor)
      return false;
    const here = methodsOf(point);
    return anchoredBy(parameter, objects.of(point, parameter)!).every((other) => {
      if ((fresh.confined(other) & (1 << anchor)) === 0) return false;
      return methodsOf(other).every(
        (method) => here.includes(method) || here.every((own) => !reachable.reaches(method, own)),
      );
    });
  };
}

/** Objects of the anchor that points bind, in steps, together with those given; undefined: any. */
function joinedAnchors(
  property: Property,
  anchor: number,
  parameter: number,
  own: ReadonlySet<ObjectId>,
  joined: ClosedWorld['joined'],
): ReadonlySet<ObjectId> | undefined {
  const known = new Map<number, ReadonlySet<ObjectId>>([[parameter, own]]);
  const cameFrom = new Map<number, number>();
  for (const [from, of] of known)
    for (const other of property.parameters.keys()) {
      if (other === from || other === cameFrom.get(from)) continue;
      if (!property.events.some(({ binds }) => binds.includes(from) && binds.includes(other))) continue;
      // Two ways to one parameter: its objects may come by either.
      if (known.has(other)) return undefined;
      known.set(other, joined(other, from, of));
      cameFrom.set(other, from);
    }
  return known.get(anchor);
}
