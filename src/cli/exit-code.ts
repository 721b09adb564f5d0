/** What the process tells its caller; scripts rely on the numbers. */
export const exitCode = {
  done: 0,
  /** Violations, more than are allowed for; traces that report something else than they say. */
  findings: 1,
  /** Wrong usage, configuration or input. */
  usage: 2,
  /** With --strict: something had to be left as it was. */
  partial: 3,
  /** A bug in rrv (EX_SOFTWARE of sysexits.h). */
  bug: 70,
} as const;
// A signal ends it with 128 and its number: interrupts.ts, command-thread.ts.
