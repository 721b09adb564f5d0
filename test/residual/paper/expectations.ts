import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Property } from '../../../src/property/model.ts';
import { safeHasNext, safeIterator } from '../../support/named-properties.ts';

export const fixtureFolder = join(import.meta.dirname, '../../fixtures/paper');

/** What the comments of a fixture promise; lines are 1-based. */
export interface Expectations {
  readonly property: Property;
  readonly kept: readonly number[];
  readonly removed: readonly number[];
  /** Lines reported when `main` runs under the analysis. */
  reports(analysis: string): readonly number[];
}

/** Reads the comments. Throws for a file that promises nothing. */
export function expectationsOf(name: string): Expectations {
  const lines = readFileSync(join(fixtureFolder, `${name}.java`), 'utf8').split('\n');
  const propertyName = /^\/\/ property: (\w+)$/.exec(lines[0]!)?.[1];
  const property = [safeIterator, safeHasNext].find((one) => one.name === propertyName);
  const matching = (pattern: RegExp): number[] =>
    lines.flatMap((line, index) => (pattern.test(line) ? [index + 1] : []));
  const kept = matching(/\/\/ kept\b/);
  const removed = matching(/\/\/ removed\b/);
  if (property === undefined || kept.length + removed.length === 0)
    throw new Error(`${name} promises nothing`);
  return {
    property,
    kept,
    removed,
    reports: (analysis) => matching(new RegExp(`// (?:kept|removed) report:.*\\b${analysis}\\b`)),
  };
}
