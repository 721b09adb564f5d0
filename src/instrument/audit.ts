import type { Dfa, EventId, StateId } from '../automata/dfa.ts';
import { minimize } from '../automata/minimize.ts';
import type { Point } from '../events/point.ts';
import { boundParameters, type Handler, hasFurtherState, type Property } from '../property/model.ts';
import { startingEvents } from '../residual/sound/monitor/reporting-monitor.ts';

/**
 * The full and the residual monitor of a property side by side, as one property (docs/runtime-protocol.md,
 * "Audit"). Every event has two variants: 2k is event k where its point was kept, 2k + 1 where it was
 * removed. A kept event moves both monitors, a removed one only the full. Where exactly one of them reports,
 * the slice enters a state of category `audit`, and the runtime prints the slice's trace and ends the program
 * with a failure. A slice of the audit may be none of the full monitor's, or none of the residual one's: then
 * that one does not report.
 *
 * Of a property with Java code, or a pattern that needs a stack, the runtime has two monitors instead of a product, and both variants of an
 * event are the same letter.
 */
export function auditedProperty(property: Property, threads: 'confined' | 'shared'): Property {
  if (hasFurtherState(property))
    return {
      ...property,
      events: property.events.flatMap((event) => [event, { ...event }]),
      audited: threads,
    };
  const reporting = property.handlers.filter((handler) => handler.reports);
  return {
    ...property,
    events: property.events.flatMap((event) => [
      { ...event, letter: (2 * event.letter) as EventId },
      { ...event, letter: (2 * event.letter + 1) as EventId },
    ]),
    monitor: sideBySide(property, reporting),
    // Resets are part of the product; the last handler is the runtime's own: it prints the trace and fails.
    handlers: [
      ...reporting.map((handler) => ({ ...handler, reset: false })),
      { category: auditCategory, message: auditMessage, reset: false, javaHandler: 0, reports: false },
    ],
    audited: threads,
  };
}

/** The point as it is woven for an audit: as the kept or as the removed variant of its event. */
export function auditedPoint(point: Point, audited: Property, kept: boolean): Point {
  if (point.controlFlow !== undefined) return { ...point, property: audited };
  const event = point.property.events.indexOf(point.event);
  return { ...point, property: audited, event: audited.events[2 * event + (kept ? 0 : 1)]! };
}

const auditCategory = 'audit';
const auditMessage = 'the full and the residual monitor disagree';

/**
 * A monitor on the slice of an audit, which every event starts if the property declares no creation event.
 */
interface Side {
  /** `notStarted` until the first event at which a slice of this monitor may start. */
  readonly state: number;
  /**
   * The parameters that its events have bound since, as a bit set: when some are missing, it does not have
   * the slice.
   */
  readonly bound: number;
}

interface Step {
  readonly side: Side;
  /** The categories that it reports if it has the slice. */
  readonly reports: readonly string[];
}

const notStarted = -1;

/**
 * The product automaton, reachable states only, minimised: which parameters have been bound matters to few
 * properties. O((S + 1)² 4^parameters x letters) before that.
 */
function sideBySide(property: Property, reporting: readonly Handler[]): Dfa {
  const { monitor, events } = property;
  const letters = monitor.alphabet.length;
  const starts = startingEvents(property);
  const starting = new Set<number>(events.flatMap(({ letter }, index) => (starts[index] ? [letter] : [])));
  const binds = new Array<number>(letters).fill(0);
  for (const event of events) binds[event.letter] = boundParameters(event);
  const step = (side: Side, letter: number): Step => {
    if (side.state === notStarted && !starting.has(letter)) return { side, reports: [] };
    const from = side.state === notStarted ? monitor.initial : side.state;
    const to = monitor.next[from * letters + letter]!;
    const handlers = reporting.filter((handler) => monitor.categories[to]!.includes(handler.category));
    const state = handlers.some((handler) => handler.reset) ? monitor.initial : to;
    return {
      side: { state, bound: side.bound | binds[letter]! },
      reports: handlers.map((handler) => handler.category),
    };
  };

  const indexOf = new Map<string, number>();
  /** `bound`: by all events of the slice. */
  const states: { full: Side; residual: Side; bound: number; categories: readonly string[] }[] = [];
  const stateOf = (full: Side, residual: Side, bound: number, categories: readonly string[]): number => {
    const key = `${full.state} ${full.bound} ${residual.state} ${residual.bound} ${bound} ${categories.join()}`;
    let index = indexOf.get(key);
    if (index === undefined) {
      index = states.push({ full, residual, bound, categories }) - 1;
      indexOf.set(key, index);
    }
    return index;
  };
  const before: Side = { state: notStarted, bound: 0 };
  stateOf(before, before, 0, []);
  const next: number[] = [];
  for (let index = 0; index < states.length; index++) {
    const { full, residual, bound } = states[index]!;
    for (let letter = 0; letter < letters; letter++) {
      const all = bound | binds[letter]!;
      const reportsOf = ({ side, reports }: Step): readonly string[] => (side.bound === all ? reports : []);
      const byFull = step(full, letter);
      const byResidual = step(residual, letter);
      const reports = reportsOf(byFull);
      const agree = reports.join() === reportsOf(byResidual).join();
      next.push(stateOf(byFull.side, byResidual.side, all, agree ? reports : [auditCategory]));
      next.push(stateOf(byFull.side, residual, all, reports.length === 0 ? [] : [auditCategory]));
    }
  }
  const nameOf = ({ state }: Side): string => (state === notStarted ? '-' : `${state}`);
  return minimize({
    alphabet: monitor.alphabet.flatMap((name) => [name, `${name} (removed)`]),
    stateCount: states.length,
    stateNames: states.map(({ full, residual }) => `${nameOf(full)}/${nameOf(residual)}`),
    initial: 0 as StateId,
    next: Int32Array.from(next),
    categories: states.map(({ categories }) => categories),
  });
}
