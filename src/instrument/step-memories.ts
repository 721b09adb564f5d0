import type { Property } from '../property/model.ts';
import type { StepMemory } from '../residual/analysis.ts';
import type { EarlierDecisions } from './decision-cache.ts';
import type { InstrumentRequest } from './instrument-types.ts';
import { digestOf } from './result-cache.ts';

/** Characters of six bits. */
const shortDigest = 20;

/**
 * What the analysis of each property may take from the earlier run, and what it keeps for the next, in the
 * order of the properties.
 */
export interface StepMemories {
  of(property: Property): StepMemory;
  readonly kept: readonly unknown[];
}

/**
 * `program`: its key (programKey). `versions`: of its classes (versionsOf). `read`: takes the classes on
 * whose code the results of this run depend.
 */
export function stepMemories(
  { properties }: InstrumentRequest,
  program: string,
  versions: ReadonlyMap<string, string>,
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
        program,
        versionOf: (name) => versions.get(name) ?? '',
        digest: (data) => digestOf([JSON.stringify(data)]).slice(0, shortDigest),
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
