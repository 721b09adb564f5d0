import { constants } from 'node:os';
import { commandLink } from './command-link.ts';
import { makeTemporaries, type Temporary } from './temporaries.ts';

export const interruptSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type InterruptSignal = (typeof interruptSignals)[number];

const temporaries = makeTemporaries();

/**
 * To be called before a file or directory is made that must not stay unless the run comes to its end: a
 * signal that ends the process removes it. The answer is to be called when it is there to stay, or gone.
 */
export function holdTemporary(temporary: Temporary): () => void {
  const link = commandLink();
  if (link !== undefined) return link.holdTemporary(temporary);
  if (temporaries.size === 0) for (const signal of interruptSignals) process.on(signal, interrupt);
  temporaries.add(temporary);
  return () => {
    // At the end of the turn: a signal that came in the meantime still ends the process.
    void signalsHandled().then(() => {
      temporaries.delete(temporary);
      if (temporaries.size === 0) for (const signal of interruptSignals) process.off(signal, interrupt);
    });
  };
}

/** Runs what a signal must not stop half-way: outputs are renamed into their places. */
export function uninterrupted<T>(action: () => T): T {
  const link = commandLink();
  return link === undefined ? action() : link.uninterrupted(action);
}

/**
 * A signal that came while code ran that does not wait for anything, and that somebody listens for, ends the
 * process now: asked before outputs are there to stay. (Node handles signals between turns of its loop alone.
 * A command with a thread of its own is ended by the main one at any time.)
 */
export async function signalsHandled(): Promise<void> {
  // The first turn may end before the loop asks for signals, the second ends after that.
  for (let turn = 0; turn < 2; turn++) await nextTurn();
}

/** Lets the event loop do what has come in. */
export function nextTurn(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}

/**
 * Removes what is temporary and ends the process as the signal does; in a thread, the thread, and the main
 * one does the rest.
 */
export function interrupt(signal: InterruptSignal): never {
  temporaries.remove();
  process.exit(interruptCode(signal));
}

/** 128 + its number, as shells have it. */
export function interruptCode(signal: InterruptSignal): number {
  return 128 + constants.signals[signal];
}

/** The signal that ended a child process, or that a Java virtual machine ended itself for. */
export function interruptOf(run: {
  readonly signal: NodeJS.Signals | null;
  readonly status: number | null;
}): InterruptSignal | undefined {
  return interruptSignals.find((signal) => run.signal === signal || run.status === interruptCode(signal));
}
