import { type Diagnostic, propertyJavaError } from '../../diagnostics.ts';
import type { JavaSource, OriginalLine } from './java-code.ts';

/**
 * The errors in the output of javac (`path:line: error: message`, more of the message, the source line, a
 * caret, and what a name is and where it was looked for), at their places in the `.mop` files. An error in a
 * line that rrv made up is at the end of the text of the file that stands right before it, if there is one, as
 * that lacks something; else it points at the file alone, and is left out where another says the same of a place.
 * Warnings are left out.
 */
export function javaErrors(output: string, sources: readonly JavaSource[]): Diagnostic[] {
  const lines = output.split(/\r?\n/);
  const errors = lines.flatMap((line, index): Diagnostic[] => {
    const found = /^(.*\.java):(\d+): error: (.*)$/.exec(line);
    if (found === null) return [];
    const path = found[1]!.replaceAll('\\', '/');
    const source = sources.find(
      (candidate) => path === candidate.path || path.endsWith(`/${candidate.path}`),
    );
    const number = Number(found[2]);
    const own = source?.lines[number - 1];
    const original = own ?? source?.lines[number - 2];
    const caret = lines.findIndex((other, at) => at > index && /^\s*\^\s*$/.test(other));
    const hasCaret = caret > index && caret <= index + 4;
    const details = caret > index + 2 ? lines.slice(index + 1, caret - 1).map((detail) => detail.trim()) : [];
    const names = hasCaret ? reasonsBehind(lines, caret) : [];
    const offset = own === undefined ? Infinity : lines[caret]?.indexOf('^');
    const at = hasCaret && original !== undefined ? placeIn(original, offset!) : undefined;
    return [
      {
        ...propertyJavaError([found[3]!, ...details, ...names].join('; '), {
          file: source?.sourceFile ?? path,
          ...(original === undefined ? {} : { line: original.line }),
          ...(at?.column === undefined ? {} : { column: at.column }),
        }),
        ...(hasCaret ? { excerpt: at?.excerpt ?? `${lines[caret - 1]}\n${lines[caret]}` } : {}),
      },
    ];
  });
  const isPlaced = ({ where }: Diagnostic) => where?.line !== undefined;
  return errors.filter(
    (error) =>
      isPlaced(error) ||
      !errors.some(
        (other) =>
          isPlaced(other) && other.message === error.message && other.where?.file === error.where?.file,
      ),
  );
}

/**
 * `symbol: variable x` and `location: class T`, as they follow a caret, and why a class file cannot be read. The class
 * that rrv generates says nothing to anybody, nor does the path of a class file that was unpacked for javac.
 */
function reasonsBehind(lines: readonly string[], caret: number): string[] {
  const found: string[] = [];
  for (
    let at = caret + 1;
    /^ {2,}(?:(?:symbol|location|bad class file): |class file )/.test(lines[at] ?? '');
    at++
  ) {
    const text = lines[at]!.trim().replace(/\s+/g, ' ');
    if (!/^(?:location: class Body_\w+$|bad class file: )/.test(text)) found.push(text);
  }
  return found;
}

/**
 * Where a caret at `offset` of a rewritten line stands in the line as it was. What was rewritten is where the
 * text begins that was there instead.
 */
function placeIn({ text, column, kept }: OriginalLine, offset: number) {
  const before = kept.findLast(({ at }) => at <= offset);
  const found = before === undefined ? 0 : before.start + Math.min(offset - before.at, before.length);
  return {
    column: column + found,
    excerpt: `${text}\n${text.slice(0, found).replace(/[^\t]/g, ' ')}^`,
  };
}
