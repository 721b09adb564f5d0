import type { Point } from '../events/point.ts';
import type { Property } from '../property/model.ts';
import type { StepMemory } from '../residual/analysis.ts';
import type { EarlierDecisions } from './decision-cache.ts';
import type { InstrumentRequest } from './instrument-types.ts';

/** What the analysis of each property may take from the earlier run, and what it keeps for the next, in the order of the properties. */
export interface StepMemories {
  of(property: Property): StepMemory;
  readonly kept: readonly unknown[];
}

/** `read`: takes the classes on whose code the results of this run depend. */
export function stepMemories(
  { properties }: InstrumentRequest,
  earlier: EarlierDecisions | undefined,
  read: Set<string>,
): StepMemories {
  const kept: unknown[] = properties.map(() => null);
  return {
    kept,
    of: (property) => {
      const index = properties.indexOf(property);
      return {
        earlier: earlier?.steps[index],
        isUnchanged: (name) => earlier?.isUnchanged(name) === true,
        decisionOn: (point: Point) => earlier!.analysed.decisions.get(point.id)!,
        reads: (name) => {
          read.add(name);
        },
        keep: (data) => {
          kept[index] = data;
        },
      };
    },
  };
}
