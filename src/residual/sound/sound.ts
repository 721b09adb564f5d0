import type { Point, PointId } from '../../events/point.ts';
import type { Property } from '../../property/model.ts';
import type { AnalysisOptions, Decision, Program, ResidualAnalysis } from '../analysis.ts';
import { defaultAnalysisLimits } from '../limits.ts';
import type { Weakenings } from '../weakening.ts';
import { noWeakening } from '../weakening.ts';
import { methodRounds } from './method-rounds.ts';
import { checkMemory } from './models/verdict-equivalence.ts';
import { analysedMonitor } from './monitor/analysed-monitor.ts';
import type { SliceAutomaton } from './monitor/slice-automaton.ts';
import { withNull } from './program/null-object.ts';
import { reportableByTypes } from './program/reportable-by-types.ts';
import { wholeProgram } from './program/whole-program.ts';
import type { PropertyAnalysis } from './property-analysis.ts';
import { replayOf } from './replay/replay.ts';
import { runReplay } from './replay/run-replay.ts';
import { mayBegin } from './run-time/deferred-slices.ts';
import { silentStep } from './silent-step.ts';
import { type Reason, reasonFor, writtenReason } from './steps/reasons.ts';
import {
  type Decisions,
  removeNeverBoth,
  removeNeverStarted,
  removeUnreachable,
  removeUnreportable,
} from './whole-program-step.ts';

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
  const decisions: Decisions = new Map();
  const monitor = analysedMonitor(property);
  if (typeof monitor === 'string') {
    for (const { id } of removeNeverStarted(points, property, decisions))
      decisions.set(id, { kept: true, reason: `kept: ${monitor}` });
    return decisions;
  }
  const { any, inMethod } = monitor;
  const whole = wholeProgram(program, options, weakenings);
  const objects =
    whole.objects === undefined || weakenings.has('forgetNull')
      ? whole.objects
      : withNull(whole.objects, points, property, any);
  const replay =
    options.memory === undefined || whole.asked === undefined
      ? undefined
      : replayOf(runReplay(options.memory, whole.asked), options.memory.ofProperty(property), points);
  const memory = checkMemory();
  const analysis = {
    program,
    property,
    options,
    monitor,
    whole,
    objects,
    byTypes: reportableByTypes(any, property, whole.hierarchy, whole.called),
    memory,
    replay,
    weakenings,
    limits: options.limits ?? defaultAnalysisLimits,
  };

  const events = removeNeverBoth(points, whole.hierarchy, decisions, weakenings);
  const reachable = removeUnreachable(events, whole, decisions);
  if ('missing' in inMethod) {
    const limit = { kind: 'limit', what: inMethod.missing } as const;
    for (const point of removeUnreportable(reachable, analysis, decisions))
      decisions.set(point.id, { kept: true, reason: writtenReason(reasonFor(point, limit), noWay) });
  } else residual(analysis, inMethod, reachable, decisions);
  replay?.finish();
  return decisions;
}

/** Method step and whole-program step in turn, and then the silent step for what is left. */
function residual(
  analysis: PropertyAnalysis,
  inMethod: SliceAutomaton,
  points: readonly Point[],
  decisions: Decisions,
): void {
  const rounds = methodRounds(analysis, inMethod);
  let remaining = points;
  for (let round = 0; round < maxRounds; round++) {
    const before = remaining.length;
    remaining = removeUnreportable(remaining, analysis, decisions);
    const gone = rounds.next(remaining);
    for (const [point, reason = sameReports] of gone)
      decisions.set(point.id, { kept: false, reason: writtenReason(reason, noWay) });
    remaining = remaining.filter((point) => !gone.has(point));
    if (before - remaining.length <= before * leastProgress) break;
  }
  remaining = removeUnreportable(remaining, analysis, decisions);
  const events = rounds.events();
  const mayAsk =
    analysis.property.derivations === undefined &&
    (!analysis.monitor.isCoded || inMethod.afterMissed !== undefined);
  const asked = mayAsk ? silentStep(analysis, inMethod, remaining, events) : undefined;
  const inert = asked === undefined || asked.inert.length === 0 ? {} : { inert: asked.inert };
  for (const point of remaining) {
    const silence = asked?.silent.get(point);
    const reason = writtenReason(rounds.reasonOf(point), (request, symbol) =>
      events.effects.witness(request, symbol),
    );
    decisions.set(point.id, {
      kept: true,
      reason,
      ...(silence === undefined ? {} : { silence }),
      ...(mayBegin(point) ? inert : {}),
    });
  }
}

/** For reasons that name no way to an event. */
const noWay = (): readonly string[] => [];

const sameReports: Reason = [
  'removed: on every path through this method, the reports are the same without it',
];
