import { boundParameters, type Property } from '../../property/model.ts';
import { monitorOf, startingEventsWithCode } from '../../residual/sound/monitor/reporting-monitor.ts';

/**
 * The kinds of slices of a property that can report (docs/runtime-protocol.md, "Semantics"), as names of the
 * parameters that they bind, fewest first: a slice is there as soon as its events bind what it binds, and a
 * smaller one may report where the author thought of the whole. What conditions and Java code refuse is not
 * looked at. O(states x events x 3^parameters).
 */
export function reportingSlices(property: Property): readonly (readonly string[])[] {
  const { parameters } = property;
  const kinds = Array.from({ length: 1 << parameters.length }, (_, kind) => kind);
  const canReport = reportingIn(property);
  return kinds
    .filter(canReport)
    .map((kind) => parameters.filter((_, index) => (kind >> index) & 1).map(({ name }) => name))
    .sort((left, right) => left.length - right.length);
}

/** Whether a slice reports that binds these parameters (a bit set), and all of them by its own events. */
function reportingIn(property: Property): (kind: number) => boolean {
  const machine = monitorOf(property);
  const starts = startingEventsWithCode(property, machine);
  const events = property.events.map((event, symbol) => ({ symbol, binds: boundParameters(event) }));
  const mayStart = (symbol: number): boolean => starts[symbol] === true;
  return (kind) => {
    const own = events.filter(({ binds }) => (binds & ~kind) === 0);
    // States of the monitor behind the first event, with what is bound so far.
    const pending: { readonly state: number; readonly bound: number }[] = [];
    const seen = new Set<number>();
    const reach = (state: number, bound: number): void => {
      const key = bound * machine.stateCount + state;
      if (seen.has(key)) return;
      seen.add(key);
      pending.push({ state, bound });
    };
    const step = (state: number, bound: number, only: (symbol: number) => boolean): boolean =>
      own.some(({ symbol, binds }) => {
        if (!only(symbol)) return false;
        const at = state * machine.symbolCount + symbol;
        reach(machine.next[at]!, bound | binds);
        return machine.output[at] !== 0 && (bound | binds) === kind;
      });
    if (step(machine.initial, 0, mayStart)) return true;
    for (let next = pending.pop(); next !== undefined; next = pending.pop())
      if (step(next.state, next.bound, () => true)) return true;
    return false;
  };
}
