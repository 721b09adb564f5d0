import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { World } from '../../../src/residual/analysis.ts';
import { instrumentDirectory, runMonitored } from '../../support/instrumented-program.ts';
import { compileRandom } from './other-byte-code.ts';
import { millisecondsFor } from './random-programs.ts';
import { typesProgram } from './random-types.ts';

/**
 * Programs of random classes from seed RRV_RANDOM_SEED (1) on, RRV_TYPES_COUNT (60) of them, with random properties of objects that are
 * known by other static types at each event: `sound` reports what `none` reports. So is removed what no slice has by its types.
 */
const count = Number(process.env.RRV_TYPES_COUNT ?? '60');
const firstSeed = Number(process.env.RRV_RANDOM_SEED ?? '1');
const batch = 20;

const worlds: readonly World[] = [
  { kind: 'open' },
  { kind: 'closed', entries: ['main'], reflection: ['**'] },
];

test(
  `${count} programs of random classes: sound changes no report`,
  () => {
    const differences: string[] = [];
    let [points, removed, byTypes, reporting] = [0, 0, 0, 0];
    for (let seed = firstSeed; seed < firstSeed + count; seed += batch) {
      const size = Math.min(batch, firstSeed + count - seed);
      const programs = Array.from({ length: size }, (_, at) => typesProgram(`P${seed + at}`, seed + at));
      const properties = programs.flatMap((program) => program.properties);
      const folder = mkdtempSync(join(tmpdir(), 'rrv-random-types-'));
      try {
        const before = join(folder, 'before');
        const runs = programs.map(({ name }) => `${name}.run();`).join(' ');
        compileRandom(
          {
            ...Object.fromEntries(programs.map(({ name, source }) => [`${name}.java`, source])),
            'Main.java': `public class Main { public static void main(String[] arguments) { ${runs} } }`,
          },
          join(folder, 'src'),
          before,
        );
        const reportsOf = (analysis: 'none' | 'sound', world: World) => {
          const to = join(folder, `${analysis}-${world.kind}`);
          const { report } = instrumentDirectory(
            before,
            to,
            properties.map(({ property }) => property),
            { analysis, world },
          );
          if (analysis === 'sound') {
            points += report.points.length;
            removed += report.points.filter(({ kept }) => !kept).length;
            byTypes += report.points.filter(({ reason }) => reason.includes('of the types')).length;
          }
          const { run, report: found } = runMonitored(to, 'Main');
          expect(run.status).toBe(0);
          return new Map(
            found.properties.map(({ name, violations }) => [
              name,
              violations.map(
                ({ site, count: times }) => `${site.class}:${site.line} ${site.pc} ${times} times`,
              ),
            ]),
          );
        };
        const full = reportsOf('none', { kind: 'open' });
        reporting += [...full.values()].filter((reports) => reports.length > 0).length;
        for (const world of worlds) {
          const residual = reportsOf('sound', world);
          for (const { property, text } of properties) {
            const [expected, actual] = [full, residual].map((all) =>
              (all.get(property.name) ?? []).join('\n'),
            );
            if (expected !== actual) differences.push(`${world.kind}: ${text}\n${expected}\nbut\n${actual}`);
          }
        }
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }
    console.log(
      `${count} programs of random classes from seed ${firstSeed}: ${removed} of ${points} points removed, ${byTypes} by types, ${reporting} properties with reports`,
    );
    expect(differences).toEqual([]);
    expect(byTypes).toBeGreaterThan(count);
    expect(reporting).toBeGreaterThan(count / 2);
  },
  millisecondsFor(count),
);
