import { join } from 'node:path';
import { cacheFolder } from '../../test/support/cache.ts';
import { type Jdk, runJava } from '../../test/support/jdk.ts';
import { instrument } from '../dacapo/rrv.ts';
import { summary } from '../dacapo/statistics.ts';
import { type Cost, measured } from '../instrument/measured-process.ts';
import { jarsOf, type RealProgram } from './programs.ts';
import { runProgram } from './run-program.ts';

/** Medians over whole processes. */
export interface ProgramCosts {
  /** As the program was published. */
  readonly plain: Cost;
  /** With all points. */
  readonly none: Cost;
  /** With those that `sound` keeps in the open world. */
  readonly sound: Cost;
}

/**
 * What monitors cost a program: `runs` processes of each variant in turns, with the collector and the young generation that
 * the JVM chooses. Throws when an instrumented program ends with another status than the published one.
 */
export function costsOf(
  program: RealProgram,
  properties: readonly string[],
  jdk: Jdk,
  runs: number,
): ProgramCosts {
  const published = jarsOf(program);
  const request = { jars: published, properties };
  const threads = ['--threads', program.threads ?? 'confined'];
  const variants: Readonly<Record<keyof ProgramCosts, readonly string[]>> = {
    plain: published,
    none: instrument({ ...request, analysis: 'none' }).jars,
    sound: instrument({ ...request, analysis: 'sound', options: threads }).jars,
  };
  const run = <Result>(jars: readonly string[], start: (args: readonly string[], folder: string) => Result) =>
    runProgram(program, { jars, published }, (file) => [`-Drrv.report=${file}`], start);
  const status = run(published, (args, folder) => runJava(jdk, args, {}, folder).status);
  const java = join(jdk.home, 'bin', 'java');
  const costs: Record<keyof ProgramCosts, Cost[]> = { plain: [], none: [], sound: [] };
  const names = Object.keys(costs) as (keyof ProgramCosts)[];
  for (let round = 0; round < runs; round++)
    for (const name of names)
      costs[name].push(
        run(variants[name], (args, folder) =>
          measured(java, args, cacheFolder('scratch'), { folder, status }),
        ),
      );
  return { plain: median(costs.plain), none: median(costs.none), sound: median(costs.sound) };
}

function median(costs: readonly Cost[]): Cost {
  const of = (figure: keyof Cost): number => summary(costs.map((cost) => cost[figure])).median;
  return {
    wallSeconds: of('wallSeconds'),
    processorSeconds: of('processorSeconds'),
    peakMegabytes: of('peakMegabytes'),
  };
}
