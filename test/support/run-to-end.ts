import { spawnSync } from 'node:child_process';

/** How a process ended, and what it printed. */
export interface ProcessRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProcessSettings {
  readonly environment?: NodeJS.ProcessEnv;
  /** Where it runs; default: where this process does. */
  readonly folder?: string | undefined;
  /** Milliseconds that it may take; undefined: any. */
  readonly limit?: number | undefined;
}

/**
 * Where nobody watches (`.ci/run` sets CI): many times what the longest run of a test takes there, and less than all of
 * them may take. Elsewhere none, as longer ones are asked for.
 */
const defaultLimit = process.env.CI === 'true' ? 15 * 60_000 : undefined;

/**
 * Runs a command to its end. Throws what it has printed when it cannot be started or is still running at the
 * limit (it is killed then): a test that waits for a process is not ended by vitest's own limits.
 */
export function runToEnd(
  command: string,
  args: readonly string[],
  { environment, folder, limit = defaultLimit }: ProcessSettings = {},
): ProcessRun {
  const run = spawnSync(command, [...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    killSignal: 'SIGKILL',
    ...(limit === undefined ? {} : { timeout: limit }),
    ...(environment === undefined ? {} : { env: environment }),
    ...(folder === undefined ? {} : { cwd: folder }),
  });
  if (run.error !== undefined) {
    const said = [run.stdout, run.stderr].map((text) => (text ?? '').slice(-2_000)).join('\n');
    throw new Error(`${[command, ...args].join(' ')}: ${run.error.message}\n${said}`, { cause: run.error });
  }
  return { status: run.status, stdout: run.stdout, stderr: run.stderr };
}
