import type { ClassHierarchy, ResolvedMethod } from '../../hierarchy/class-hierarchy.ts';
import { isArrayOf, isText } from '../../shape.ts';

/** What weaving a class asks about types besides the class. */
export interface WeavingTypes {
  /** `ClassHierarchy.isSubtype`. */
  isSubtype(sub: string, superName: string): boolean | undefined;
  /** `ClassHierarchy.resolveMethod`. */
  resolveMethod(
    owner: string,
    name: string,
    descriptor: string,
  ): Pick<ResolvedMethod, 'owner' | 'accessFlags'> | undefined;
  /** JVMS table 4.1-B; undefined: there is no such class. */
  accessFlags(name: string): number | undefined;
}

/** A question with its answer, as plain data. */
type AskedType = readonly [question: readonly string[], answer: unknown];

/** The types of a program. */
export function weavingTypes({ isSubtype, resolveMethod, header }: ClassHierarchy): WeavingTypes {
  return { isSubtype, resolveMethod, accessFlags: (name) => header(name)?.accessFlags };
}

/** The same, noting what is asked. */
export function notingTypes(types: WeavingTypes): {
  readonly types: WeavingTypes;
  asked(): readonly AskedType[];
} {
  const answers = new Map<string, AskedType>();
  const note = <T>(answer: T, ...question: readonly string[]): T => {
    answers.set(question.join('\0'), [question, answer ?? null]);
    return answer;
  };
  return {
    types: {
      isSubtype: (sub, superName) => note(types.isSubtype(sub, superName), 'isSubtype', sub, superName),
      resolveMethod: (owner, name, descriptor) => {
        const found = types.resolveMethod(owner, name, descriptor);
        const answer = found && { owner: found.owner, accessFlags: found.accessFlags };
        return note(answer, 'resolveMethod', owner, name, descriptor);
      },
      accessFlags: (name) => note(types.accessFlags(name), 'accessFlags', name),
    },
    asked: () => [...answers.values()],
  };
}

/** Whether all questions have the answers that they had. `asked`: of another run; false for anything else. */
export function haveSameAnswers(asked: unknown, types: WeavingTypes): boolean {
  if (!isArrayOf(asked, isAsked)) return false;
  const now = notingTypes(types);
  for (const [[kind, ...operands]] of asked) {
    const [first = '', second = '', third = ''] = operands;
    if (kind === 'isSubtype') now.types.isSubtype(first, second);
    else if (kind === 'resolveMethod') now.types.resolveMethod(first, second, third);
    else now.types.accessFlags(first);
  }
  return JSON.stringify(now.asked()) === JSON.stringify(asked);
}

function isAsked(value: unknown): value is AskedType {
  return Array.isArray(value) && value.length === 2 && isArrayOf(value[0], isText);
}
