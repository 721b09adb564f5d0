import type { Property } from '../../../property/model.ts';
import { boundParameters } from '../../../property/model.ts';
import { interned } from '../../interned.ts';
import { type MealyMachine, minimized } from './mealy-machine.ts';
import { monitorOf } from './reporting-monitor.ts';
import type { SliceAutomaton } from './slice-automaton.ts';

/** Sets beyond which there is no automaton. */
const maxStates = 20_000;

/**
 * The automaton of slices each of which may refuse any event, as where conditions in Java decide. A state is the set of
 * states that a monitor may be in which took some of the events so far, and an output says that one of these
 * may report. Whoever has missed an event reports nothing from then on, so that two monitors make the same reports if one
 * of them misses none but events of slices that make none from there on, whatever any slice refuses.
 *
 * Which parameters events bind is no matter: what a slice of fewer parameters takes are some of the events.
 * Undefined: it is too large. O(sets x events x states), then that of `minimized`.
 */
export function refusingAutomaton(property: Property): SliceAutomaton | undefined {
  const monitor = monitorOf(property);
  const { symbolCount } = monitor;
  const { all: sets, numberOf: intern } = interned<readonly number[]>();
  // Of a monitor that has missed an event.
  intern([]);
  const initial = intern([monitor.initial]);
  const next: number[] = [];
  const output: number[] = [];
  for (let set = 0; set < sets.length; set++) {
    if (sets.length > maxStates) return undefined;
    const states = sets[set]!;
    for (let symbol = 0; symbol < symbolCount; symbol++) {
      const at = (state: number): number => state * symbolCount + symbol;
      const after = new Set([...states, ...states.map((state) => monitor.next[at(state)]!)]);
      next.push(intern([...after].sort((one, other) => one - other)));
      output.push(states.some((state) => monitor.output[at(state)] !== 0) ? 1 : 0);
    }
  }
  const machine = minimized(sets.length, symbolCount, next, output, initial);
  return { ...machine, binds: property.events.map(boundParameters), afterMissed: silentState(machine) };
}

/** The one state from which nothing is ever reported, of a machine without equivalent states that has one. */
function silentState({ stateCount, symbolCount, next, output }: MealyMachine): number {
  const staysSilent = (state: number): boolean =>
    Array.from({ length: symbolCount }, (_, symbol) => state * symbolCount + symbol).every(
      (at) => next[at] === state && output[at] === 0,
    );
  return Array.from({ length: stateCount }, (_, state) => state).findIndex(staysSilent);
}
