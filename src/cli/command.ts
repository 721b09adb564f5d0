import type { Argv } from 'yargs';
import type { Terminal } from './terminal.ts';
import type { ThreadedCommand } from './thread/command-messages.ts';

/** What every command gets from the outside. */
export interface Context {
  readonly terminal: Terminal;
  readonly environment: NodeJS.ProcessEnv;
}

/** Options that every command has. */
export interface CommonOptions {
  readonly quiet: boolean | undefined;
  readonly verbose: boolean | undefined;
  readonly color: boolean | undefined;
}

/** One command: how yargs parses it, and what it does. `run` returns the exit code. */
export interface Command<Options> {
  /** The group that it is in: `properties`. */
  readonly group?: string;
  readonly syntax: string | readonly string[];
  readonly summary: string;
  /** Command lines with what they are for: the help of the command starts with them. */
  readonly examples?: readonly (readonly [line: string, purpose: string])[];
  /**
   * Where it needs a thread of its own: under which name that finds it, and which files and directories say
   * how much it has to do.
   */
  readonly thread?: {
    readonly name: ThreadedCommand;
    inputs(options: Options): readonly string[];
  };
  build(yargs: Argv<CommonOptions>): Argv<Options>;
  run(options: Options, context: Context): Promise<number>;
}

/** The word by which it is called, within its group. */
export function commandName({ syntax }: Pick<Command<never>, 'syntax'>): string {
  return [syntax].flat()[0]!.split(' ')[0]!;
}
