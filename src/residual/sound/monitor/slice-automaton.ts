import { coarsestPartition, partitionBy } from '../../../automata/partition.ts';
import type { Property } from '../../../property/model.ts';
import { boundParameters } from '../../../property/model.ts';

/**
 * What the runtime does for one slice and all of its sub-slices, as one deterministic machine with outputs.
 *
 * Fix a binding θ of all parameters. Every subset Y of the parameters names the instance θ|Y; it is absent
 * or in a state of the monitor. An event whose binding agrees with θ changes instances; an event that does
 * not agree with θ changes none of them. A state of this automaton is the vector of all instances, so that
 * existence, creation events and the state that a larger instance inherits are part of the state, and
 * "the same reports for every θ" is equality of output words. Equivalent states are merged: two states are
 * one when no word distinguishes their outputs.
 *
 * Symbols are positions in `Property.events` (event definitions, not letters: two definitions that share a
 * letter may bind different parameters).
 */
export interface SliceAutomaton {
  readonly symbolCount: number;
  readonly stateCount: number;
  readonly initial: number;
  /** Row-major: next[state * symbolCount + symbol]. */
  readonly next: Int32Array;
  /** Same layout: 0 when the step reports nothing, otherwise the identity of the set of (instance, category) reported. */
  readonly output: Int32Array;
  /** Per symbol: the parameters it binds, as a bit set. */
  readonly binds: readonly number[];
}

const absent = -1;

/** Of a property: the vectors have an instance for each set of them. The runtime takes fewer. */
const maxParameters = 8;
/** Instance vectors explored before merging; beyond them there is no automaton, and every point stays. */
const maxVectors = 20_000;

/**
 * Builds the automaton of a property, whose Java code is left out: every event happens. Undefined when the property has
 * more than `maxParameters` parameters, or more than `maxVectors` vectors.
 * O(vectors x events x 2^parameters), then that of `merged`.
 */
export function sliceAutomaton(property: Property): SliceAutomaton | undefined {
  if (property.parameters.length > maxParameters) return undefined;
  const instances = 1 << property.parameters.length;
  const symbolCount = property.events.length;
  const binds = property.events.map(boundParameters);
  const step = instanceStep(property);
  const vectors: Int32Array[] = [];
  const ids = new Map<string, number>();
  const intern = (vector: Int32Array): number => {
    const key = vector.join();
    let id = ids.get(key);
    if (id === undefined) {
      id = vectors.length;
      ids.set(key, id);
      vectors.push(vector);
    }
    return id;
  };
  const outputs = new Map<string, number>([['', 0]]);
  const initial = new Int32Array(instances).fill(absent);
  intern(initial);
  const next: number[] = [];
  const output: number[] = [];
  for (let state = 0; state < vectors.length; state++) {
    if (vectors.length > maxVectors) return undefined;
    for (let symbol = 0; symbol < symbolCount; symbol++) {
      const result = step(vectors[state]!, symbol);
      next.push(intern(result.vector));
      let id = outputs.get(result.report);
      if (id === undefined) {
        id = outputs.size;
        outputs.set(result.report, id);
      }
      output.push(id);
    }
  }
  return { ...merged(vectors.length, symbolCount, next, output, 0), binds };
}

/** The monitor with outputs on transitions, resets folded in and equivalent states merged. */
export interface Monitor {
  readonly next: Int32Array;
  /** The handlers that report, as an identity; 0 for none. */
  readonly output: Int32Array;
  readonly initial: number;
}

/** A row per state and a column per event definition. */
export function monitorOf(property: Property): Monitor {
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
  return merged(monitor.stateCount, events.length, next, output, monitor.initial);
}

/**
 * Events at which a slice may start (docs/runtime-protocol.md, "Semantics"): creation events when there are
 * any, otherwise all. One that leaves the initial state silently as it is need not start a slice, unless an
 * event that is ignored before the start would leave the initial state after it.
 */
