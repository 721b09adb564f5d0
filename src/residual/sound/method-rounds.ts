import type { Point } from '../../events/point.ts';
import { addTo } from '../../group-by.ts';
import { holdingAfter } from './calls/looked-into.ts';
import type { SliceAutomaton } from './monitor/slice-automaton.ts';
import { type FreshPoints, freshPoints } from './program/fresh-points.ts';
import { programEvents } from './program/program-events.ts';
import { groupByMethod, inputForMethod, type PropertyAnalysis } from './property-analysis.ts';
import { type RememberedMethod, rememberMethod, stillHolds } from './replay/remembered-method.ts';
import { closedWorld } from './steps/closed-world.ts';
import { anchorOf } from './steps/lifetimes.ts';
import { methodResidual } from './steps/method-residual.ts';
import type { KeptBecause, MethodResidual } from './steps/method-step.ts';
import { type Reason, reasonFor, reasonsFor, reasonsOfImpossible } from './steps/reasons.ts';
import type { MethodCode } from './values/method-code.ts';

/** The method step on all methods, again and again: each round may let the next remove more. */
export interface MethodRounds {
  /** One round on the points that are left: those that go, with the reason where it is not the usual one. */
  next(current: readonly Point[]): ReadonlyMap<Point, Reason | undefined>;
  /** Why the last round kept the point. */
  reasonOf(point: Point): Reason;
  /** What the program does, as the last round saw it: who asks for a way to an event gets one that there is. */
  events(): ReturnType<typeof programEvents>;
}

/** What the step on one method needs to know about the round. */
interface Round {
  /** See `holdingAfter`. */
  readonly isUnchanged: ReturnType<typeof holdingAfter>;
  /** Undefined: the world is open. */
  readonly closed: ReturnType<typeof closedWorld> | undefined;
}

/** What one round finds out about a method is used again in the next where nothing that it depends on has changed. */
export function methodRounds(analysis: PropertyAnalysis, automaton: SliceAutomaton): MethodRounds {
  const { program, property, options, monitor, whole, objects, memory, replay, weakenings } = analysis;
  const { calls } = whole;
  const because = new Map<Point, () => Reason>();
  // Other threads keep no order, and what Java code refuses is not known.
  const anchor =
    objects === undefined || options.threads === 'shared' || monitor.isCoded
      ? undefined
      : anchorOf(property, monitor.any, memory);
  /** Of the first round: what is new in a run stays so when points go. */
  let fresh: FreshPoints | undefined;
  const remembered = new Map<Point, RememberedMethod<MethodResidual>>();
  let events: ReturnType<typeof programEvents>;

  function explain(kept: ReadonlyMap<Point, KeptBecause>): void {
    for (const [point, why] of kept) because.set(point, () => reasonFor(point, why));
  }

  function begin(current: readonly Point[], groups: readonly (readonly Point[])[]): Round {
    because.clear();
    const byMethod = new Map<number, Point[]>();
    for (const group of groups)
      for (const method of whole.graph.find(group[0]!.className, group[0]!.method, group[0]!.descriptor))
        for (const point of group) addTo(byMethod, method, point);
    const isUnchanged = holdingAfter(calls.setPoints(byMethod));
    replay?.setPoints(byMethod);
    const input = { whole, property, points: current, byMethod, weakenings };
    events = programEvents(input);
    fresh ??= objects === undefined ? undefined : freshPoints(groups, whole, program, property, weakenings);
    const closed = fresh === undefined ? undefined : closedWorld(input, objects!, fresh, anchor);
    return { isUnchanged, closed };
  }

  /** The points of one method that go. `group`: those that are left. */
  function step(
    group: readonly Point[],
    { isUnchanged, closed }: Round,
  ): ReadonlyMap<Point, Reason | undefined> {
    const first = group[0]!;
    const known = remembered.get(first);
    if (known !== undefined && stillHolds(known, group, events, isUnchanged)) {
      explain(known.result.kept);
      return nothingGoes;
    }
    // In the round after, it is not compared with the round that it is of.
    remembered.delete(first);
    const earlier = replay?.find('removed', group, events);
    if (earlier !== undefined) {
      for (const [point, reason] of earlier.reasons) because.set(point, () => reason);
      return new Map(earlier.removed.map((point) => [point, earlier.reasons.get(point)]));
    }
    const method = whole.codes.inClass(program.classOf(first), first.methodIndex);
    if (method === undefined) {
      explain(new Map(group.map((point) => [point, { kind: 'limit', what: 'its code cannot be analysed' }])));
      return nothingGoes;
    }
    return stepAnew(group, method, closed);
  }

  function stepAnew(
    group: readonly Point[],
    method: MethodCode,
    closed: Round['closed'],
  ): ReadonlyMap<Point, Reason | undefined> {
    const found = rememberMethod(group, events, calls.during, (outside) => {
      const input = inputForMethod(analysis, automaton, method, group, calls, outside);
      return methodResidual(closed === undefined ? input : { closedWorld: closed(method), ...input });
    });
    const { removed, kept, impossible, askedClosedWorld } = found.result;
    if (!askedClosedWorld) remembered.set(group[0]!, found);
    explain(kept);
    const noEvents = reasonsOfImpossible(impossible);
    replay?.note('removed', found, {
      removed,
      reasons: new Map([...reasonsFor(kept), ...noEvents]),
      silent: new Map(),
    });
    return new Map(removed.map((point) => [point, noEvents.get(point)]));
  }

  return {
    reasonOf: (point) => because.get(point)?.() ?? reasonFor(point, undefined),
    events: () => events,
    next(current) {
      const groups = groupByMethod(current);
      const round = begin(current, groups);
      const gone = new Map<Point, Reason | undefined>();
      for (const [index, group] of groups.entries()) {
        options.onProgress?.({
          phase: 'analysing',
          property: property.name,
          done: index,
          total: groups.length,
        });
        for (const [point, reason] of step(group, round)) gone.set(point, reason);
      }
      return gone;
    },
  };
}

const nothingGoes: ReadonlyMap<Point, Reason | undefined> = new Map();
