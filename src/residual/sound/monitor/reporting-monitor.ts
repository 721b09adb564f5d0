import type { Property } from '../../../property/model.ts';
import { type MealyMachine, minimized } from './mealy-machine.ts';

/**
 * The monitor of a property with outputs on transitions: a symbol for each event definition, resets folded in
 * and equivalent states merged. An output is the identity of the handlers that report.
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
        .filter((handler) => handler.reports)
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
 * any, otherwise all. One that leaves the initial state silently as it is need not start a slice, unless an
 * event that is ignored before the start would leave the initial state after it.
 */
export function startingEvents(
  property: Property,
  monitor: MealyMachine = monitorOf(property),
): readonly boolean[] {
  const { events } = property;
  const isIdle = events.map((_, symbol) => {
    const at = monitor.initial * events.length + symbol;
    return monitor.next[at] === monitor.initial && monitor.output[at] === 0;
  });
  const declared = events.some((event) => event.creation);
  const othersIdle = events.every((event, symbol) => event.creation || isIdle[symbol]);
  return events.map(
    (event, symbol) => (!declared || event.creation) && ((declared && !othersIdle) || !isIdle[symbol]),
  );
}