export function startingEvents(
  property: Property,
  monitor: Monitor = monitorOf(property),
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

/** One event on the vector of all instances: creation, then the step of every instance that the event belongs to. */
function instanceStep(
  property: Property,
): (vector: Int32Array, symbol: number) => { vector: Int32Array; report: string } {
  const monitor = monitorOf(property);
  const symbolCount = property.events.length;
  const starts = startingEvents(property, monitor);
  return (before, symbol) => {
    const bound = boundParameters(property.events[symbol]!);
    const vector = Int32Array.from(before);
    if (starts[symbol] && vector[bound] === absent) vector[bound] = inherited(before, bound, monitor.initial);
    for (let base = 0; base < before.length; base++) {
      const target = base | bound;
      if (before[base] !== absent && vector[target] === absent)
        vector[target] = inherited(before, target, monitor.initial);
    }
    const reports: string[] = [];
    for (let instance = 0; instance < vector.length; instance++) {
      if ((instance & bound) !== bound || vector[instance] === absent) continue;
      const at = vector[instance]! * symbolCount + symbol;
      if (monitor.output[at] !== 0) reports.push(`${instance}:${monitor.output[at]}`);
      vector[instance] = monitor.next[at]!;
    }
    return { vector, report: reports.join() };
  };
}

/** The state of the largest existing instance below `target`, which has seen all of its events since it started. */
function inherited(vector: Int32Array, target: number, initial: number): number {
  let state = initial;
  let size = -1;
  for (let instance = 0; instance < vector.length; instance++)
    if ((instance & target) === instance && vector[instance] !== absent && bits(instance) > size) {
      size = bits(instance);
      state = vector[instance]!;
    }
  return state;
}

function bits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** The machine without two states that no word tells apart by its outputs; states are in the order of their first ones. O(k n log n). */
export function merged(
  stateCount: number,
  symbolCount: number,
  next: readonly number[],
  output: readonly number[],
  initial: number,
): Omit<SliceAutomaton, 'binds'> {
  const byOutputs = partitionBy(stateCount, (state) =>
    output.slice(state * symbolCount, (state + 1) * symbolCount).join(),
  );
  const block = coarsestPartition({ stateCount, letterCount: symbolCount, next }, byOutputs);
  const blocks = 1 + block.reduce((one, other) => Math.max(one, other));
  const mergedNext = new Int32Array(blocks * symbolCount);
  const mergedOutput = new Int32Array(blocks * symbolCount);
  for (let state = 0; state < stateCount; state++)
    for (let symbol = 0; symbol < symbolCount; symbol++) {
      const from = state * symbolCount + symbol;
      const to = block[state]! * symbolCount + symbol;
      mergedNext[to] = block[next[from]!]!;
      mergedOutput[to] = output[from]!;
    }
  return {
    symbolCount,
    stateCount: blocks,
    initial: block[initial]!,
    next: mergedNext,
    output: mergedOutput,
  };
}

/** Symbols as a bit set. */
export function symbolMask(symbols: readonly number[]): number {
  return symbols.reduce((mask, symbol) => mask | (1 << symbol), 0);
}

/** Whether some word over the symbols (a bit set) has an output. O(states x symbols). */
export function canReport(automaton: SliceAutomaton, symbols: number): boolean {
  const seen = new Set([automaton.initial]);
  for (const state of seen)
    for (let symbol = 0; symbol < automaton.symbolCount; symbol++) {
      if ((symbols & (1 << symbol)) === 0) continue;
      const at = state * automaton.symbolCount + symbol;
      if (automaton.output[at] !== 0) return true;
      seen.add(automaton.next[at]!);
    }
  return false;
}

/** Whether a step by a symbol that binds none of the parameters (a bit set) has an output in any state. O(states x symbols). */
export function mayReportWithout(automaton: SliceAutomaton, parameters: number): boolean {
  const { symbolCount, output, binds } = automaton;
  return output.some((report, at) => report !== 0 && (binds[at % symbolCount]! & parameters) === 0);
}

/**
 * The symbols (a bit set) that bind the parameter and neither report nor leave the state, whatever events that do not bind it have
 * happened before: on a slice whose object of that parameter has had no others. O(states x symbols).
 */
export function idleOnNew(automaton: SliceAutomaton, parameter: number): number {
  const { symbolCount, initial, next, output, binds } = automaton;
  const bindsIt = (symbol: number): boolean => (binds[symbol]! & (1 << parameter)) !== 0;
  const without = new Set([initial]);
  for (const state of without)
    for (let symbol = 0; symbol < symbolCount; symbol++)
      if (!bindsIt(symbol)) without.add(next[state * symbolCount + symbol]!);
  const isIdle = (state: number, symbol: number): boolean =>
    next[state * symbolCount + symbol] === state && output[state * symbolCount + symbol] === 0;
  return symbolMask(
    binds.flatMap((_, symbol) =>
      bindsIt(symbol) && [...without].every((state) => isIdle(state, symbol)) ? [symbol] : [],
    ),
  );
}

/** Whether no symbol that binds none of the parameters (a bit set) leaves the initial state or reports there. O(symbols). */
export function isIdleWithout(automaton: SliceAutomaton, parameters: number): boolean {
  const { symbolCount, initial, next, output, binds } = automaton;
  return binds.every((bound, symbol) => {
    const at = initial * symbolCount + symbol;
    return (bound & parameters) !== 0 || (next[at] === initial && output[at] === 0);
  });
}
