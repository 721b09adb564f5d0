import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What a process took: of its own, as the system counted. */
export interface Cost {
  readonly wallSeconds: number;
  /** User and system time of all its threads. */
  readonly processorSeconds: number;
  /** Largest resident set. */
  readonly peakMegabytes: number;
}

export interface MeasuredSettings {
  /** Where it runs; default: where this process does. */
  readonly folder?: string;
  /** Its exit status, if it succeeds; null: none succeeds. Default: 0. */
  readonly status?: number | null;
}

/**
 * Runs a command under GNU time, which asks the kernel for what the process took. Throws with the command's
 * output when it ends with another status.
 */
export function measured(
  command: string,
  args: readonly string[],
  scratch: string,
  { folder, status = 0 }: MeasuredSettings = {},
): Cost {
  const figures = join(scratch, `time-${process.pid}.txt`);
  rmSync(figures, { force: true });
  const run = spawnSync(gnuTime(), ['-o', figures, '-f', '%e %U %S %M', command, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    ...(folder === undefined ? {} : { cwd: folder }),
  });
  if (run.status !== status)
    throw new Error(
      `${command} ${args[0]} ended with ${run.status}\n${run.stdout.slice(-4000)}${run.stderr.slice(-4000)}`,
    );
  const [wall, user, system, kilobytes] = readFileSync(figures, 'utf8')
    .trim()
    .split('\n')
    .at(-1)!
    .split(' ')
    .map(Number) as [number, number, number, number];
  return { wallSeconds: wall, processorSeconds: user + system, peakMegabytes: kilobytes / 1024 };
}

function gnuTime(): string {
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'time'))
    .find((file) => existsSync(file));
  if (found === undefined) throw new Error('GNU time is not on the PATH (Debian: apt-get install time)');
  return found;
}
