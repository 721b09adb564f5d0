import { Worker } from 'node:worker_threads';
import { memoryExhausted, memoryExhaustedByReports, RrvError } from '../diagnostics.ts';
import type { Context } from './command.ts';
import { CommandFailed } from './failure.ts';
import type { Terminal } from './terminal.ts';
import { type Children, makeChildren } from './thread/child-process.ts';
import type { ThreadedCommand } from './thread/command-messages.ts';
import { type CommandData, type CommandMessage, Ending } from './thread/command-messages.ts';
import { bytesToRead, heapLimits, memoryOf } from './thread/heap-limits.ts';
import { type InterruptSignal, interruptCode, interruptSignals } from './thread/interrupts.ts';
import { makeTemporaries, type Temporaries } from './thread/temporaries.ts';

/** How often a signal asks whether outputs are in their places by now. */
const endingRetryMilliseconds = 5;

/**
 * How long the thread may take to end; longer it takes where the system does not come back to it: it reads a
 * pipe that nobody writes.
 */
const mostEndingMilliseconds = 5000;

/**
 * Runs a command in a thread of its own and returns its exit code. The heap of a thread may be larger than
 * that which Node gives a process; when it is full, the thread ends and not the process; and a signal stops
 * it whatever it does, but for putting outputs into their places. What it says is printed here. What it has
 * not completed is removed here, and programs that it waits for are run here.
 *
 * `inputs`: files and directories that it reads, which say how much there is to do.
 *
 * @throws CommandFailed; RrvError when the system does not let us look at an input, or the heap is full
 */
export async function runInThread(
  command: ThreadedCommand,
  options: object,
  inputs: readonly string[],
  { terminal, environment }: Context,
): Promise<number> {
  const limits = heapLimits(bytesToRead(inputs), memoryOf(environment));
  const ending = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const { verbosity, dataColumns, talkColumns, showsProgress } = terminal;
  const data: CommandData = {
    command,
    options,
    shown: { verbosity, dataColumns, talkColumns, showsProgress },
    environment: { ...environment },
    ending,
  };
  const worker = new Worker(new URL('./command-worker.js', import.meta.url), {
    workerData: data,
    resourceLimits: limits,
  });
  const temporaries = makeTemporaries();
  const children = makeChildren();
  /** That of a signal which has come. */
  let codeOfSignal: number | undefined;
  const interrupted = (signal: InterruptSignal): void => {
    if (Atomics.compareExchange(ending, 0, Ending.allowed, Ending.begun) === Ending.notNow) {
      setTimeout(interrupted, endingRetryMilliseconds, signal);
      return;
    }
    codeOfSignal = interruptCode(signal);
    void worker.terminate();
    setTimeout(() => {
      temporaries.remove();
      for (const one of interruptSignals) process.off(one, interrupted);
      process.kill(process.pid, signal);
    }, mostEndingMilliseconds).unref();
  };
  for (const signal of interruptSignals) process.on(signal, interrupted);
  try {
    return await new Promise((resolve, reject) => {
      worker.on('message', (message: CommandMessage) => {
        if (message.kind === 'done') resolve(message.exitCode);
        else if (message.kind === 'failed') reject(new CommandFailed(message.failure));
        else if (message.kind === 'child') void runFor(message, children);
        else obey(message, temporaries, terminal);
      });
      worker.on('error', (error: NodeJS.ErrnoException) => {
        const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        const exhausted = command === 'report' ? memoryExhaustedByReports : memoryExhausted;
        reject(isFull ? new RrvError(exhausted(limits.maxOldGenerationSizeMb)) : error);
      });
      // Of what has come to its end nothing is temporary any more.
      worker.on('exit', async (code) => {
        // Without the thread nobody waits for it any more; and it must not write where something is removed.
        await children.stop();
        temporaries.remove();
        if (codeOfSignal !== undefined) process.exit(codeOfSignal);
        // For a signal that it saw itself, in the end of a process that it waited for.
        resolve(code);
      });
    });
  } finally {
    for (const signal of interruptSignals) process.off(signal, interrupted);
  }
}

/** Runs a program that the thread waits for. */
async function runFor(
  { request, reply, ended }: Extract<CommandMessage, { readonly kind: 'child' }>,
  children: Children,
): Promise<void> {
  reply.postMessage(await children.run(request));
  Atomics.store(ended, 0, 1);
  Atomics.notify(ended, 0);
  reply.close();
}

/** Does what the thread says on the way. */
function obey(
  message: Exclude<CommandMessage, { readonly kind: 'done' | 'failed' | 'child' }>,
  temporaries: Temporaries,
  terminal: Terminal,
): void {
  switch (message.kind) {
    case 'temporary':
      temporaries.add(message.temporary);
      break;
    case 'notTemporary':
      temporaries.delete(message.temporary);
      break;
    case 'diagnostic':
      terminal.diagnostic(message.told);
      break;
    case 'progress':
      terminal.progress(message.told);
      break;
    default:
      terminal[message.kind](message.told);
  }
}
