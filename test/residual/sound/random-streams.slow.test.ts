import { expect, test } from 'vitest';
import { libraryProperty } from '../../../src/property/library/index.ts';
import { defaultJdk, jdkOfRelease } from '../../support/jdk.ts';
import { compareVariants } from './compared-variants.ts';
import { millisecondsFor } from './random-programs.ts';
import { streamsProgram, streamsProperties } from './random-streams.ts';

/**
 * Operations on streams of java.util.stream and java.io, and on some that extend them: programs from seed RRV_RANDOM_SEED (1)
 * on, RRV_STREAMS_COUNT (12) of them, with properties of the library and random ones. What they print and report is the same with `none`
 * and `sound`, in both worlds, and an audit finds no difference. RRV_STREAMS_JDK: the release that they run on.
 */
const count = Number(process.env.RRV_STREAMS_COUNT ?? '12');
const firstSeed = Number(process.env.RRV_RANDOM_SEED ?? '1');
const release = process.env.RRV_STREAMS_JDK;
const jdk = release === undefined ? defaultJdk() : jdkOfRelease(Number(release))!;
const batch = 6;
const propertiesOfBatch = 10;

const named = [
  'Stream_UseOnce',
  'Closeable_MultipleClose',
  'Reader_ManipulateAfterClose',
  'Writer_ManipulateAfterClose',
  'InputStream_ManipulateAfterClose',
  'OutputStream_ManipulateAfterClose',
].map(libraryProperty);

test(
  `${count} programs with streams: sound changes no report`,
  () => {
    const differences: string[] = [];
    let [points, removed, places] = [0, 0, 0];
    for (let seed = firstSeed; seed < firstSeed + count; seed += batch) {
      const size = Math.min(batch, firstSeed + count - seed);
      const programs = Array.from({ length: size }, (_, at) => streamsProgram(`P${seed + at}`, seed + at));
      const own = streamsProperties(seed, propertiesOfBatch);
      const found = compareVariants(
        programs,
        [...named, ...own.map(({ property }) => property)],
        new Map(own.map(({ property, text }) => [property.name, text])),
        jdk,
      );
      differences.push(...found.differences.map((one) => `seed ${seed}, ${one}`));
      places += found.places;
      points += found.report.points.length;
      removed += found.report.points.filter(({ kept }) => !kept).length;
    }
    console.log(
      `${count} programs with streams from seed ${firstSeed}: ${removed} of ${points} points removed, ${places} places with reports`,
    );
    expect(differences).toEqual([]);
    expect(removed).toBeGreaterThan(count * 5);
    expect(places).toBeGreaterThan(count * 5);
  },
  millisecondsFor(count),
);
