import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import yargs from 'yargs';
import { hideBin } from 'yargs/helpers';
import { randomBindingFile } from '../../test/residual/sound/random-bindings.ts';
import { cacheFolder } from '../../test/support/cache.ts';
import { defaultJdk } from '../../test/support/jdk.ts';
import { checkProgram } from './check-program.ts';
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
  })
  .strict()
  .parseAsync();

const properties = options.random === undefined ? options.prop : [randomFile(options.random)];
const lines = [
  '| program | points | removed | silent | removed in a closed world | events | left | places with reports | result |',
  '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |',
];
for (const program of programsNamed(options.program)) {
  const { points, removed, silent, events, eventsLeft, places, problems } = checkProgram(
    program,
    properties,
    defaultJdk(),
  );
  const result = problems.length === 0 ? 'no difference' : 'FAILED';
  const cells = [points, removed.open, silent, removed.closed, events, eventsLeft, places].map((count) =>
    count.toLocaleString('en'),
  );
  lines.push(`| ${[program.name, ...cells, result].join(' | ')} |`);
  console.error(lines.at(-1));
  for (const problem of problems) console.error(`${program.name}: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
console.log(lines.join('\n'));

function randomFile(seed: number): string {
  const file = join(cacheFolder('scratch'), `random-${seed}-${options.count}.mop`);
  writeFileSync(file, randomBindingFile(seed, options.count));
  return file;
}
