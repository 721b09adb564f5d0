import { readFileSync } from 'node:fs';
import { argumentFile, RrvError } from '../diagnostics.ts';
import { severities } from '../property/model.ts';
import { reasonOf } from './file-access.ts';

/**
 * Replaces each `@file` by the arguments in that file, as javac does: separated by white space, with '…' and
 * "…" around those that contain any, `#` starting a comment. `@@x` is the argument `@x`. Files are not nested. A severity is no file where
 * properties are named: `--prop @error`.
 */
export function expandArgumentFiles(args: readonly string[]): string[] {
  return args.flatMap((argument, index) => {
    if (severity.test(argument) && /^(?:--prop|-p)$/.test(args[index - 1] ?? '')) return [argument];
    if (argument.startsWith('@@')) return [argument.slice(1)];
    if (!argument.startsWith('@') || argument === '@') return [argument];
    const file = argument.slice(1);
    try {
      return argumentsIn(readFileSync(file, 'utf8'));
    } catch (error) {
      throw new RrvError(argumentFile(reasonOf(error), { file }));
    }
  });
}

/** What `--prop` may begin with. */
const severity = new RegExp(`^@(?:${severities.join('|')})(?:,|$)`);

function argumentsIn(text: string): string[] {
  const found: string[] = [];
  const token =
    /#[^\n]*|((?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^\s"'#])(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^\s"'])*)/g;
  for (const match of text.matchAll(token))
    if (match[1] !== undefined)
      found.push(
        match[1].replace(/"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'/g, (_, double?: string, single?: string) =>
          (double ?? single ?? '').replace(/\\(.)/g, '$1'),
        ),
      );
  return found;
}
