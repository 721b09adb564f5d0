/** What the process tells its caller; scripts rely on the numbers. */
export const exitCode = {
  done: 0,
  /** Findings, or a threshold that was not met. */
  findings: 1,
  /** Wrong usage, configuration or input. */
  usage: 2,
  /** With --strict: something had to be left as it was. */
  partial: 3,
  /** As `kill -2` would: 128 + SIGINT. */
  interrupted: 130,
  /** A bug in rrv (EX_SOFTWARE of sysexits.h). */
  bug: 70,
} as const;
