import { completedValues, completionScript } from './arguments/completion.ts';
import { parseArguments } from './arguments/parse-arguments.ts';
import type { CommonOptions } from './command.ts';
import { exitCode } from './exit-code.ts';
import { failureOf, sayFailure } from './failure.ts';
import { type Terminal, terminal } from './terminal.ts';

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
    return sayFailure(failureOf(error), args, current);
  }
}

function makeTerminal(options: Partial<CommonOptions>): Terminal {
  const verbosity = options.quiet === true ? 'quiet' : options.verbose === true ? 'verbose' : 'normal';
  return terminal({ verbosity, color: options.color }, process.stdout, process.stderr, process.env);
}
