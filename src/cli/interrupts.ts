import { constants } from 'node:os';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type InterruptSignal = (typeof signals)[number];

const cleanUps = new Set<() => void>();

/**
 * While this holds, a signal that ends the process runs `cleanUp` first. Node handles signals between turns of its loop alone. The answer
 * stops it: at the end of the turn, so that a signal that came in the meantime still ends the process.
 */
export function onInterrupt(cleanUp: () => void): () => void {
  if (cleanUps.size === 0) for (const signal of signals) process.on(signal, interrupt);
  cleanUps.add(cleanUp);
  return () => {
    const stop = (): void => {
      cleanUps.delete(cleanUp);
      if (cleanUps.size === 0) for (const signal of signals) process.off(signal, interrupt);
    };
    void signalsHandled().then(stop);
  };
}

/**
 * A signal that came while code ran that does not wait for anything, and that somebody listens for, ends the process now: asked before
 * outputs are there to stay.
 */
export async function signalsHandled(): Promise<void> {
  // The first turn may end before the loop asks for signals, the second ends after that.
  for (let turn = 0; turn < 2; turn++) await nextTurn();
}

export function nextTurn(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}

/** Cleans up and ends the process as the signal does: 128 + its number, as shells have it. */
export function interrupt(signal: InterruptSignal): never {
  for (const cleanUp of [...cleanUps].reverse()) cleanUp();
  process.exit(128 + constants.signals[signal]);
}

/** The signal that ended a child process, or that a Java virtual machine ended itself for. */
export function interruptOf(run: {
  readonly signal: NodeJS.Signals | null;
  readonly status: number | null;
}): InterruptSignal | undefined {
  return signals.find((signal) => run.signal === signal || run.status === 128 + constants.signals[signal]);
}
