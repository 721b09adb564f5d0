import { checkMemory } from '../../../src/residual/sound/models/verdict-equivalence.ts';
import { sliceAutomaton } from '../../../src/residual/sound/monitor/slice-automaton.ts';
import type { Weakenings } from '../../../src/residual/weakening.ts';
import { noWeakening } from '../../../src/residual/weakening.ts';
import { removedPoints } from './small-models.ts';
import type { Family, SmallProgram } from './small-programs.ts';
import { controlFlows, firstDifference, tuples } from './small-programs.ts';

export interface ExhaustiveResult {
  readonly models: number;
  readonly points: number;
  readonly removed: number;
  readonly differences: readonly string[];
}

export interface ExhaustiveOptions {
  readonly nodes: number;
  readonly exceptions: boolean;
  /** Check every n-th program, from `offset`. 1: all of them. */
  readonly every?: number;
  readonly weakenings?: Weakenings;
  /** Stop at the first difference. */
  readonly stopEarly?: boolean;
}

/** All programs of a family with the given number of nodes: analyse, then run RV and RRV side by side by brute force. */
export function checkExhaustively(family: Family, options: ExhaustiveOptions): ExhaustiveResult {
  const { nodes, exceptions, every = 1, weakenings = noWeakening, stopEarly = false } = options;
  const automaton = sliceAutomaton(family.property);
  if (automaton === undefined) throw new Error(`${family.name} has no slice automaton`);
  const memory = checkMemory();
  let count = 0;
  let models = 0;
  let points = 0;
  let removed = 0;
  const differences: string[] = [];
  for (const operations of tuples(family.operations, nodes)) {
    if (!operations.some((operation) => operation.kind === 'event')) continue;
    for (const flow of controlFlows(nodes, exceptions))
      for (const external of family.externals)
        for (const aliased of family.tryAliases ? [false, true] : [false]) {
          if (count++ % every !== 0) continue;
          const program: SmallProgram = { operations, ...flow, external, aliased };
          const gone = removedPoints(program, family.property, automaton, memory, weakenings);
          const total = gone.reduce((sum, one) => sum + one, 0);
          models++;
          points += operations.filter((operation) => operation.kind === 'event').length;
          removed += total;
          if (total === 0) continue;
          const difference = firstDifference(program, family.property, gone);
          if (difference === undefined) continue;
          differences.push(`${JSON.stringify(program)} removed ${gone.join()}: ${difference}`);
          if (stopEarly || differences.length >= 5) return { models, points, removed, differences };
        }
  }
  return { models, points, removed, differences };
}
