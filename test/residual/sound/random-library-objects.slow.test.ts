import { expect, test } from 'vitest';
import { libraryProperty } from '../../../src/property/library/index.ts';
import { defaultJdk, jdkOfRelease } from '../../support/jdk.ts';
import { compareVariants } from './compared-variants.ts';
import { objectsProperties } from './library-object-properties.ts';
import { objectsProgram } from './random-library-objects.ts';
import { millisecondsFor } from './random-programs.ts';

/**
 * Streams, maps, lists, matchers, locks and formats of the class library, and some that extend them: programs from seed
 * RRV_RANDOM_SEED (1) on, RRV_OBJECTS_COUNT (12) of them, with properties of the library and random ones. What they print and report is the same with `none`
 * and `sound`, in both worlds, and an audit finds no difference. RRV_OBJECTS_JDK: the release that they run on.
 */
const count = Number(process.env.RRV_OBJECTS_COUNT ?? '12');
const firstSeed = Number(process.env.RRV_RANDOM_SEED ?? '1');
const release = process.env.RRV_OBJECTS_JDK;
const jdk = release === undefined ? defaultJdk() : jdkOfRelease(Number(release))!;
const batch = 6;
const propertiesOfBatch = 22;

const named = [
  'Stream_UseOnce',
  'Closeable_MultipleClose',
  'Reader_ManipulateAfterClose',
  'Writer_ManipulateAfterClose',
  'InputStream_ManipulateAfterClose',
  'OutputStream_ManipulateAfterClose',
  'SafeMapIterator',
  'SafeIterator',
  'List_UnsynchronizedSubList',
  'Lock_UnlockUnowned',
  'Matcher_GroupBeforeMatch',
  'SimpleDateFormat_ThreadSafe',
].map(libraryProperty);

test(
  `${count} programs with objects of the class library: sound changes no report`,
  () => {
    const differences: string[] = [];
    let [points, removed, places] = [0, 0, 0];
    for (let seed = firstSeed; seed < firstSeed + count; seed += batch) {
      const size = Math.min(batch, firstSeed + count - seed);
      const programs = Array.from({ length: size }, (_, at) => objectsProgram(`P${seed + at}`, seed + at));
      const own = objectsProperties(seed, propertiesOfBatch);
      const found = compareVariants(programs, named, own, jdk);
      differences.push(...found.differences.map((one) => `seed ${seed}, ${one}`));
      places += found.places;
      points += found.report.points.length;
      removed += found.report.points.filter(({ kept }) => !kept).length;
    }
    console.log(
      `${count} programs with objects of the class library from seed ${firstSeed}: ${removed} of ${points} points removed, ${places} places with reports`,
    );
    expect(differences).toEqual([]);
    expect(removed).toBeGreaterThan(count * 5);
    expect(places).toBeGreaterThan(count * 5);
  },
  millisecondsFor(count),
);
