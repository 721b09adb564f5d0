import { closestNames } from '../did-you-mean.ts';
import type { Documentation } from '../model.ts';
import type { DocComment } from './java-scanner.ts';

/** What the documentation comment of a property says. */
export type DocTags = Partial<Omit<Documentation, 'severity' | 'reportsAtOnce'>> & {
  /** As written: the loader checks it, and the next two. */
  readonly severity?: string;
  readonly precisionText?: string;
  readonly reportText?: string;
};

/**
 * A tag that is none of ours, nor one that documentation comments have elsewhere; or one of ours within a line of
 * text, where a tag is none: `near` is its own name then.
 */
export interface UnknownTag {
  readonly name: string;
  readonly start: number;
  readonly near: readonly string[];
}

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
export type Tag = (typeof tags)[number];

/** One of ours behind other text of its line. The other tags are words that a sentence may have. */
const tagWithin = /\s@(severity|precision|report|consequence|group)\b/g;

/** Block tags of javadoc: prose to us. */
const javadocTags = new Set(
  `apiNote author deprecated exception hidden implNote implSpec param provides return serial serialData
  serialField since spec throws uses version`.split(/\s+/),
);

/**
 * Reads a documentation comment: the first paragraph is the summary; `@severity` is JavaMOP's own tag,
 * `@precision`, `@report`, `@consequence`, `@group` (names separated by commas), `@see` (the address of the API page),
 * `@wrong` and `@right` (Java code up to the next tag) are rrv's. The first address anywhere is the `url`
 * when there is no `@see`. Other tags are prose; those that nobody knows are told. `starts`: the offset of each tag.
 */
export function docTags(comment: DocComment): {
  readonly tags: DocTags;
  readonly starts: ReadonlyMap<Tag, number>;
  readonly unknown: readonly UnknownTag[];
} {
  const prose: string[] = [];
  const values = new Map<Tag, string[]>();
  const starts = new Map<Tag, number>();
  const unknown: UnknownTag[] = [];
  let current: string[] = prose;
  let isCode = false;
  for (const { raw, start } of linesOf(comment)) {
    const line = raw.replace(/^[ \t]*\*? ?/, '').trimEnd();
    const found = /^\s*@(\w+)\b ?(.*)$/.exec(line);
    const tag = tags.find((name) => name === found?.[1]);
    if (!isCode || tag !== undefined)
      for (const { 1: name, index } of raw.matchAll(tagWithin))
        if (!/^[\s*]*$/.test(raw.slice(0, index)))
          unknown.push({ name: name!, start: start + raw.indexOf('@', index), near: [name!] });
    if (tag === undefined) {
      current.push(line);
      const other = found?.[1];
      if (other === undefined || javadocTags.has(other)) continue;
      const near = closestNames(other, tags);
      // In code it may be an annotation.
      if (!isCode || (near.length > 0 && /^\p{Ll}/u.test(other)))
        unknown.push({ name: other, start: start + raw.indexOf('@'), near });
    } else {
      isCode = tag === 'wrong' || tag === 'right';
      if (!starts.has(tag)) starts.set(tag, start + raw.indexOf('@'));
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
  const read: DocTags = {
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
  return { tags: read, starts, unknown };
}

/** What licences say of themselves. */
const licence = /\bcopyright\b|\bSPDX-License-Identifier\b|\blicensed (to|under)\b|\ball rights reserved\b/i;

/** Whether a comment at the beginning of a file is its licence, and says nothing of the property. */
export function isLicence(comment: DocComment): boolean {
  return licence.test(comment.text.replace(/[\s*]+/g, ' ')) && docTags(comment).starts.size === 0;
}

/** The lines between the comment's marks, with their offsets in the file. */
function* linesOf({ text, start }: DocComment): Generator<{ readonly raw: string; readonly start: number }> {
  let offset = start + '/**'.length;
  // Every second part is a line end.
  for (const [index, part] of text.split(/(\r\n?|\n)/).entries()) {
    if (index % 2 === 0) yield { raw: part, start: offset };
    offset += part.length;
  }
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
