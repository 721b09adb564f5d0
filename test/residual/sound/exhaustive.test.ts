import { expect, test } from 'vitest';
import type { Weakening } from '../../../src/residual/weakening.ts';
import { checkExhaustively } from './exhaustive.ts';
import { families } from './families.ts';

/**
 * Every program of up to two nodes (one with handlers), and a sample of those with three, for every property
 * of the set. exhaustive.slow.test.ts does more.
 */
test.each(families)('$name: RV and RRV report the same on every small program', (family) => {
  const bounds = [
    { nodes: 1, exceptions: true },
    { nodes: 2, exceptions: false },
    { nodes: 2, exceptions: true, every: 23 },
    { nodes: 3, exceptions: false, every: 911 },
  ];
  let models = 0;
  let points = 0;
  let removed = 0;
  for (const bound of bounds) {
    const result = checkExhaustively(family, bound);
    expect(result.differences).toEqual([]);
    models += result.models;
    points += result.points;
    removed += result.removed;
  }
  console.log(`${family.name}: ${models} programs, ${removed} of ${points} points removed, no difference`);
  expect(removed).toBeGreaterThan(0);
});

const mistakes: readonly Weakening[] = [
  'forgetInventedReports',
  'forgetLostReports',
  'mayIsMust',
  'forgetExternalEvents',
  'forgetHistory',
  'everyPointIsCandidate',
  'forgetExceptionalEdges',
];

/** The families that are quick to search. */
const quick = ['UpdateReports', 'History', 'SafeHasNext', 'SafeMapIterator'];

test.each(mistakes)('the mistake %s is noticed', (mistake) => {
  const found = quick.some((name) =>
    [
      { nodes: 1, exceptions: true },
      { nodes: 2, exceptions: true, every: 5 },
      { nodes: 3, exceptions: false, every: 101 },
    ].some(
      (bound) =>
        checkExhaustively(families.find((family) => family.name === name)!, {
          ...bound,
          weakenings: new Set([mistake]),
          stopEarly: true,
        }).differences.length > 0,
    ),
  );
  expect(found).toBe(true);
});
