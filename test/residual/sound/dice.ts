/** mulberry32: a small deterministic generator. */
export function randomSource(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Random choices, the same for the same seed. */
export interface Dice {
  /** From 0 on. */
  readonly below: (limit: number) => number;
  readonly pick: <T>(choices: readonly T[]) => T;
}

export function diceFrom(random: () => number): Dice {
  const below = (limit: number): number => Math.floor(random() * limit);
  return { below, pick: (choices) => choices[below(choices.length)]! };
}

export function diceOf(seed: number): Dice {
  return diceFrom(randomSource(seed));
}
