import type { Point, PointId } from '../../events/point.ts';
import type { Property } from '../../property/model.ts';
import type { AnalysisOptions, Decision, Program, ResidualAnalysis, Silence } from '../analysis.ts';
import { groupBy } from '../group-by.ts';
import type { Weakenings } from '../weakening.ts';
import { noWeakening } from '../weakening.ts';
import { analysedMonitor } from './analysed-monitor.ts';
import type { CallKnowledge } from './call-knowledge.ts';
import { closedWorld } from './closed-world.ts';
import { type FreshPoints, freshPoints } from './fresh-points.ts';
import { instructionRuns } from './instruction-runs.ts';
import { anchorOf } from './lifetimes.ts';
import { holdingAfter } from './looked-into.ts';
import type { MethodCode } from './method-code.ts';
import { requestsAt } from './method-code.ts';
import { methodResidual } from './method-residual.ts';
import type {
  KeptBecause,
  MethodLimits,
  MethodResidual,
  MethodResidualInput,
  OutsideOfMethod,
} from './method-step.ts';
import { defaultMethodLimits } from './method-step.ts';
import { withNull } from './null-object.ts';
import type { PointObjects } from './point-objects.ts';
import { programEvents } from './program-events.ts';
import { type Reason, reasonFor, reasonsFor, reasonsOfImpossible, where, writtenReason } from './reasons.ts';
import { type RememberedMethod, rememberMethod, stillHolds } from './remembered-method.ts';
import { replayOf } from './replay.ts';
import { reportablePoints } from './reportable-points.ts';
import { mayBeIterator, silentPoints } from './silent-points.ts';
import type { SliceAutomaton } from './slice-automaton.ts';
import { canReport, symbolMask } from './slice-automaton.ts';
import { checkMemory } from './verdict-equivalence.ts';
import { type WholeProgram, wholeProgram } from './whole-program.ts';

/** Rounds of method step and whole-program step; each may let the next remove more. */
const maxRounds = 4;
/** Of the points: a round that removes no more is the last. */
const leastProgress = 1 / 500;

/**
 * The sound residual analysis (docs/soundness.md): removes points whose events change no report on any run,
 * within the assumptions listed there.
 */
export const sound: ResidualAnalysis = (program, property, points, options) =>
  soundWith(program, property, points, options, noWeakening);

