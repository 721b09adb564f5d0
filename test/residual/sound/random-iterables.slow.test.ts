import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { InstrumentRequest } from '../../../src/instrument/instrument-types.ts';
import { instrumentDirectory, type MonitorReport, runMonitored } from '../../support/instrumented-program.ts';
import { compileSources, defaultJdk, jdkOfRelease } from '../../support/jdk.ts';
import {
  iteratorHasNext,
  safeHasNext,
  safeIterator,
  safeMapIterator,
} from '../../support/named-properties.ts';
import { iterablesProgram, iterablesProperties } from './random-iterables.ts';
import { millisecondsFor } from './random-programs.ts';

/**
 * Loops over collections of the program's own, and views of its maps, whose iterators update them, share or wrap: programs from seed
 * RRV_RANDOM_SEED (1) on, RRV_ITERABLES_COUNT (12) of them, with the named properties and random ones. What they print and report is the same
 * with `none` and `sound`, in both worlds, and an audit finds no difference. RRV_ITERABLES_JDK: the release that they run on.
 */
const count = Number(process.env.RRV_ITERABLES_COUNT ?? '12');
const firstSeed = Number(process.env.RRV_RANDOM_SEED ?? '1');
const release = process.env.RRV_ITERABLES_JDK;
const jdk = release === undefined ? defaultJdk() : jdkOfRelease(Number(release))!;
const batch = 12;
const propertiesOfBatch = 4;

const variants = {
  none: { analysis: 'none' },
  open: { analysis: 'sound', world: { kind: 'open' } },
  closed: { analysis: 'sound', world: { kind: 'closed', entries: ['main'], reflection: [] } },
  audit: { analysis: 'sound', audit: true },
} as const satisfies Record<string, Partial<InstrumentRequest>>;

test(
  `${count} programs with loops over collections of their own: sound changes no report`,
  () => {
    const differences: string[] = [];
    let [points, removed, silent, deferred, once, paired, places] = [0, 0, 0, 0, 0, 0, 0];
    for (let seed = firstSeed; seed < firstSeed + count; seed += batch) {
      const size = Math.min(batch, firstSeed + count - seed);
      const programs = Array.from({ length: size }, (_, at) => iterablesProgram(`P${seed + at}`, seed + at));
      const own = iterablesProperties(seed, propertiesOfBatch);
      const properties = [
        safeIterator,
        safeMapIterator,
        safeHasNext,
        iteratorHasNext,
        ...own.map(({ property }) => property),
      ];
      const folder = mkdtempSync(join(tmpdir(), 'rrv-random-iterables-'));
      try {
        const before = join(folder, 'before');
        compileSources(
          {
            ...Object.fromEntries(programs.map(({ name, source }) => [`${name}.java`, source])),
            'Main.java': `public class Main { public static void main(String[] arguments) { ${programs.map(({ name }) => `${name}.run();`).join(' ')} } }`,
          },
          join(folder, 'src'),
          before,
          ['-g', '-Xlint:none'],
        );
        let full: ReturnType<typeof runMonitored> | undefined;
        for (const [variant, options] of Object.entries(variants)) {
          const { report } = instrumentDirectory(before, join(folder, variant), properties, options);
          const ran = runMonitored(join(folder, variant), 'Main', [], jdk);
          expect([ran.run.status, ran.run.stderr.match(/.*(?:audit|internal|lost).*/g)]).toEqual([0, null]);
          if (full === undefined) {
            full = ran;
            places += ran.report.properties.reduce((sum, { violations }) => sum + violations.length, 0);
            continue;
          }
          if (variant === 'open') {
            points += report.points.length;
            removed += report.points.filter(({ kept }) => !kept).length;
            silent += report.points.filter(({ reason }) => reason.includes('; silent for')).length;
            deferred += report.points.filter((point) => point.deferred).length;
            once += report.points.filter((point) => point.once).length;
            paired += report.points.filter((point) => point.paired).length;
          }
          if (ran.run.stdout !== full.run.stdout)
            differences.push(`seed ${seed}, ${variant}: prints something else`);
          const actual = reportsOf(ran.report);
          for (const [name, expected] of reportsOf(full.report)) {
            const found = actual.get(name) ?? [];
            const lost = expected.filter((one) => !found.includes(one));
            const invented = found.filter((one) => !expected.includes(one));
            if (lost.length + invented.length > 0)
              differences.push(
                `seed ${seed}, ${variant}, ${name}: ${own.find(({ property }) => property.name === name)?.text ?? ''}\nlost ${lost.slice(0, 3).join(', ')}\ninvented ${invented.slice(0, 3).join(', ')}`,
              );
          }
        }
      } finally {
        if (differences.length === 0) rmSync(folder, { recursive: true, force: true });
        else console.log(folder);
      }
    }
    console.log(
      `${count} programs with collections of their own from seed ${firstSeed}: ${removed} of ${points} points removed, ${silent} silent, ${deferred} of deferred slices, ${once} told once, ${paired} in pairs, ${places} places with reports`,
    );
    expect(differences).toEqual([]);
    expect(removed).toBeGreaterThan(0);
    expect(silent).toBeGreaterThan(count);
    expect(deferred).toBeGreaterThan(count);
    expect(places).toBeGreaterThan(count * 10);
  },
  millisecondsFor(count),
);

/** By property. */
function reportsOf({ properties }: MonitorReport): ReadonlyMap<string, readonly string[]> {
  return new Map(
    properties.map(({ name, violations }) => [
      name,
      violations.map(
        ({ site, count: times, category }) =>
          `${site.class}.${site.method}:${site.line} ${site.pc} ${category} ${times} times`,
      ),
    ]),
  );
}
