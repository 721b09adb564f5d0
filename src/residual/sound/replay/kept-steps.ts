import type { Question } from '../calls/question.ts';
import type { InstructionRuns } from '../program/instruction-runs.ts';
import type { Reason } from '../steps/reasons.ts';

/** What the steps of one run found out about the methods with points of a property, and what they asked: plain data, in tables. */
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

/** What an answer was found with (looked-into.ts): questions, states, and nodes before this one, by position in their tables. */
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
  if (!isKept(value)) return undefined;
  const { questions, states, nodes, runs, reasons, records } = value as KeptSteps;
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
  return records.every(fits) ? (value as KeptSteps) : undefined;
}

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const index: Check = (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0;
const is =
  (...values: unknown[]): Check =>
  (value) =>
    values.includes(value);
const either =
  (...checks: Check[]): Check =>
  (value) =>
    checks.some((check) => check(value));
const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const tuple =
  (...checks: Check[]): Check =>
  (value) =>
    Array.isArray(value) &&
    value.length === checks.length &&
    checks.every((check, position) => check(value[position]));
const having =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(checks).every(([key, check]) => check((value as Record<string, unknown>)[key]));

const call = having({
  kind: is('call'),
  dispatch: is('static', 'special', 'virtual'),
  owner: text,
  name: text,
  descriptor: text,
});
const request = either(
  call,
  having({ kind: is('initialise'), className: text }),
  having({ kind: is('objectProtocol', 'anything') }),
);
const callBack = having({ type: text, method: either(text, is(undefined)) });
const question = either(
  tuple(is('code', 'isLibrary', 'mayBeLibrary', 'superTypes', 'subtypes'), text),
  tuple(is('targets'), request),
  tuple(is('facts'), call),
  tuple(is('onClass'), call, text),
  tuple(is('callBack'), callBack),
  tuple(is('isSubtype'), text, text),
  tuple(is('resolve'), text, text, text),
  tuple(is('reversed')),
);
const run = having({
  requests: list(request),
  callBacks: list(having({ callsBack: either(list(callBack), is(undefined)), isWalking: is(true, false) })),
});
const isKept = having({
  program: text,
  questions: list(tuple(question, either(text, is(null)))),
  states: list(tuple(text, text)),
  nodes: list(tuple(list(index), list(index), list(index))),
  runs: list(run),
  reasons: list(list(either(text, having({ requests: list(request), symbol: index })))),
  records: list(
    having({
      step: is('removed', 'silent'),
      points: text,
      programSymbols: list(index),
      asked: list(tuple(index, list(index))),
      node: index,
      removed: list(index),
      reasons: list(tuple(index, index)),
      silent: list(tuple(index, index, text)),
    }),
  ),
});
