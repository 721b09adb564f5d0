import { resolve } from 'node:path';
import yargs from 'yargs';
import { hideBin } from 'yargs/helpers';
import { defaultJdk, jdkAt } from '../../test/support/jdk.ts';
import { aligned } from '../dacapo/results.ts';
import { audit } from './audit.ts';
import { auditedNames } from './audited-programs.ts';

const named = 'SafeHasNext,SafeIterator,SafeMapIterator,SafeListIterator';

const options = await yargs(hideBin(process.argv))
  .scriptName('npm run audit --')
  .usage(
    '$0 [options]\n\nRuns programs with the full and the residual monitor side by side; fails on a difference.',
  )
  .options({
    program: { type: 'array', string: true, choices: auditedNames, default: [...auditedNames] },
    prop: {
      type: 'array',
      string: true,
      default: [named, 'all'],
      describe: 'property selections; one audit for each program and selection',
    },
    size: { type: 'string', choices: ['small', 'default', 'large'] as const, default: 'default' as const },
    analysis: { type: 'string', choices: ['paper', 'sound'] as const, default: 'sound' as const },
    threads: { type: 'string', choices: ['confined', 'shared'] as const, default: 'confined' as const },
    world: {
      type: 'string',
      choices: ['open', 'closed'] as const,
      default: 'open' as const,
      describe: 'closed: entered at main methods, and no reflection',
    },
    jdk: { type: 'string', describe: 'home of the JDK to run on' },
  })
  .strict()
  .parseAsync();

const jdk = options.jdk === undefined ? defaultJdk() : jdkAt(resolve(options.jdk));
if (jdk === undefined) throw new Error(`no JDK in ${options.jdk}`);
const lines: string[][] = [
  ['program', 'properties', 'points', 'removed', 'events', 'violating slices', 's', 'result'],
];
let failed = 0;
for (const selection of options.prop)
  for (const name of options.program) {
    const { size, analysis, threads, world } = options;
    const result = audit({ name, size, properties: selection.split(','), analysis, threads, world, jdk });
    if (result.problems.length > 0) failed++;
    lines.push([
      `${name} ${size}`,
      selection,
      String(result.points.all),
      String(result.points.removed),
      String(result.events),
      String(result.violatingSlices),
      result.seconds.toFixed(0),
      result.problems.length === 0 ? 'no difference' : 'FAILED',
    ]);
    console.error(`${lines.at(-1)!.join(' | ')}`);
    for (const problem of result.problems) console.error(problem);
  }
console.log(aligned(lines, 2));
process.exitCode = failed === 0 ? 0 : 1;
