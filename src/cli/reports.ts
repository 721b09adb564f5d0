import { dirname, resolve } from 'node:path';
import { RrvError, reportFormatUnknown, usage } from '../diagnostics.ts';
import type { InstrumentationReport } from '../instrument/report.ts';
import { closestNames } from '../property/did-you-mean.ts';
import type { Property } from '../property/model.ts';
import { csvReport } from '../report/csv.ts';
import { htmlReport } from '../report/html.ts';
import { jsonReport } from '../report/json.ts';
import { sarifReport } from '../report/sarif.ts';
import { summaryTable } from '../report/table.ts';
import { checkDirectory } from './targets.ts';
import type { Terminal } from './terminal.ts';
import type { Transaction } from './transaction.ts';

type Renderer = (report: InstrumentationReport, properties: readonly Property[]) => string;

const renderers: ReadonlyMap<string, Renderer> = new Map<string, Renderer>([
  ['html', htmlReport],
  ['json', jsonReport],
  ['csv', csvReport],
  ['sarif', sarifReport],
]);

/** One `--report FORMAT=PATH`. */
export interface ReportTarget {
  readonly render: Renderer;
  /** `-`: stdout. */
  readonly path: string;
}

/** Reads the `--report` options and checks that the files can be written. */
export function reportTargets(values: readonly string[]): ReportTarget[] {
  const targets = values.map((value): ReportTarget => {
    const [, format, path] = /^([^=]*)=(.+)$/s.exec(value) ?? [];
    if (format === undefined || path === undefined)
      throw new RrvError(usage(`--report ${value}: FORMAT=PATH is meant, such as html=report.html`));
    const render = renderers.get(format);
    const known = [...renderers.keys()];
    if (render === undefined)
      throw new RrvError(reportFormatUnknown(format, known, closestNames(format, known)[0]));
    if (path !== '-') checkDirectory(dirname(resolve(path)), path);
    return { render, path };
  });
  const files = targets.map(({ path }) => resolve(path));
  if (new Set(files).size < files.length) throw new RrvError(usage('two reports have the same path'));
  return targets;
}

/** Writes the reports that were asked for, and the summary for people. */
export async function writeReports(
  targets: readonly ReportTarget[],
  report: InstrumentationReport,
  properties: readonly Property[],
  outputs: Transaction,
): Promise<void> {
  for (const { render, path } of targets)
    if (path !== '-') await outputs.file(path, [Buffer.from(render(report, properties))]);
}

/** What goes to stdout and stderr once all is done. */
export function printReports(
  targets: readonly ReportTarget[],
  report: InstrumentationReport,
  properties: readonly Property[],
  json: boolean,
  terminal: Terminal,
): void {
  for (const line of summaryTable(report)) terminal.say(line);
  for (const { render, path } of targets) if (path === '-') terminal.data(render(report, properties));
  if (json) terminal.data(jsonReport(report));
}
