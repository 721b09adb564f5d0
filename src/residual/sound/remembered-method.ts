import type { Point } from '../../events/point.ts';
import type { InstructionRuns } from './instruction-runs.ts';
import { type Answer, stillHolds } from './looked-into.ts';
import type { KeptBecause, MethodResidual } from './method-residual.ts';

type SymbolsOf = (runs: InstructionRuns) => readonly number[];

/**
 * What the method step found out about one method, with all that it asked to find it: while that is the same, so is the
 * result, and a later round need not look at the method again.
 */
export interface RememberedMethod {
  readonly kept: ReadonlyMap<Point, KeptBecause>;
  /** The methods that were looked into, by index in the call graph. */
  readonly looked: readonly number[];
  /** `points`: those of the method; `changed`: 1 for methods whose points are not those of the round before. */
  holds(
    points: readonly Point[],
    programSymbols: readonly number[],
    changed: Uint8Array,
    symbolsOf: SymbolsOf,
  ): boolean;
}

/** Runs the method step of one method and remembers what it asked. Lists of symbols have to be interned. */
export function rememberMethod(
  points: readonly Point[],
  programSymbols: readonly number[],
  symbolsOf: SymbolsOf,
  during: <T>(ask: () => T) => Answer<T>,
  step: (symbolsOf: SymbolsOf) => MethodResidual,
): { readonly result: MethodResidual; readonly remembered: RememberedMethod } {
  // What an instruction runs holds as long as the methods that were looked into do.
  const asked: InstructionRuns[] = [];
  const answers: (readonly number[])[] = [];
  const { value: result, looked } = during(() =>
    step((runs) => {
      const symbols = symbolsOf(runs);
      asked.push(runs);
      answers.push(symbols);
      return symbols;
    }),
  );
  return {
    result,
    remembered: {
      kept: result.kept,
      looked,
      holds: (pointsNow, programSymbolsNow, changed, symbolsOfNow) =>
        programSymbolsNow === programSymbols &&
        pointsNow.length === points.length &&
        pointsNow.every((point, index) => point === points[index]) &&
        stillHolds({ looked }, changed) &&
        asked.every((runs, index) => symbolsOfNow(runs) === answers[index]),
    },
  };
}
