import { expect, test } from 'vitest';
import { defaultJdk, jdkOfRelease } from '../../support/jdk.ts';
import {
  iteratorHasNext,
  safeHasNext,
  safeIterator,
  safeMapIterator,
} from '../../support/named-properties.ts';
import { compareVariants } from './compared-variants.ts';
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

test(
  `${count} programs with loops over collections of their own: sound changes no report`,
  () => {
    const differences: string[] = [];
    let [points, removed, silent, deferred, once, paired, places] = [0, 0, 0, 0, 0, 0, 0];
    for (let seed = firstSeed; seed < firstSeed + count; seed += batch) {
      const size = Math.min(batch, firstSeed + count - seed);
      const programs = Array.from({ length: size }, (_, at) => iterablesProgram(`P${seed + at}`, seed + at));
      const own = iterablesProperties(seed, propertiesOfBatch);
      const named = [safeIterator, safeMapIterator, safeHasNext, iteratorHasNext];
      const found = compareVariants(programs, named, own, jdk);
      differences.push(...found.differences.map((one) => `seed ${seed}, ${one}`));
      places += found.places;
      points += found.report.points.length;
      removed += found.report.points.filter(({ kept }) => !kept).length;
      silent += found.report.points.filter(({ reason }) => reason.includes('; silent for')).length;
      deferred += found.report.points.filter((point) => point.deferred).length;
      once += found.report.points.filter((point) => point.once).length;
      paired += found.report.points.filter((point) => point.paired).length;
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
