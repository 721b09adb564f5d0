import type { Command } from '../command.ts';
import { exitCode } from '../exit-code.ts';
import { type JobOptions, jobOptions } from '../job-options.ts';

export const analyzeCommand: Command<JobOptions> = {
  syntax: 'analyze <inputs..>',
  summary: 'Say what instrument would do, and why, without writing the program',
  examples: [
    ['rrv analyze app.jar --prop SafeIterator --report html=report.html', 'Which points stay, and why'],
  ],
  build: jobOptions,
  async run(options, context) {
    const { isPartial, openJob, runJob } = await import('../job.ts');
    const { printReports, reportTargets, writeReports } = await import('../reports.ts');
    const { transaction } = await import('../transaction.ts');
    const reports = reportTargets(options.report);
    const job = await openJob(options, context);
    const { report } = runJob({ ...options, runtime: 'external', audit: false }, job, context);
    const outputs = transaction();
    try {
      await writeReports(reports, report, job.properties, outputs);
      outputs.commit();
    } catch (error) {
      outputs.rollback();
      throw error;
    }
    printReports(reports, report, job.properties, options.json, context.terminal);
    return options.strict && isPartial(report) ? exitCode.partial : exitCode.done;
  },
};
