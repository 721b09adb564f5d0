import { expect, test } from 'vitest';
import type { CfgAutomaton } from '../../../src/residual/paper/cfg-automaton.ts';
import { extendedAutomaton } from '../../../src/residual/paper/extended-automaton.ts';
import { mergeEpsilon } from '../../../src/residual/paper/merge-epsilon.ts';
import { markViolating } from '../../../src/residual/paper/one-pass-marking.ts';
import { algorithm1 } from './algorithm-1.ts';
import { randomAutomaton, randomCfg, randomNumbers } from './random-automata.ts';

const letters = 3;

/** Instructions marked, so that automata with and without ε can be compared. */
function marked(cfg: CfgAutomaton, violating: Uint8Array): readonly number[] {
  return [...cfg.instruction].filter((instruction, state) => instruction >= 0 && violating[state] === 1);
}

test('Algorithm 1 by the letter and in one pass mark the same states of 100,000 random automata', () => {
  const random = randomNumbers(1);
  let some = 0;
  let all = 0;
  for (let round = 0; round < 100_000; round++) {
    const cfg = randomCfg(random, 7, letters, 0);
    const extended = extendedAutomaton(randomAutomaton(random, 5, letters));
    const byTheLetter = algorithm1(cfg, extended);
    const { violating } = markViolating(cfg, extended);
    if (byTheLetter.join() !== violating.join())
      expect.fail(
        `round ${round}: ${byTheLetter.join()} and ${violating.join()} for ${JSON.stringify({ cfg, extended })}`,
      );
    if (violating.includes(1)) some += 1;
    if (violating.indexOf(0) === cfg.stateCount - 1) all += 1;
  }
  // The comparison is worth something only if the answers differ from case to case.
  expect(some).toBeGreaterThan(25_000);
  expect(some - all).toBeGreaterThan(10_000);
  expect(100_000 - some).toBeGreaterThan(10_000);
});

test('with ε-transitions, one pass marks what Algorithm 1 marks in the merged automaton', () => {
  const random = randomNumbers(2);
  let some = 0;
  for (let round = 0; round < 30_000; round++) {
    const mapped = randomCfg(random, 12, letters, 0.5);
    const extended = extendedAutomaton(randomAutomaton(random, 5, letters));
    const merged = mergeEpsilon(mapped);
    const byTheLetter = marked(merged, algorithm1(merged, extended));
    const inOnePass = marked(mapped, markViolating(mapped, extended).violating);
    if (byTheLetter.join() !== inOnePass.join())
      expect.fail(
        `round ${round}: ${byTheLetter} and ${inOnePass} for ${JSON.stringify({ mapped, extended })}`,
      );
    if (byTheLetter.length > 0) some += 1;
  }
  expect(some).toBeGreaterThan(5_000);
});

test('the word of a marked state leads along transitions to a final state', () => {
  const random = randomNumbers(3);
  let words = 0;
  for (let round = 0; round < 5_000; round++) {
    const cfg = randomCfg(random, 10, letters, 0.3);
    const extended = extendedAutomaton(randomAutomaton(random, 5, letters));
    const marking = markViolating(cfg, extended);
    marking.violating.forEach((violating, state) => {
      const word = marking.wordFrom(state, 50);
      if (violating === 0) return;
      words += 1;
      expect(word.length).toBeGreaterThan(0);
      expect(word[0]).toBe(cfg.symbol[state]);
      let monitors = new Set(Array.from({ length: extended.stateCount }, (_, index) => index));
      for (const letter of word)
        monitors = new Set(
          extended.transitions
            .filter((one) => one.letter === letter && monitors.has(one.from))
            .map((one) => one.to),
        );
      expect([...monitors].some((monitor) => extended.final[monitor])).toBe(true);
    });
  }
  expect(words).toBeGreaterThan(1_000);
});
