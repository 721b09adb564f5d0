import { RrvError, traceWithoutJava, usage } from '../../diagnostics.ts';
import { wrappedLines } from '../../report/wrapped-lines.ts';
import { readTraces } from '../../trace/read-traces.ts';
import { sliceTrace } from '../../trace/slice-trace.ts';
import type { Command, CommonOptions } from '../command.ts';
import { exitCode } from '../exit-code.ts';
import { textOfFile } from '../inputs/properties.ts';
import { jsonOption } from '../options/json.ts';
import { limitsOf } from '../options/limits.ts';
import { chosenProperties, nameOperand, type TypeOptions, typeOptions } from './property-types.ts';
import { isAsExpected, type TriedTrace, tracePage, tracesJson } from './trace-page.ts';

interface Options extends CommonOptions, TypeOptions {
  readonly name: string;
  readonly traces: readonly string[];
  readonly json: boolean;
}

export const tryProperty: Command<Options> = {
  group: 'properties',
  syntax: 'try <name> <traces..>',
  summary: 'Show what a property makes of traces: texts with an event a line',
  examples: [
    [
      'rrv properties try own.mop loop.trace',
      'What each event does; exit code 1 unless it reports what the trace says',
    ],
  ],
  build: (yargs) =>
    typeOptions(yargs)
      .positional('name', nameOperand)
      .positional('traces', {
        type: 'string',
        array: true,
        demandOption: true,
        describe: 'Files with lines such as create(list, it), and ! match behind what is to be reported',
      })
      .option('json', jsonOption) as unknown as ReturnType<Command<Options>['build']>,
  async run({ name, traces: files, json, ...types }, context) {
    const { terminal } = context;
    const [property, ...others] = chosenProperties(name, types, context);
    if (property === undefined || others.length > 0)
      throw new RrvError(usage(`${name} has several properties: ${name}#Name is one of them`));
    if (property.javaCode !== undefined) terminal.diagnostic(traceWithoutJava(property.name));
    const limits = limitsOf(types.limit).trace;
    const tried = files.flatMap((file): readonly TriedTrace[] => {
      const text = textOfFile(file, 'trace');
      return readTraces(file, text, property, limits).map((trace) => ({
        file,
        trace,
        steps: sliceTrace(property, trace, file, limits),
      }));
    });
    terminal.data(
      json
        ? JSON.stringify(tracesJson(property, tried), null, 2)
        : tried
            .flatMap((each) => tracePage(property, each))
            .flatMap((line) => wrappedLines(line, terminal.dataColumns))
            .join('\n'),
    );
    return tried.every(isAsExpected) ? exitCode.done : exitCode.findings;
  },
};