/** The same with deliberate mistakes, for the mutation tests, or other limits. */
export function soundWith(
  program: Program,
  property: Property,
  points: readonly Point[],
  options: AnalysisOptions,
  weakenings: Weakenings,
  limits: MethodLimits = defaultMethodLimits,
): ReadonlyMap<PointId, Decision> {
  const decisions = new Map<PointId, Decision>();
  const keep = (some: Iterable<Point>, reason: string): ReadonlyMap<PointId, Decision> => {
    for (const point of some) decisions.set(point.id, { kept: true, reason });
    return decisions;
  };
  const monitor = analysedMonitor(property);
  if (typeof monitor === 'string') return keep(points, `kept: ${monitor}`);
  const { any, inMethod, idleWhenNew, decided, isCoded } = monitor;
  const whole = wholeProgram(program, options, weakenings);
  const memory = checkMemory();
  /** In a closed world. */
  const objects =
    whole.objects === undefined || weakenings.has('forgetNull')
      ? whole.objects
      : withNull(whole.objects, points, property, any);

  let remaining = removeUnreachable(points, whole, decisions);
  const because = new Map<Point, () => Reason>();
  // Other threads keep no order, and what Java code refuses is not known.
  const anchor =
    objects === undefined || options.threads === 'shared' || isCoded
      ? undefined
      : anchorOf(property, any, memory);
  /** Of the first round: what is new in a run stays so when points go. */
  let fresh: FreshPoints | undefined;
  const rememberedMethods = new Map<Point, RememberedMethod<MethodResidual>>();
  /** Of the last round: who asks for a way to an event gets one that there is. */
  let events: ReturnType<typeof programEvents>;
  const replay =
    options.memory === undefined || whole.asked === undefined
      ? undefined
      : replayOf(options.memory(property), whole.asked, points);
  for (let round = 0; round < maxRounds; round++) {
    const before = remaining.length;
    remaining = removeUnreportable(remaining, any, property, decisions, objects);
    because.clear();
    if ('missing' in inMethod) {
      explain(new Map(remaining.map((point) => [point, { kind: 'limit', what: inMethod.missing }])));
      break;
    }
    const step = methodStep(remaining, inMethod);
    remaining = step;
    if (before - remaining.length <= before * leastProgress) break;
  }
  remaining = removeUnreportable(remaining, any, property, decisions, objects);
  const silent = 'missing' in inMethod || isCoded ? noSilence : silentStep(remaining, inMethod);
  for (const point of remaining) {
    const reason = because.get(point)?.() ?? reasonFor(point, undefined);
    const silence = silent.get(point);
    decisions.set(point.id, {
      kept: true,
      reason: writtenReason(reason, (request, symbol) => events.effects.witness(request, symbol)),
      ...(silence === undefined ? {} : { silence }),
    });
  }
  replay?.finish();
  return decisions;

  /** Points that are silent where the iterator that they bind was made by a plain collection. */
  function silentStep(current: readonly Point[], automaton: SliceAutomaton): ReadonlyMap<Point, Silence> {
    const found = new Map<Point, Silence>();
    if (!property.parameters.some(({ type }) => mayBeIterator(type))) return found;
    for (const group of groupByMethod(current)) {
      const known = replay?.find('silent', group, events);
      for (const [point, silence] of known?.silent ?? []) found.set(point, silence);
      if (known !== undefined) continue;
      const method = whole.codes.inClass(program.classOf(group[0]!), group[0]!.methodIndex);
      if (method === undefined) continue;
      const remembered = rememberMethod(group, events, whole.calls.during, (outside) =>
        silentPoints({
          calls: whole.calls,
          program: whole.program,
          inputWith: (calls) => inputFor(method, automaton, group, calls, outside),
        }),
      );
      const silences = new Map<Point, Silence>();
      for (const [point, maker] of remembered.result)
        silences.set(point, { maker, place: where(method, maker) });
      for (const [point, silence] of silences) found.set(point, silence);
      replay?.note('silent', remembered, { removed: [], reasons: new Map(), silent: silences });
    }
    return found;
  }

  /** What the method step looks at, in an open world. */
  function inputFor(
    method: MethodCode,
    automaton: SliceAutomaton,
    group: readonly Point[],
    calls: CallKnowledge,
    outside: OutsideOfMethod,
  ): MethodResidualInput {
    return {
      method,
      property,
      automaton,
      idleWhenNew,
      decided,
      points: group.filter((point) => point.kind === 'call'),
      calls,
      isSubtype: whole.program.hierarchy.isSubtype,
      outside,
      runsAt: instructionRuns(method, whole, calls),
      requestsAt: (instruction) => requestsAt(method, instruction, whole.graph),
      threads: options.threads,
      memory,
      weakenings,
      limits,
    };
  }

  function explain(kept: ReadonlyMap<Point, KeptBecause>): void {
    for (const [point, why] of kept) because.set(point, () => reasonFor(point, why));
  }

  /** `reasons`: of those that have another than the usual one. */
  function remove(removed: readonly Point[], reasons: ReadonlyMap<Point, Reason>, gone: Set<Point>): void {
    for (const point of removed) {
      gone.add(point);
      const reason = writtenReason(reasons.get(point) ?? sameReports, () => []);
      decisions.set(point.id, { kept: false, reason });
    }
  }

  /** The method step on all methods, one after the other: each sees what the ones before it removed. */
  function methodStep(current: readonly Point[], automaton: SliceAutomaton): readonly Point[] {
    const gone = new Set<Point>();
    const groups = groupByMethod(current);
    const byMethod = new Map<number, Point[]>();
    for (const group of groups)
      for (const method of whole.graph.find(group[0]!.className, group[0]!.method, group[0]!.descriptor))
        byMethod.set(method, [...(byMethod.get(method) ?? []), ...group]);
    const { calls } = whole;
    const isUnchanged = holdingAfter(calls.setPoints(byMethod));
    replay?.setPoints(byMethod);
    const input = { whole, property, points: current, byMethod, weakenings };
    events = programEvents(input);
    fresh ??= objects === undefined ? undefined : freshPoints(groups, whole, program, property, weakenings);
    const closed = fresh === undefined ? undefined : closedWorld(input, objects!, fresh, anchor);
    for (const [index, group] of groups.entries()) {
      options.onProgress?.({
        phase: 'analysing',
        property: property.name,
        done: index,
        total: groups.length,
      });
      const [first] = group;
      const known = rememberedMethods.get(first!);
      if (known !== undefined && stillHolds(known, group, events, isUnchanged)) {
        explain(known.result.kept);
        continue;
      }
      // In the round after, it is not compared with the round that it is of.
      rememberedMethods.delete(first!);
      const earlier = replay?.find('removed', group, events);
      if (earlier !== undefined) {
        for (const [point, reason] of earlier.reasons) because.set(point, () => reason);
        remove(earlier.removed, earlier.reasons, gone);
        continue;
      }
      const prepared = whole.codes.inClass(program.classOf(first!), first!.methodIndex);
      if (prepared === undefined) {
        explain(
          new Map(group.map((point) => [point, { kind: 'limit', what: 'its code cannot be analysed' }])),
        );
        continue;
      }
      const remembered = rememberMethod(group, events, calls.during, (outside) =>
        methodResidual({
          ...inputFor(prepared, automaton, group, calls, outside),
          ...(closed === undefined ? {} : { closedWorld: closed(prepared) }),
        }),
      );
      const { removed, kept, impossible, askedClosedWorld } = remembered.result;
      if (!askedClosedWorld) rememberedMethods.set(first!, remembered);
      explain(kept);
      const noEvents = reasonsOfImpossible(impossible);
      remove(removed, noEvents, gone);
      replay?.note('removed', remembered, {
        removed,
        reasons: new Map([...reasonsFor(kept), ...noEvents]),
        silent: new Map(),
      });
    }
    return current.filter((point) => !gone.has(point));
  }
}

