import {
  anyOf,
  arrayOf,
  hasShape,
  isBoolean,
  isIndex,
  isText,
  ofShape,
  oneOf,
  optional,
  type Shape,
  tupleOf,
} from '../../../shape.ts';
import type { CallRequest, Request } from '../../call-graph/request.ts';
import type { CallBack } from '../../facts/library-facts.ts';
import type { Question } from '../calls/question.ts';
import type { InstructionRuns } from '../program/instruction-runs.ts';
import type { Reason, WayToEvent } from '../steps/reasons.ts';

/**
 * What the steps of one run found out about the methods with points of a property, and what they asked: plain
 * data, in tables.
 */
export interface KeptSteps {
  /** The same for programs whose answers can differ only to questions about code. */
  readonly program: string;
  /** With a digest of the answer; null: it has none that could be compared. */
  readonly questions: readonly (readonly [Question, string | null])[];
  /** Methods with the points that they had. */
  readonly states: readonly (readonly [string, string])[];
  readonly nodes: readonly KeptNode[];
  readonly runs: readonly InstructionRuns[];
  readonly reasons: readonly Reason[];
  readonly records: readonly KeptRecord[];
}

/**
 * What an answer was found with (looked-into.ts): questions, states, and nodes before this one, by position
 * in their tables.
 */
export type KeptNode = readonly [readonly number[], readonly number[], readonly number[]];

/** One that removes points, or the one that finds silent points. */
export type Step = 'removed' | 'silent';

/** What one step found out about one method. Points are given by position among those that the method had. */
export interface KeptRecord {
  readonly step: Step;
  /** The points by name. */
  readonly points: string;
  readonly programSymbols: readonly number[];
  /** What running that may produce. */
  readonly asked: readonly (readonly [run: number, symbols: readonly number[]])[];
  readonly node: number;
  readonly removed: readonly number[];
  readonly reasons: readonly (readonly [point: number, reason: number])[];
  readonly silent: readonly (readonly [point: number, maker: number, place: string])[];
}

export const noSteps: KeptSteps = {
  program: '',
  questions: [],
  states: [],
  nodes: [],
  runs: [],
  reasons: [],
  records: [],
};

/** Questions ask further ones to a bounded depth, so that no table of a run comes near. */
const maxDepth = 1_000;

/** Undefined for anything that is no such data. O(size). */
export function keptSteps(value: unknown): KeptSteps | undefined {
  if (!hasShape(value, steps)) return undefined;
  const { questions, states, nodes, runs, reasons, records } = value;
  const isIn = (table: readonly unknown[]) => (number: number) => number < table.length;
  const depths: number[] = [];
  for (const [own, has, further] of nodes) {
    if (!own.every(isIn(questions)) || !has.every(isIn(states)) || !further.every(isIn(depths)))
      return undefined;
    depths.push(1 + Math.max(0, ...further.map((node) => depths[node]!)));
  }
  if (depths.some((depth) => depth > maxDepth)) return undefined;
  const fits = (record: KeptRecord): boolean =>
    isIn(nodes)(record.node) &&
    record.asked.every(([run]) => isIn(runs)(run)) &&
    record.reasons.every(([, reason]) => isIn(reasons)(reason));
  return records.every(fits) ? value : undefined;
}

const call: Shape<CallRequest> = {
  kind: oneOf('call'),
  dispatch: oneOf('static', 'special', 'virtual'),
  owner: isText,
  name: isText,
  descriptor: isText,
};
const isCall = ofShape(call);
const isRequest = anyOf(
  isCall,
  ofShape<Extract<Request, { kind: 'initialise' }>>({ kind: oneOf('initialise'), className: isText }),
  ofShape<{ kind: string }>({ kind: oneOf('objectProtocol', 'anything') }),
);
const isCallBack = ofShape<CallBack>({ type: isText, method: optional(isText) });
const isQuestion = anyOf(
  tupleOf(oneOf('code', 'isLibrary', 'mayBeLibrary', 'superTypes', 'subtypes'), isText),
  tupleOf(oneOf('targets'), isRequest),
  tupleOf(oneOf('facts'), isCall),
  tupleOf(oneOf('onClass'), isCall, isText),
  tupleOf(oneOf('callBack'), isCallBack),
  tupleOf(oneOf('callBackOn'), isText, isCallBack),
  tupleOf(oneOf('isSubtype'), isText, isText),
  tupleOf(oneOf('resolve'), isText, isText, isText),
  tupleOf(oneOf('reversed')),
);
const isRun = ofShape<InstructionRuns>({
  requests: arrayOf(isRequest),
  callBacks: arrayOf(
    ofShape<InstructionRuns['callBacks'][number]>({
      callsBack: optional(arrayOf(isCallBack)),
      isWalking: isBoolean,
    }),
  ),
});
const isWay = ofShape<WayToEvent>({ requests: arrayOf(isRequest), symbol: isIndex });
const isRecord = ofShape<KeptRecord>({
  step: oneOf('removed', 'silent'),
  points: isText,
  programSymbols: arrayOf(isIndex),
  asked: arrayOf(tupleOf(isIndex, arrayOf(isIndex))),
  node: isIndex,
  removed: arrayOf(isIndex),
  reasons: arrayOf(tupleOf(isIndex, isIndex)),
  silent: arrayOf(tupleOf(isIndex, isIndex, isText)),
});
const steps: Shape<KeptSteps> = {
  program: isText,
  questions: arrayOf(tupleOf(isQuestion, anyOf(isText, oneOf(null)))),
  states: arrayOf(tupleOf(isText, isText)),
  nodes: arrayOf(tupleOf(arrayOf(isIndex), arrayOf(isIndex), arrayOf(isIndex))),
  runs: arrayOf(isRun),
  reasons: arrayOf(arrayOf(anyOf(isText, isWay))),
  records: arrayOf(isRecord),
};
