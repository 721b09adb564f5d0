import { readFileSync } from 'node:fs';
import { argumentFile, argumentFileQuote, RrvError } from '../../diagnostics.ts';
import { failAt, type SourceText, sourceText } from '../../property/language/source-text.ts';
import { severities } from '../../property/model.ts';
import { reasonOf } from '../files/system-reason.ts';

/**
 * Replaces each `@file` by the arguments in that file, as javac does: separated by white space, with '…' and
 * "…" around those that contain any, `#` starting a comment. `@@x` is the argument `@x`. Files are not
 * nested. A severity is no file where properties are named: `--prop @error`.
 *
 * @throws RrvError RRV_ARGUMENT_FILE for a file that cannot be read, or in which a quotation mark has no
 * second one
 */
export function expandArgumentFiles(args: readonly string[]): string[] {
  return args.flatMap((argument, index) => {
    const namesProperties = /^(?:--prop|-p)$/.test(args[index - 1] ?? '');
    if (namesProperties && severity.test(argument)) return [argument];
    if (argument.startsWith('@@')) return [argument.slice(1)];
    if (!argument.startsWith('@') || argument === '@') return [argument];
    return argumentsIn(readArgumentFile(argument.slice(1), namesProperties));
  });
}

/** What `--prop` may begin with. */
const severity = new RegExp(`^@(?:${severities.join('|')})(?:,|$)`);

function readArgumentFile(file: string, mayBeSeverity: boolean): SourceText {
  try {
    return sourceText(file, readFileSync(file, 'utf8'));
  } catch (error) {
    throw new RrvError(argumentFile(reasonOf(error), mayBeSeverity, { file }));
  }
}

/** A comment, an argument (which may have `#` inside), or a quotation mark that has no second one. */
const token =
  /#[^\n]*|(?<argument>(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^\s"'#])(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^\s"'])*)|(?<unclosed>["'])/gs;
const quoted = /"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'/gs;

function argumentsIn(source: SourceText): string[] {
  const found: string[] = [];
  for (const { groups, index } of source.text.matchAll(token)) {
    const { argument, unclosed } = groups!;
    if (unclosed !== undefined) failAt(source, index, argumentFileQuote);
    if (argument !== undefined) found.push(argument.replace(quoted, withoutMarks));
  }
  return found;
}

function withoutMarks(_: string, double?: string, single?: string): string {
  return (double ?? single ?? '').replace(/\\(.)/gs, '$1');
}
