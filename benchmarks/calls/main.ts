import yargs from 'yargs';
import { hideBin } from 'yargs/helpers';
import { defaultJdk } from '../../test/support/jdk.ts';
import { jarsOf, programsNamed } from '../programs/programs.ts';
import { judgeCalls } from './foreseen-calls.ts';
import { tracedRun } from './traced-calls.ts';

const options = await yargs(hideBin(process.argv))
  .scriptName('npm run check:calls --')
  .usage(
    '$0 [options]\n\nRuns programs of today, notes which method ran from which instruction, also by way of the class library, and fails where the call graph does not foresee it.',
  )
  .options({ program: { type: 'array', string: true, describe: 'beginnings of names; default: all' } })
  .strict()
  .parseAsync();

const lines = [
  '| program | calls | through the class library | of generated classes | not modelled | unforeseen | in a closed world |',
  '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
];
const jdk = defaultJdk();
for (const program of programsNamed(options.program)) {
  const jars = jarsOf(program);
  const { status, calls, notTraced } = tracedRun(program, jars, jdk);
  const worlds = (['open', 'closed'] as const).map((kind) => judgeCalls(jars, calls, kind, jdk));
  const [open, closed] = worlds;
  const through = calls.filter(({ between }) => between.length > 0).length;
  const cells = [
    ...[calls.length, through, open!.unknown, open!.notModelled],
    ...[open!.unforeseen.length, closed!.unforeseen.length],
  ].map((count) => count.toLocaleString('en'));
  lines.push(`| ${[program.name, ...cells].join(' | ')} |`);
  console.error(lines.at(-1));
  const problems = [...notTraced, ...worlds.flatMap(({ unforeseen }) => unforeseen)];
  for (const problem of problems) console.error(`${program.name}: ${problem}`);
  if (status !== 0) console.error(`${program.name}: exit status ${status}`);
  if (problems.length > 0) process.exitCode = 1;
}
console.log(lines.join('\n'));
