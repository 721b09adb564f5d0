import { type Diagnostic, type Place, RrvError } from '../../diagnostics.ts';

/** The text of one `.mop` file and the way from an offset to the line and column that people use. */
export interface SourceText {
  readonly file: string;
  readonly text: string;
  /** Offset of the first character of each line. */
  readonly lineStarts: readonly number[];
}

/** A byte order mark in front is no character of the file. */
export function sourceText(file: string, content: string): SourceText {
  const text = content.startsWith('\uFEFF') ? content.slice(1) : content;
  const lineStarts = [0];
  for (let offset = 0; offset < text.length; offset++) {
    const character = text.charCodeAt(offset);
    // A carriage return before a line feed belongs to the same line end.
    if (character === 10 || (character === 13 && text.charCodeAt(offset + 1) !== 10))
      lineStarts.push(offset + 1);
  }
  return { file, text, lineStarts };
}

/** Line and column, both 1-based, of an offset. O(log lines). */
export function placeOf(source: SourceText, offset: number): Place & { line: number; column: number } {
  let low = 0;
  let high = source.lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (source.lineStarts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return { file: source.file, line: low + 1, column: offset - source.lineStarts[low]! + 1 };
}

/** The source line of an offset and a line with a caret under its column. Long lines are cut around the caret. */
function excerptAt(source: SourceText, offset: number): string {
  const { line, column } = placeOf(source, offset);
  const start = source.lineStarts[line - 1]!;
  const end = source.lineStarts[line] ?? source.text.length;
  const whole = source.text.slice(start, end).replace(/[\r\n]+$/, '');
  const from = Math.max(0, column - 1 - 80);
  const shown = whole.slice(from, from + 160);
  // Tabs stay tabs in the caret line, so that the caret stands below its character at any tab width.
  const indent = shown.slice(0, column - 1 - from).replace(/[^\t]/g, ' ');
  return `${shown}\n${indent}^`;
}

/** Throws the diagnostic that `create` makes for the place of `offset`, with the excerpt. */
export function failAt(source: SourceText, offset: number, create: (where: Place) => Diagnostic): never {
  throw new RrvError(diagnosticAt(source, offset, create));
}

/** The diagnostic that `create` makes for the place of `offset`, with the excerpt. */
export function diagnosticAt(
  source: SourceText,
  offset: number,
  create: (where: Place) => Diagnostic,
): Diagnostic {
  return { ...create(placeOf(source, offset)), excerpt: excerptAt(source, offset) };
}
