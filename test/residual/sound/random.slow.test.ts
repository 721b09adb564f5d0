import { expect, test } from 'vitest';
import { type AnalysisLimits, defaultAnalysisLimits } from '../../../src/residual/limits.ts';
import { paper } from '../../../src/residual/paper/paper-analysis.ts';
import { soundWith } from '../../../src/residual/sound/sound.ts';
import { noWeakening, type Weakenings } from '../../../src/residual/weakening.ts';
import {
  firstDifferentReport,
  millisecondsFor,
  monitoredRun,
  randomJava,
  randomJava17,
  randomJava25,
  randomPrograms,
  ranPrograms,
  recordedProperties,
} from './random-programs.ts';

/**
 * Random programs from seed RRV_RANDOM_SEED (1) on, RRV_RANDOM_COUNT (200) of them, in batches: RV and the
 * residual monitor of `sound` report the same, in the open and in the closed world. `paper` runs beside it, and its
 * differences are counted. Every other program is analysed with few slice classes, so that groups of sites are looked at one after the
 * other (`residualByGroups`). A seed stands for the same program and run in every range that starts at 1 more than a
 * multiple of 100, so that processes can share the work. A few are of Java 25 with what is new there (random-newest.ts), where that is installed;
 * RRV_RANDOM_JDK=25: all are.
 */
const count = Number(process.env.RRV_RANDOM_COUNT ?? '200');
const newest = randomJava25();
const levels =
  process.env.RRV_RANDOM_JDK !== undefined || newest === undefined
    ? [{ level: randomJava(), count }]
    : [
        { level: randomJava17(), count },
        { level: newest, count: Math.ceil(count / 10) },
      ];
const firstSeed = Number(process.env.RRV_RANDOM_SEED ?? '1');
const batch = 100;
type SoundOptions = Parameters<typeof soundWith>[3];
const fewClasses = { ...defaultAnalysisLimits, sliceClasses: 10 };

test.each(levels)(
  '$count random programs of Java $level.java: sound changes no report',
  ({ level, count }) => {
    const optionsWith = (limits: AnalysisLimits) => {
      const open = { threads: 'confined', facts: [], world: { kind: 'open' }, limits } as const;
      const closedWith = (reflection: readonly string[]) =>
        ({ ...open, world: { kind: 'closed', entries: ['**#start'], reflection } }) as const;
      return { open, reflecting: closedWith(['**']), closed: closedWith([]) };
    };
    const withLimits = [optionsWith(defaultAnalysisLimits), optionsWith(fewClasses)];
    const differences: string[] = [];
    const soundDiffers = { open: new Set<string>(), closed: new Set<string>() };
    const paperDiffers = new Set<string>();
    let events = 0;
    let reporting = 0;
    /** Where Java 17 has nothing like it. */
    const onNewest = { points: 0, open: 0, closed: 0, events: 0, reports: 0 };
    let forgetfulDiffers = 0;
    const points = new Map(recordedProperties.map(({ name }) => [name, { all: 0, open: 0, closed: 0 }]));
    for (let seed = firstSeed; seed < firstSeed + count; seed += batch) {
      const size = Math.min(batch, firstSeed + count - seed);
      for (const [index, ran] of ranPrograms(
        randomPrograms(seed, size, level.java),
        recordedProperties,
        level,
      ).entries()) {
        const { open, reflecting, closed } = withLimits[index % 2]!;
        events += ran.trace.length;
        let reports = false;
        for (const property of recordedProperties) {
          const own = ran.java.points.filter((point) => point.property === property);
          const tally = points.get(property.name)!;
          tally.all += own.length;
          const run = monitoredRun(ran, property);
          const reportsHere = run.some((event) => event.reports !== '');
          reports ||= reportsHere;
          const onNewLines = own.filter(({ line }) => line !== undefined && ran.source.newest.has(line));
          onNewest.points += onNewLines.length;
          for (const event of run) {
            if (!ran.source.newest.has(event.recorded.line)) continue;
            onNewest.events++;
            if (event.reports !== '') onNewest.reports++;
          }
          const decide = (options: SoundOptions, weakenings: Weakenings = noWeakening) =>
            soundWith(ran.java.program, property, own, options, weakenings);
          const closedWorld = ran.source.reflects ? reflecting : closed;
          for (const options of [open, closedWorld]) {
            const decisions = decide(options);
            onNewest[options.world.kind] += onNewLines.filter(({ id }) => !decisions.get(id)!.kept).length;
            tally[options.world.kind] += own.filter((point) => decisions.get(point.id)!.kept).length;
            const found = firstDifferentReport(run, property, decisions);
            if (found === undefined) continue;
            soundDiffers[options.world.kind].add(ran.source.name);
            differences.push(`${ran.source.name} ${options.world.kind} ${found}`);
            console.log(differences.at(-1));
          }
          // Else these programs show nothing.
          const forgetful = new Set(['forgetCallBacks'] as const);
          if (
            level.java === 25 &&
            reportsHere &&
            firstDifferentReport(run, property, decide(closedWorld, forgetful))
          )
            forgetfulDiffers++;
          const asPaper = paper(ran.java.program, property, own, open);
          if (firstDifferentReport(run, property, asPaper) !== undefined) paperDiffers.add(ran.source.name);
        }
        if (reports) reporting++;
      }
    }
    const kept = [...points]
      .map(([name, { all, open: stay, closed: less }]) => `${name} ${stay} and ${less} of ${all}`)
      .join(', ');
    console.log(
      `${count} programs of Java ${level.java} from seed ${firstSeed}, all judged; sound differs on ${soundDiffers.open.size} in the open world and ${soundDiffers.closed.size} in the closed, paper on ${paperDiffers.size}; ${events} events, ${reporting} programs with reports; points kept in the open and in the closed world: ${kept}`,
    );
    if (level.java === 25)
      console.log(
        `with what is new since Java 17: ${onNewest.points} points, removed ${onNewest.open} and ${onNewest.closed}; ${onNewest.events} events, ${onNewest.reports} of which are reports; an analysis without call-backs differs ${forgetfulDiffers} times`,
      );
    expect(differences).toEqual([]);
    expect(reporting).toBeGreaterThan(count / 20);
    if (level.java === 25) expect(forgetfulDiffers).toBeGreaterThan(0);
  },
  millisecondsFor(count),
);
