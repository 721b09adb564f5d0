import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import yargs from 'yargs';
import { hideBin } from 'yargs/helpers';
import { libraryTexts } from '../../src/property/library/index.ts';
import { cacheFolder } from '../../test/support/cache.ts';
import { defaultJdk, jdkAt } from '../../test/support/jdk.ts';
import { avroraProgram } from './avrora.ts';
import { type BenchmarkProgram, registryProgram } from './benchmark-program.ts';
import { type DacapoBenchmark, dacapoProgram } from './dacapo-harness.ts';
import {
  type Environment,
  type PreparedVariant,
  prepareVariant,
  type TimedRun,
  tableRows,
  timedRun,
  type Variant,
} from './measure.ts';
import { page } from './page.ts';
import { programNames, type Size } from './programs.ts';
import { aligned, csv, markdown, type Results, type TimeRow, tableLines, timeLines } from './results.ts';
import { type Analysis, buildOfRrv } from './rrv.ts';
import { summary } from './statistics.ts';
import { store } from './store.ts';

const paperProperties = ['SafeListIterator', 'SafeMapIterator', 'SafeHasNext'] as const;

const options = await yargs(hideBin(process.argv))
  .scriptName('npm run bench:dacapo --')
  .usage("$0 [options]\n\nThe paper's Table 1 and Figure 6, measured on this machine.")
  .options({
    quick: { type: 'boolean', default: false, describe: 'small inputs, two runs: under 5 minutes' },
    program: { type: 'array', string: true, choices: programNames, default: [...programNames] },
    analysis: {
      type: 'array',
      string: true,
      choices: ['paper', 'sound', 'closed'] as const,
      default: ['paper', 'sound', 'closed'] as const,
    },
    runs: {
      type: 'number',
      describe: 'fresh JVMs per program and variant (default 5; quick 2; 0: Table 1 only)',
    },
    iterations: { type: 'number', describe: 'iterations per JVM, the last is timed (default 4; quick 2)' },
    size: { type: 'string', choices: ['small', 'default', 'large'] as const },
    jdk: {
      type: 'string',
      describe: 'home of the JDK to run on (default: JAVA_HOME, or of javac on the PATH)',
    },
    dacapo: {
      type: 'string',
      describe: "your dacapo-9.12-bach.jar: the four programs run in DaCapo's harness",
    },
    library: {
      type: 'boolean',
      default: false,
      describe: "Figure 6 alone, with all properties of the library instead of the paper's three",
    },
    avrora: { type: 'string', describe: 'your avrora jar: its points are counted' },
    'avrora-args': { type: 'string', default: '', describe: "avrora's command line: then it is run, too" },
    fresh: { type: 'boolean', default: false, describe: 'measure again what an earlier run measured' },
    output: {
      type: 'string',
      describe: 'folder for results.json, table1.csv, figure6.csv, tables.md and index.html',
    },
  })
  .strict()
  .parseAsync();

const size: Size = options.size ?? (options.quick ? 'small' : 'default');
const runs = options.runs ?? (options.quick ? 2 : 5);
const iterations = options.iterations ?? (options.quick ? 2 : 4);
const jdk = options.jdk === undefined ? defaultJdk() : jdkAt(options.jdk);
if (jdk === undefined) throw new Error(`no JDK in ${options.jdk}`);
const started = performance.now();
const say = (line: string) => {
  const seconds = ((performance.now() - started) / 1000).toFixed(0).padStart(5);
  process.stderr.write(`${seconds} s  ${line}\n`);
};

const key = createHash('sha256')
  .update(
    JSON.stringify([
      buildOfRrv(),
      jdk,
      size,
      options.dacapo,
      options.avrora,
      options.avroraArgs,
      options.library,
    ]),
  )
  .digest('hex')
  .slice(0, 12);
const measurements = join(cacheFolder('measurements'), key);
if (options.fresh) rmSync(measurements, { recursive: true, force: true });
const scratch = cacheFolder('scratch');
const environment: Environment = {
  jdk,
  say,
  store: store(measurements),
  reportFile: join(scratch, `monitor-${process.pid}.json`),
};
const notes: string[] = [];

const programs = benchmarkPrograms();
const analyses: readonly Analysis[] = options.analysis;

const table = options.library
  ? []
  : programs.flatMap((program) => tableRows(environment, program, paperProperties, analyses));
