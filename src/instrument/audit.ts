import type { Dfa, EventId, StateId } from '../automata/dfa.ts';
import type { Point } from '../events/point.ts';
import type { Handler, Property } from '../property/model.ts';

/**
 * The full and the residual monitor of a property side by side, as one property (docs/runtime-protocol.md,
 * "Audit"). Every event has two variants: 2k is event k where its point was kept, 2k + 1 where it was removed. A kept
 * event moves both monitors, a removed one only the full. Where exactly one of them reports, the slice enters
 * a state of category `audit`, and the runtime prints the slice's trace and ends the program with a failure.
 *
 * A property with Java code is returned as it is: no analysis removes its points.
 */
export function auditedProperty(property: Property, threads: 'confined' | 'shared'): Property {
  if (property.javaCode !== undefined) return property;
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
  if (audited === point.property) return point;
  if (point.controlFlow !== undefined) return { ...point, property: audited };
  const event = point.property.events.indexOf(point.event);
  return { ...point, property: audited, event: audited.events[2 * event + (kept ? 0 : 1)]! };
}

const auditCategory = 'audit';
const auditMessage = 'the full and the residual monitor disagree';

/** What one monitor does on a letter: the state it goes on in (a reset included), and the categories it reports. */
interface Step {
  readonly state: number;
  readonly reports: readonly string[];
}

/** The residual monitor of a slice that no kept creation event has started yet. */
const notStarted = -1;

/** The product automaton, reachable states only: at most 3 (S + 1) S of them. */
function sideBySide(property: Property, reporting: readonly Handler[]): Dfa {
  const { monitor } = property;
  const letters = monitor.alphabet.length;
  const creating = new Set(
    property.events.filter((event) => event.creation).map((event) => event.letter as number),
  );
  const step = (state: number, letter: number): Step => {
    if (state === notStarted && !creating.has(letter)) return { state, reports: [] };
    const from = state === notStarted ? monitor.initial : state;
    const to = monitor.next[from * letters + letter]!;
    const handlers = reporting.filter((handler) => monitor.categories[to]!.includes(handler.category));
    const resets = handlers.some((handler) => handler.reset);
    return { state: resets ? monitor.initial : to, reports: handlers.map((handler) => handler.category) };
  };

  const indexOf = new Map<string, number>();
  const states: { full: number; residual: number; categories: readonly string[] }[] = [];
  const stateOf = (full: number, residual: number, categories: readonly string[]): number => {
    const key = `${full} ${residual} ${categories.join()}`;
    let index = indexOf.get(key);
    if (index === undefined) {
      index = states.push({ full, residual, categories }) - 1;
      indexOf.set(key, index);
    }
    return index;
  };
  stateOf(monitor.initial, creating.size > 0 ? notStarted : monitor.initial, []);
  const next: number[] = [];
  for (let index = 0; index < states.length; index++) {
    const { full, residual } = states[index]!;
    for (let letter = 0; letter < letters; letter++) {
      const byFull = step(full, letter);
      const byResidual = step(residual, letter);
      const agree = byFull.reports.join() === byResidual.reports.join();
      next.push(stateOf(byFull.state, byResidual.state, agree ? byFull.reports : [auditCategory]));
      next.push(stateOf(byFull.state, residual, byFull.reports.length === 0 ? [] : [auditCategory]));
    }
  }
  return {
    alphabet: monitor.alphabet.flatMap((name) => [name, `${name} (removed)`]),
    stateCount: states.length,
    stateNames: states.map(({ full, residual }) => `${full}/${residual === notStarted ? '-' : residual}`),
    initial: 0 as StateId,
    next: Int32Array.from(next),
    categories: states.map(({ categories }) => categories),
  };
}
