import type { Property } from '../../property/model.ts';
import type { RunMemory, StepMemory } from '../../residual/analysis.ts';
import type { InstrumentRequest } from '../instrument-types.ts';
import { digestOf } from '../result-cache.ts';
import type { EarlierDecisions } from './decision-cache.ts';

/** Characters of six bits. */
const shortDigest = 20;

/** What an analysis leaves of what it found out: about the program, and about each property in their order. */
export interface Kept {
  readonly ofRun: unknown;
  readonly ofProperties: readonly unknown[];
}

/** What the analysis may take from the earlier run, and what it keeps for the next. */
export interface KeepingMemory extends RunMemory {
  kept(): Kept;
}

/**
 * `program`: its key (programKey). `versions`: of its classes (versionsOf). `read`: takes the classes on
 * whose code the results of this run depend.
 */
export function keepingMemory(
  { properties }: InstrumentRequest,
  program: string,
  versions: ReadonlyMap<string, string>,
  earlier: EarlierDecisions | undefined,
  read: Set<string>,
): KeepingMemory {
  let keptOfRun: unknown = null;
  const keptOf: unknown[] = properties.map(() => null);
  return {
    program,
    versionOf: (name) => versions.get(name) ?? '',
    digest: (data) => digestOf([JSON.stringify(data)]).slice(0, shortDigest),
    reads: (name) => {
      read.add(name);
    },
    ofRun: {
      earlier: earlier?.kept.ofRun,
      keep: (data) => {
        keptOfRun = data;
      },
    },
    ofProperty: (property: Property): StepMemory => {
      const index = properties.indexOf(property);
      return {
        earlier: earlier?.kept.ofProperties[index],
        keep: (data) => {
          keptOf[index] = data;
        },
      };
    },
    kept: () => ({ ofRun: keptOfRun, ofProperties: keptOf }),
  };
}
