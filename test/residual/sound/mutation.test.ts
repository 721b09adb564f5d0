import { beforeAll, describe, expect, test } from 'vitest';
import type { Property } from '../../../src/property/model.ts';
import { soundWith } from '../../../src/residual/sound/sound.ts';
import type { Weakening, Weakenings } from '../../../src/residual/weakening.ts';
import { noWeakening } from '../../../src/residual/weakening.ts';
import { directedPrograms } from './directed-programs.ts';
import type { RanProgram } from './random-programs.ts';
import { firstDifferentReport, monitoredRun, ranPrograms } from './random-programs.ts';

/** The first report that RV and RRV do not share. */
function difference(
  ran: RanProgram,
  properties: readonly Property[],
  isClosedWorld: boolean,
  weakenings: Weakenings,
): string | undefined {
  for (const property of properties) {
    const points = ran.java.points.filter((point) => point.property === property);
    const world = isClosedWorld
      ? ({ kind: 'closed', entries: ['**#start'], reflection: ran.source.reflects ? ['**'] : [] } as const)
      : ({ kind: 'open' } as const);
    const options = { threads: 'confined', facts: [], world } as const;
    const found = firstDifferentReport(
      monitoredRun(ran, property),
      property,
      soundWith(ran.java.program, property, points, options, weakenings),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

describe('deliberate mistakes', () => {
  const byMistake = new Map<Weakening, RanProgram>();
  beforeAll(() => {
    const ran = ranPrograms(
      directedPrograms.map(({ program }) => program),
      [...new Set(directedPrograms.flatMap(({ properties }) => properties))],
    );
    directedPrograms.forEach(({ mistake }, index) => {
      byMistake.set(mistake, ran[index]!);
    });
  });

  test.each(directedPrograms)('$mistake is noticed', ({ mistake, properties, isClosedWorld }) => {
    const ran = byMistake.get(mistake)!;
    expect(difference(ran, properties, isClosedWorld, noWeakening)).toBeUndefined();
    expect(difference(ran, properties, isClosedWorld, new Set([mistake]))).toBeDefined();
  });
});
