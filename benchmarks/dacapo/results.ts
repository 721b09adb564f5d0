import { improvement } from '../../src/report/improvement.ts';
import type { Variant } from './measure.ts';
import { paperRow } from './paper-figures.ts';
import type { Summary } from './statistics.ts';
import { type Relevance, type TableRow, thousands } from './table.ts';

export interface TimeRow {
  readonly program: string;
  readonly variant: Variant;
  /** Milliseconds of the last (warm) iteration. */
  readonly time: Summary;
  /** Processor milliseconds of the same iteration, all threads: less disturbed by what else the machine does. */
  readonly processor?: Summary;
  /** Milliseconds of the first iteration. */
  readonly cold: Summary;
  /** Bytes in use after a forced collection; absent where it is not measured. */
  readonly heap?: Summary;
  readonly nonHeap?: Summary;
}

export interface Results {
  readonly machine: string;
  readonly jdk: string;
  readonly size: string;
  readonly iterations: number;
  readonly table: readonly TableRow[];
  readonly times: readonly TimeRow[];
  /** What was not run, and why. */
  readonly notes: readonly string[];
}

const tableHeader = [
  ...[
    'program',
    'property',
    'figures',
    'classes Rel',
    'Nop',
    'methods Rel',
    'Nop',
    'instr. Rel',
    'Nop',
    'Imp',
  ],
  ...['events RV', 'RRV', 'Imp', 'violations RV', 'RRV'],
];

/** Table 1 as rows of text: for each program and property the paper's figures, then ours per analysis and scope. */
export function tableLines(rows: readonly TableRow[]): string[][] {
  const lines = [tableHeader];
  let before = '';
  for (const row of rows) {
    const paper = paperRow(row.program, row.property);
    const group = `${row.program} ${row.property}`;
    if (group !== before && paper !== undefined)
      lines.push([
        ...[row.program, row.property, "the paper's"],
        ...[...paper.classes, ...paper.methods].map(String),
        ...paper.instructions,
        ...paper.events,
        ...['', ''],
      ]);
    before = group;
    const dynamic =
      row.events === undefined
        ? ['', '', '']
        : [thousands(row.events.rv), thousands(row.events.rrv), improvement(row.events.rv, row.events.rrv)];
    const violations =
      row.violations === undefined
        ? ['', '']
        : [String(row.violations.rv), `${row.violations.rrv}${row.violations.same ? '' : ' DIFFER'}`];
    lines.push([
      row.program,
      row.property,
      `${row.analysis}, own jar`,
      ...counts(row.own),
      '',
      '',
      '',
      '',
      '',
    ]);
    lines.push([
      ...[row.program, row.property, `${row.analysis}, + libraries`],
      ...counts(row.withLibraries),
      ...dynamic,
      ...violations,
    ]);
  }
  return lines;
}

function counts({ classes, methods, instructions: [relevant, removed] }: Relevance): string[] {
  const numbers = [...classes, ...methods, relevant, removed].map(String);
  return [...numbers, improvement(relevant, relevant - removed)];
}

/** Figure 6 as rows of text. */
export function timeLines(rows: readonly TimeRow[]): string[][] {
  const lines = [
    [
      'program',
      'variant',
      'runs',
      'time ms mean',
      'sd',
      'median',
      'x plain',
      'processor ms median',
      'x plain',
      'cold ms median',
      'heap MB mean',
      'sd',
      'non-heap MB mean',
    ],
  ];
  for (const row of rows) {
    const plain = rows.find((other) => other.program === row.program && other.variant === 'plain');
    lines.push([
      ...[row.program, row.variant, String(row.time.runs)],
      ...[row.time.mean, row.time.deviation, row.time.median].map((value) => value.toFixed(0)),
      ratio(row.time, plain?.time),
      row.processor?.median.toFixed(0) ?? '',
      ratio(row.processor, plain?.processor),
      row.cold.median.toFixed(0),
      ...[row.heap?.mean, row.heap?.deviation, row.nonHeap?.mean].map(megabytes),
    ]);
  }
  return lines;
}

function ratio(of: Summary | undefined, to: Summary | undefined): string {
  return of === undefined || to === undefined ? '' : (of.median / to.median).toFixed(2);
}

function megabytes(bytes: number | undefined): string {
  return bytes === undefined ? '' : (bytes / 1e6).toFixed(1);
}

/** Columns aligned for a terminal: words to the left, numbers to the right. */
export function aligned(lines: readonly string[][], wordColumns: number): string {
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) =>
          column < wordColumns ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A Markdown table, for RESULTS.md. */
export function markdown([header = [], ...rows]: readonly string[][], wordColumns: number): string {
  const rule = header.map((_, column) => (column < wordColumns ? '---' : '--:'));
  return [header, rule, ...rows].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** RFC 4180. */
export function csv(lines: readonly string[][]): string {
  const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return lines.map((line) => `${line.map(quoted).join(',')}\r\n`).join('');
}
