import type { Argv, Options } from 'yargs';
import { javaReleaseOf, knownVersions } from '../../classfile/class-file.ts';
import { type AnalysisName, analysisNames } from '../../instrument/analysis-names.ts';
import type { CommonOptions } from '../command.ts';
import { limitOption } from './limits.ts';

/** Options of `instrument` and `analyze`: what to read and how to analyse it. */
export interface JobOptions extends CommonOptions {
  readonly inputs: readonly string[];
  readonly prop: readonly string[];
  readonly analysis: string;
  readonly classPath: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly safeList: readonly string[];
  readonly threads: 'confined' | 'shared';
  readonly entry: readonly string[];
  readonly reflection: readonly string[];
  readonly reflectionOf: readonly string[];
  readonly limit: readonly string[];
  readonly report: readonly string[];
  readonly allowEmpty: boolean;
  readonly strict: boolean;
  readonly jdk: string | undefined;
  readonly experimental: boolean;
  readonly json: boolean;
  readonly cache: string | undefined;
}

const defaultAnalysis: AnalysisName = 'sound';

/** What commands on one method leave out. */
export const jobDefaults = {
  include: [],
  exclude: [],
  report: [],
  allowEmpty: true,
  strict: false,
  json: false,
  cache: undefined,
} as const satisfies Partial<JobOptions>;

/** All options of `analyze`, most of `instrument`. */
export function jobOptions(yargs: Argv<CommonOptions>): Argv<JobOptions> {
  const positional = yargs.positional('inputs', {
    type: 'string',
    array: true,
    demandOption: true,
    describe:
      'A .jar, .war, .ear or .class file, a directory of classes, or a .zip, .tar, .tar.gz or .tgz distribution',
  });
  return analysisOptions(positional).options({
    include: {
      type: 'string',
      array: true,
      default: [],
      describe: 'Globs: only these classes (org.example.**)',
    },
    exclude: { type: 'string', array: true, default: [], describe: 'Globs: not these classes' },
    report: {
      type: 'string',
      array: true,
      default: [],
      describe: 'FORMAT=PATH with html, json, csv or sarif; repeatable',
    },
    'allow-empty': { type: 'boolean', default: false, describe: 'Go on when nothing is to be monitored' },
    strict: { type: 'boolean', default: false, describe: 'Exit code 3 when a point could not be monitored' },
    json: { type: 'boolean', default: false, describe: 'Print the report as JSON on stdout' },
    cache: {
      type: 'string',
      describe: 'Directory that keeps results between runs: the next run does what has changed',
    },
  }) as unknown as Argv<JobOptions>;
}

/** What to look for, and how to analyse it. */
export function analysisOptions<T>(yargs: Argv<T>): Argv<T> {
  return yargs.options({
    prop: {
      alias: 'p',
      type: 'string',
      array: true,
      demandOption: true,
      describe:
        'Properties by name, group, severity (@error), .mop file or directory of those (own.mop#Name: one of it), or all; separated by commas, repeatable',
    },
    analysis: {
      type: 'string',
      default: defaultAnalysis as string,
      describe: `What removes points: ${analysisNames.join(', ')}`,
    },
    'class-path': {
      alias: 'cp',
      type: 'string',
      array: true,
      default: [],
      describe: 'Jars and directories that the inputs link against; not rewritten',
    },
    'safe-list': {
      type: 'string',
      array: true,
      default: [],
      describe: 'File with facts about library calls, and SafeList entries',
    },
    threads: {
      choices: ['confined', 'shared'] as const,
      default: 'confined' as const,
      describe: 'Whether the events of one object come from one thread',
    },
    entry: {
      type: 'string',
      array: true,
      default: ['all'],
      describe: 'Where code outside enters: all, main, or globs of classes and methods (a.b.Cli, a.**#run*)',
    },
    reflection: {
      type: 'string',
      array: true,
      default: [],
      describe:
        'With --entry: globs of what reflection may reach, or none [**, but with --reflection-of none]',
    },
    'reflection-of': {
      type: 'string',
      array: true,
      default: [],
      describe:
        'With --entry: reports of runs (or directories of those) whose reflection is all there is, but for --reflection',
    },
    limit: limitOption,
    jdk: { type: 'string', describe: 'Home of the JDK whose class library the inputs link against' },
    experimental: {
      type: 'boolean',
      default: false,
      describe: `Take class files newer than Java ${javaReleaseOf(knownVersions.highest)} as if they were of it`,
    },
  }) as unknown as Argv<T>;
}

/** Options of `instrument` that say what is written. */
export const programOptions = {
  output: {
    alias: 'o',
    type: 'string',
    describe: 'File or directory to write; a directory for several inputs [<input>-rrv]',
  },
  'in-place': { type: 'boolean', default: false, describe: 'Replace the inputs' },
  runtime: {
    choices: ['embed', 'external'] as const,
    default: 'embed' as const,
    describe: 'Whether the output carries the monitor runtime; external for several modules',
  },
  audit: {
    type: 'boolean',
    default: false,
    describe: 'Keep every point, and check what the analysis removed in one run',
  },
} as const satisfies Record<string, Options>;
