import { type Diagnostic, propertyInvalid, propertyTagUnknown } from '../../diagnostics.ts';
import { closestNames } from '../did-you-mean.ts';
import { type Documentation, severities } from '../model.ts';
import { docTags, type Tag } from './doc-comment.ts';
import type { LoadedEvent } from './load-event.ts';
import { diagnosticAt, failAt } from './source-text.ts';
import type { SpecificationSyntax } from './syntax.ts';
import type { TokenCursor } from './token-cursor.ts';

/**
 * What the comment of a property says about it. Throws RrvError(propertyInvalid); tags that are not known are
 * warnings.
 */
export function documentationOf(
  cursor: TokenCursor,
  specification: SpecificationSyntax,
  warnings: Diagnostic[],
): Documentation {
  const comment = specification.docComment;
  const { tags, starts, unknown } =
    comment === undefined ? { tags: {}, starts: new Map(), unknown: [] } : docTags(comment);
  const { severity, precisionText, reportText, groups, summary, ...rest } = tags;
  for (const { name, start, near } of unknown)
    warnings.push(diagnosticAt(cursor.source, start, (where) => propertyTagUnknown(name, near, where)));
  const chosen = <Value extends string>(
    text: string | undefined,
    allowed: readonly Value[],
    tag: Tag,
  ): Value | undefined => {
    if (text === undefined) return undefined;
    const word = text.toLowerCase().split(/\s/)[0]!;
    const found = allowed.find((value) => value === word);
    if (found === undefined || /\s/.test(text))
      failAt(cursor.source, starts.get(tag)!, (where) =>
        propertyInvalid(
          `@${tag} ${text} of ${specification.name.text} is not one of ${allowed.join(', ')}`,
          where,
          found === undefined
            ? `Write @${tag} ${closestNames(word, allowed)[0] ?? allowed[0]}.`
            : `Write @${tag} ${found} alone, and the text before the tags.`,
        ),
      );
    return found;
  };
  const precision = chosen(precisionText, ['high', 'medium', 'low'] as const, 'precision');
  const report = chosen(reportText, ['immediately', 'finally'] as const, 'report');
  return {
    summary: summary ?? `Specification ${specification.name.text} has been violated.`,
    severity: chosen(severity, severities, 'severity') ?? 'warning',
    ...(precision === undefined ? {} : { precision }),
    ...(report === 'immediately' ? { reportsAtOnce: true as const } : {}),
    ...rest,
    groups: groups ?? [],
  };
}

/** JavaMOP's published files log the address of their documentation, when the comment has none. */
export function withLoggedUrl(documentation: Documentation, loaded: readonly LoadedEvent[]): Documentation {
  const url = documentation.url ?? loaded.flatMap(({ meaning }) => meaning.urls)[0];
  return url === undefined ? documentation : { ...documentation, url };
}