const sameReports: Reason = [
  'removed: on every path through this method, the reports are the same without it',
];

const noSilence: ReadonlyMap<Point, Silence> = new Map();

/** Points of methods that never run in a closed world. */
function removeUnreachable(
  points: readonly Point[],
  { graph, reachable }: WholeProgram,
  decisions: Map<PointId, Decision>,
): readonly Point[] {
  if (reachable === undefined) return points;
  return points.filter((point) => {
    const methods = graph.find(point.className, point.method, point.descriptor);
    if (methods.length === 0 || methods.some((method) => reachable.has(method))) return true;
    decisions.set(point.id, {
      kept: false,
      reason: 'removed: nothing that runs in the closed world calls the method',
    });
    return false;
  });
}

/** Points of one method together, in code order. */
function groupByMethod(points: readonly Point[]): readonly (readonly Point[])[] {
  return [
    ...groupBy(points, ({ input, entry, methodIndex }) => `${input}\0${entry}\0${methodIndex}`).values(),
  ];
}

/**
 * The coarsest whole-program step: when no word over the symbols that still have points reaches a report,
 * every remaining point is removed.
 */
function removeUnreportable(
  points: readonly Point[],
  automaton: SliceAutomaton,
  property: Property,
  decisions: Map<PointId, Decision>,
  objects: PointObjects | undefined,
): readonly Point[] {
  const symbols = [...new Set(points.map((point) => property.events.indexOf(point.event)))];
  if (points.length === 0) return points;
  if (canReport(automaton, symbolMask(symbols))) {
    if (objects === undefined) return points;
    const reportable = reportablePoints(points, automaton, property, objects);
    for (const point of points)
      if (!reportable.has(point))
        decisions.set(point.id, {
          kept: false,
          reason:
            'removed: no sequence of the events that are left on the objects it may bind is ever reported',
        });
    return points.filter((point) => reportable.has(point));
  }
  const names = symbols.map((symbol) => property.events[symbol]!.name).join(', ');
  for (const point of points)
    decisions.set(point.id, {
      kept: false,
      reason: `removed: no sequence of the events that are left (${names}) is ever reported`,
    });
  return [];
}
