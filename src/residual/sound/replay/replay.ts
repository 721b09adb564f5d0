import type { InstructionIndex } from '../../../classfile/instruction.ts';
import type { Point } from '../../../events/point.ts';
import { remembering } from '../../../remembering.ts';
import type { Silence, StepMemory } from '../../analysis.ts';
import type { AskedQuestions } from '../calls/asked-questions.ts';
import type { Looked } from '../calls/looked-into.ts';
import type { Question } from '../calls/question.ts';
import type { InstructionRuns } from '../program/instruction-runs.ts';
import type { OutsideOfMethod } from '../steps/method-step.ts';
import type { Reason } from '../steps/reasons.ts';
import { earlierSteps } from './earlier-steps.ts';
import { keptSteps, noSteps, type Step } from './kept-steps.ts';
import { pointTexts } from './point-texts.ts';
import { recordTables, stepsIn, takingOver } from './record-tables.ts';
import type { RememberedMethod } from './remembered-method.ts';

/** What a step finds out about the points of a method. */
export interface Found {
  readonly removed: readonly Point[];
  /** Why those stay that do; of the step that removes points. */
  readonly reasons: ReadonlyMap<Point, Reason>;
  readonly silent: ReadonlyMap<Point, Silence>;
}

/**
 * What the steps of an earlier run found out about single methods, on a program of which any part may have
 * been another: what they would find now where all that they asked has the same answers.
 */
export interface Replay {
  /** From now on these are the points that methods of the graph, by index, have. */
  setPoints(byMethod: ReadonlyMap<number, readonly Point[]>): void;
  /** About a method of which these points are there; undefined: look at it. */
  find(step: Step, group: readonly Point[], outside: OutsideOfMethod): Found | undefined;
  /** What this run found out, for the next. */
  note(step: Step, remembered: RememberedMethod<unknown>, found: Found): void;
  finish(): void;
}

/** `points`: all of the property. Besides asking the questions of the earlier run again, O(what the steps asked). */
export function replayOf(memory: StepMemory, asked: AskedQuestions, points: readonly Point[]): Replay {
  const textOf = pointTexts(points, memory);
  const answer = (question: Question): string | null => asked.answer(question, memory) ?? null;
  const kept = keptSteps(memory.earlier) ?? noSteps;
  const program = asked.programOf(memory);
  const earlier = earlierSteps(kept, program, answer);
  const left = recordTables();
  const takeOver = takingOver(kept, left, memory);
  let byMethod: ReadonlyMap<number, readonly Point[]> = new Map();

  const questionNumber = (question: Question): number =>
    left.questions.numberOf([question, answer(question)]);

  const runNumber = remembering((run: InstructionRuns) => left.runs.numberOf(run));
  /** To be asked while the points are those that it was found with. */
  const nodeOf = remembering((looked: Looked): number => {
    const questions: number[] = [];
    const states: number[] = [];
    for (const what of looked.own) {
      const noted = asked.noted(what);
      if (typeof noted !== 'number') questions.push(questionNumber(noted));
      else states.push(left.states.numberOf([asked.nameOf(noted), textOf(byMethod.get(noted) ?? [])]));
    }
    return left.nodes.numberOf([questions, states, looked.further.map(nodeOf)]);
  });

  return {
    setPoints(now) {
      byMethod = now;
      earlier.setStates(new Map([...now].map(([method, some]) => [asked.nameOf(method), textOf(some)])));
    },
    find(step, group, outside) {
      const record = earlier.find(step, textOf(group), group.length, outside);
      if (record === undefined) return undefined;
      takeOver(record);
      return {
        removed: record.removed.map((at) => group[at]!),
        reasons: new Map(record.reasons.map(([at, reason]) => [group[at]!, kept.reasons[reason]!])),
        silent: new Map(
          record.silent.map(([at, maker, place]) => [
            group[at]!,
            { maker: maker as InstructionIndex, place },
          ]),
        ),
      };
    },
    note(step, { points: group, programSymbols, asked: symbolsAsked, looked }, { removed, reasons, silent }) {
      const positions = new Map(group.map((point, position) => [point, position]));
      const at = (point: Point): number => positions.get(point)!;
      const runs = new Map(symbolsAsked.map(({ runs: one, symbols }) => [runNumber(one), symbols]));
      // The method's own code was read, whatever else was.
      const own = questionNumber(['code', group[0]!.className]);
      left.records.push({
        step,
        points: textOf(group),
        programSymbols,
        asked: [...runs],
        node: left.nodes.numberOf([[own], [], [nodeOf(looked)]]),
        removed: removed.map(at),
        reasons: [...reasons].map(([point, reason]) => [at(point), left.reasons.numberOf(reason)]),
        silent: [...silent].map(([point, { maker, place }]) => [at(point), maker, place]),
      });
    },
    finish() {
      memory.keep(stepsIn(left, program));
    },
  };
}
