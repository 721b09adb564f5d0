import type { MealyMachine } from './mealy-machine.ts';
import type { SliceAutomaton } from './slice-automaton.ts';

/** Symbols as a bit set. */
export function symbolMask(symbols: readonly number[]): number {
  return symbols.reduce((mask, symbol) => mask | (1 << symbol), 0);
}

/** Whether some word over the symbols (a bit set) has an output. O(states x symbols). */
export function canReport(automaton: SliceAutomaton, symbols: number): boolean {
  return canReportBy(automaton, (symbol) => (symbols & (1 << symbol)) !== 0);
}

/** The same over the symbols of which there may be more than a bit set has. */
export function canReportBy(machine: MealyMachine, isPossible: (symbol: number) => boolean): boolean {
  const seen = new Set([machine.initial]);
  for (const state of seen)
    for (let symbol = 0; symbol < machine.symbolCount; symbol++) {
      if (!isPossible(symbol)) continue;
      const at = state * machine.symbolCount + symbol;
      if (machine.output[at] !== 0) return true;
      seen.add(machine.next[at]!);
    }
  return false;
}

/**
 * Whether a step by a symbol that binds none of the parameters (a bit set) has an output in any state.
 * O(states x symbols).
 */
export function mayReportWithout(automaton: SliceAutomaton, parameters: number): boolean {
  const { symbolCount, output, binds } = automaton;
  return output.some((report, at) => report !== 0 && (binds[at % symbolCount]! & parameters) === 0);
}

/**
 * The symbols (a bit set) that bind the parameter and neither report nor leave the state, whatever events
 * that do not bind it have happened before: on a slice whose object of that parameter has had no others.
 * O(states x symbols).
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

/**
 * Whether no symbol that binds none of the parameters (a bit set) leaves the initial state or reports there.
 * O(symbols).
 */
export function isIdleWithout(automaton: SliceAutomaton, parameters: number): boolean {
  const { symbolCount, initial, next, output, binds } = automaton;
  return binds.every((bound, symbol) => {
    const at = initial * symbolCount + symbol;
    return (bound & parameters) !== 0 || (next[at] === initial && output[at] === 0);
  });
}
