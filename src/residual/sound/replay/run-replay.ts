import { remembering } from '../../../remembering.ts';
import type { RunMemory } from '../../analysis.ts';
import type { AskedQuestions } from '../calls/asked-questions.ts';
import type { Question } from '../calls/question.ts';
import type { InstructionRuns } from '../program/instruction-runs.ts';
import { type KeptQuestions, keptQuestions, noQuestions, readQuestions } from './kept-questions.ts';
import { type QuestionTables, questionTables } from './question-tables.ts';

/** What the replays of all properties of a run share: the questions of the earlier run, and those of this one. */
export interface RunReplay {
  readonly memory: RunMemory;
  readonly asked: AskedQuestions;
  readonly earlier: EarlierQuestions;
  readonly tables: QuestionTables;
  /** The row of a question that was noted, by its number among those that were (`AskedQuestions.noted`). */
  noted(what: number, question: Question): number;
  /** The row of the question about the code of a class. */
  code(className: string): number;
  /** Of rows of the earlier tables, those of the tables of this run. */
  readonly taken: {
    readonly text: (row: number) => number;
    /** `RunMemory.reads` is told of code. */
    readonly question: (row: number) => number;
    readonly run: (row: number) => number;
  };
  /** Keeps all that was asked so far. */
  finish(): void;
}

export interface EarlierQuestions {
  readonly kept: KeptQuestions;
  /** Whether a question has the answer that it had. It is asked once. */
  hasSameAnswer(row: number): boolean;
  run(row: number): InstructionRuns;
}

const remembered = new WeakMap<AskedQuestions, RunReplay>();

/** Made once for all properties of a run: it is remembered with what they ask. */
export function runReplay(memory: RunMemory, asked: AskedQuestions): RunReplay {
  const known = remembered.get(asked);
  if (known !== undefined) return known;
  const program = asked.programOf(memory);
  const kept = keptQuestions(memory.ofRun.earlier) ?? noQuestions;
  const { question, run } = readQuestions(kept);
  const isSameProgram = kept.program === program;
  const tables = questionTables();
  const answer = (one: Question): string => asked.answer(one, memory) ?? noAnswer;
  const rowOf = (one: Question): number => tables.question(one, answer(one));
  const rows: number[] = [];
  const made: RunReplay = {
    memory,
    asked,
    tables,
    earlier: {
      kept,
      run: remembering(run),
      hasSameAnswer: remembering((row) => {
        const before = kept.answers[row]!;
        const asks = question(row);
        return (isSameProgram && asks[0] !== 'code') || (before !== noAnswer && answer(asks) === before);
      }),
    },
    noted: (what, one) => (rows[what] ??= rowOf(one)),
    code: remembering((className) => rowOf(['code', className])),
    taken: {
      text: remembering((row) => tables.text(kept.texts[row]!)),
      question: remembering((row) => {
        const one = question(row);
        if (one[0] === 'code') memory.reads(one[1]);
        return tables.question(one, kept.answers[row]!);
      }),
      run: remembering((row) => tables.run(run(row))),
    },
    finish: () => memory.ofRun.keep(tables.kept(program)),
  };
  remembered.set(asked, made);
  return made;
}

/** As an answer is kept that cannot be compared. */
const noAnswer = '';
