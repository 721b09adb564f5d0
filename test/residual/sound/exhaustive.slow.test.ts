import { expect, test } from 'vitest';
import { checkExhaustively } from './exhaustive.ts';
import { families } from './families.ts';

/**
 * All programs of two nodes with handlers, and every n-th of those with three, n from RRV_EXHAUSTIVE_EVERY
 * (default 127; 1 is all of them, some hours).
 */
const every = Number(process.env.RRV_EXHAUSTIVE_EVERY ?? '127');

test.each(families)('$name: RV and RRV report the same on more small programs', (family) => {
  let models = 0;
  let points = 0;
  let removed = 0;
  for (const bound of [
    { nodes: 2, exceptions: true },
    { nodes: 3, exceptions: false, every },
    { nodes: 3, exceptions: true, every: every * 199 },
  ]) {
    const result = checkExhaustively(family, bound);
    expect(result.differences).toEqual([]);
    models += result.models;
    points += result.points;
    removed += result.removed;
  }
  console.log(
    `${family.name}: all programs of 2 nodes, 1 in ${every} of 3: ${models} programs, ${removed} of ${points} points removed, no difference`,
  );
});
