import { remembering } from '../../../remembering.ts';
import type { Request } from '../../call-graph/request.ts';
import type { CallBack } from '../../facts/library-facts.ts';
import { interned } from '../../interned.ts';
import type { Question } from '../calls/question.ts';
import type { InstructionRuns } from '../program/instruction-runs.ts';
import {
  type KeptCallBack,
  type KeptQuestion,
  type KeptQuestions,
  type KeptRequest,
  type KeptRuns,
  type OperandTable,
  questionKinds,
  requestKinds,
} from './kept-questions.ts';

/** What a run asks, for the next, while it is being found out. */
export interface QuestionTables {
  /** Equal texts have one number; so have the others. */
  text(text: string): number;
  /** `answer`: as it is kept. */
  question(question: Question, answer: string): number;
  run(runs: InstructionRuns): number;
  /** The tables as they are kept. */
  kept(program: string): KeptQuestions;
}

/** Nothing is in them. Each question takes time linear in what is asked. */
export function questionTables(): QuestionTables {
  const texts = interned((text: string) => text);
  const requests = interned((row: KeptRequest) => row.join());
  const callBacks = interned((row: KeptCallBack) => row.join());
  const questions = interned((row: KeptQuestion) => row.join());
  const runs = interned(
    ([own, back]: KeptRuns) =>
      `${own.join()};${back.map(([some, isWalking]) => `${some?.join() ?? '-'} ${isWalking}`).join(';')}`,
  );
  const answers: string[] = [];
  const kinds = new Map(questionKinds.map(([kind, operands], at) => [kind, { at, operands }]));
  const text = texts.numberOf;
  const request = remembering((one: Request) => requests.numberOf(rowOf(one, text)));
  const callBack = ({ type, method }: CallBack): number =>
    callBacks.numberOf([text(type), method === undefined ? -1 : text(method)]);
  const operand: Readonly<Record<OperandTable, (what: never) => number>> = {
    text,
    request,
    call: request,
    callBack,
  };
  return {
    text,
    question([kind, ...about], answer) {
      const { at, operands } = kinds.get(kind)!;
      const number = questions.numberOf([
        at,
        ...operands.map((table, index) => operand[table](about[index] as never)),
      ]);
      answers[number] = answer;
      return number;
    },
    run: ({ requests: own, callBacks: back }) =>
      runs.numberOf([
        own.map(request),
        back.map(({ callsBack, isWalking }) => [callsBack?.map(callBack) ?? null, isWalking]),
      ]),
    kept: (program) => ({
      program,
      texts: texts.all,
      requests: requests.all,
      callBacks: callBacks.all,
      questions: questions.all,
      answers,
      runs: runs.all,
    }),
  };
}

function rowOf(request: Request, text: (text: string) => number): KeptRequest {
  switch (request.kind) {
    case 'call': {
      const { dispatch, owner, name, descriptor } = request;
      return [requestKinds.indexOf(dispatch), text(owner), text(name), text(descriptor)];
    }
    case 'initialise':
      return [requestKinds.indexOf(request.kind), text(request.className)];
    default:
      return [requestKinds.indexOf(request.kind)];
  }
}
