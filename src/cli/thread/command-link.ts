import {
  MessageChannel,
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  workerData,
} from 'node:worker_threads';
import type { Terminal } from '../terminal.ts';
import type { ChildRequest, ChildRun } from './child-process.ts';
import { type CommandData, type CommandMessage, Ending } from './command-messages.ts';
import type { Temporary } from './temporaries.ts';

/** The thread of a command, from within. */
export interface CommandLink {
  readonly data: CommandData;
  /** That of the main thread. */
  readonly terminal: Terminal;
  send(message: CommandMessage): void;
  /** As of interrupts.ts. */
  holdTemporary(temporary: Temporary): () => void;
  uninterrupted<T>(action: () => T): T;
  /** As of child-process.ts. */
  runChild(request: ChildRequest): ChildRun;
}

let known: CommandLink | undefined;

/** Undefined where this is no thread of a command. */
export function commandLink(): CommandLink | undefined {
  if (known === undefined && parentPort !== null && isCommandData(workerData))
    known = linkTo(parentPort, workerData);
  return known;
}

function isCommandData(data: unknown): data is CommandData {
  return typeof data === 'object' && data !== null && 'ending' in data && data.ending instanceof Int32Array;
}

function linkTo(port: MessagePort, data: CommandData): CommandLink {
  const send = (message: CommandMessage): void => port.postMessage(message);
  return {
    data,
    send,
    terminal: {
      ...data.shown,
      data: (told) => send({ kind: 'data', told }),
      say: (told) => send({ kind: 'say', told }),
      detail: (told) => send({ kind: 'detail', told }),
      diagnostic: (told) => send({ kind: 'diagnostic', told }),
      progress: (told) => send({ kind: 'progress', told }),
    },
    holdTemporary: (temporary) => {
      send({ kind: 'temporary', temporary });
      return () => send({ kind: 'notTemporary', temporary });
    },
    uninterrupted: (action) => {
      const { ending } = data;
      // Never woken: the main thread is about to end this one.
      if (Atomics.compareExchange(ending, 0, Ending.allowed, Ending.notNow) === Ending.begun)
        Atomics.wait(ending, 0, Ending.begun);
      try {
        return action();
      } finally {
        Atomics.store(ending, 0, Ending.allowed);
      }
    },
    runChild: (request) => {
      const { port1: answers, port2: reply } = new MessageChannel();
      const ended = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      port.postMessage({ kind: 'child', request, reply, ended } satisfies CommandMessage, [reply]);
      Atomics.wait(ended, 0, 0);
      const answer = receiveMessageOnPort(answers) as { readonly message: ChildRun };
      answers.close();
      return answer.message;
    },
  };
}
