import { remembering } from '../../../remembering.ts';
import {
  anyOf,
  arrayOf,
  hasShape,
  isBoolean,
  isIndex,
  isText,
  oneOf,
  type Shape,
  tupleOf,
} from '../../../shape.ts';
import type { CallRequest, Request } from '../../call-graph/request.ts';
import type { CallBack } from '../../facts/library-facts.ts';
import type { Question } from '../calls/question.ts';
import type { InstructionRuns } from '../program/instruction-runs.ts';

/**
 * What the steps of one run asked about the program, whatever the property: plain data in tables, whose rows
 * name rows of other tables by position.
 */
export interface KeptQuestions {
  /** The same for programs whose answers can differ only to questions about code. */
  readonly program: string;
  readonly texts: readonly string[];
  readonly requests: readonly KeptRequest[];
  readonly callBacks: readonly KeptCallBack[];
  readonly questions: readonly KeptQuestion[];
  /** For each question a digest of the answer; empty: it has none that could be compared. */
  readonly answers: readonly string[];
  readonly runs: readonly KeptRuns[];
}

/** A kind, by position among `requestKinds`, and texts. */
export type KeptRequest = readonly number[];

/** The type, and the method, or -1. */
export type KeptCallBack = readonly [type: number, method: number];

/** A kind, by position among `questionKinds`, and what its operands are. */
export type KeptQuestion = readonly number[];

/** Requests, and call-backs (null: anything) with whether that is walking. */
export type KeptRuns = readonly [
  requests: readonly number[],
  callBacks: readonly (readonly [callsBack: readonly number[] | null, isWalking: boolean])[],
];

/** Kinds of requests; of calls with how they are dispatched. */
export const requestKinds = [
  'static',
  'special',
  'virtual',
  'initialise',
  'objectProtocol',
  'anything',
] as const;

/** Of the first kinds of requests: those of calls. */
const callKinds = 3;

const textsOfKind = [3, 3, 3, 1, 0, 0];

/** Which table each operand of a question is in; a call is a request of that kind. */
export type OperandTable = 'text' | 'request' | 'call' | 'callBack';

/** Kinds of questions, with what they are about. */
export const questionKinds: readonly (readonly [Question[0], readonly OperandTable[]])[] = [
  ['code', ['text']],
  ['targets', ['request']],
  ['facts', ['call']],
  ['onClass', ['call', 'text']],
  ['callBack', ['callBack']],
  ['callBackOn', ['text', 'callBack']],
  ['isLibrary', ['text']],
  ['mayBeLibrary', ['text']],
  ['isSubtype', ['text', 'text']],
  ['superTypes', ['text']],
  ['subtypes', ['text']],
  ['resolve', ['text', 'text', 'text']],
  ['reversed', []],
];

export const noQuestions: KeptQuestions = {
  program: '',
  texts: [],
  requests: [],
  callBacks: [],
  questions: [],
  answers: [],
  runs: [],
};

/** Undefined for anything that is no such data. O(size). */
export function keptQuestions(value: unknown): KeptQuestions | undefined {
  if (!hasShape(value, tables)) return undefined;
  const { texts, requests, callBacks, questions, answers, runs } = value;
  const isIn = (table: readonly unknown[]) => (row: number) => row < table.length;
  const isOperand: Readonly<Record<OperandTable, (row: number) => boolean>> = {
    text: isIn(texts),
    request: isIn(requests),
    call: (row) => isIn(requests)(row) && requests[row]![0]! < callKinds,
    callBack: isIn(callBacks),
  };
  const isQuestion = ([kind, ...operands]: KeptQuestion): boolean => {
    const wanted = questionKinds[kind ?? questionKinds.length]?.[1];
    return wanted?.length === operands.length && wanted.every((table, at) => isOperand[table](operands[at]!));
  };
  const isWhole =
    requests.every(
      ([kind, ...own]) => own.length === textsOfKind[kind ?? textsOfKind.length] && own.every(isIn(texts)),
    ) &&
    callBacks.every(([type, method]) => isIn(texts)(type) && isIn(texts)(method)) &&
    questions.length === answers.length &&
    questions.every(isQuestion) &&
    runs.every(
      ([own, back]) =>
        own.every(isIn(requests)) && back.every(([some]) => some === null || some.every(isIn(callBacks))),
    );
  return isWhole ? value : undefined;
}

const isRow = arrayOf(isIndex);
const tables: Shape<KeptQuestions> = {
  program: isText,
  texts: arrayOf(isText),
  requests: arrayOf(isRow),
  callBacks: arrayOf(tupleOf(isIndex, anyOf(isIndex, oneOf(-1)))),
  questions: arrayOf(isRow),
  answers: arrayOf(isText),
  runs: arrayOf(tupleOf(isRow, arrayOf(tupleOf(anyOf(isRow, oneOf(null)), isBoolean)))),
};

/** The rows as what they stand for. */
export interface ReadQuestions {
  question(number: number): Question;
  run(number: number): InstructionRuns;
}

/** Of data that `keptQuestions` has checked. */
export function readQuestions({ texts, requests, callBacks, questions, runs }: KeptQuestions): ReadQuestions {
  const request = remembering((row: number): Request => {
    const [kind, owner, name, descriptor] = requests[row]!;
    const what = requestKinds[kind!]!;
    switch (what) {
      case 'initialise':
        return { kind: what, className: texts[owner!]! };
      case 'objectProtocol':
      case 'anything':
        return { kind: what };
      default:
        return {
          ...{ kind: 'call', dispatch: what },
          ...{ owner: texts[owner!]!, name: texts[name!]!, descriptor: texts[descriptor!]! },
        };
    }
  });
  const callBack = (row: number): CallBack => {
    const [type, method] = callBacks[row]!;
    return { type: texts[type]!, method: method === -1 ? undefined : texts[method]! };
  };
  const operand: Readonly<Record<OperandTable, (row: number) => string | Request | CallBack>> = {
    text: (row) => texts[row]!,
    request,
    call: (row) => request(row) as CallRequest,
    callBack,
  };
  return {
    question(number) {
      const [kind, ...operands] = questions[number]!;
      const [name, about] = questionKinds[kind!]!;
      // As the table of kinds has it.
      return [name, ...about.map((table, at) => operand[table](operands[at]!))] as unknown as Question;
    },
    run(number) {
      const [own, back] = runs[number]!;
      return {
        requests: own.map(request),
        callBacks: back.map(([some, isWalking]) => ({ callsBack: some?.map(callBack), isWalking })),
      };
    },
  };
}
