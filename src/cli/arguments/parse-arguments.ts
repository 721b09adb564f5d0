import yargs, { type Argv } from 'yargs';
import { RrvError, usage } from '../../diagnostics.ts';
import { type Command, type CommonOptions, type Context, commandName } from '../command.ts';
import { analyzeCommand } from '../commands/analyze.ts';
import { env } from '../commands/env.ts';
import { explainCommand } from '../commands/explain.ts';
import { graphCommand } from '../commands/graph.ts';
import { instrumentCommand } from '../commands/instrument.ts';
import { checkProperty, listProperties, showProperty } from '../commands/properties.ts';
import { reportCommand } from '../commands/report.ts';
import { tryProperty } from '../commands/try-property.ts';
import { askedColumns } from '../terminal.ts';
import { rrvVersion } from '../version.ts';
import { expandArgumentFiles } from './argument-files.ts';
import { withPlainOperands } from './operands.ts';
import { usageMessage } from './usage-message.ts';

/** A command with its options: what remains is to run it. */
export interface ParsedCommand {
  readonly options: CommonOptions;
  /** Returns the exit code. */
  run(context: Context): Promise<number>;
}

/**
 * The command that the arguments name. Undefined: none, as help, the version or completions were asked for,
 * which have been printed.
 *
 * @throws RrvError(usage)
 */
export async function parseArguments(args: readonly string[]): Promise<ParsedCommand | undefined> {
  const expanded = withPlainOperands(expandArgumentFiles(helpLast(args)));
  const parser = commandLineParser(expanded);
  try {
    await parser.parseAsync(expanded);
    return undefined;
  } catch (error) {
    if (error instanceof CommandParsed) return error;
    throw error;
  }
}

/** `rrv help instrument` as yargs takes it: `rrv instrument --help`. */
function helpLast(args: readonly string[]): readonly string[] {
  return args[0] === 'help' && args.length > 1 ? [...args.slice(1), '--help'] : args;
}

/**
 * Thrown by the handlers of yargs, which would lay out a command's help behind one that returns: 50 ms of
 * each run, for nothing.
 */
class CommandParsed extends Error implements ParsedCommand {
  readonly options: CommonOptions;
  readonly run: (context: Context) => Promise<number>;

  constructor(options: CommonOptions, run: (context: Context) => Promise<number>) {
    super('a command was parsed');
    this.options = options;
    this.run = run;
  }
}

/** The command whose options are parsed, as far as yargs has found it. */
interface CalledCommand {
  /** How it is called: `rrv properties show <name>`. */
  call: string;
  /** Names of all its options. */
  optionNames: readonly string[];
  /** Options that take no value. */
  switches: readonly string[];
  /** Options and operands that may be given more than once. */
  lists: ReadonlySet<string>;
}

/** What may stand behind `rrv`. */
const commandNames = [
  ...[instrumentCommand, analyzeCommand, reportCommand, explainCommand, graphCommand, env].map(commandName),
  'properties',
  'completion',
];

/** Switches of all commands. */
const commonSwitches = ['quiet', 'verbose', 'color'];

/** All commands, for yargs. Its handlers throw CommandParsed. */
function commandLineParser(args: readonly string[]): Argv<CommonOptions> {
  const called: CalledCommand = {
    call: 'rrv',
    optionNames: [...commonSwitches, 'version', 'help'],
    switches: [],
    lists: new Set(),
  };
  const parser = bareParser((message) =>
    usageMessage(message, args, { ...called, commandNames }),
  ) as unknown as Argv<CommonOptions>;
  const add = <Options extends CommonOptions>(
    group: Argv<CommonOptions>,
    command: Command<Options>,
  ): void => {
    addCommand(group, command, args, called);
  };
  add(parser, instrumentCommand);
  add(parser, analyzeCommand);
  parser.command('properties', 'List, show, check and try the properties that can be monitored', (group) => {
    add(group, listProperties);
    add(group, showProperty);
    add(group, checkProperty);
    add(group, tryProperty);
    return group.strict();
  });
  add(parser, reportCommand);
  add(parser, explainCommand);
  add(parser, graphCommand);
  add(parser, env);
  return parser
    .completion('completion', 'Print a script that completes rrv commands in bash, zsh or fish')
    .demandCommand(1, 1, 'name a command: see rrv --help', 'one command at a time')
    .epilogue(
      'Exit codes: 0 done, 1 violations (report, properties try), 2 usage or input error, 3 partial (--strict), 70 a bug in rrv.',
    );
}

