import {
  type Diagnostic,
  outputUnwritable,
  RrvError,
  reportFormatUnknown,
  usage,
} from '../../diagnostics.ts';
import type { InstrumentationReport } from '../../instrument/report.ts';
import { closestNames } from '../../property/did-you-mean.ts';
import type { Property } from '../../property/model.ts';
import { csvReport } from '../../report/csv.ts';
import { htmlReport } from '../../report/html.ts';
import { jsonReport } from '../../report/json.ts';
import { sarifReport } from '../../report/sarif.ts';
import { summaryTable } from '../../report/table.ts';
import { statusOf } from '../files/file-access.ts';
import { realPath } from '../files/real-path.ts';
import type { Terminal } from '../terminal.ts';
import { checkDirectory } from './targets.ts';
import type { Transaction } from './transaction.ts';

/** What a format makes of a report, in parts: all of them may be more than a string can hold. */
type Renderer<Content extends readonly unknown[]> = (...content: Content) => Generator<string>;

/** Characters that are written at once, at least. */
const enough = 1 << 20;

/** The formats of `--report`, by name: those of all commands, and `Further` ones. */
export type Formats<Content extends readonly unknown[], Further extends string = never> = Readonly<
  Record<'html' | 'json' | 'csv' | 'sarif' | Further, Renderer<Content>>
>;

type InstrumentationContent = readonly [InstrumentationReport, readonly Property[]];

/** Of `instrument` and `analyze`. */
export const instrumentationFormats: Formats<InstrumentationContent> = {
  html: htmlReport,
  json: jsonReport,
  csv: csvReport,
  sarif: sarifReport,
};

/** One `--report FORMAT=PATH`. */
export interface ReportTarget<Content extends readonly unknown[]> {
  readonly render: Renderer<Content>;
  /** `-`: stdout. */
  readonly path: string;
}

/**
 * Reads the `--report` options and checks that the files can be written. `printsJson`: `--json` prints one on
 * stdout, too.
 */
export function reportTargets<Content extends readonly unknown[]>(
  values: readonly string[],
  formats: Formats<Content>,
  printsJson: boolean,
): ReportTarget<Content>[] {
  const renderers = new Map<string, Renderer<Content>>(Object.entries(formats));
  const targets = values.map((value): ReportTarget<Content> => {
    const [, format, path] = /^([^=]*)=(.+)$/s.exec(value) ?? [];
    if (format === undefined || path === undefined)
      throw new RrvError(usage(`--report ${value}: FORMAT=PATH is meant, such as html=report.html`));
    const render = renderers.get(format);
    if (render === undefined) throw new RrvError(formatUnknown(format, [...renderers.keys()]));
    if (path !== '-') checkFile(path);
    return { render, path };
  });
  if (printsJson && targets.some(({ path }) => path === '-'))
    throw new RrvError(usage('--json and a --report to -: one of them can be on stdout'));
  const files = targets.map(({ path }) => (path === '-' ? path : realPath(path, outputUnwritable)));
  if (new Set(files).size < files.length)
    throw new RrvError(usage('two reports would be written to the same file'));
  return targets;
}

function formatUnknown(format: string, known: readonly string[]): Diagnostic {
  // `html` is spelt nearly so, and is not meant.
  const near = /^xml$/i.test(format)
    ? known.find((name) => name === 'junit')
    : closestNames(format, known)[0];
  return reportFormatUnknown(format, known, near);
}

/** Whether a file can be written at the path: said before the work and not behind it. */
function checkFile(path: string): void {
  if (statusOf(path, outputUnwritable)?.isDirectory() === true)
    throw new RrvError(outputUnwritable('it is a directory', { file: path }));
  checkDirectory(path);
}

/** Writes the reports that were asked for. */
export async function writeReports<Content extends readonly unknown[]>(
  targets: readonly ReportTarget<Content>[],
  content: Content,
  outputs: Transaction,
): Promise<void> {
  for (const { render, path } of targets)
    if (path !== '-') await outputs.file(path, bytesOf(render(...content)));
}

function* bytesOf(parts: Iterable<string>): Generator<Uint8Array> {
  for (const text of inLargerParts(parts)) yield Buffer.from(text);
}

/** The same text in parts of many lines each. */
function* inLargerParts(parts: Iterable<string>): Generator<string> {
  let text = '';
  for (const part of parts) {
    text += part;
    if (text.length < enough || !part.endsWith('\n')) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

/** Prints a report on stdout. */
export function printReport(parts: Iterable<string>, terminal: Terminal): void {
  for (const text of inLargerParts(parts)) terminal.data(text);
}

/** Those that go to stdout, once all is done. */
export function printReports<Content extends readonly unknown[]>(
  targets: readonly ReportTarget<Content>[],
  content: Content,
  terminal: Terminal,
): void {
  for (const { render, path } of targets) if (path === '-') printReport(render(...content), terminal);
}

/** What `instrument` and `analyze` say at the end. */
export function printInstrumentation(
  targets: readonly ReportTarget<InstrumentationContent>[],
  content: InstrumentationContent,
  json: boolean,
  terminal: Terminal,
): void {
  const [report] = content;
  for (const line of summaryTable(report, terminal.talkColumns)) terminal.say(line);
  printReports(targets, content, terminal);
  if (json) printReport(jsonReport(report), terminal);
}
