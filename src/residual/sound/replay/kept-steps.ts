import { anyOf, arrayOf, hasShape, isIndex, isText, type Shape, tupleOf } from '../../../shape.ts';
import type { KeptQuestions } from './kept-questions.ts';

/**
 * What the steps of one run found out about the methods with points of a property: plain data in tables,
 * whose rows name rows of their own and of what was asked (kept-questions.ts) by position.
 */
export interface KeptSteps {
  /** Methods with the points that they had. */
  readonly states: readonly KeptState[];
  readonly nodes: readonly KeptNode[];
  readonly reasons: readonly KeptReason[];
  readonly records: readonly KeptRecord[];
  /** A digest of what was known of the program's own collections, when silent points were looked for. */
  readonly known: string;
}

/** The method is a text. */
export type KeptState = readonly [method: number, points: string];

/** What an answer was found with (looked-into.ts); nodes before this one. */
export type KeptNode = readonly [
  questions: readonly number[],
  states: readonly number[],
  further: readonly number[],
];

/** A `Reason`, its ways with the requests as those of a run. */
export type KeptReason = readonly (string | readonly [requests: number, symbol: number])[];

/** One that removes points, or the one that finds silent points. */
export type Step = 'removed' | 'silent';

/**
 * What one step found out about one method. Points are given by position among those that the method had,
 * lists of symbols as bit sets.
 */
export type KeptRecord = readonly [
  step: Step,
  /** The points by name. */
  points: string,
  programSymbols: number,
  node: number,
  asked: readonly (readonly [run: number, symbols: number])[],
  removed: readonly number[],
  reasons: readonly (readonly [point: number, reason: number])[],
  silent: readonly KeptSilence[],
];

/** The instruction that makes the iterator, its place as a text, and 1 if own collections count, otherwise 0. */
export type KeptSilence = readonly [point: number, maker: number, place: number, own: number];

export const noSteps: KeptSteps = { states: [], nodes: [], reasons: [], records: [], known: '' };

/** Questions ask further ones to a bounded depth, so that no table of a run comes near. */
const maxDepth = 1_000;

/** Undefined for anything that is no such data. `asked`: what the rows may name. O(size). */
export function keptSteps(value: unknown, asked: KeptQuestions): KeptSteps | undefined {
  if (!hasShape(value, steps)) return undefined;
  const { states, nodes, reasons, records } = value;
  const isIn = (table: readonly unknown[]) => (number: number) => number < table.length;
  const isQuestion = isIn(asked.questions);
  const isRun = isIn(asked.runs);
  const isName = isIn(asked.texts);
  const depths: number[] = [];
  for (const [own, has, further] of nodes) {
    if (!own.every(isQuestion) || !has.every(isIn(states)) || !further.every(isIn(depths))) return undefined;
    depths.push(1 + Math.max(0, ...further.map((node) => depths[node]!)));
  }
  if (depths.some((depth) => depth > maxDepth)) return undefined;
  const fits = ([, , , node, symbols, , because, silent]: KeptRecord): boolean =>
    isIn(nodes)(node) &&
    symbols.every(([run]) => isRun(run)) &&
    because.every(([, reason]) => isIn(reasons)(reason)) &&
    silent.every(([, , place]) => isName(place));
  const isWhole =
    states.every(([method]) => isName(method)) &&
    reasons.every((parts) => parts.every((part) => typeof part === 'string' || isRun(part[0]))) &&
    records.every(fits);
  return isWhole ? value : undefined;
}

const isRow = arrayOf(isIndex);
const isPairs = arrayOf(tupleOf(isIndex, isIndex));
const steps: Shape<KeptSteps> = {
  states: arrayOf(tupleOf(isIndex, isText)),
  nodes: arrayOf(tupleOf(isRow, isRow, isRow)),
  reasons: arrayOf(arrayOf(anyOf(isText, tupleOf(isIndex, isIndex)))),
  records: arrayOf(
    tupleOf(
      ...[(step: unknown) => step === 'removed' || step === 'silent', isText, isIndex, isIndex],
      ...[isPairs, isRow, isPairs, arrayOf(tupleOf(isIndex, isIndex, isIndex, isIndex))],
    ),
  ),
  known: isText,
};
