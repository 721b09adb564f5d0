import { dirname, relative } from 'node:path';
import { groupBy } from '../../group-by.ts';
import type { InstrumentResult } from '../../instrument/instrument-types.ts';
import type { Command } from '../command.ts';
import { exitCode } from '../exit-code.ts';
import type { OutputFile } from '../inputs/inputs.ts';
import { type JobOptions, jobOptions, programOptions } from '../options/job-options.ts';
import type { Target } from '../outputs/targets.ts';
import type { Transaction } from '../outputs/transaction.ts';
import { runtimeJar } from '../version.ts';

interface Options extends JobOptions {
  readonly output: string | undefined;
  readonly inPlace: boolean;
  readonly runtime: 'embed' | 'external';
  readonly audit: boolean;
}

export const instrumentCommand: Command<Options> = {
  syntax: 'instrument <inputs..>',
  summary: 'Rewrite a program so that its events reach the monitors',
  examples: [
    ['rrv instrument app.jar --prop SafeIterator -o app-rrv.jar', 'Monitor iterators'],
    [
      'java -Drrv.report=violations.json -jar app-rrv.jar',
      'Run it: violations are printed at its end (docs/running.md)',
    ],
    [
      'rrv instrument app.jar --prop all --report html=report.html',
      'All properties; a page that says why points stay',
    ],
    [
      'rrv instrument build/classes --prop SafeHasNext --cp "lib/*" --in-place',
      'Classes in a build directory',
    ],
  ],
  thread: { name: 'instrument', inputs: ({ inputs }) => inputs },
  build: (yargs) =>
    jobOptions(yargs).options(programOptions) as unknown as ReturnType<Command<Options>['build']>,
  async run(options, context) {
    const { isPartial, openJob, runJob } = await import('../job.ts');
    const { checkUnchanged } = await import('../inputs/inputs.ts');
    const { instrumentationFormats, printInstrumentation, reportTargets, writeReports } = await import(
      '../outputs/reports.ts'
    );
    const { checkStillWritable, checkTargetOptions, targetsOf } = await import('../outputs/targets.ts');
    const { inTransaction } = await import('../outputs/transaction.ts');
    const { checkReportPaths } = await import('../outputs/used-paths.ts');
    const { terminal } = context;
    checkTargetOptions(options);
    const reports = reportTargets(options.report, instrumentationFormats, options.json);
    const job = await openJob(options, context);
    const targets = targetsOf(job.inputs, job.used, options);
    checkReportPaths(reports, job.used, targets);
    const { archives, report } = await runJob(options, job, context);
    await inTransaction(async (outputs) => {
      for (const together of writtenTogether(targets)) await write(together, archives, outputs);
      await writeReports(reports, [report, job.properties], outputs);
      for (const input of job.inputs) checkUnchanged(input, options.inPlace);
      checkStillWritable(targets);
    });
    printInstrumentation(reports, [report, job.properties], options.json, terminal);
    // Several class files may go into one directory.
    const written = [...new Set(targets.map(({ path }) => path))];
    if (written.length > outputsNamed) terminal.say(manyWritten(written, options.inPlace));
    else for (const path of written) terminal.say(`wrote ${shortPath(path)}`);
    // What a program with a `main` gets all the same, so that its runs write their report.
    const hasRuntime = [...archives.values()].some(({ added }) => added.size > 0);
    if (!options.audit && report.points.length > 0 && report.points.every(({ kept }) => !kept))
      terminal.say(
        `no event is left: no run can violate these properties${hasRuntime ? '' : ', and none writes a report'}`,
      );
    if (hasRuntime && options.runtime === 'external')
      terminal.say(`add the runtime to the class path or module path: ${shortPath(runtimeJar()!)}`);
    return options.strict && isPartial(report) ? exitCode.partial : exitCode.done;
  },
};

/** With more outputs than this only their directory is named. */
const outputsNamed = 4;

function manyWritten(paths: readonly string[], areInputs: boolean): string {
  if (areInputs) return `replaced ${paths.length} inputs`;
  const [folder, another] = new Set(paths.map((path) => dirname(path)));
  return `wrote ${paths.length} outputs ${another === undefined ? `to ${shortPath(folder!)}` : 'beside their inputs'}`;
}

type Archives = InstrumentResult['archives'];

/** Class files that go into one directory are one output: the runtime is put there once. */
function writtenTogether(targets: readonly Target[]): Iterable<readonly Target[]> {
  return groupBy(targets, (target) => (target.input.isClass ? target.path : target)).values();
}

/** Writes one output. */
async function write(together: readonly Target[], archives: Archives, outputs: Transaction): Promise<void> {
  const { input, path, merge } = together[0]!;
  if (input.output.kind === 'file') await outputs.file(path, input.output.pieces(archives), input.mode);
  else await outputs.directory(path, filesOf(together, archives), merge);
}

/** The files of directories that become one, each once: what several have is what rrv added to each. */
function* filesOf(targets: readonly Target[], archives: Archives): Generator<OutputFile> {
  const written = new Set<string>();
  for (const { input, merge } of targets) {
    if (input.output.kind === 'file') continue;
    for (const file of input.output.files(archives, !merge)) {
      if (written.has(file.path)) continue;
      written.add(file.path);
      yield file;
    }
  }
}

/** Relative to the working directory if that is shorter. */
function shortPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short.length > 0 && short.length < path.length ? short : path;
}
