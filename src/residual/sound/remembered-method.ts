import type { Point } from '../../events/point.ts';
import { type Answer, stillHolds } from './looked-into.ts';
import type { KeptBecause, MethodResidual } from './method-residual.ts';
import type { ValueOrigins } from './value-origins.ts';

type ExternalSymbols = (instruction: number, origins: ValueOrigins) => readonly number[];

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
    externalSymbols: ExternalSymbols,
  ): boolean;
}

/** Runs the method step of one method and remembers what it asked. Lists of symbols have to be interned. */
export function rememberMethod(
  points: readonly Point[],
  programSymbols: readonly number[],
  externalSymbols: ExternalSymbols,
  during: <T>(ask: () => T) => Answer<T>,
  step: (externalSymbols: ExternalSymbols) => MethodResidual,
): { readonly result: MethodResidual; readonly remembered: RememberedMethod } {
  const asked: { instruction: number; origins: ValueOrigins; symbols: readonly number[] }[] = [];
  const { value: result, looked } = during(() =>
    step((instruction, origins) => {
      const symbols = externalSymbols(instruction, origins);
      asked.push({ instruction, origins, symbols });
      return symbols;
    }),
  );
  return {
    result,
    remembered: {
      kept: result.kept,
      looked,
      holds: (pointsNow, programSymbolsNow, changed, externalSymbolsNow) =>
        programSymbolsNow === programSymbols &&
        pointsNow.length === points.length &&
        pointsNow.every((point, index) => point === points[index]) &&
        stillHolds({ looked }, changed) &&
        asked.every(
          ({ instruction, origins, symbols }) => externalSymbolsNow(instruction, origins) === symbols,
        ),
    },
  };
}
