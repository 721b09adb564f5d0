import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import yargs, { type Argv } from 'yargs';
import { type Diagnostic, RrvError, systemRefused, usage } from '../diagnostics.ts';
import { closestNames } from '../property/did-you-mean.ts';
import { expandArgumentFiles } from './argument-files.ts';
import type { Command, CommonOptions, Context } from './command.ts';
import { analyzeCommand } from './commands/analyze.ts';
import { env } from './commands/env.ts';
import { explainCommand } from './commands/explain.ts';
import { graphCommand } from './commands/graph.ts';
import { instrumentCommand } from './commands/instrument.ts';
import { checkProperty, listProperties, showProperty } from './commands/properties.ts';
import { reportCommand } from './commands/report.ts';
import { completedValues, completionScript } from './completion.ts';
import { exitCode } from './exit-code.ts';
import { isSystemError, reasonOf, type SystemError } from './file-access.ts';
import { withPlainOperands } from './operands.ts';
import { type Terminal, terminal } from './terminal.ts';
import { rrvVersion } from './version.ts';

const bugAddress = 'the issue tracker of rrv';

/** Runs rrv with the given arguments and returns the exit code. Never throws. */
export async function run(args: readonly string[]): Promise<number> {
  let current = makeTerminal({ quiet: args.includes('--quiet'), verbose: args.includes('--verbose') });
  const knownOptions = new Set<string>();
  let listed: ReadonlySet<string> = new Set();
  let switchNames: readonly string[] = [];
  let call = 'rrv';
  try {
    if (args[0] === 'completion') {
      completionScript(args.slice(1), current);
      return exitCode.done;
    }
    const completed = args[0] === '--get-yargs-completions' ? await completedValues(args) : undefined;
    if (completed !== undefined) {
      if (completed.length > 0) current.data(completed.join('\n'));
      return exitCode.done;
    }
    const parser = yargs()
      .scriptName('rrv')
      .usage(
        '$0 <command>\n\nResidual runtime verification for Java: monitors that see only the events that can matter.',
      )
      .parserConfiguration({
        'greedy-arrays': false,
        'parse-numbers': false,
        'parse-positional-numbers': false,
        'camel-case-expansion': true,
        'duplicate-arguments-array': true,
      })
      .option('quiet', { type: 'boolean', describe: 'Print errors only' })
      .option('verbose', { type: 'boolean', describe: 'Print each step' })
      .option('color', { type: 'boolean', describe: 'Colour, also where the output is no terminal' })
      .global(['quiet', 'verbose', 'color'])
      .conflicts('quiet', 'verbose')
      .version(rrvVersion())
      .help()
      .alias('help', 'h')
      .wrap(Math.min(110, process.stderr.columns ?? 110))
      .strict()
      .recommendCommands()
      .exitProcess(false)
      .showHelpOnFail(false)
      .fail((message, error) => {
        // yargs throws a YError for an option without its value, and calls with a message for all else.
        if (error !== undefined && error.name !== 'YError') throw error;
        throw new RrvError(usage(explained(message, knownOptions, call, args)));
      });

    function add<Options extends CommonOptions>(
      parent: Argv<CommonOptions>,
      command: Command<Options>,
    ): void {
      parent.command(
        command.syntax,
        command.summary,
        (builder) => {
          const built = command.build((builder as Argv<CommonOptions>).usage(usageOf(command)));
          call = callOf(command);
          const { names, switches, lists } = optionsOf(built);
          listed = new Set([...lists, ...positionalsOf(command.syntax)]);
          switchNames = switches;
          for (const name of names) knownOptions.add(name);
          const valueless = [...switches, ...positionalsOf(command.syntax)];
          return built.requiresArg(names.filter((name) => !valueless.includes(name)));
        },
        (options) => {
          refuseEmptyValues(options);
          refuseSwitchValues(args, switchNames);
          refuseRepeated(options, listed);
          const typed = options as unknown as Options;
          throw new CommandParsed(typed, (context) => command.run(typed, context));
        },
      );
    }

    const commands = parser as unknown as Argv<CommonOptions>;
    add(commands, instrumentCommand);
    add(commands, analyzeCommand);
    parser.command('properties', 'List and show the properties that can be monitored', (builder) => {
      const group = builder as unknown as Argv<CommonOptions>;
      add(group, listProperties);
      add(group, showProperty);
      add(group, checkProperty);
      return group.strict();
    });
    add(commands, reportCommand);
    add(commands, explainCommand);
    add(commands, graphCommand);
    add(commands, env);
    parser
      .completion('completion', 'Print a script that completes rrv commands in bash, zsh or fish')
      .demandCommand(1, 1, 'name a command: see rrv --help', 'one command at a time')
      .epilogue(
        'Exit codes: 0 done, 1 violations (report), 2 usage or input error, 3 partial (--strict), 70 a bug in rrv.',
      );
    const parsed = await commandOf(() => parser.parseAsync(withPlainOperands(expandArgumentFiles(args))));
    // Help was asked for.
    if (parsed === undefined) return exitCode.done;
    current = makeTerminal(parsed.options);
    return await parsed.run({ terminal: current, environment: process.env });
  } catch (error) {
    current.progress(undefined);
    if (error instanceof RrvError) {
      for (const diagnostic of [error.diagnostic, ...error.further]) current.diagnostic(diagnostic);
      return exitCode.usage;
    }
    if (isSystemError(error)) {
      current.diagnostic(systemRefusal(error));
      current.detail(error.stack ?? error.message);
      return exitCode.usage;
    }
    reportBug(error, args, current);
    return exitCode.bug;
  }
}