for (const program of programs)
  for (const analysis of analyses) {
    const row = table.find((one) => one.program === program.name && one.analysis === analysis);
    if (row === undefined) continue;
    notes.push(
      `rrv instrument, ${program.name} with libraries, --analysis ${analysis}: ${row.instrumentSeconds?.toFixed(1)} s.`,
    );
  }
// The oracle has aspects for a few properties only.
const variants: readonly Variant[] = ['plain', ...(options.library ? [] : (['aspectj'] as const)), 'none'];
const times = programs.flatMap((program) => timeRows(program, [...variants, ...analyses]));

const results: Results = {
  machine: `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${(totalmem() / 2 ** 30).toFixed(0)} GB`,
  jdk: `JDK ${jdk.release}`,
  size,
  iterations,
  table,
  times,
  notes,
};
const output = options.output ?? cacheFolder('results');
mkdirSync(output, { recursive: true });
writeFileSync(join(output, 'results.json'), `${JSON.stringify(results, undefined, 2)}\n`);
writeFileSync(join(output, 'table1.csv'), csv(tableLines(table)));
writeFileSync(join(output, 'figure6.csv'), csv(timeLines(times)));
writeFileSync(
  join(output, 'tables.md'),
  `${markdown(tableLines(table), 3)}\n\n${markdown(timeLines(times), 2)}\n`,
);
writeFileSync(join(output, 'index.html'), await page(results));
console.log(`${aligned(tableLines(table), 3)}\n\n${aligned(timeLines(times), 2)}\n`);
for (const note of notes) console.log(note);
say(`written to ${output}`);

function benchmarkPrograms(): BenchmarkProgram[] {
  const { dacapo, avrora, avroraArgs } = options;
  if (dacapo !== undefined)
    return [...new Set<DacapoBenchmark>(['avrora', ...options.program])].map((name) =>
      dacapoProgram(resolve(dacapo), name, size),
    );
  const fetched = options.program.map((name) => {
    say(`${name}: fetching`);
    return registryProgram(name, size, join(scratch, `result-${process.pid}.txt`));
  });
  if (avrora === undefined) {
    notes.push('avrora is in no registry: name your jar with --avrora to have it counted.');
    return fetched;
  }
  return [
    avroraProgram(
      resolve(avrora),
      avroraArgs.split(' ').filter((word) => word !== ''),
    ),
    ...fetched,
  ];
}

/** All variants of one program, interleaved: run 1 of each, run 2 of each, and so on. */
function timeRows(program: BenchmarkProgram, variants: readonly Variant[]): TimeRow[] {
  if (program.run === undefined || runs === 0) return [];
  const properties = options.library ? [...libraryTexts.keys()] : paperProperties;
  const prepared = variants.map((variant): PreparedVariant => {
    say(`${program.name} ${variant}: preparing`);
    return prepareVariant(program, variant, properties);
  });
  const measured = new Map<Variant, TimedRun[]>(variants.map((variant) => [variant, []]));
  for (let index = 1; index <= runs; index++)
    for (const variant of prepared) {
      const run = timedRun(environment, program, variant, iterations, index);
      if (run === undefined) continue;
      measured.get(variant.variant)!.push(run);
      say(`${program.name} ${variant.variant}: run ${index} of ${runs}: ${run.milliseconds.toFixed(0)} ms`);
    }
  return variants.map((variant) => {
    const all = measured.get(variant)!;
    return {
      program: program.name,
      variant,
      time: summary(all.map((run) => run.milliseconds)),
      cold: summary(all.map((run) => run.cold)),
      ...measuredBySome(all),
    };
  });
}

/** What is absent where the program's runs do not measure it. */
function measuredBySome(all: readonly TimedRun[]): Pick<TimeRow, 'heap' | 'nonHeap' | 'processor'> {
  const complete = (pick: (run: TimedRun) => number | undefined) => {
    const values = all.map(pick).filter((value) => value !== undefined);
    return values.length === all.length ? summary(values) : undefined;
  };
  const [heap, nonHeap] = [complete((run) => run.heap), complete((run) => run.nonHeap)];
  const processor = complete((run) => run.processorMilliseconds);
  return {
    ...(heap === undefined ? {} : { heap }),
    ...(nonHeap === undefined ? {} : { nonHeap }),
    ...(processor === undefined ? {} : { processor }),
  };
}
