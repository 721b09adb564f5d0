import type { CallKnowledge } from '../values/call-knowledge.ts';
import type { SiteNumbers } from '../values/creation-site-numbers.ts';
import { type EscapeResult, firstEscape } from '../values/escape.ts';
import { instructionAt, type MethodCode } from '../values/method-code.ts';
import { objectKindAt } from '../values/object-kind.ts';
import { noUse, type Use } from '../values/use.ts';
import type { BoundedAnswers } from './bounded-answers.ts';
import { finalizedObjects } from './finalized-objects.ts';
import type { SummaryContext } from './summary-context.ts';
import type { UseAt } from './uses-by-calls.ts';

/** How objects that creation sites make leave the run of their method. */
export interface KeptObjects {
  /** Or come to have events in called methods. */
  escapeOf(method: MethodCode, site: number): EscapeResult;
  /** Events in called methods other than this one do not count. */
  keptBy(method: MethodCode, site: number): EscapeResult;
  /** The same with other knowledge about what calls return. */
  keptIn(method: MethodCode, site: number, known: CallKnowledge): EscapeResult;
}

/** Answers are found when asked for, to the depth of `answers`, and kept. */
export function keptObjects(
  { program, lookedAt, weakenings }: SummaryContext,
  answers: BoundedAnswers,
  numberOf: SiteNumbers,
  knowledge: CallKnowledge,
  useAt: UseAt,
): KeptObjects {
  const { graph } = program;
  const isFinalized = finalizedObjects(program, lookedAt);
  const escapes = answers.memory<number, EscapeResult>();
  const keepers = answers.memory<number, EscapeResult>();
  const isOf = (index: number, { className, name, descriptor }: MethodCode): boolean => {
    const method = graph.methods[index]!;
    return method.owner === className && method.name === name && method.descriptor === descriptor;
  };
  /** Events on the object that an instruction creates while it does. */
  const pastAt = (code: MethodCode, site: number): Use => {
    if (instructionAt(code, site).form !== 'invoke') return noUse;
    const result = knowledge.result(code, site);
    return result.kind === 'fresh' ? result.past : noUse;
  };
  const keptIn = (method: MethodCode, site: number, known: CallKnowledge): EscapeResult => {
    const keeping: CallKnowledge = {
      ...known,
      mayKeepOrUse: (at, instruction, operand, object) => {
        const use = useAt(at, instruction, operand, object);
        // The points of another run of this method are those that may go.
        return use.keeps || use.by.some((one) => isOf(one, method));
      },
    };
    if (isFinalized(method, site)) return { instruction: site, how: 'a finalizer' };
    return firstEscape(method, { site }, objectKindAt(method, site, known), keeping, weakenings);
  };
  return {
    keptIn,
    escapeOf: (method, site) =>
      escapes.level(numberOf(method, site), () => {
        if (isFinalized(method, site)) return { instruction: site, how: 'a finalizer' };
        return pastAt(method, site).symbols === 0
          ? firstEscape(method, { site }, objectKindAt(method, site, knowledge), knowledge, weakenings)
          : { instruction: site, how: 'an event' };
      }),
    keptBy: (method, site) =>
      keepers.level(numberOf(method, site), () => {
        if (pastAt(method, site).by.some((one) => isOf(one, method)))
          return { instruction: site, how: 'an event' };
        return keptIn(method, site, knowledge);
      }),
  };
}
