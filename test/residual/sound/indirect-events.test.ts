import { beforeAll, describe, expect, test } from 'vitest';
import type { World } from '../../../src/residual/analysis.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
import { defaultJdk } from '../../support/jdk.ts';
import { builtinProperties } from '../../support/named-properties.ts';
import { indirectEventPrograms } from './indirect-events.ts';
import { indirectFlowPrograms } from './indirect-flows.ts';
import type { RanProgram } from './random-programs.ts';
import { firstDifferentReport, monitoredRun, ranPrograms } from './random-programs.ts';

/** Mistakes that were found by reading facts and points-to against the JDK's sources. */
describe.each([
  {
    found: 'events that an instruction does not show',
    programs: indirectEventPrograms(defaultJdk().release),
  },
  { found: 'objects that are the same', programs: indirectFlowPrograms },
])('$found', ({ programs }) => {
  let ran: readonly RanProgram[];
  beforeAll(() => {
    ran = ranPrograms(
      programs.map(({ program }) => program),
      builtinProperties,
    );
  });

  test.each(programs.map(({ what }, index) => ({ what, index })))('$what', ({ index }) => {
    const one = ran[index]!;
    const entries = ['**#start'];
    const worlds: readonly World[] = [
      { kind: 'open' },
      { kind: 'closed', entries, reflection: ['**'] },
      ...(one.source.reflects ? [] : [{ kind: 'closed', entries, reflection: [] } as const]),
    ];
    const found: unknown[] = [];
    let reports = 0;
    for (const property of builtinProperties) {
      const points = one.java.points.filter((point) => point.property === property);
      const run = monitoredRun(one, property);
      reports += run.filter((event) => event.reports !== '').length;
      for (const world of worlds) {
        const options = { threads: 'confined', facts: [], world } as const;
        const decisions = sound(one.java.program, property, points, options);
        const difference = firstDifferentReport(run, property, decisions);
        if (difference !== undefined) found.push({ world, difference });
      }
    }
    expect(found).toEqual([]);
    // Else the program shows nothing.
    expect(reports).toBeGreaterThan(0);
  });
});
