import type { InstrumentationReport, PropertySummary } from '../instrument/report.ts';

/** As many without any point have lines of their own: who asks for a few wants to see each. */
const fewProperties = 5;

/**
 * The summary for people, as Table 1 of the paper: per property how many classes, methods and instructions
 * are relevant (have points) and removed (all their points are proved safe), how many of the instructions
 * left are silent for iterators of plain collections, and the improvement. Many without any point are counted
 * only.
 */
export function summaryTable(report: InstrumentationReport): string[] {
  const isSeen = ({ instructions }: PropertySummary): boolean => instructions.relevant > 0;
  const seen = report.properties.filter(isSeen);
  const unseen = report.properties.length - seen.length;
  const rows = (unseen > fewProperties ? seen : report.properties).map(
    ({ name, classes, methods, instructions }) => [
      name,
      String(classes.relevant),
      String(classes.removed),
      String(methods.relevant),
      String(methods.removed),
      String(instructions.relevant),
      String(instructions.removed),
      String(instructions.silent),
      instructions.improvement.toFixed(2),
    ],
  );
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
  return unseen > fewProperties ? [...lines, `${unseen} properties have no point`] : lines;
}
