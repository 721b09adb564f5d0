import type { Point, PointId } from '../../events/point.ts';
import type { Property } from '../../property/model.ts';
import type { AnalysisOptions, Decision, Program, ResidualAnalysis, Silence } from '../analysis.ts';
import { maxSymbols } from '../call-graph/effects.ts';
import type { CallKnowledge } from './call-knowledge.ts';
import { closedWorld } from './closed-world.ts';
import { type FreshPoints, freshPoints } from './fresh-points.ts';
import { instructionRuns } from './instruction-runs.ts';
import { anchorOf } from './lifetimes.ts';
import type { MethodCode } from './method-code.ts';
import { requestsAt } from './method-code.ts';
import type { KeptBecause, MethodResidualInput } from './method-residual.ts';
import { defaultMethodLimits, methodResidual } from './method-residual.ts';
import type { PointObjects } from './point-objects.ts';
import { type ProgramEvents, programEvents } from './program-events.ts';
import { reasonFor, where } from './reasons.ts';
import { type RememberedMethod, rememberMethod } from './remembered-method.ts';
import { replayOf } from './replay.ts';
import { reportablePoints } from './reportable-points.ts';
import { mayBeIterator, plainIterator, silentPoints } from './silent-points.ts';
import type { SliceAutomaton } from './slice-automaton.ts';
import { canReport, sliceAutomaton, symbolMask } from './slice-automaton.ts';
import { checkMemory } from './verdict-equivalence.ts';
import type { Weakenings } from './weakening.ts';
import { noWeakening } from './weakening.ts';
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