/** Columns of the help at the most: longer lines are hard to read. */
const helpWidth = 110;

/** The width of help texts: what COLUMNS asks for, else that of the terminal, and no more than `helpWidth`. */
function helpColumns(environment: NodeJS.ProcessEnv): number {
  return Math.min(helpWidth, askedColumns(environment) ?? process.stderr.columns ?? helpWidth);
}

/** What all commands have in common. `explained`: what yargs says of wrong usage, in our words. */
function bareParser(explained: (message: string) => string) {
  return yargs()
    .scriptName('rrv')
    .usage(
      '$0 <command>\n\nResidual runtime verification for Java: monitors that see only the events that can matter.',
    )
    .parserConfiguration({
      'greedy-arrays': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'camel-case-expansion': true,
      // `--limit.archive 3` would make an object of the option.
      'dot-notation': false,
      'duplicate-arguments-array': true,
    })
    .option('quiet', { type: 'boolean', describe: 'Print errors only' })
    .option('verbose', { type: 'boolean', describe: 'Print each step' })
    .option('color', { type: 'boolean', describe: 'Colour, also where the output is no terminal' })
    .global(commonSwitches)
    .conflicts('quiet', 'verbose')
    .version(rrvVersion())
    .help()
    .alias('help', 'h')
    .wrap(helpColumns(process.env))
    .strict()
    .recommendCommands()
    .exitProcess(false)
    .showHelpOnFail(false)
    .fail((message, error) => {
      // yargs throws a YError for an option without its value, and calls with a message for all else.
      if (error !== undefined && error.name !== 'YError') throw error;
      throw new RrvError(usage(explained(message)));
    });
}

function addCommand<Options extends CommonOptions>(
  parent: Argv<CommonOptions>,
  command: Command<Options>,
  args: readonly string[],
  called: CalledCommand,
): void {
  parent.command(
    command.syntax,
    command.summary,
    (builder) => {
      const built = command.build((builder as Argv<CommonOptions>).usage(usageOf(command)));
      const { names, switches, lists } = optionsOf(built);
      const positionals = positionalsOf(command.syntax);
      called.call = callOf(command);
      called.optionNames = names;
      called.switches = switches;
      called.lists = new Set([...lists, ...positionals]);
      const valueless = [...switches, ...positionals];
      const valued = names.filter((name) => !valueless.includes(name));
      refuseNegated(args, valued);
      return built.requiresArg(valued);
    },
    (options) => {
      refuseEmptyValues(options, positionalsOf(command.syntax));
      refuseEmptyLists(args, options);
      refuseSwitchValues(args, called.switches);
      refuseRepeated(options, called.lists);
      const typed = options as unknown as Options;
      throw new CommandParsed(typed, (context) => runCommand(command, typed, context));
    },
  );
}

async function runCommand<Options extends CommonOptions>(
  command: Command<Options>,
  options: Options,
  context: Context,
): Promise<number> {
  const { thread } = command;
  if (thread === undefined) return await command.run(options, context);
  const { runInThread } = await import('../command-thread.ts');
  return await runInThread(thread.name, options, thread.inputs(options), context);
}

/** How a command is called: `rrv properties show <name>`. */
function callOf<Options>({ group, syntax }: Command<Options>): string {
  const first = typeof syntax === 'string' ? syntax : syntax[0]!;
  return group === undefined ? `rrv ${first}` : `rrv ${group} ${first}`;
}

