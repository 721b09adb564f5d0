import { groupBy } from '../../../group-by.ts';
import type { Question } from '../calls/question.ts';
import type { OutsideOfMethod } from '../steps/method-step.ts';
import type { KeptRecord, KeptSteps, Step } from './kept-steps.ts';

/** The records of an earlier run that hold in this one: all that was asked has the same answer. */
export interface EarlierSteps {
  /** The points that methods have now, both by name. */
  setStates(states: ReadonlyMap<string, string>): void;
  /** A record that holds for a method with these points, so many. */
  find(step: Step, points: string, count: number, outside: OutsideOfMethod): KeptRecord | undefined;
}

/**
 * `program`: of this run, as it is kept. `answer`: likewise. A question is asked once, and only when all that
 * was asked before it holds.
 */
export function earlierSteps(
  kept: KeptSteps,
  program: string,
  answer: (question: Question) => string | null,
): EarlierSteps {
  const { questions, states, nodes, runs, records } = kept;
  const byPoints = groupBy(records, ({ step, points }) => `${step} ${points}`);
  const isSameProgram = kept.program === program;
  const isSame: (boolean | undefined)[] = [];
  const hasSameAnswer = (number: number): boolean => {
    const [question, before] = questions[number]!;
    isSame[number] ??=
      (isSameProgram && question[0] !== 'code') || (before !== null && answer(question) === before);
    return isSame[number];
  };
  let current: ReadonlyMap<string, string> = new Map();
  const hasSamePoints = (number: number): boolean => {
    const [method, points] = states[number]!;
    return (current.get(method) ?? '') === points;
  };
  let holding: (boolean | undefined)[] = [];
  const holds = (number: number): boolean => {
    const [own, has, further] = nodes[number]!;
    // Code first: of a method that has changed nothing else is asked.
    holding[number] ??= own.every(hasSameAnswer) && has.every(hasSamePoints) && further.every(holds);
    return holding[number];
  };
  let symbolsNow: (readonly number[] | undefined)[] = [];
  return {
    setStates(now) {
      current = now;
      holding = [];
      symbolsNow = [];
    },
    find: (step, points, count, { programSymbols, symbolsOf }) =>
      byPoints.get(`${step} ${points}`)?.find(
        (record) =>
          isSameList(record.programSymbols, programSymbols) &&
          holds(record.node) &&
          record.asked.every(([run, symbols]) => {
            symbolsNow[run] ??= symbolsOf(runs[run]!);
            return isSameList(symbolsNow[run], symbols);
          }) &&
          [...record.removed, ...[...record.reasons, ...record.silent].map(([at]) => at)].every(
            (at) => at < count,
          ),
      ),
  };
}

function isSameList(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((value, index) => value === right[index]);
}
