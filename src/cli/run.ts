import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Diagnostic, RrvError, systemRefused } from '../diagnostics.ts';
import type { CommonOptions } from './command.ts';
import { completedValues, completionScript } from './completion.ts';
import { exitCode } from './exit-code.ts';
import { isSystemError, reasonOf, type SystemError } from './file-access.ts';
import { parseArguments } from './parse-arguments.ts';
import { type Terminal, terminal } from './terminal.ts';
import { rrvVersion } from './version.ts';

const bugAddress = 'the issue tracker of rrv';

/** Runs rrv with the given arguments and returns the exit code. Never throws. */
export async function run(args: readonly string[]): Promise<number> {
  let current = makeTerminal({ quiet: args.includes('--quiet'), verbose: args.includes('--verbose') });
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
    const parsed = await parseArguments(args);
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

function makeTerminal(options: Partial<CommonOptions>): Terminal {
  const verbosity = options.quiet === true ? 'quiet' : options.verbose === true ? 'verbose' : 'normal';
  return terminal({ verbosity, color: options.color }, process.stdout, process.stderr, process.env);
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