/** The same with deliberate mistakes, for the mutation tests. */
export function soundWith(
  program: Program,
  property: Property,
  points: readonly Point[],
  options: AnalysisOptions,
  weakenings: Weakenings,
): ReadonlyMap<PointId, Decision> {
  const decisions = new Map<PointId, Decision>();
  const keep = (some: Iterable<Point>, reason: string): ReadonlyMap<PointId, Decision> => {
    for (const point of some) decisions.set(point.id, { kept: true, reason });
    return decisions;
  };
  if (property.javaCode !== undefined)
    return keep(points, 'kept: the property has Java code, whose effects are not analysed');
  if (property.events.length > maxSymbols)
    return keep(points, `kept: the property has more than ${maxSymbols} event definitions`);
  const automaton = sliceAutomaton(property);
  if (automaton === undefined) return keep(points, 'kept: the monitor has too many states for the analysis');
  const whole = wholeProgram(program, options, weakenings);
  const memory = checkMemory();

  let remaining = removeUnreachable(points, whole, decisions);
  let because = new Map<Point, KeptBecause>();
  // Other threads keep no order.
  const anchor =
    whole.objects === undefined || options.threads === 'shared'
      ? undefined
      : anchorOf(property, automaton, memory);
  /** Of the first round: what is new in a run stays so when points go. */
  let fresh: FreshPoints | undefined;
  const rememberedMethods = new Map<Point, RememberedMethod>();
  /** Of the last round: who asks for a way to an event gets one that there is. */
  let events: ReturnType<typeof programEvents>;
  // In a closed world, what is found out about a method depends on all others.
  const replay =
    options.memory === undefined || weakenings.size > 0 || whole.objects !== undefined
      ? undefined
      : replayOf(options.memory(property), points);
  for (let round = 0; round < maxRounds; round++) {
    const before = remaining.length;
    remaining = removeUnreportable(remaining, automaton, property, decisions, whole.objects);
    because = new Map();
    const step = methodStep(remaining);
    remaining = step;
    if (before - remaining.length <= before * leastProgress) break;
  }
  remaining = removeUnreportable(remaining, automaton, property, decisions, whole.objects);
  const silent = silentStep(remaining);
  for (const point of remaining) {
    const reason = replay?.reasonFor(point) ?? reasonFor(point, because.get(point));
    const silence = silent.get(point);
    decisions.set(point.id, { kept: true, reason, ...(silence === undefined ? {} : { silence }) });
  }
  replay?.finish();
  return decisions;

  /** Points that are silent where the iterator that they bind was made by a plain collection. */
  function silentStep(current: readonly Point[]): ReadonlyMap<Point, Silence> {
    const found = new Map<Point, Silence>();
    if (!property.parameters.some(({ type }) => mayBeIterator(type))) return found;
    const plain = plainIterator(whole.facts);
    replay?.startStep(current, 'silent');
    for (const group of groupByMethod(current)) {
      const again = replay?.silentIn(group);
      if (again !== undefined) {
        for (const [point, silence] of again) found.set(point, silence);
        continue;
      }
      const method = whole.codes.inClass(program.classOf(group[0]!), group[0]!.methodIndex);
      if (method === undefined) {
        replay?.note(group, [], classesRead(group, []));
        continue;
      }
      const { value: silent, looked } = whole.calls.during(() =>
        silentPoints({
          calls: whole.calls,
          isLibrary: whole.graph.isLibrary,
          plainIterator: plain,
          inputWith: (calls) => inputFor(method, group, calls, events.symbolsOf),
        }),
      );
      for (const [point, maker] of silent) found.set(point, { maker, place: where(method, maker) });
      replay?.note(group, [...silent.keys()], classesRead(group, looked));
    }
    return found;
  }

  /** What the method step looks at, in an open world. */
  function inputFor(
    method: MethodCode,
    group: readonly Point[],
    calls: CallKnowledge,
    symbolsOf: ProgramEvents['symbolsOf'],
  ): MethodResidualInput {
    return {
      method,
      property,
      automaton: automaton!,
      points: group.filter((point) => point.kind === 'call'),
      calls,
      outside: { programSymbols: events.programSymbols, symbolsOf },
      runsAt: instructionRuns(method, whole, calls),
      witness: (instruction, symbol) =>
        requestsAt(method, instruction, whole.graph)
          .map((request) => events.effects.witness(request, symbol))
          .find((steps) => steps.length > 0) ?? [],
      threads: options.threads,
      memory,
      weakenings,
      limits: defaultMethodLimits,
    };
  }

  function remove(removed: readonly Point[], gone: Set<Point>): void {
    for (const point of removed) {
      gone.add(point);
      decisions.set(point.id, {
        kept: false,
        reason: 'removed: on every path through this method, the reports are the same without it',
      });
    }
  }

  /** All classes whose code the method step of a method read. */
  function classesRead([first]: readonly Point[], looked: readonly number[]): ReadonlySet<string> {
    const names = new Set([first!.className, ...whole.proxyMakers]);
    for (const methods of [looked, whole.iterators?.looked ?? []])
      for (const method of methods) names.add(whole.graph.methods[method]!.owner);
    return names;
  }

  /** The method step on all methods, one after the other: each sees what the ones before it removed. */
  function methodStep(current: readonly Point[]): readonly Point[] {
    const gone = new Set<Point>();
    const groups = groupByMethod(current);
    const byMethod = new Map<number, Point[]>();
    for (const group of groups)
      for (const method of whole.graph.find(group[0]!.className, group[0]!.method, group[0]!.descriptor))
        byMethod.set(method, [...(byMethod.get(method) ?? []), ...group]);
    const { calls } = whole;
    const changed = calls.setPoints(byMethod);
    const input = { whole, property, points: current, byMethod, weakenings };
    events = programEvents(input);
    fresh ??=
      whole.objects === undefined ? undefined : freshPoints(groups, whole, program, property, weakenings);
    const closed = fresh === undefined ? undefined : closedWorld(input, whole.objects!, fresh, anchor);
    replay?.startStep(current, 'removed');
    for (const group of groups) {
      const [first] = group;
      const again = replay?.removedFrom(group);
      if (again !== undefined) {
        remove(again, gone);
        continue;
      }
      const prepared = whole.codes.inClass(program.classOf(first!), first!.methodIndex);
      if (prepared === undefined) {
        for (const point of group) because.set(point, { kind: 'limit', what: 'its code cannot be analysed' });
        replay?.note(group, [], classesRead(group, []));
        continue;
      }
      const known = rememberedMethods.get(first!);
      if (known?.holds(group, events.programSymbols, changed, events.symbolsOf)) {
        for (const [point, reason] of known.kept) because.set(point, reason);
        replay?.note(group, [], classesRead(group, known.looked));
        continue;
      }
      const { result, remembered } = rememberMethod(
        group,
        events.programSymbols,
        events.symbolsOf,
        calls.during,
        (symbolsOf) =>
          methodResidual({
            ...inputFor(prepared, group, calls, symbolsOf),
            ...(closed === undefined ? {} : { closedWorld: closed(prepared) }),
          }),
      );
      if (result.askedClosedWorld) rememberedMethods.delete(first!);
      else rememberedMethods.set(first!, remembered);
      for (const [point, reason] of result.kept) because.set(point, reason);
      remove(result.removed, gone);
      replay?.note(group, result.removed, classesRead(group, remembered.looked));
    }
    return current.filter((point) => !gone.has(point));
  }
}

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
  const groups = new Map<string, Point[]>();
  for (const point of points) {
    const key = `${point.input}!${point.entry}#${point.methodIndex}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [point]);
    else group.push(point);
  }
  return [...groups.values()];
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
