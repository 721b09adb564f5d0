import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import yargs from 'yargs';
import { hideBin } from 'yargs/helpers';
import { randomBindingFile } from '../../test/residual/sound/random-bindings.ts';
import { cacheFolder } from '../../test/support/cache.ts';
import { defaultJdk } from '../../test/support/jdk.ts';
import type { Cost } from '../instrument/measured-process.ts';
import { checkProgram } from './check-program.ts';
import { costsOf } from './program-costs.ts';
import { programsNamed } from './programs.ts';

const options = await yargs(hideBin(process.argv))
  .scriptName('npm run check:programs --')
  .usage(
    '$0 [options]\n\nRuns programs of today with all points, with the residual ones, and audited; fails on a difference.',
  )
  .options({
    program: { type: 'array', string: true, describe: 'beginnings of names; default: all' },
    prop: { type: 'array', string: true, default: ['all'], describe: 'properties' },
    random: { type: 'number', describe: 'seed: random properties that bind objects in every way, instead' },
    count: { type: 'number', default: 12, describe: 'of random properties' },
    costs: {
      type: 'number',
      describe: 'time this many processes of each, instead, and compare with the published program',
    },
  })
  .strict()
  .parseAsync();

const properties = options.random === undefined ? options.prop : [randomFile(options.random)];
const chosen = programsNamed(options.program);
print(options.costs === undefined ? checks() : costs(options.costs));

/** Header and lines of a table, as they come. */
function print(lines: Iterable<string>): void {
  const all: string[] = [];
  for (const line of lines) {
    all.push(line);
    console.error(line);
  }
  console.log(all.join('\n'));
}

function* checks(): Iterable<string> {
  yield '| program | points | removed | silent | removed in a closed world | with what a run noted | events | left | places with reports | result |';
  yield '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |';
  for (const program of chosen) {
    const { points, removed, silent, events, eventsLeft, places, problems } = checkProgram(
      program,
      properties,
      defaultJdk(),
    );
    const counts = [points, removed.open, silent, removed.closed, removed.noted, events, eventsLeft, places];
    const result = problems.length === 0 ? 'no difference' : 'FAILED';
    yield row(program.name, ...counts.map((count) => count.toLocaleString('en')), result);
    for (const problem of problems) console.error(`${program.name}: ${problem}`);
    if (problems.length > 0) process.exitCode = 1;
  }
}

function* costs(runs: number): Iterable<string> {
  yield '| program | plain: wall s | processor s | MB | none: wall | processor | memory | sound: wall | processor | memory |';
  yield '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |';
  for (const program of chosen) {
    const { plain, none, sound } = costsOf(program, properties, defaultJdk(), runs);
    const figures = [
      plain.wallSeconds.toFixed(2),
      plain.processorSeconds.toFixed(2),
      plain.peakMegabytes.toFixed(0),
    ];
    yield row(program.name, ...figures, ...ratios(none, plain), ...ratios(sound, plain));
  }
}

function ratios(cost: Cost, to: Cost): readonly string[] {
  return [
    cost.wallSeconds / to.wallSeconds,
    cost.processorSeconds / to.processorSeconds,
    cost.peakMegabytes / to.peakMegabytes,
  ].map((ratio) => ratio.toFixed(2));
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function randomFile(seed: number): string {
  const file = join(cacheFolder('scratch'), `random-${seed}-${options.count}.mop`);
  writeFileSync(file, randomBindingFile(seed, options.count));
  return file;
}
