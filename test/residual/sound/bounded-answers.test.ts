import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundedAnswers } from '../../../src/residual/sound/calls/bounded-answers.ts';
import { lookedInto } from '../../../src/residual/sound/calls/looked-into.ts';

const maxDepth = 3;

/** Questions by number; each is yes by itself, or when one of those that it asks is. */
interface Questions {
  readonly yes: readonly boolean[];
  readonly asks: readonly (readonly number[])[];
}

const questions = fc.integer({ min: 1, max: 8 }).chain((count) =>
  fc.record({
    yes: fc.array(fc.boolean(), { minLength: count, maxLength: count }),
    asks: fc.array(fc.array(fc.integer({ min: 0, max: count - 1 }), { maxLength: 3 }), {
      minLength: count,
      maxLength: count,
    }),
  }),
);

/** Without remembering anything. */
function plain({ yes, asks }: Questions, question: number, depth = 0): boolean {
  if (depth >= maxDepth) return true;
  return yes[question]! || asks[question]!.some((next) => plain({ yes, asks }, next, depth + 1));
}

function remembering({ yes, asks }: Questions) {
  const lookedAt = lookedInto();
  const bounded = boundedAnswers(maxDepth, lookedAt);
  const memory = bounded.memory<number, boolean>();
  const state = { yes: [...yes] };
  const ask = (question: number): boolean =>
    memory.below(question, true, () => {
      lookedAt.note(question);
      return state.yes[question]! || asks[question]!.some(ask);
    });
  return { ask, state, bounded };
}

test('answers are the same in whatever order questions are asked', () => {
  fc.assert(
    fc.property(questions, fc.array(fc.nat(7), { maxLength: 20 }), (all, order) => {
      const { ask } = remembering(all);
      for (const one of order) {
        const question = one % all.yes.length;
        expect(ask(question)).toBe(plain(all, question));
      }
    }),
    { numRuns: 2000 },
  );
});

test('what is forgotten is all that has changed', () => {
  fc.assert(
    fc.property(questions, fc.nat(7), (all, one) => {
      const count = all.yes.length;
      const changing = one % count;
      const { ask, state, bounded } = remembering(all);
      for (let question = 0; question < count; question++) ask(question);
      state.yes[changing] = !state.yes[changing];
      bounded.forget(Uint8Array.from({ length: count }, (_, question) => (question === changing ? 1 : 0)));
      for (let question = 0; question < count; question++)
        expect(ask(question)).toBe(plain({ ...all, yes: state.yes }, question));
    }),
    { numRuns: 2000 },
  );
});
