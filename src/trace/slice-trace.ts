import type { StateId } from '../automata/dfa.ts';
import { RrvError, traceLimit } from '../diagnostics.ts';
import type { Handler, Property } from '../property/model.ts';
import { monitorStates } from '../property/monitor-states.ts';
import { startingEventsWithCode } from '../residual/sound/monitor/reporting-monitor.ts';
import type { TraceLimits } from './limits.ts';
import type { Trace, TraceEvent } from './read-traces.ts';

/** What one event does to one slice. */
export interface SliceStep {
  /** By parameter of the property; undefined where the slice binds none. */
  readonly binding: Binding;
  /** Whether the slice begins with this event. */
  readonly isNew: boolean;
  readonly from: StateId;
  /** The state that the event leads to. */
  readonly entered: StateId;
  /**
   * What runs there and reports, but for what this slice has reported at that place before. With `reset`, the slice
   * goes on in the initial state.
   */
  readonly reports: readonly Handler[];
}

export interface TraceStep {
  readonly event: TraceEvent;
  /** The smallest bindings first, then the oldest. */
  readonly slices: readonly SliceStep[];
}

/** The categories that an event reports, sorted. */
export function reportedBy({ slices }: TraceStep): readonly string[] {
  const categories = slices.flatMap(({ reports }) => reports.map(({ category }) => category));
  return [...new Set(categories)].sort();
}

type Binding = readonly (string | undefined)[];

interface Slice {
  readonly binding: Binding;
  readonly size: number;
  state: StateId;
  /** Of each place with a name, the handlers that have reported there. */
  readonly reported: Map<string, Set<Handler>>;
}

/**
 * The slices of a trace, event by event, as docs/runtime-protocol.md (*Semantics*) defines them, with each
 * slice that there is by definition, also those that can never report: parametric trace slicing (Chen and Rosu, 2009,
 * algorithm A, with the state that a slice leads to in its place), with JavaMOP's creation events. Each object lives on
 * until the trace ends.
 *
 * Not modelled: Java code of the property. A condition is taken to hold, as the event is in the trace.
 *
 * O(events x slices x parameters).
 *
 * @throws RrvError RRV_TRACE_LIMIT
 */
export function sliceTrace(
  property: Property,
  { events }: Trace,
  file: string,
  limits: TraceLimits,
): readonly TraceStep[] {
  const { handlers, parameters } = property;
  const monitor = monitorStates(property);
  const starting = startingEventsWithCode(property);
  const slices = new Map<string, Slice>();
  let steps = 0;
  return events.map((event) => {
    const { letter, binds } = property.events[event.event]!;
    const own: (string | undefined)[] = parameters.map(() => undefined);
    binds.forEach((parameter, index) => {
      own[parameter] = event.values[index];
    });
    const begun = new Set(newSlices(own, starting[event.event]!));
    for (const slice of begun) slices.set(keyOf(slice.binding), slice);
    const moved = [...slices.values()].filter(({ binding }) => isBelow(own, binding));
    steps += moved.length;
    if (steps > limits.steps)
      throw new RrvError(traceLimit('steps', limits.steps, { file, line: event.line }));
    const taken = moved
      .sort((left, right) => left.size - right.size)
      .map((slice): SliceStep => {
        const from = slice.state;
        const entered = monitor.next(from, letter);
        const run = handlers.filter(({ category }) => monitor.categories(entered).includes(category));
        slice.state = run.some(({ reset }) => reset) ? monitor.initial : entered;
        return {
          binding: slice.binding,
          isNew: begun.has(slice),
          from,
          entered,
          reports: run.filter((handler) => handler.reports && isFirst(slice, handler, event.place)),
        };
      });
    return { event, slices: taken };
  });

  /**
   * Slices that begin with an event of this binding. What such a slice binds is what the event does and what the
   * largest slice below it does, as that has had all earlier events of its word: its state is where this one begins.
   */
  function newSlices(own: Binding, starts: boolean): readonly Slice[] {
    const found = new Map<string, Slice>();
    const largest = new Map<string, number>();
    if (starts && !slices.has(keyOf(own))) {
      found.set(keyOf(own), { binding: own, size: sizeOf(own), state: monitor.initial, reported: new Map() });
      largest.set(keyOf(own), -1);
    }
    for (const slice of slices.values()) {
      const binding = isBelow(own, slice.binding) ? undefined : joined(slice.binding, own);
      if (binding === undefined) continue;
      const key = keyOf(binding);
      if (slices.has(key) || slice.size <= (largest.get(key) ?? -1)) continue;
      largest.set(key, slice.size);
      found.set(key, { binding, size: sizeOf(binding), state: slice.state, reported: new Map() });
    }
    return [...found.values()];
  }
}

/** Whether the handler has not reported for this slice at this place; notes that it does now. */
function isFirst({ reported }: Slice, handler: Handler, place: string | undefined): boolean {
  if (place === undefined) return true;
  const there = reported.get(place) ?? new Set();
  reported.set(place, there);
  return there.size < there.add(handler).size;
}

function keyOf(binding: Binding): string {
  return JSON.stringify(binding);
}

function sizeOf(binding: Binding): number {
  return binding.filter((value) => value !== undefined).length;
}

function isBelow(smaller: Binding, larger: Binding): boolean {
  return smaller.every((value, parameter) => value === undefined || value === larger[parameter]);
}

/** The smallest binding above both; undefined where they differ in a parameter. */
function joined(left: Binding, right: Binding): Binding | undefined {
  const differ = left.some((value, parameter) => {
    const other = right[parameter];
    return value !== undefined && other !== undefined && value !== other;
  });
  return differ ? undefined : left.map((value, parameter) => value ?? right[parameter]);
}
