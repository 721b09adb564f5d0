import type { Automaton, Transition } from '../../../src/residual/paper/automaton.ts';
import { builder, type CfgAutomaton, epsilon } from '../../../src/residual/paper/cfg-automaton.ts';

/** A small generator of numbers in [0, 1) (mulberry32): the same seed gives the same automata everywhere. */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function below(random: () => number, limit: number): number {
  return Math.floor(random() * limit);
}

/** A CFG automaton of 1 to `size` states and an end; a symbol is ε with the given probability. */
export function randomCfg(
  random: () => number,
  size: number,
  letterCount: number,
  epsilons: number,
): CfgAutomaton {
  const build = builder();
  const count = 1 + below(random, size);
  for (let state = 0; state < count; state++)
    build.state(random() < epsilons ? epsilon : below(random, letterCount + 1), state, state);
  const end = build.state(epsilon, -1, -1);
  const seen = new Set<string>();
  const density = 1 + below(random, 3);
  for (let index = 0; index < count * density; index++) {
    const from = below(random, count);
    // Mostly straight on, as code is.
    const to = random() < 0.6 ? Math.min(end, from + 1) : below(random, count + 1);
    if (seen.has(`${from},${to}`)) continue;
    seen.add(`${from},${to}`);
    build.transition(from, to);
  }
  return build.automaton(random() < 0.9 ? [0] : [0, below(random, count)].slice(below(random, 2)));
}

/** A non-deterministic automaton with any initial and final states, also none and also both at once. */
export function randomAutomaton(random: () => number, size: number, letterCount: number): Automaton {
  const stateCount = 1 + below(random, size);
  const transitions = new Map<string, Transition>();
  const density = 2 + below(random, 3 * letterCount);
  for (let index = 0; index < (stateCount * density) / 2; index++) {
    const one = {
      from: below(random, stateCount),
      letter: below(random, letterCount),
      to: below(random, stateCount),
    };
    transitions.set(`${one.from},${one.letter},${one.to}`, one);
  }
  const final = Array.from(
    { length: stateCount },
    (_, state) => random() < (state + 1 === stateCount ? 0.8 : 0.1),
  );
  const initial = random() < 0.9 ? [0] : [0, below(random, stateCount)];
  const stateNames = Array.from({ length: stateCount }, (_, state) => String(state));
  return {
    letterCount,
    stateCount,
    stateNames,
    transitions: [...transitions.values()],
    initial: [...new Set(initial)],
    final,
  };
}
