import { expect, test } from 'vitest';
import { boundParameters, type Property } from '../../../src/property/model.ts';
import { refusingAutomaton } from '../../../src/residual/sound/monitor/refusing-automaton.ts';
import { startingEventsWithCode } from '../../../src/residual/sound/monitor/reporting-monitor.ts';
import { diceOf } from './dice.ts';
import { randomProperty } from './random-properties.ts';

/** An event of a word, and what of it there is in the residual program. */
interface WordEvent {
  readonly symbol: number;
  readonly isRemoved: boolean;
}

/**
 * What the slices of one binding of all parameters report, by docs/runtime-protocol.md, "Semantics", where conditions in
 * Java decide: `refuses` is asked about each event, with all that the slice has taken so far, as its fields may tell.
 */
function reportsOf(
  property: Property,
  word: readonly (WordEvent | undefined)[],
  refuses: (slice: number, taken: readonly number[], at: number) => boolean,
): string[] {
  const { monitor, events, handlers, parameters } = property;
  const starts = startingEventsWithCode(property);
  const reports: string[] = [];
  for (let slice = 0; slice < 1 << parameters.length; slice++) {
    const taken: number[] = [];
    let state: number = monitor.initial;
    let bound = 0;
    word.forEach((event, at) => {
      if (event === undefined) return;
      const binds = boundParameters(events[event.symbol]!);
      if ((binds & ~slice) !== 0 || (taken.length === 0 && !starts[event.symbol])) return;
      if (refuses(slice, taken, at)) return;
      taken.push(at);
      bound |= binds;
      state = monitor.next[state * monitor.alphabet.length + events[event.symbol]!.letter]!;
      const hit = handlers.filter(({ category }) => monitor.categories[state]!.includes(category));
      if (hit.some(({ reports: isReported }) => isReported) && bound === slice)
        reports.push(`${slice} ${at} ${state}`);
      if (hit.some(({ reset }) => reset)) state = monitor.initial;
    });
  }
  return reports;
}

/** Whether the check on this one path finds no difference between a monitor of all events and one of those left. */
function isEquivalent(property: Property, word: readonly WordEvent[]): boolean {
  const { symbolCount, initial, next, output, afterMissed } = refusingAutomaton(property)!;
  let [full, residual] = [initial, initial];
  return word.every(({ symbol, isRemoved }) => {
    const [byFull, byResidual] = [full * symbolCount + symbol, residual * symbolCount + symbol];
    full = next[byFull]!;
    if (isRemoved) residual = afterMissed!;
    else residual = next[byResidual]!;
    return output[byFull]! === (isRemoved ? 0 : output[byResidual]!);
  });
}

test('where the check says so, slices report the same without the removed events, whatever conditions refuse', () => {
  const { below } = diceOf(8);
  let [same, refused, reporting, differing] = [0, 0, 0, 0];
  for (let seed = 1; seed <= 1500; seed++) {
    const { property } = randomProperty(`Random${seed}`, seed);
    if (property.events.length === 0 || refusingAutomaton(property) === undefined) continue;
    for (let length = 1; length <= 8; length++) {
      const word = Array.from({ length }, () => ({
        symbol: below(property.events.length),
        isRemoved: below(3) === 0,
      }));
      if (!word.some(({ isRemoved }) => isRemoved)) continue;
      const isSame = isEquivalent(property, word);
      if (isSame) same++;
      for (let choice = 0; choice < 4; choice++) {
        const salt = below(1 << 30);
        // Any function of what a slice has taken: its fields may hold all of that.
        const refuses = (slice: number, taken: readonly number[], at: number): boolean => {
          if (choice === 0) return false;
          const told = taken.reduce((sum, one) => Math.imul(sum, 31) + one, slice + at * 97 + salt);
          const isRefused = (Math.imul(told ^ (told >>> 15), 0x2c1b3c6d) >>> 12) % 3 === 0;
          if (isRefused) refused++;
          return isRefused;
        };
        const full = reportsOf(property, word, refuses);
        const left = word.map((event) => (event.isRemoved ? undefined : event));
        const residual = reportsOf(property, left, refuses);
        if (full.length > 0 && isSame) reporting++;
        if (full.join() !== residual.join()) differing++;
        if (isSame) expect([seed, word, residual]).toEqual([seed, word, full]);
      }
    }
  }
  expect(same).toBeGreaterThan(1_000);
  expect(reporting).toBeGreaterThan(200);
  expect(refused).toBeGreaterThan(5_000);
  expect(differing).toBeGreaterThan(5_000);
});
