import type { Point } from '../../events/point.ts';
import type { OwnCollections, Silence } from '../analysis.ts';
import type { SliceAutomaton } from './monitor/slice-automaton.ts';
import type { programEvents } from './program/program-events.ts';
import { groupByMethod, inputForMethod, type PropertyAnalysis } from './property-analysis.ts';
import { rememberMethod } from './replay/remembered-method.ts';
import { mayBegin } from './run-time/deferred-slices.ts';
import { idleReceivers } from './run-time/idle-receivers.ts';
import { knownCollections, mayBeIterator } from './run-time/own-collections.ts';
import { silentPoints } from './run-time/silent-points.ts';
import { where } from './steps/reasons.ts';

/** What the step behind all rounds finds out. */
export interface AskedAtRunTime {
  /** Points that are silent where the iterator that they bind was made by a plain collection, or others. */
  readonly silent: ReadonlyMap<Point, Silence>;
  readonly inert: OwnCollections;
}

/** Asks nothing where the property has no iterators. */
export function silentStep(
  analysis: PropertyAnalysis,
  automaton: SliceAutomaton,
  points: readonly Point[],
  events: ReturnType<typeof programEvents>,
): AskedAtRunTime {
  const { program, property, monitor, whole, replay } = analysis;
  const found = new Map<Point, Silence>();
  if (!property.parameters.some(({ type }) => mayBeIterator(type))) return { silent: found, inert: [] };
  const known = knownCollections(whole, property, events);
  const { hierarchy } = whole;
  const idle = idleReceivers({ property, automaton: monitor.any, points, hierarchy });
  replay?.setKnown({ own: known.own, key: () => `${idle.join()} ${known.key()}` });
  for (const group of groupByMethod(points)) {
    const earlier = replay?.find('silent', group, events);
    for (const [point, silence] of earlier?.silent ?? []) found.set(point, silence);
    if (earlier !== undefined) continue;
    const method = whole.codes.inClass(program.classOf(group[0]!), group[0]!.methodIndex);
    if (method === undefined) continue;
    const remembered = rememberMethod(group, events, whole.calls.during, (outside) =>
      silentPoints({
        calls: whole.calls,
        program: whole.program,
        known,
        idle,
        inputWith: (calls) => inputForMethod(analysis, automaton, method, group, calls, outside),
      }),
    );
    const silences = new Map<Point, Silence>();
    for (const [point, { maker, own }] of remembered.result)
      silences.set(point, { maker, ...(own ? { own: known.own } : {}), place: where(method, maker) });
    for (const [point, silence] of silences) found.set(point, silence);
    replay?.note('silent', remembered, { removed: [], reasons: new Map(), silent: silences });
  }
  return { silent: found, inert: points.some(mayBegin) ? known.inert() : [] };
}
