import type { Argv } from 'yargs';
import { knownVersions } from '../../classfile/class-file.ts';
import { classVersionUnsupported, graphImpossible, RrvError } from '../../diagnostics.ts';
import { type GraphName, graphNames } from '../../residual/paper/graph-names.ts';
import type { Command, CommonOptions } from '../command.ts';
import { exitCode } from '../exit-code.ts';
import { limitOption } from '../options/limits.ts';

interface GraphOptions extends CommonOptions {
  readonly input: string;
  readonly method: string;
  readonly prop: readonly string[];
  readonly format: 'dot' | 'svg';
  readonly show: readonly GraphName[];
  readonly classPath: readonly string[];
  readonly safeList: readonly string[];
  readonly limit: readonly string[];
  readonly jdk: string | undefined;
  readonly experimental: boolean;
}

/** Graphviz lays out a graph of this many arrows in seconds; a dense larger one takes minutes. */
const maxSvgArrows = 3_000;

export const graphCommand: Command<GraphOptions> = {
  syntax: 'graph <input> <method>',
  summary:
    "Draw one method as the paper's analysis sees it: automaton with marking, monitor, extended automaton",
  examples: [
    [
      "rrv graph app.jar 'org.example.Cart#total()I' --prop SafeIterator --format svg > total.svg",
      'Red states stay monitored, green ones do not',
    ],
  ],
  build: (yargs) =>
    yargs
      .positional('input', { type: 'string', demandOption: true, describe: 'As for instrument' })
      .positional('method', {
        type: 'string',
        demandOption: true,
        describe: 'package.Class#method, with its descriptor where the name is not enough: #m(I)V',
      })
      .options({
        prop: {
          alias: 'p',
          type: 'string',
          array: true,
          demandOption: true,
          describe: 'One property, by name, .mop file, or file.mop#Name',
        },
        format: { choices: ['dot', 'svg'] as const, default: 'dot' as const, describe: 'What is printed' },
        show: {
          choices: graphNames,
          array: true,
          default: ['automaton', 'monitor', 'extended'] as const,
          coerce: (given: readonly string[]) => given.flatMap((names) => names.split(',')),
          describe: 'Which graphs, separated by commas; cfg has every instruction',
        },
        'class-path': {
          alias: 'cp',
          type: 'string',
          array: true,
          default: [],
          describe: 'As for instrument',
        },
        'safe-list': { type: 'string', array: true, default: [], describe: 'As for instrument' },
        limit: { ...limitOption, describe: 'As for instrument' },
        jdk: { type: 'string', describe: 'As for instrument' },
        experimental: { type: 'boolean', default: false, describe: 'As for instrument' },
      }) as unknown as Argv<GraphOptions>,
  async run(options, context) {
    const { openJob } = await import('../job.ts');
    const { findMethod } = await import('../inputs/find-method.ts');
    const { pointFinder } = await import('../../events/find-points.ts');
    const { methodGraphs } = await import('../../residual/paper/method-graphs.ts');
    const { paperSetting } = await import('../../residual/paper/paper-analysis.ts');
    const { renderSvg } = await import('./svg.ts');
    const job = await openJob({ ...options, inputs: [options.input], reflectionOf: [] }, context);
    const [property, another] = job.properties;
    if (property === undefined || another !== undefined)
      throw new RrvError(
        graphImpossible(
          options.method,
          `it takes one property, not ${job.properties.length}`,
          'Name one with --prop: of a .mop file with several, file.mop#Name.',
        ),
      );
    const { file, method, archive, entry } = findMethod(job.inputs, options.method);
    if (file.majorVersion > knownVersions.highest && !options.experimental)
      throw new RrvError(classVersionUnsupported(file.majorVersion, knownVersions, { file: archive, entry }));
    const points = pointFinder([property], job.hierarchy)(file, archive, entry).filter(
      (point) => point.methodIndex === method.index && point.controlFlow === undefined,
    );
    const setting = paperSetting(job.hierarchy, property, job.facts);
    const dot = methodGraphs(file, method, points, setting, job.hierarchy, options.show);
    if (options.format === 'dot') {
      context.terminal.data(dot.trimEnd());
      return exitCode.done;
    }
    const arrows = dot.split(' -> ').length - 1;
    if (arrows > maxSvgArrows)
      throw new RrvError(
        graphImpossible(
          options.method,
          `its picture has ${arrows} arrows, more than ${maxSvgArrows}; print it as dot`,
        ),
      );
    context.terminal.data(await renderSvg(dot));
    return exitCode.done;
  },
};
