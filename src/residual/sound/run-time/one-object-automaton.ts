import { bindsOneObject, hasFurtherState, type Property } from '../../../property/model.ts';
import { analysedMonitor } from '../monitor/analysed-monitor.ts';
import type { SliceAutomaton } from '../monitor/slice-automaton.ts';

const automata = new WeakMap<Property, { readonly automaton: SliceAutomaton | undefined }>();

/**
 * The automaton of a property of which a slice is one object and all events on it. Undefined for properties of
 * other objects than one, or with further state, and beyond the limits of the analysis. Made once for all methods.
 */
export function oneObjectAutomaton(property: Property): SliceAutomaton | undefined {
  let known = automata.get(property);
  if (known === undefined) {
    const monitor =
      bindsOneObject(property) && !hasFurtherState(property)
        ? analysedMonitor(property)
        : 'no such automaton';
    known = { automaton: typeof monitor === 'string' ? undefined : monitor.any };
    automata.set(property, known);
  }
  return known.automaton;
}
