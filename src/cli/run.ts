import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import yargs, { type Argv } from 'yargs';
import { RrvError, usage } from '../diagnostics.ts';
import { closestNames } from '../property/did-you-mean.ts';
import { expandArgumentFiles } from './argument-files.ts';
import type { Command, CommonOptions } from './command.ts';
import { analyzeCommand } from './commands/analyze.ts';
import { env } from './commands/env.ts';
import { explainCommand } from './commands/explain.ts';
import { graphCommand } from './commands/graph.ts';
import { instrumentCommand } from './commands/instrument.ts';
import { checkProperty, listProperties, showProperty } from './commands/properties.ts';
import { exitCode } from './exit-code.ts';
import { withPlainOperands } from './operands.ts';
import { type Terminal, terminal } from './terminal.ts';
import { rrvVersion } from './version.ts';

const bugAddress = 'the issue tracker of rrv';

/** Runs rrv with the given arguments and returns the exit code. Never throws. */
export async function run(args: readonly string[]): Promise<number> {
  let current = makeTerminal({ quiet: args.includes('--quiet'), verbose: args.includes('--verbose') });
  let status: number = exitCode.done;
  const knownOptions = new Set<string>();
  try {
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
        throw error ?? new RrvError(usage(withSuggestion(message, knownOptions)));
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
          for (const name of optionNames(built)) knownOptions.add(name);
          return built;
        },
        async (options) => {
          const typed = options as unknown as Options;
          current = makeTerminal(typed);
          status = await command.run(typed, { terminal: current, environment: process.env });
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
    add(commands, explainCommand);
    add(commands, graphCommand);
    add(commands, env);
    parser
      .completion('completion', 'Print a script that completes rrv commands in bash or zsh')
      .demandCommand(1, 1, 'name a command: see rrv --help', 'one command at a time')
      .epilogue(
        'Exit codes: 0 done, 1 findings, 2 usage or input error, 3 partial (--strict), 70 a bug in rrv.',
      );
    await parser.parseAsync(withPlainOperands(expandArgumentFiles(args)));
    return status;
  } catch (error) {
    current.progress(undefined);
    if (error instanceof RrvError) {
      current.diagnostic(error.diagnostic);
      return exitCode.usage;
    }
    reportBug(error, args, current);
    return exitCode.bug;
  }
}

function makeTerminal(options: Partial<CommonOptions>): Terminal {
  const verbosity = options.quiet === true ? 'quiet' : options.verbose === true ? 'verbose' : 'normal';
  return terminal({ verbosity, color: options.color }, process.stdout, process.stderr, process.env);
}

/** What stands above the options in a command's help: how to call it, what it does, examples. */
function usageOf<Options>({ group, syntax, summary, examples = [] }: Command<Options>): string {
  const first = typeof syntax === 'string' ? syntax : syntax[0]!;
  const call = group === undefined ? `rrv ${first}` : `rrv ${group} ${first}`;
  // yargs takes leading blanks away: a comment under each line keeps them apart.
  const lines = examples.flatMap(([line, purpose]) => [`# ${purpose}`, line]);
  return [`${call} [options]`, '', summary, ...(lines.length === 0 ? [] : ['', 'Examples:', ...lines])].join(
    '\n',
  );
}

/** Names of the options that yargs knows, without its own inner ones. */
function optionNames(parser: Argv<CommonOptions>): string[] {
  const options: unknown = (parser as unknown as { getOptions(): unknown }).getOptions();
  if (typeof options !== 'object' || options === null || !('key' in options)) return [];
  return Object.keys(options.key as object);
}

/** yargs suggests commands only; of an unknown option we name the nearest. */
function withSuggestion(message: string, known: ReadonlySet<string>): string {
  const unknown = /^Unknown arguments?: (.+)$/m.exec(message)?.[1]?.split(', ')[0];
  if (message.startsWith('Did you mean')) return `unknown command: ${message.replace('Did', 'did')}`;
  if (unknown === undefined) return message.replaceAll('\n', ' ');
  const near = closestNames(unknown.replace(/^-+/, ''), known)[0];
  return near === undefined ? message : `${message} (did you mean --${near}?)`;
}

/** What is not an RrvError is a bug: say how to report it, and keep the stack trace in a file. */
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
