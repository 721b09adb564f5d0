import { toBinaryName } from '../classfile/descriptors.ts';
import type { Diagnostic, Place } from '../diagnostics.ts';
import { oneLine, visibleText } from '../report/visible-text.ts';

export type Verbosity = 'quiet' | 'normal' | 'verbose';

export interface TerminalOptions {
  readonly verbosity: Verbosity;
  /** undefined: colour if the stream is a terminal that wants it. */
  readonly color?: boolean | undefined;
}

/** What rrv says. Data goes to stdout, everything else to stderr. */
export interface Terminal {
  readonly verbosity: Verbosity;
  data(text: string): void;
  /** A line of talk, not with --quiet. */
  say(line: string): void;
  /** A line of talk with --verbose only. */
  detail(line: string): void;
  diagnostic(diagnostic: Diagnostic): void;
  /** Columns of the terminal that shows what `data` tells; Infinity where none does. */
  readonly dataColumns: number;
  /** The same for `say` and the others. */
  readonly talkColumns: number;
  /** Whether anybody sees `progress`. */
  readonly showsProgress: boolean;
  /** A line that replaces the one before, on a terminal only. undefined: removes it. */
  progress(line: string | undefined): void;
}

const style = { error: '31;1', warning: '33;1', hint: '2' } as const;

/** The number of columns that COLUMNS asks for. */
export function askedColumns({ COLUMNS }: NodeJS.ProcessEnv): number | undefined {
  return /^[1-9]\d*$/.test(COLUMNS ?? '') ? Number(COLUMNS) : undefined;
}

/** `environment`: of it, COLUMNS, TERM, FORCE_COLOR and NO_COLOR count. */
export function terminal(
  options: TerminalOptions,
  stdout: NodeJS.WriteStream,
  stderr: NodeJS.WriteStream,
  environment: NodeJS.ProcessEnv,
): Terminal {
  const { verbosity } = options;
  const isTerminal = stderr.isTTY === true && environment.TERM !== 'dumb';
  const hasColor = options.color ?? forcedColor(environment) ?? (isTerminal && !environment.NO_COLOR);
  const paint = (kind: keyof typeof style, text: string): string =>
    hasColor ? `\u001b[${style[kind]}m${text}\u001b[0m` : text;
  /** What has been advised already: with many archives, the same is not said for each. */
  const hinted = new Set<string>();
  let progressShown = false;
  function clearProgress(): void {
    if (progressShown) stderr.write('\r\u001b[K');
    progressShown = false;
  }
  function line(text: string): void {
    clearProgress();
    stderr.write(`${text}\n`);
  }
  const showsProgress = isTerminal && verbosity !== 'quiet';
  // What is read by programs, or kept, has one line for each thing.
  const columnsOf = ({ isTTY, columns }: NodeJS.WriteStream): number =>
    isTTY === true ? (askedColumns(environment) ?? columns ?? Infinity) : Infinity;
  return {
    verbosity,
    dataColumns: columnsOf(stdout),
    talkColumns: columnsOf(stderr),
    showsProgress,
    data(text) {
      clearProgress();
      // Elsewhere it is read by programs, as it is.
      const shown = stdout.isTTY === true ? visibleText(text) : text;
      stdout.write(shown.endsWith('\n') ? shown : `${shown}\n`);
    },
    say(text) {
      if (verbosity !== 'quiet') line(visibleText(text));
    },
    detail(text) {
      if (verbosity === 'verbose') line(visibleText(text));
    },
    diagnostic(diagnostic) {
      if (verbosity === 'quiet' && diagnostic.severity !== 'error') return;
      // What comes behind a line feed in it does not look like a diagnostic of its own.
      const message = visibleText(diagnostic.message).replaceAll('\n', '\n    ');
      line(`${paint(diagnostic.severity, `${diagnostic.severity} ${diagnostic.code}`)}: ${message}`);
      const place = oneLine(describePlace(diagnostic.where));
      // Some messages begin with it. (What else a short name is part of says nothing: `file` of `no such file`.)
      if (place !== '' && !diagnostic.message.startsWith(`${place} `)) line(`  at ${place}`);
      if (diagnostic.excerpt !== undefined)
        for (const excerptLine of diagnostic.excerpt.split('\n')) line(`    ${visibleText(excerptLine)}`);
      if (diagnostic.hint === undefined || hinted.has(diagnostic.hint)) return;
      hinted.add(diagnostic.hint);
      line(paint('hint', `  ${visibleText(diagnostic.hint)}`));
    },
    progress(text) {
      if (!showsProgress) return;
      clearProgress();
      if (text === undefined) return;
      stderr.write(oneLine(text).slice(0, Math.max(20, (stderr.columns ?? 80) - 1)));
      progressShown = true;
    },
  };
}

/** `app.jar@lib/x.jar@a/B.class, method m()V`. */
function describePlace(where: Place | undefined): string {
  if (where === undefined) return '';
  const file = fullEntry(where);
  const parts: string[] = [];
  if (file !== undefined)
    parts.push([file, where.line, where.column].filter((part) => part !== undefined).join(':'));
  if (where.className !== undefined && !(file ?? '').includes(`${where.className}.class`))
    parts.push(`class ${toBinaryName(where.className)}`);
  if (where.method !== undefined) parts.push(`method ${where.method}${where.descriptor ?? ''}`);
  return parts.join(', ');
}

/** `entry` may already name the file that it is in. */
function fullEntry({ file, entry }: Place): string | undefined {
  if (file === undefined || entry === undefined) return entry ?? file;
  return entry.startsWith(`${file}@`) ? entry : `${file}@${entry}`;
}

/** What FORCE_COLOR says, as Node takes it: machines that build set it, whose logs are no terminals. */
function forcedColor({ FORCE_COLOR: value }: NodeJS.ProcessEnv): boolean | undefined {
  return value === undefined || value === '' ? undefined : !/^(?:0|false)$/.test(value);
}
