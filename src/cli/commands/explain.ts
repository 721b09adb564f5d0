import { toBinaryName } from '../../classfile/descriptors.ts';
import type { ReportedPoint } from '../../instrument/report.ts';
import { reasonOf, stateOf, versionOf } from '../../report/point-text.ts';
import { wrappedLines } from '../../report/wrapped-lines.ts';
import type { Command } from '../command.ts';
import { exitCode } from '../exit-code.ts';
import { analysisOptions, type JobOptions, jobDefaults } from '../options/job-options.ts';
import { jsonOption } from '../options/json.ts';

interface Options extends Omit<JobOptions, keyof typeof jobDefaults> {
  readonly input: string;
  readonly method: string;
  readonly json: boolean;
}

export const explainCommand: Command<Options> = {
  syntax: 'explain <input> <method>',
  summary: 'Say of each point in a method whether it stays, and why',
  examples: [["rrv explain app.jar 'a.b.C#m(I)V' --prop SafeIterator", 'Why the points of one method stay']],
  thread: { name: 'explain', inputs: ({ input }) => [input] },
  build: (yargs) =>
    analysisOptions(
      yargs
        .positional('input', { type: 'string', demandOption: true, describe: 'As for rrv instrument' })
        .positional('method', {
          type: 'string',
          demandOption: true,
          describe: 'package.Class#method, with its descriptor where the name is not enough: #m(I)V',
        }),
    ).option('json', jsonOption) as unknown as ReturnType<Command<Options>['build']>,
  async run(options, context) {
    const { openJob, runJob } = await import('../job.ts');
    const { findMethod } = await import('../inputs/find-method.ts');
    const jobOptions = { ...options, ...jobDefaults, json: options.json, inputs: [options.input] };
    const job = await openJob(jobOptions, context);
    const { file, method, archive } = findMethod(job.inputs, options.method);
    const { report } = await runJob({ ...jobOptions, runtime: 'external', audit: false }, job, context);
    const className = toBinaryName(file.name);
    const name = `${className}#${method.name}${method.descriptor}`;
    const points = report.points.filter(
      (point) =>
        point.input === archive &&
        point.class === className &&
        point.method === method.name &&
        point.descriptor === method.descriptor,
    );
    if (options.json)
      context.terminal.data(JSON.stringify({ schemaVersion: 1, method: name, points }, null, 2));
    else if (points.length === 0) context.terminal.data(`${name}: no point of the properties`);
    else
      for (const line of [name, ...points.map(lineOf)])
        context.terminal.data(wrappedLines(line, context.terminal.dataColumns).join('\n'));
    return exitCode.done;
  },
};

function lineOf(point: ReportedPoint): string {
  const line = point.line === null ? '' : `line ${point.line}`;
  const place = [versionOf(point), line, `pc ${point.pc}`].filter((part) => part !== '').join(', ');
  const state = stateOf(point);
  const reason = reasonOf(point);
  // The reason may say the state itself.
  const verdict = reason.startsWith(`${state}:`) ? reason : `${state}: ${reason}`;
  return `  ${place}: ${point.property}.${point.event} ${verdict}`;
}
