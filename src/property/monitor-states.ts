import { verdictsOf } from '../automata/compile-cfg.ts';
import { derivationStates } from '../automata/derivation-states.ts';
import type { StateId } from '../automata/dfa.ts';
import { remembering } from '../remembering.ts';
import type { Property } from './model.ts';

/** The monitor of a property, one step at a time: also one of which the states have no end. */
export interface MonitorStates {
  readonly initial: StateId;
  next(state: StateId, letter: number): StateId;
  /** What is reported where the state is entered, if it has a handler. */
  categories(state: StateId): readonly string[];
  nameOf(state: StateId): string;
}

/** The same states each time that a property is asked about. */
export const monitorStates: (property: Property) => MonitorStates = remembering(
  ({ monitor, derivations }: Property): MonitorStates => {
    if (derivations === undefined)
      return {
        initial: monitor.initial,
        next: (state, letter) => monitor.next[state * monitor.alphabet.length + letter] as StateId,
        categories: (state) => monitor.categories[state]!,
        nameOf: (state) => monitor.stateNames[state]!,
      };
    const states = derivationStates(derivations);
    const names = new Map<StateId, string>([[states.initial, 'start']]);
    return {
      initial: states.initial,
      next: states.next,
      categories: (state) => verdictsOf(states, state),
      nameOf(state) {
        const name = names.get(state) ?? (states.isDead(state) ? 'fail' : `s${names.size}`);
        names.set(state, name);
        return name;
      },
    };
  },
);
