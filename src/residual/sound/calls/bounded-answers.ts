import { type Answer, holdingAfter, type LookedInto } from './looked-into.ts';

/**
 * Answers to questions that ask further ones, to a bounded depth. Beyond it the answer is the cautious one. What is
 * remembered never changes an answer: it is the same in whatever order questions are asked.
 */
export interface BoundedAnswers {
  /** Remembers answers to one kind of question. */
  memory<K, T>(): AnswerMemory<K, T>;
  /** Forgets the answers that looked into methods marked with 1. */
  forget(changed: Uint8Array): void;
}

export interface AnswerMemory<K, T> {
  /** The questions that `find` asks stand one level deeper; at the bound it is not called. */
  below(key: K, cautious: T, find: () => T): T;
  /** They stand on the level of this one. */
  level(key: K, find: () => T): T;
}

interface Known<T> {
  /** An answer that met no bound, with the levels below the question that it took. */
  whole?: { readonly answer: Answer<T>; readonly levels: number };
  /** Those that did, by the depth of the question. */
  readonly bounded: (Answer<T> | undefined)[];
}

/** `maxDepth`: levels of questions below the first; `lookedAt` notes what each answer depends on. */
export function boundedAnswers(maxDepth: number, lookedAt: LookedInto): BoundedAnswers {
  const memories: Map<unknown, Known<unknown>>[] = [];
  let depth = 0;
  /** Of the answer that is being found: the deepest level that it took, and whether it met the bound. */
  let deepest = 0;
  let isBounded = false;

  function memory<K, T>(): AnswerMemory<K, T> {
    const answers = new Map<K, Known<T>>();
    memories.push(answers);

    function find(key: K, step: number, compute: () => T): T {
      let known = answers.get(key);
      if (known?.whole !== undefined && depth + known.whole.levels <= maxDepth) {
        deepest = Math.max(deepest, depth + known.whole.levels);
        return lookedAt.use(known.whole.answer);
      }
      const bounded = known?.bounded[depth];
      if (bounded !== undefined) {
        isBounded = true;
        return lookedAt.use(bounded);
      }
      const outer = { deepest, isBounded };
      deepest = depth + step;
      isBounded = false;
      depth += step;
      const answer = lookedAt.during(compute);
      depth -= step;
      known = answers.get(key);
      if (known === undefined) {
        known = { bounded: [] };
        answers.set(key, known);
      }
      if (isBounded) known.bounded[depth] = answer;
      else known.whole = { answer, levels: deepest - depth };
      deepest = Math.max(deepest, outer.deepest);
      isBounded ||= outer.isBounded;
      return answer.value;
    }

    return {
      level: (key, compute) => find(key, 0, compute),
      below: (key, cautious, compute) => {
        if (depth < maxDepth) return find(key, 1, compute);
        isBounded = true;
        return cautious;
      },
    };
  }

  return {
    memory,
    forget(changed) {
      const holds = holdingAfter(changed);
      for (const answers of memories)
        for (const [key, { whole, bounded }] of answers)
          if (
            (whole !== undefined && !holds(whole.answer)) ||
            bounded.some((answer) => answer !== undefined && !holds(answer))
          )
            answers.delete(key);
    },
  };
}
