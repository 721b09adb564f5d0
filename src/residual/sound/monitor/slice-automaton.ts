import type { Property } from '../../../property/model.ts';
import { boundParameters } from '../../../property/model.ts';
import { interned } from '../../interned.ts';
import { type MealyMachine, minimized } from './mealy-machine.ts';
import { monitorOf, startingEvents } from './reporting-monitor.ts';

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
 * letter may bind different parameters). An output is the identity of the set of (instance, category) reported.
 */
export interface SliceAutomaton extends MealyMachine {
  /** Per symbol: the parameters it binds, as a bit set. */
  readonly binds: readonly number[];
  /** Where a monitor is that has missed an event which another one got; undefined: where it was. */
  readonly afterMissed?: number;
}

const absent = -1;

/** Of a property: the vectors have an instance for each set of them. The runtime takes fewer. */
const maxParameters = 8;
/** Instance vectors explored before merging; beyond them there is no automaton, and every point stays. */
const maxVectors = 20_000;

/**
 * Builds the automaton of a property, whose Java code is left out: every event happens. Undefined when the property has
 * more than `maxParameters` parameters, or more than `maxVectors` vectors.
 * O(vectors x events x 2^parameters), then that of `minimized`.
 */
export function sliceAutomaton(property: Property): SliceAutomaton | undefined {
  if (property.parameters.length > maxParameters) return undefined;
  const instances = 1 << property.parameters.length;
  const symbolCount = property.events.length;
  const binds = property.events.map(boundParameters);
  const step = instanceStep(property);
  const { all: vectors, numberOf: intern } = interned<Int32Array>((vector) => vector.join());
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
  return { ...minimized(vectors.length, symbolCount, next, output, 0), binds };
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
