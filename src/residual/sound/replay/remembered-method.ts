import type { Point } from '../../../events/point.ts';
import type { Answer, Looked } from '../calls/looked-into.ts';
import type { InstructionRuns } from '../program/instruction-runs.ts';
import type { OutsideOfMethod } from '../steps/method-step.ts';

/**
 * What a step found out about one method, with all that it asked to find it: while the answers are the same, so is the
 * result, in a later round and in a later run.
 */
export interface RememberedMethod<T> {
  readonly result: T;
  /** The points of the method that were there. */
  readonly points: readonly Point[];
  readonly programSymbols: readonly number[];
  readonly asked: readonly AskedSymbols[];
  readonly looked: Looked;
}

/** Which events something may produce. */
export interface AskedSymbols {
  readonly runs: InstructionRuns;
  readonly symbols: readonly number[];
}

/** Runs a step for one method and remembers what it asked. Lists of symbols have to be interned. */
export function rememberMethod<T>(
  points: readonly Point[],
  outside: OutsideOfMethod,
  during: <A>(ask: () => A) => Answer<A>,
  step: (outside: OutsideOfMethod) => T,
): RememberedMethod<T> {
  const { programSymbols } = outside;
  // What an instruction runs holds as long as what was looked into does.
  const asked: AskedSymbols[] = [];
  const symbolsOf = (runs: InstructionRuns): readonly number[] => {
    const symbols = outside.symbolsOf(runs);
    asked.push({ runs, symbols });
    return symbols;
  };
  const { value, looked } = during(() => step({ programSymbols, symbolsOf }));
  return { result: value, points, programSymbols, asked, looked };
}

/** In a later round of the run. `isUnchanged`: see `holdingAfter`. */
export function stillHolds(
  { points, programSymbols, asked, looked }: RememberedMethod<unknown>,
  pointsNow: readonly Point[],
  outside: OutsideOfMethod,
  isUnchanged: (answer: { readonly looked: Looked }) => boolean,
): boolean {
  return (
    outside.programSymbols === programSymbols &&
    pointsNow.length === points.length &&
    pointsNow.every((point, index) => point === points[index]) &&
    isUnchanged({ looked }) &&
    asked.every(({ runs, symbols }) => outside.symbolsOf(runs) === symbols)
  );
}
