import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import yargs from 'yargs';
import { hideBin } from 'yargs/helpers';
import { cacheFolder } from '../../test/support/cache.ts';
import { defaultJdk } from '../../test/support/jdk.ts';
import { summary } from '../dacapo/statistics.ts';
import { allInputs, type Input } from './inputs.ts';
import { aspectj, cached, type Outcome, rrv, type Variant } from './variants.ts';

const options = await yargs(hideBin(process.argv))
  .scriptName('npm run bench:instrument --')
  .usage('$0 [options]\n\nTime and memory of rrv instrument beside AspectJ, as the input grows.')
  .options({
    runs: { type: 'number', default: 3, describe: 'processes per input and variant, interleaved' },
    input: { type: 'string', describe: 'only the inputs whose name holds this' },
    output: { type: 'string', describe: 'file for the tables (default: stdout only)' },
  })
  .strict()
  .parseAsync();

const say = (line: string): void => void process.stderr.write(`${line}\n`);

say('fetching and counting');
const inputs = allInputs().filter(({ name }) => name.includes(options.input ?? ''));
const variants: readonly Variant[] = [
  aspectj(),
  rrv('rrv, none', ['--analysis', 'none']),
  rrv('rrv, paper', ['--analysis', 'paper']),
  rrv('rrv, sound', ['--analysis', 'sound']),
  rrv('rrv, sound, closed world', ['--entry', 'main', '--reflection', 'none']),
  cached('fop', 'nothing'),
  cached('fop', 'a class without points'),
  cached('fop', 'a class with points'),
  cached('fop', 'a call in a class with points'),
];
const variantsOf = ({ name }: Input): readonly Variant[] =>
  variants.filter(({ input }) => input === undefined || name.startsWith(input));
const measurements = new Map<Input, Map<Variant, Outcome[]>>(
  inputs.map((input) => [input, new Map(variantsOf(input).map((variant) => [variant, []]))]),
);
const scratch = mkdtempSync(join(cacheFolder('scratch'), 'instrument-'));
const loads: number[] = [];
try {
  for (let run = 1; run <= options.runs; run++)
    for (const input of inputs)
      for (const variant of variantsOf(input)) {
        loads.push(loadavg()[0]!);
        const outcome = variant.run(input, scratch);
        measurements.get(input)!.get(variant)!.push(outcome);
        say(
          `run ${run} of ${options.runs}, ${input.name}, ${variant.name}: ${outcome.wallSeconds.toFixed(1)} s, ` +
            `${outcome.processorSeconds.toFixed(1)} s processor, ${outcome.peakMegabytes.toFixed(0)} MB`,
        );
      }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

const page = [
  `Node ${process.versions.node}, JDK ${defaultJdk().release}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ` +
    `${options.runs} processes of each, interleaved, medians. Load of the machine between runs: ` +
    `${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}.`,
  ...inputs.map(table),
  growth(),
].join('\n\n');
console.log(page);
if (options.output !== undefined) writeFileSync(options.output, `${page}\n`);

/** Median of one figure. */
function median(input: Input, variant: Variant, figure: keyof Outcome): number {
  return summary(
    measurements
      .get(input)!
      .get(variant)!
      .map((outcome) => outcome[figure]),
  ).median;
}

function table(input: Input): string {
  const [peer] = variants;
  const rows = variantsOf(input).map((variant) => {
    const wall = median(input, variant, 'wallSeconds');
    const processor = median(input, variant, 'processorSeconds');
    const ratio = (figure: 'wallSeconds' | 'processorSeconds', own: number): string =>
      variant === peer ? '' : (median(input, peer!, figure) / own).toFixed(1);
    return [
      variant.name,
      wall.toFixed(2),
      ratio('wallSeconds', wall),
      processor.toFixed(2),
      ratio('processorSeconds', processor),
      median(input, variant, 'peakMegabytes').toFixed(0),
      (median(input, variant, 'classBytes') / 1e6).toFixed(2),
    ];
  });
  const title = `**${input.name}**: ${input.jars.length} jars, ${thousands(input.classes)} classes, ${thousands(input.instructions)} instructions`;
  const header = ['', 'wall s', 'ajc / rrv', 'processor s', 'ajc / rrv', 'peak MB', 'class files MB'];
  return `${title}\n\n${markdown(header, rows)}`;
}

function growth(): string {
  const all = variants.filter(({ input }) => input === undefined);
  const header = ['microseconds of processor per instruction', ...all.map(({ name }) => name)];
  const rows = inputs.map((input) => [
    `${input.name} (${thousands(input.instructions)})`,
    ...all.map((variant) =>
      ((median(input, variant, 'processorSeconds') * 1e6) / input.instructions).toFixed(2),
    ),
  ]);
  const [first, last] = [inputs[0]!, inputs.at(-1)!];
  if (first === last) return markdown(header, rows);
  const more = all.map((variant) => {
    const seconds = median(last, variant, 'processorSeconds') - median(first, variant, 'processorSeconds');
    return ((seconds * 1e6) / (last.instructions - first.instructions)).toFixed(2);
  });
  return markdown(header, [...rows, ['one more, from the smallest to the largest input', ...more]]);
}

function markdown(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(header),
    line(header.map((_, column) => (column === 0 ? '---' : '---:'))),
    ...rows.map(line),
  ].join('\n');
}

function thousands(count: number): string {
  return count.toLocaleString('en-US');
}