/** Thrown by the handlers of yargs, which would lay out a command's help behind one that returns: 50 ms of each run, for nothing. */
class CommandParsed extends Error {
  readonly options: CommonOptions;
  readonly run: (context: Context) => Promise<number>;

  constructor(options: CommonOptions, run: (context: Context) => Promise<number>) {
    super('a command was parsed');
    this.options = options;
    this.run = run;
  }
}

async function commandOf(parse: () => Promise<unknown>): Promise<CommandParsed | undefined> {
  try {
    await parse();
    return undefined;
  } catch (error) {
    if (error instanceof CommandParsed) return error;
    throw error;
  }
}

function makeTerminal(options: Partial<CommonOptions>): Terminal {
  const verbosity = options.quiet === true ? 'quiet' : options.verbose === true ? 'verbose' : 'normal';
  return terminal({ verbosity, color: options.color }, process.stdout, process.stderr, process.env);
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

/** A value that is empty names nothing: `-o "$OUTPUT"` where the variable is not set. */
function refuseEmptyValues(options: object): void {
  // Each option stands under its short name, too.
  for (const [name, value] of Object.entries(options))
    if (name.length > 1 && [value].flat().includes('')) throw new RrvError(usage(`${name} is empty`));
}

/** yargs takes any value of a switch but `true` for `false`. */
function refuseSwitchValues(args: readonly string[], switches: readonly string[]): void {
  for (const argument of args) {
    const [, name, value] = /^--([\w-]+)=(.*)$/s.exec(argument) ?? [];
    if (name !== undefined && switches.includes(name) && value !== 'true' && value !== 'false')
      throw new RrvError(usage(`--${name}=${value}: it takes no value`));
  }
}

/** An option that takes one value and was given several: yargs makes a list of them. */
function refuseRepeated(options: object, lists: ReadonlySet<string>): void {
  // yargs names an option with hyphens twice, as foo-bar and fooBar.
  for (const [name, value] of Object.entries(options))
    if (name.length > 1 && !/[A-Z]/.test(name) && Array.isArray(value) && !lists.has(name))
      throw new RrvError(usage(`--${name} is given more than once: ${value.join(', ')}`));
}

const propertyCommands = [listProperties, showProperty, checkProperty].map(
  ({ syntax }) => [syntax].flat()[0]!.split(' ')[0]!,
);

/** What yargs says, in our words where its own do not tell what to do. */
function explained(
  message: string,
  known: ReadonlySet<string>,
  call: string,
  args: readonly string[],
): string {
  if (message.startsWith('Did you mean')) return `unknown command: ${message.replace('Did', 'did')}`;
  if (message.startsWith('Not enough non-option arguments')) return `too few arguments: ${call}`;
  const valueless = /^Not enough arguments following: (.+)$/.exec(message)?.[1];
  if (valueless !== undefined) return `${valueless.length === 1 ? '-' : '--'}${valueless} needs a value`;
  const [, name, given, choices] = /^\s*Argument: (\S+), Given: "(.*)", Choices: (.*)$/m.exec(message) ?? [];
  if (name !== undefined) return `--${name} ${given}: it is one of ${choices!.replaceAll('"', '')}`;
  // What is required may stand there, misspelt.
  const misspelt = message.startsWith('Missing required argument') ? unknownOption(args, known) : undefined;
  const unknown = misspelt ?? /^Unknown arguments?: (.+)$/m.exec(message)?.[1]?.split(', ')[0];
  if (unknown === undefined) return message.replaceAll('\n', ' ');
  const isOperand = args.includes(unknown);
  const candidates = isOperand && args[0] === 'properties' ? propertyCommands : isOperand ? [] : known;
  const near = closestNames(unknown.replace(/^-+/, ''), candidates)[0];
  const suggestion = near === undefined ? '' : ` (did you mean ${isOperand ? '' : '--'}${near}?)`;
  // yargs names an option with hyphens twice, as foo-bar and fooBar: the first is what was written.
  return `Unknown argument: ${unknown}${suggestion}`;
}

/** The first argument that looks like an option, and is none. */
function unknownOption(args: readonly string[], known: ReadonlySet<string>): string | undefined {
  return args
    .flatMap((argument) => /^--(?:no-)?([\w-]+)/.exec(argument)?.[1] ?? [])
    .find((name) => !known.has(name));
}

/** What the system has refused where nothing said what that means. */
function systemRefusal(error: SystemError): Diagnostic {
  // By the time that it says so, the name of the directory is not known.
  if (error.syscall === 'uv_cwd') return systemRefused('there is no working directory any more', {});
  const { path } = error;
  return systemRefused(`${error.syscall}: ${reasonOf(error)}`, path === undefined ? {} : { file: path });
}

/** What is neither an RrvError nor said by the system is a bug: say how to report it, and keep the stack trace in a file. */
function reportBug(error: unknown, args: readonly string[], out: Terminal): void {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const text = [
    `rrv ${rrvVersion()}, Node ${process.versions.node}, ${process.platform} ${process.arch}`,
    `arguments: ${JSON.stringify(args)}`,
    stack,
    '',
  ].join('\n');
  const lines = [`internal error: ${error instanceof Error ? error.message : String(error)}`];
  if (out.verbosity === 'verbose') lines.push(stack);
  lines.push(`This is a bug in rrv. Please report it to ${bugAddress}, with the output of "rrv env"`);
  try {
    const file = join(tmpdir(), `rrv-crash-${process.pid}.txt`);
    writeFileSync(file, text);
    lines[lines.length - 1] += ` and the file ${file}.`;
  } catch {
    lines[lines.length - 1] += ` and this:\n${text}`;
  }
  process.stderr.write(`${lines.join('\n')}\n`);
}
