import { groupBy } from '../../../group-by.ts';
import type { OutsideOfMethod } from '../steps/method-step.ts';
import type { KeptRecord, KeptSteps, Step } from './kept-steps.ts';
import type { EarlierQuestions } from './run-replay.ts';

/** The records of an earlier run that hold in this one: all that was asked has the same answer. */
export interface EarlierSteps {
  /** The points that methods have now, both by name. */
  setStates(states: ReadonlyMap<string, string>): void;
  /** A record that holds for a method with these points, so many. */
  find(step: Step, points: string, count: number, outside: OutsideOfMethod): KeptRecord | undefined;
}

/** A question is asked only when all that was asked before it holds. */
export function earlierSteps(
  { states, nodes, records }: KeptSteps,
  { kept: { texts }, hasSameAnswer, run }: EarlierQuestions,
): EarlierSteps {
  const byPoints = groupBy(records, ([step, points]) => `${step} ${points}`);
  let current: ReadonlyMap<string, string> = new Map();
  const hasSamePoints = (row: number): boolean => {
    const [method, points] = states[row]!;
    return (current.get(texts[method]!) ?? '') === points;
  };
  let holding: (boolean | undefined)[] = [];
  const holds = (row: number): boolean => {
    const [own, has, further] = nodes[row]!;
    // Code first: of a method that has changed nothing else is asked.
    holding[row] ??= own.every(hasSameAnswer) && has.every(hasSamePoints) && further.every(holds);
    return holding[row];
  };
  let symbolsNow: (number | undefined)[] = [];
  const isHere = ([, , , , , removed, reasons, silent]: KeptRecord, count: number): boolean =>
    removed.every((at) => at < count) &&
    reasons.every(([at]) => at < count) &&
    silent.every(([at]) => at < count);
  return {
    setStates(now) {
      current = now;
      holding = [];
      symbolsNow = [];
    },
    find: (step, points, count, { programSymbols, symbolsOf }) =>
      byPoints.get(`${step} ${points}`)?.find((record) => {
        const [, , ofProgram, node, asked] = record;
        return (
          ofProgram === bitSet(programSymbols) &&
          holds(node) &&
          asked.every(([row, symbols]) => {
            symbolsNow[row] ??= bitSet(symbolsOf(run(row)));
            return symbolsNow[row] === symbols;
          }) &&
          isHere(record, count)
        );
      }),
  };
}

/** Symbols as they are kept. */
export function bitSet(symbols: readonly number[]): number {
  return symbols.reduce((set, symbol) => set | (1 << symbol), 0);
}
