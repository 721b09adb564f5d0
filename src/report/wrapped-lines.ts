/**
 * The lines of a text, broken at blanks so that none has more than `width` characters, but for words that are
 * longer. What a line goes on with is indented by two more than the line. Linear.
 */
export function wrappedLines(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    if (line.length <= width) return [line];
    const indent = ' '.repeat(line.search(/\S|$/));
    const lines: string[] = [];
    let current = indent;
    let margin = indent;
    for (const word of line.trim().split(/ +/)) {
      if (current !== margin && current.length + 1 + word.length > width) {
        lines.push(current);
        margin = `${indent}  `;
        current = margin;
      }
      current += current === margin ? word : ` ${word}`;
    }
    return [...lines, current];
  });
}
