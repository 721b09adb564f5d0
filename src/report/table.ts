import type { InstrumentationReport } from '../instrument/report.ts';

/**
 * The summary for people, as Table 1 of the paper: per property how many classes, methods and instructions
 * are relevant (have points) and removed (all their points are proved safe), how many of the instructions left are silent for
 * iterators of plain collections, and the improvement.
 */
export function summaryTable(report: InstrumentationReport): string[] {
  const rows = report.properties.map(({ name, classes, methods, instructions }) => [
    name,
    String(classes.relevant),
    String(classes.removed),
    String(methods.relevant),
    String(methods.removed),
    String(instructions.relevant),
    String(instructions.removed),
    String(instructions.silent),
    instructions.improvement.toFixed(2),
  ]);
  const head = 'property classes removed methods removed points removed silent improvement'.split(' ');
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
  );
  return [head, ...rows].map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd(),
  );
}
