import { expect, test } from 'vitest';
import { boundParameters, type Property } from '../../../src/property/model.ts';
import { monitorOf } from '../../../src/residual/sound/monitor/reporting-monitor.ts';
import { sliceAutomaton } from '../../../src/residual/sound/monitor/slice-automaton.ts';
import { randomSource } from './dice.ts';
import { randomProperty } from './random-properties.ts';

/**
 * What the slices of one binding of all parameters report at the last event of a word, by docs/runtime-protocol.md, "Semantics": each set of parameters
 * has the word of the events that bind no others, from the first on that starts a slice; it is a slice when these bind all of it.
 */
function reportsOf(property: Property, word: readonly number[]): string {
  const { monitor, events, handlers, parameters } = property;
  const least = monitorOf(property);
  const declared = events.some(({ creation }) => creation);
  const starts = (symbol: number): boolean => {
    const at = least.initial * events.length + symbol;
    return declared ? events[symbol]!.creation : least.next[at] !== least.initial || least.output[at] !== 0;
  };
  const reports: string[] = [];
  for (let slice = 0; slice < 1 << parameters.length; slice++) {
    const isOwn = (symbol: number): boolean => (boundParameters(events[symbol]!) & ~slice) === 0;
    const own = word.filter(isOwn);
    const first = own.findIndex(starts);
    const bound = own.slice(first).reduce((mask, symbol) => mask | boundParameters(events[symbol]!), 0);
    if (first < 0 || bound !== slice || !isOwn(word.at(-1)!)) continue;
    let state: number = monitor.initial;
    let reported: readonly string[] = [];
    for (const symbol of own.slice(first)) {
      state = monitor.next[state * monitor.alphabet.length + events[symbol]!.letter]!;
      const hit = handlers.filter(({ category }) => monitor.categories[state]!.includes(category));
      reported = hit.map(({ category }) => category);
      if (hit.some(({ reset }) => reset)) state = monitor.initial;
    }
    if (reported.length > 0) reports.push(`${slice}:${reported.join('+')}`);
  }
  return reports.join();
}

test('the automaton of all slices of a binding reports what the definition says, for random properties and words', () => {
  let reporting = 0;
  for (let seed = 1; seed <= 400; seed++) {
    const { property } = randomProperty('Random', seed);
    const { events, parameters } = property;
    if (events.length === 0 || parameters.length > 3) continue;
    const automaton = sliceAutomaton(property)!;
    const random = randomSource(seed);
    /** What each output stands for, and the other way round. */
    const meaning = new Map<string, number>([['', 0]]);
    for (let round = 0; round < 12; round++) {
      const word: number[] = [];
      let state = automaton.initial;
      for (let length = 0; length < 9; length++) {
        const symbol = Math.floor(random() * events.length);
        word.push(symbol);
        const at = state * automaton.symbolCount + symbol;
        const reports = reportsOf(property, word);
        if (reports !== '') reporting++;
        if (!meaning.has(reports)) {
          expect([seed, [...meaning.values()].includes(automaton.output[at]!)]).toEqual([seed, false]);
          meaning.set(reports, automaton.output[at]!);
        }
        expect([seed, word, automaton.output[at]]).toEqual([seed, word, meaning.get(reports)]);
        state = automaton.next[at]!;
      }
    }
  }
  expect(reporting).toBeGreaterThan(1000);
});
