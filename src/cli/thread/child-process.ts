import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { reasonOf } from '../files/system-reason.ts';
import { commandLink } from './command-link.ts';

/** A program to be run. It reads nothing. */
export interface ChildRequest {
  readonly file: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}

/** What has become of it. `error`: why it could not be started. */
export interface ChildRun {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly error?: string;
}

/** Most characters that it may say where nobody reads while it runs. */
const mostTalk = 1 << 26;

/**
 * Runs a program and waits for its end. That of a command with a thread of its own is run by the main thread,
 * where a signal stops it.
 */
export function runChild(request: ChildRequest): ChildRun {
  const link = commandLink();
  if (link !== undefined) return link.runChild(request);
  const { status, signal, stdout, stderr, error } = spawnSync(request.file, request.args, {
    encoding: 'utf8',
    maxBuffer: mostTalk,
    env: request.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const talk = { stdout: stdout ?? '', stderr: stderr ?? '' };
  return { status, signal, ...talk, ...(error === undefined ? {} : { error: error.message }) };
}

/** Programs that run while the thread goes on. */
export interface Children {
  run(request: ChildRequest): Promise<ChildRun>;
  /** Ends all that run; the answer comes when they have ended. */
  stop(): Promise<void>;
}

export function makeChildren(): Children {
  const running = new Map<ChildProcess, Promise<ChildRun>>();
  return {
    async run(request) {
      let child: ChildProcess;
      try {
        child = spawn(request.file, request.args, {
          env: request.environment,
          stdio: ['ignore', 'pipe', 'pipe'],
        });
      } catch (error) {
        // Of some refusals Node tells otherwise than of others: no memory, arguments that are too long.
        return { ...notStarted, error: reasonOf(error) };
      }
      const ended = endOf(child);
      running.set(child, ended);
      try {
        return await ended;
      } finally {
        running.delete(child);
      }
    },
    async stop() {
      for (const child of running.keys()) child.kill();
      await Promise.all(running.values());
    },
  };
}

const notStarted = { status: null, signal: null, stdout: '', stderr: '' } as const;

function endOf(child: ChildProcess): Promise<ChildRun> {
  const talk = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream]?.setEncoding('utf8').on('data', (text: string) => {
      talk[stream] += text;
    });
  return new Promise((resolve) => {
    child.on('error', ({ message }) => resolve({ status: null, signal: null, ...talk, error: message }));
    child.on('close', (status, signal) => resolve({ status, signal, ...talk }));
  });
}
