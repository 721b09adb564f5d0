import type { Handler, Property } from '../../../property/model.ts';
import { type MealyMachine, minimized } from './mealy-machine.ts';

/** Whether a handler may report: Java code reports what it prints. */
function mayReport({ reports, javaHandler }: Handler): boolean {
  return reports || javaHandler !== undefined;
}

/**
 * The monitor of a property with outputs on transitions: a symbol for each event definition, resets folded in
 * and equivalent states merged. An output is the identity of the handlers that may report. What their Java code resets
 * is left out.
 */
export function monitorOf(property: Property): MealyMachine {
  const { monitor, events, handlers } = property;
  const ids = new Map<string, number>([['', 0]]);
  const next: number[] = [];
  const output: number[] = [];
  for (let state = 0; state < monitor.stateCount; state++)
    for (const event of events) {
      const entered = monitor.next[state * monitor.alphabet.length + event.letter]!;
      const hit = handlers.filter((handler) => monitor.categories[entered]!.includes(handler.category));
      const report = hit
        .filter(mayReport)
        .map((handler) => handlers.indexOf(handler))
        .join();
      if (!ids.has(report)) ids.set(report, ids.size);
      output.push(ids.get(report)!);
      next.push(hit.some((handler) => handler.reset) ? monitor.initial : entered);
    }
  return minimized(monitor.stateCount, events.length, next, output, monitor.initial);
}

/**
 * Events at which a slice may start (docs/runtime-protocol.md, "Semantics"): creation events when there are
 * any, otherwise all that do not leave the initial state silently as it is.
 */
export function startingEvents(
  property: Property,
  monitor: MealyMachine = monitorOf(property),
): readonly boolean[] {
  const { events } = property;
  const declared = events.some((event) => event.creation);
  // A creation event begins a slice whatever it does to the state: events of other objects join it later.
  return events.map((event, symbol) => {
    const at = monitor.initial * events.length + symbol;
    return declared ? event.creation : monitor.next[at] !== monitor.initial || monitor.output[at] !== 0;
  });
}

/**
 * The same for a slice by definition, which may have Java code: without creation events it starts at any event, as code may
 * change the fields of a slice whose state stays.
 */
export function startingEventsWithCode(property: Property, monitor?: MealyMachine): readonly boolean[] {
  const { events, javaCode } = property;
  return javaCode !== undefined && !events.some(({ creation }) => creation)
    ? events.map(() => true)
    : startingEvents(property, monitor);
}
