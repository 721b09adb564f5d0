import type { Command } from '../command.ts';
import { exitCode } from '../exit-code.ts';
import { type JobOptions, jobOptions, programOptions } from '../options/job-options.ts';

interface Options extends JobOptions {
  readonly output: string | undefined;
  readonly inPlace: boolean | undefined;
}

/**
 * `analyze` takes the arguments of an `instrument` as they are, and refuses those that it refuses; these have no
 * other meaning where no program is written.
 */
const unusedOptions = Object.fromEntries(
  Object.entries(programOptions).map(([name, option]) => [
    name,
    { ...option, default: undefined, describe: 'As for instrument; without effect here' },
  ]),
);

export const analyzeCommand: Command<Options> = {
  syntax: 'analyze <inputs..>',
  summary: 'Say what instrument would do, and why, without writing the program',
  examples: [
    ['rrv analyze app.jar --prop SafeIterator --report html=report.html', 'Which points stay, and why'],
  ],
  thread: { name: 'analyze', inputs: ({ inputs }) => inputs },
  build: (yargs) =>
    jobOptions(yargs).options(unusedOptions) as unknown as ReturnType<Command<Options>['build']>,
  async run(options, context) {
    const { isPartial, openJob, runJob } = await import('../job.ts');
    const { instrumentationFormats, printInstrumentation, reportTargets, writeReports } = await import(
      '../outputs/reports.ts'
    );
    const { checkTargetOptions } = await import('../outputs/targets.ts');
    const { inTransaction } = await import('../outputs/transaction.ts');
    const { checkReportPaths } = await import('../outputs/used-paths.ts');
    checkTargetOptions(options);
    const reports = reportTargets(options.report, instrumentationFormats, options.json);
    const job = await openJob(options, context);
    checkReportPaths(reports, job.used, []);
    const { report } = await runJob({ ...options, runtime: 'external', audit: false }, job, context);
    await inTransaction((outputs) => writeReports(reports, [report, job.properties], outputs));
    printInstrumentation(reports, [report, job.properties], options.json, context.terminal);
    return options.strict && isPartial(report) ? exitCode.partial : exitCode.done;
  },
};
