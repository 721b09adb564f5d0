import fc from 'fast-check';
import { anyVerdict } from '../../../src/automata/compile-cfg.ts';
import { derivationStates } from '../../../src/automata/derivation-states.ts';
import { type Derivations, derivationsOf } from '../../../src/automata/derivations.ts';
import { defaultAutomatonLimits } from '../../../src/automata/limits.ts';
import type { Handler, Property } from '../../../src/property/model.ts';
import { grammars } from '../../automata/support/generators.ts';
import { type Dice, diceOf } from './dice.ts';

/** Some of the properties with a random grammar, which may need a stack or not, in the place of what they say. */
export function randomContextFree(
  seed: number,
  count: number,
  properties: readonly Property[],
): readonly Property[] {
  const dice = diceOf(seed);
  return Array.from({ length: count }, (_, index): Property => {
    const property = dice.pick(properties);
    const { alphabet } = property.monitor;
    const handlers = (['match', 'fail'] as const)
      .filter((_category, at) => index % 3 !== at)
      .map(
        (category): Handler => ({ category, message: category, reset: dice.below(3) === 0, reports: true }),
      );
    const [derivations] = fc
      .sample(grammars(alphabet.length), { seed: seed + index, numRuns: 50 })
      .map((grammar) => derivationsOf(grammar, alphabet.length, dice.below(4) === 0, defaultAutomatonLimits))
      .filter((one) => one.start !== undefined && isQuick(one, dice));
    return {
      ...property,
      name: `Grammar${index}`,
      monitor: anyVerdict(
        alphabet,
        handlers.map(({ category }) => category),
      ),
      derivations: derivations!,
      handlers,
    };
  });
}

/** Ambiguous ones may look at more with each event. */
function isQuick(derivations: Derivations, { below }: Dice): boolean {
  const states = derivationStates(derivations);
  for (let trace = 0; trace < 5; trace++) {
    let state = states.initial;
    for (let length = 0; length < 100; length++) {
      state = states.next(state, below(derivations.letters));
      if (states.work() > 10_000) return false;
    }
  }
  return true;
}
