import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Diagnostic, RrvError, systemRefused } from '../diagnostics.ts';
import { exitCode } from './exit-code.ts';
import { isSystemError, type SystemError } from './files/file-access.ts';
import { reasonOf } from './files/system-reason.ts';
import type { Terminal } from './terminal.ts';
import { rrvVersion } from './version.ts';

/** Why a command did not come to its end, as plain data. */
export type Failure =
  /** `detail`: for --verbose. */
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[]; readonly detail?: string }
  | { readonly kind: 'bug'; readonly message: string; readonly stack: string };

/** Thrown where a failure comes from elsewhere. */
export class CommandFailed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super('a command failed');
    this.failure = failure;
  }
}

/** What is neither an RrvError nor said by the system is a bug. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CommandFailed) return error.failure;
  if (error instanceof RrvError)
    return { kind: 'refused', diagnostics: [error.diagnostic, ...error.further] };
  if (!(error instanceof Error)) return { kind: 'bug', message: String(error), stack: String(error) };
  const stack = error.stack ?? error.message;
  return isSystemError(error)
    ? { kind: 'refused', diagnostics: [systemRefusal(error)], detail: stack }
    : { kind: 'bug', message: error.message, stack };
}

/** What the system has refused where nothing said what that means. */
function systemRefusal(error: SystemError): Diagnostic {
  // By the time that it says so, the name of the directory is not known.
  if (error.syscall === 'uv_cwd')
    return systemRefused(
      error.code === 'ERANGE' || error.code === 'ENAMETOOLONG'
        ? 'the path of the working directory is too long'
        : 'there is no working directory any more',
      {},
    );
  const { path } = error;
  return systemRefused(`${error.syscall}: ${reasonOf(error)}`, path === undefined ? {} : { file: path });
}

/** Tells the user; returns the exit code. */
export function sayFailure(failure: Failure, args: readonly string[], terminal: Terminal): number {
  terminal.progress(undefined);
  if (failure.kind === 'bug') {
    reportBug(failure, args, terminal);
    return exitCode.bug;
  }
  for (const diagnostic of failure.diagnostics) terminal.diagnostic(diagnostic);
  if (failure.detail !== undefined) terminal.detail(failure.detail);
  return exitCode.usage;
}

const bugAddress = 'the issue tracker of rrv';

/**
 * Says how to report it, and keeps the stack trace in a file: a new one for its owner alone, as the directory may be
 * open to others, who may have put a link there or want to read the arguments.
 */
function reportBug(
  { message, stack }: Extract<Failure, { kind: 'bug' }>,
  args: readonly string[],
  out: Terminal,
): void {
  const text = [
    `rrv ${rrvVersion()}, Node ${process.versions.node}, ${process.platform} ${process.arch}`,
    `arguments: ${JSON.stringify(args)}`,
    stack,
    '',
  ].join('\n');
  const lines = [`internal error: ${message}`];
  if (out.verbosity === 'verbose') lines.push(stack);
  lines.push(`This is a bug in rrv. Please report it to ${bugAddress}, with the output of "rrv env"`);
  try {
    const file = join(tmpdir(), `rrv-crash-${process.pid}-${randomBytes(6).toString('hex')}.txt`);
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
    lines[lines.length - 1] += ` and the file ${file}.`;
  } catch {
    lines[lines.length - 1] += ` and this:\n${text}`;
  }
  process.stderr.write(`${lines.join('\n')}\n`);
}