/** What stands above the options in a command's help: how to call it, what it does, examples. */
function usageOf<Options>(command: Command<Options>): string {
  const { summary, examples = [] } = command;
  // yargs takes leading blanks away: a comment under each line keeps them apart.
  const lines = examples.flatMap(([line, purpose]) => [`# ${purpose}`, line]);
  return [
    `${callOf(command)} [options]`,
    '',
    summary,
    ...(lines.length === 0 ? [] : ['', 'Examples:', ...lines]),
  ].join('\n');
}

/** Names of the options that yargs knows, without its own inner ones, and what some of them are. */
function optionsOf(parser: Argv<CommonOptions>): {
  readonly names: string[];
  readonly switches: readonly string[];
  /** Those that may be given more than once. */
  readonly lists: readonly string[];
} {
  const { key, boolean, array, alias } = (
    parser as unknown as {
      getOptions(): {
        key: object;
        boolean: readonly string[];
        array: readonly string[];
        alias: Readonly<Record<string, readonly string[]>>;
      };
    }
  ).getOptions();
  return {
    names: Object.keys(key),
    switches: boolean,
    lists: array.flatMap((name) => [name, ...(alias[name] ?? [])]),
  };
}

/** Names in angle brackets: `<inputs..>`. */
function positionalsOf(syntax: string | readonly string[]): string[] {
  return [syntax].flat().flatMap((text) => [...text.matchAll(/<(\w+)/g)].map((match) => match[1]!));
}

/** A build without dependencies writes an empty one. */
const mayBeEmpty: ReadonlySet<string> = new Set(['class-path', 'classPath', 'cp']);

/** A value that is empty names nothing: `-o "$OUTPUT"` where the variable is not set. */
function refuseEmptyValues(options: object, positionals: readonly string[]): void {
  // Each option stands under its short name, too.
  for (const [name, value] of Object.entries(options))
    if (name.length > 1 && !mayBeEmpty.has(name) && [value].flat().includes(''))
      throw new RrvError(usage(positionals.includes(name) ? `<${name}> is empty` : `--${name} is empty`));
}

/** Options that take patterns separated by commas. */
const patternLists: ReadonlySet<string> = new Set(['include', 'exclude', 'entry', 'reflection']);

/**
 * A list of commas alone would mean all classes to `--include`, and to `--reflection` none. Of `--entry=` yargs
 * makes a list without a value, as it takes one that has a default for given.
 */
function refuseEmptyLists(args: readonly string[], options: object): void {
  for (const [name, value] of Object.entries(options)) {
    if (!patternLists.has(name)) continue;
    if (args.includes(`--${name}=`)) throw new RrvError(usage(`--${name} needs a value`));
    const empty = [value].flat().find((list) => /^[\s,]+$/.test(String(list)));
    if (empty !== undefined) throw new RrvError(usage(`--${name} ${empty}: the list is empty`));
  }
}

/** yargs takes any value of a switch but `true` for `false`. */
function refuseSwitchValues(args: readonly string[], switches: readonly string[]): void {
  for (const argument of args) {
    const [, name, value] = /^--([\w-]+)=(.*)$/s.exec(argument) ?? [];
    if (name !== undefined && switches.includes(name) && value !== 'true' && value !== 'false')
      throw new RrvError(usage(`--${name}=${value}: it takes no value`));
  }
}

/** yargs gives an option that takes a value the value `false` for `--no-cache`. */
function refuseNegated(args: readonly string[], valued: readonly string[]): void {
  for (const argument of args) {
    const name = /^--no-([\w-]+)/.exec(argument)?.[1];
    if (name !== undefined && valued.includes(name))
      throw new RrvError(usage(`--no-${name}: there is no such option; leave --${name} away`));
  }
}

/** An option that takes one value and was given several: yargs makes a list of them. */
function refuseRepeated(options: object, lists: ReadonlySet<string>): void {
  // yargs names an option with hyphens twice, as foo-bar and fooBar.
  for (const [name, value] of Object.entries(options))
    if (name.length > 1 && !/[A-Z]/.test(name) && Array.isArray(value) && !lists.has(name))
      throw new RrvError(usage(`--${name} is given more than once: ${value.join(', ')}`));
}
