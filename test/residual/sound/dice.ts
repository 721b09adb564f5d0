import { randomSource } from './random-java.ts';

/** Random choices, the same for the same seed. */
export interface Dice {
  /** From 0 on. */
  readonly below: (limit: number) => number;
  readonly pick: <T>(choices: readonly T[]) => T;
}

export function diceOf(seed: number): Dice {
  const random = randomSource(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  return { below, pick: (choices) => choices[below(choices.length)]! };
}
