import { parseMethodDescriptor, wordsOf } from '../../../classfile/descriptors.ts';
import type { Weakenings } from '../../weakening.ts';
import type { CallKnowledge, ObjectKind } from '../values/call-knowledge.ts';
import type { SiteNumbers } from '../values/creation-site-numbers.ts';
import { firstEscape } from '../values/escape.ts';
import type { ObjectStart } from '../values/follow-object.ts';
import type { MethodCode } from '../values/method-code.ts';
import { bothUses, eventsBy, keeps, noUse, type Use } from '../values/use.ts';
import type { BoundedAnswers } from './bounded-answers.ts';
import { finalizedObjects } from './finalized-objects.ts';
import { symbolsOn, useAsThis, useAtCreation } from './own-uses.ts';
import type { CurrentPoints } from './points-by-method.ts';
import type { SummaryContext } from './summary-context.ts';
import type { UseAt } from './uses-by-calls.ts';

/** What methods of the program, and those that they call, do with an object. */
export interface UsesInMethods {
  ofParameter(method: number, operand: 'receiver' | number, object: ObjectKind): Use;
  /** Of an object that one of its instructions makes, until it is returned. */
  untilReturned(method: number, code: MethodCode, site: number, object: ObjectKind): Use;
}

/**
 * Other methods are looked into through `useAt`, by what calls there do with the object. `keyOf`: the same for
 * equal kinds alone.
 */
export function usesInMethods(
  { program, lookedAt, weakenings }: SummaryContext,
  answers: BoundedAnswers,
  numberOf: SiteNumbers,
  keyOf: (object: ObjectKind) => string,
  points: CurrentPoints,
  knowledge: CallKnowledge,
  useAt: UseAt,
): UsesInMethods {
  const { graph, codeOf } = program;
  const isFinalized = finalizedObjects(program, lookedAt);
  const uses = answers.memory<string, Use>();
  const untilReturned = answers.memory<string, Use>();
  const allowingReturn: Weakenings = new Set([...weakenings, 'forgetReturns']);
  const useWhileFollowed = (
    method: number,
    code: MethodCode,
    start: ObjectStart,
    object: ObjectKind,
    forgotten: Weakenings,
  ): Use => {
    let use =
      'entrySlot' in start && start.entrySlot === 0 && !graph.methods[method]!.isStatic
        ? useAsThis(method, points.of(method))
        : noUse;
    const seen: CallKnowledge = {
      ...knowledge,
      mayKeepOrUse: (at, instruction, taken, kind) => {
        const further = useAt(at, instruction, taken, kind);
        use = bothUses(use, further);
        return further.keeps;
      },
    };
    const own = symbolsOn(code, points.of(method));
    const leak = firstEscape(code, start, object, seen, forgotten, ({ node, slots, slotsAfter }) => {
      const symbols = own(node, slots, slotsAfter);
      if (symbols !== 0) use = bothUses(use, eventsBy(method, symbols));
    });
    return leak === undefined ? use : keeps;
  };
  return {
    ofParameter(method, operand, object) {
      const { isStatic, descriptor, isAbstract } = graph.methods[method]!;
      if (isAbstract) return noUse;
      const key = `${method} ${operand} ${keyOf(object)}`;
      return uses.below(key, keeps, () => {
        const code = codeOf(method);
        if (code === undefined) return keeps;
        const entrySlot = parameterSlot(descriptor, isStatic, operand);
        return useWhileFollowed(method, code, { entrySlot }, object, weakenings);
      });
    },
    untilReturned: (method, code, site, object) =>
      untilReturned.below(`${numberOf(code, site)} ${keyOf(object)}`, keeps, () =>
        isFinalized(code, site)
          ? keeps
          : bothUses(
              useWhileFollowed(method, code, { site }, object, allowingReturn),
              useAtCreation(method, code, points.of(method), site),
            ),
      ),
  };
}

/** The local variable that holds a parameter on entry (JVMS 2.6.1). */
function parameterSlot(descriptor: string, isStatic: boolean, operand: 'receiver' | number): number {
  if (operand === 'receiver') return 0;
  const { parameters } = parseMethodDescriptor(descriptor);
  let slot = isStatic ? 0 : 1;
  for (let index = 0; index < operand; index++) slot += wordsOf(parameters[index]!);
  return slot;
}
