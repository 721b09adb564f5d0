import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { World } from '../../../src/residual/analysis.ts';
import { soundWith } from '../../../src/residual/sound/sound.ts';
import type { Weakenings } from '../../../src/residual/weakening.ts';
import { defaultJdk } from '../../support/jdk.ts';
import { builtinProperties } from '../../support/named-properties.ts';
import { observedPrograms } from '../facts/observe.ts';
import { firstDifferentReport, monitoredRun, ranPrograms } from './random-programs.ts';
import { recordedProgram } from './recorded-program.ts';

/**
 * RRV_OBSERVED_PROGRAMS (100) programs from seed RRV_OBSERVED_SEED (1), put together at random from members of java.util and classes of the
 * program that extend its types. One method of these changes a list that is being iterated over, one that all know or one that it is
 * given, and each call of the class library that runs it comes between `iterator` and `next`: a report is lost when the analysis does not
 * foresee it.
 */
const count = Number(process.env.RRV_OBSERVED_PROGRAMS ?? '100');
const seed = Number(process.env.RRV_OBSERVED_SEED ?? '1');
const batch = 150;

const worlds: readonly World[] = [
  { kind: 'open' },
  { kind: 'closed', entries: ['**#start'], reflection: [] },
];
/** What a method of theirs does: with a list that all know, or with the one that it is given. */
const touching = `static void touch() {
R.add(@, sl, "x");
}
static void touch(Object given) {
if (given instanceof ArrayList) grow((List<Object>) given);
}
static void grow(List<Object> l) {
R.add(@, l, "x");
}
`;
const property = builtinProperties.find(({ name }) => name === 'SafeIterator')!;

test(`${count} programs whose methods the class library calls: sound changes no report`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'rrv-observed-'));
  const programs = observedPrograms(folder, defaultJdk(), seed, count);
  rmSync(folder, { recursive: true });
  const differences: string[] = [];
  let [reports, points, forgetfulDiffers] = [0, 0, 0];
  const kept = { open: 0, closed: 0 };
  for (let first = 0; first < programs.length; first += batch) {
    const sources = programs
      .slice(first, first + batch)
      .map(({ name, members }) => recordedProgram(name, `\n${touching}${members}`, false));
    for (const ran of ranPrograms(sources, [property])) {
      const run = monitoredRun(ran, property);
      const decide = (world: World, weakenings: Weakenings = new Set()) => {
        const options = { threads: 'confined', facts: [], world } as const;
        return soundWith(ran.java.program, property, ran.java.points, options, weakenings);
      };
      reports += run.filter((event) => event.reports !== '').length;
      points += ran.java.points.length;
      for (const world of worlds) {
        const decisions = decide(world);
        kept[world.kind] += ran.java.points.filter(({ id }) => decisions.get(id)!.kept).length;
        const difference = firstDifferentReport(run, property, decisions);
        if (difference === undefined) continue;
        differences.push(`${ran.source.name} ${world.kind} ${difference}`);
        console.log(`${differences.at(-1)}\n${ran.source.analysed}`);
      }
      if (first > 0 || run.every((event) => event.reports === '')) continue;
      // Else the programs show nothing.
      const forgetful = decide(worlds[1]!, new Set(['forgetCallBacks']));
      if (firstDifferentReport(run, property, forgetful) !== undefined) forgetfulDiffers++;
    }
  }
  console.log(
    `${programs.length} programs from seed ${seed}: ${reports} reports, sound differs on ${differences.length}; points kept in the open and in the closed world: ${kept.open} and ${kept.closed} of ${points}; an analysis without call-backs differs on ${forgetfulDiffers}`,
  );
  expect(differences).toEqual([]);
  expect(forgetfulDiffers).toBeGreaterThan(0);
});
