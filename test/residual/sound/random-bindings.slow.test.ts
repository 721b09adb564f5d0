import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { World } from '../../../src/residual/analysis.ts';
import {
  directoryArchive,
  hierarchyOf,
  instrumentDirectory,
  type MonitorReport,
  runMonitored,
} from '../../support/instrumented-program.ts';
import { randomBindingProperties } from './random-bindings.ts';
import { compiledToRun, millisecondsFor, randomJava, randomPrograms } from './random-programs.ts';

/**
 * Random programs from seed RRV_RANDOM_SEED (1) on, RRV_BINDINGS_COUNT (40) of them, woven with random properties that bind objects in every way:
 * `sound` reports what `none` reports, in the open and in the closed world. Programs that reflect are apart, as others claim that nobody does.
 * RRV_RANDOM_JDK=25: of Java 25, with what is new there.
 */
const count = Number(process.env.RRV_BINDINGS_COUNT ?? '40');
const level = randomJava();
const firstSeed = Number(process.env.RRV_RANDOM_SEED ?? '1');
const batch = 40;
const propertiesOfBatch = 60;

test(
  `${count} random programs with properties that bind in every way: sound changes no report`,
  () => {
    const differences: string[] = [];
    let [points, removed, reporting] = [0, 0, 0];
    for (let seed = firstSeed; seed < firstSeed + count; seed += batch) {
      const programs = randomPrograms(seed, Math.min(batch, firstSeed + count - seed), level.java);
      const properties = randomBindingProperties(seed, propertiesOfBatch, level.java);
      for (const reflects of [false, true]) {
        const group = programs.filter((program) => program.reflects === reflects);
        if (group.length === 0) continue;
        const folder = mkdtempSync(join(tmpdir(), 'rrv-random-bindings-'));
        try {
          const before = compiledToRun(group, folder, level);
          const hierarchy = hierarchyOf(directoryArchive(before), level.jdk);
          const worlds: readonly World[] = [
            { kind: 'open' },
            { kind: 'closed', entries: ['main', '**#start'], reflection: reflects ? ['**'] : [] },
          ];
          const names = group.map(({ name }) => name);
          const folderOf = (analysis: 'none' | 'sound', world: World) =>
            join(folder, `${analysis}-${world.kind}`);
          const runOf = (...variant: Parameters<typeof folderOf>) => {
            const { run, report } = runMonitored(folderOf(...variant), 'Main', names, level.jdk);
            return { stdout: run.stdout, reports: violations(report) };
          };
          const reportsOf = (analysis: 'none' | 'sound', world: World) => {
            const woven = properties.map(({ property }) => property);
            const options = { analysis, world, hierarchy };
            const { report } = instrumentDirectory(before, folderOf(analysis, world), woven, options);
            points += report.points.length;
            removed += report.points.filter(({ kept }) => !kept).length;
            return runOf(analysis, world);
          };
          const full = reportsOf('none', { kind: 'open' });
          reporting += [...full.reports.values()].filter((reports) => reports.length > 0).length;
          for (const world of worlds) {
            const residual = reportsOf('sound', world);
            expect(residual.stdout).toBe(full.stdout);
            for (const { property, text } of properties) {
              const of = ({ reports }: typeof full) => reports.get(property.name) ?? [];
              const [expected, actual] = [of(full), of(residual)];
              const lost = expected.filter((one) => !actual.includes(one));
              const invented = actual.filter((one) => !expected.includes(one));
              if (lost.length + invented.length === 0) continue;
              // Trees in hash maps are ordered by identity hash, so that a run may differ from the next of the same classes.
              const again = (...variant: Parameters<typeof runOf>) =>
                Array.from({ length: 4 }, () => of(runOf(...variant)).join());
              const told = new Set([expected.join(), ...again('none', { kind: 'open' })]);
              if ([actual.join(), ...again('sound', world)].some((one) => told.has(one))) continue;
              differences.push(
                `${world.kind}, seed ${seed}, ${text}\nlost ${lost.slice(0, 3)}\ninvented ${invented.slice(0, 3)}`,
              );
              console.log(differences.at(-1));
            }
          }
        } finally {
          rmSync(folder, { recursive: true, force: true });
        }
      }
    }
    console.log(
      `${count} programs from seed ${firstSeed}: ${removed} of ${points} points removed, ${reporting} properties with reports`,
    );
    expect(differences).toEqual([]);
    expect(reporting).toBeGreaterThan(propertiesOfBatch / 4);
  },
  millisecondsFor(count),
);

function violations({ properties }: MonitorReport): ReadonlyMap<string, readonly string[]> {
  return new Map(
    properties.map(({ name, violations: all }) => [
      name,
      all.map(
        ({ site, category, count: times }) =>
          `${site.class} ${site.method} ${site.pc} ${category} ${times} times, line ${site.line}`,
      ),
    ]),
  );
}
