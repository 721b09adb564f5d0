import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import yargs from 'yargs';
import { hideBin } from 'yargs/helpers';
import { defaultJdk } from '../../test/support/jdk.ts';
import { repositoryRoot } from '../../test/support/repository.ts';
import { checkProgram } from './check-program.ts';
import { realPrograms } from './programs.ts';

const options = await yargs(hideBin(process.argv))
  .scriptName('npm run check:programs --')
  .usage(
    '$0 [options]\n\nRuns programs of today with all points, with the residual ones, and audited; fails on a difference.',
  )
  .options({
    program: { type: 'array', string: true, describe: 'beginnings of names; default: all' },
    prop: { type: 'array', string: true, default: ['all'], describe: 'properties' },
    write: {
      type: 'boolean',
      default: false,
      describe: 'write the table into benchmarks/programs/RESULTS.md',
    },
  })
  .strict()
  .parseAsync();

const wanted = realPrograms.filter(
  ({ name }) => options.program?.some((beginning) => name.startsWith(beginning)) ?? true,
);
if (wanted.length === 0) throw new Error('no such program');
const lines = [
  '| program | points | removed | in a closed world | events | places with reports | result |',
  '| --- | ---: | ---: | ---: | ---: | ---: | --- |',
];
for (const program of wanted) {
  const { points, removed, events, places, problems } = checkProgram(program, options.prop, defaultJdk());
  const result = problems.length === 0 ? 'no difference' : 'FAILED';
  const cells = [points, removed.open, removed.closed, events, places].map((count) =>
    count.toLocaleString('en'),
  );
  lines.push(`| ${[program.name, ...cells, result].join(' | ')} |`);
  console.error(lines.at(-1));
  for (const problem of problems) console.error(`${program.name}: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
const table = lines.join('\n');
console.log(table);
if (options.write)
  writeFileSync(
    join(repositoryRoot(), 'benchmarks', 'programs', 'RESULTS.md'),
    `# Programs of today

\`npm run check:programs -- --write --prop ${options.prop.join(' ')}\`: each program is run as it was published, with all points of the
properties (\`--analysis none\`), with those that \`sound\` keeps, and audited in the open world and in a closed one (\`--entry main\`, reflection
may use everything). What it prints and writes, its exit status and the places with reports are compared; the audits compare every slice.

${table}
`,
  );
