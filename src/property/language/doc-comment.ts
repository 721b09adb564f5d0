import type { Documentation } from '../model.ts';

/** What the documentation comment of a property says. */
export type DocTags = Partial<Omit<Documentation, 'severity' | 'reportsAtOnce'>> & {
  /** As written: the loader checks it, and the next two. */
  readonly severity?: string;
  readonly precisionText?: string;
  readonly reportText?: string;
};

const tags = [
  'severity',
  'precision',
  'report',
  'consequence',
  'group',
  'see',
  'wrong',
  'right',
  'summary',
] as const;
type Tag = (typeof tags)[number];

/**
 * Reads a documentation comment: the first paragraph is the summary; `@severity` is JavaMOP's own tag,
 * `@precision`, `@report`, `@consequence`, `@group` (names separated by commas), `@see` (the address of the API page),
 * `@wrong` and `@right` (Java code up to the next tag) are rrv's. The first address anywhere is the `url`
 * when there is no `@see`. Other tags are prose.
 */
export function docTags(comment: string): DocTags {
  const lines = comment.split(/\r\n?|\n/).map((line) => line.replace(/^[ \t]*\*? ?/, '').trimEnd());
  const prose: string[] = [];
  const values = new Map<Tag, string[]>();
  let current: string[] = prose;
  for (const line of lines) {
    const found = /^\s*@(\w+)\b ?(.*)$/.exec(line);
    const tag = tags.find((name) => name === found?.[1]);
    if (tag === undefined) current.push(line);
    else {
      current = values.get(tag) ?? [];
      values.set(tag, current);
      if (found![2] !== '') current.push(found![2]!);
    }
  }
  const text = (tag: Tag): string | undefined => {
    const joined = (values.get(tag) ?? []).join(' ').replace(/\s+/g, ' ').trim();
    return joined === '' ? undefined : joined;
  };
  const code = (tag: Tag): string | undefined => {
    const joined = (values.get(tag) ?? []).join('\n').replace(/^\n+|\s+$/g, '');
    return joined === '' ? undefined : joined;
  };
  const summary = text('summary') ?? firstParagraph(prose);
  const url = text('see') ?? /https?:\/\/[^\s<>"')]+/.exec(prose.join('\n'))?.[0];
  const groups = text('group')
    ?.split(/\s*,\s*|\s+/)
    .filter((name) => name !== '');
  return {
    ...(summary === undefined ? {} : { summary }),
    ...present('severity', text('severity')),
    ...present('precisionText', text('precision')),
    ...present('reportText', text('report')),
    ...present('consequence', text('consequence')),
    ...present('url', url),
    ...(groups === undefined ? {} : { groups }),
    ...present('wrong', code('wrong')),
    ...present('right', code('right')),
  };
}

function present<Key extends string>(key: Key, value: string | undefined): Partial<Record<Key, string>> {
  return value === undefined ? {} : ({ [key]: value } as Partial<Record<Key, string>>);
}

function firstParagraph(lines: readonly string[]): string | undefined {
  const start = lines.findIndex((line) => line.trim() !== '');
  if (start < 0) return undefined;
  const blank = lines.findIndex((line, index) => index > start && line.trim() === '');
  return lines
    .slice(start, blank < 0 ? lines.length : blank)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}
