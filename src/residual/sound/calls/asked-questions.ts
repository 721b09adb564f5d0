import type { ClassFile } from '../../../classfile/class-file.ts';
import type { ClassHierarchy, RunMemory } from '../../analysis.ts';
import type { AskedProgram } from './asked-program.ts';
import type { LookedInto } from './looked-into.ts';
import { type NotedProgram, notedProgram } from './noted-program.ts';
import type { Question } from './question.ts';
import { answerTo, isThere } from './question-answers.ts';

/** What the steps ask about the program, and what a later run compares. */
export interface AskedQuestions extends NotedProgram {
  /** The method as every version of the program has it. */
  nameOf(method: number): string;
  /** The same for programs whose answers can differ only to questions about code: outlines and proxies are the same. */
  programOf(memory: Pick<RunMemory, 'program' | 'digest'>): string;
  /**
   * A digest of the answer, which is found anew; undefined: it has none that could be compared (`answerTo`).
   */
  answer(question: Question, memory: Pick<RunMemory, 'versionOf' | 'digest'>): string | undefined;
}

interface QuestionContext {
  readonly hierarchy: ClassHierarchy;
  readonly proxies: readonly ClassFile[];
}

/** `lookedAt` is told the number of each question that is asked. */
export function askedQuestions(
  asked: AskedProgram,
  { hierarchy, proxies }: QuestionContext,
  lookedAt: LookedInto,
): AskedQuestions {
  const proxiesByName = new Map(proxies.map((file) => [file.name, file]));
  let proxiesDigest: string | undefined;
  return {
    ...notedProgram(asked, lookedAt),
    nameOf: (method) => {
      const { owner, name, descriptor } = asked.graph.methods[method]!;
      return `${owner}.${name}${descriptor}`;
    },
    programOf({ program, digest }) {
      proxiesDigest ??= digest(proxies.map(({ name, bytes }) => [name, textOf(bytes)]));
      return `${program} ${proxiesDigest}`;
    },
    answer(question, { versionOf, digest }) {
      const answer = answerTo(question, asked, {
        isThere: (type) => isThere(type, hierarchy),
        isMade: (request) => asked.graph.made().has(request),
        versionOf: (name) => {
          const proxy = proxiesByName.get(name);
          return proxy === undefined ? versionOf(name) : textOf(proxy.bytes);
        },
      });
      return answer === undefined ? undefined : digest(answer);
    },
  };
}

/** A text that other bytes do not have. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}
