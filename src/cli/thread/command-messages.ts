import type { MessagePort } from 'node:worker_threads';
import type { Failure } from '../failure.ts';
import type { Terminal } from '../terminal.ts';
import type { ChildRequest } from './child-process.ts';
import type { Temporary } from './temporaries.ts';

/** Commands that may need much memory and time, or wait for a compiler: each has a thread of its own (command-thread.ts). */
export type ThreadedCommand = 'instrument' | 'analyze' | 'explain' | 'check' | 'report';

/** What the thread of a command is given. It gets copies, but for `ending`. */
export interface CommandData {
  readonly command: ThreadedCommand;
  /** As parsed. */
  readonly options: unknown;
  /** What the main thread's terminal is. */
  readonly shown: Pick<Terminal, Exclude<keyof Terminal, TalkMethod>>;
  readonly environment: NodeJS.ProcessEnv;
  /** Shared memory, one number: an `Ending`. */
  readonly ending: Int32Array;
}

/** Whether the main thread may end the thread of the command now. */
export const Ending = {
  allowed: 0,
  /** Outputs are put into their places. */
  notNow: 1,
  /** It does. */
  begun: 2,
} as const;

/** What the thread says to the main one. */
export type CommandMessage =
  | Talk
  /** It is about to make that, or need no longer remove it. */
  | { readonly kind: 'temporary' | 'notTemporary'; readonly temporary: Temporary }
  /** It waits for the end of a program: the `ChildRun` is sent to `reply`, and then `ended` becomes 1. */
  | {
      readonly kind: 'child';
      readonly request: ChildRequest;
      readonly reply: MessagePort;
      /** Shared memory, one number. */
      readonly ended: Int32Array;
    }
  | { readonly kind: 'done'; readonly exitCode: number }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** A call of a method of `Terminal`. */
export type Talk = {
  readonly [Method in TalkMethod]: {
    readonly kind: Method;
    readonly told: Parameters<Terminal[Method]>[0];
  };
}[TalkMethod];

type TalkMethod = 'data' | 'say' | 'detail' | 'diagnostic' | 'progress';
