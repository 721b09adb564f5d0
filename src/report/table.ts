import type { InstrumentationReport, PropertySummary } from '../instrument/report.ts';
import { improvement } from './improvement.ts';
import { wrappedLines } from './wrapped-lines.ts';

/** As many without any point have lines of their own: who asks for a few wants to see each. */
const fewProperties = 5;

/**
 * The summary for people, as Table 1 of the paper: per property how many classes, methods and instructions
 * are relevant (have points) and removed (all their points are proved safe), how many of the instructions
 * left are silent for iterators of plain collections, and the improvement. Many without any point are counted
 * only. Where the table is wider than `width`, each property has lines of its own.
 */
export function summaryTable(report: InstrumentationReport, width: number): string[] {
  const isSeen = ({ instructions }: PropertySummary): boolean => instructions.relevant > 0;
  const seen = report.properties.filter(isSeen);
  const unseen = report.properties.length - seen.length;
  const shown = unseen > fewProperties ? seen : report.properties;
  const others = unseen > fewProperties ? [`${unseen} properties have no point`] : [];
  const rows = shown.map(({ name, classes, methods, instructions }) => [
    name,
    String(classes.relevant),
    String(classes.removed),
    String(methods.relevant),
    String(methods.removed),
    String(instructions.relevant),
    String(instructions.removed),
    String(instructions.silent),
    improvement(instructions.relevant, instructions.relevant - instructions.removed),
  ]);
  const head = 'property classes removed methods removed points removed silent improvement'.split(' ');
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
  );
  const lines = [head, ...rows].map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd(),
  );
  if (lines.every(({ length }) => length <= width)) return [...lines, ...others];
  return [...shown.flatMap(summaryLines), ...others].flatMap((line) => wrappedLines(line, width));
}

function summaryLines({ name, classes, methods, instructions }: PropertySummary): string[] {
  const { relevant, removed, silent } = instructions;
  return [
    name,
    `  classes ${classes.relevant}, removed ${classes.removed}`,
    `  methods ${methods.relevant}, removed ${methods.removed}`,
    `  points ${relevant}, removed ${removed}, silent ${silent}, improvement ${improvement(relevant, relevant - removed)}`,
  ];
}
