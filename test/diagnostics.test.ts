import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from './support/repository.ts';

const source = readFileSync(join(repositoryRoot(), 'src/diagnostics.ts'), 'utf8');
const functions = [...source.matchAll(/^\/\*\*\s(?:\* )?\s*(?:\* )?(RRV_\w+)[\s\S]*?^}/gm)];

test('diagnostics are sorted by code', () => {
  const codes = functions.map(([, code]) => code);
  expect(codes.length).toBeGreaterThan(70);
  expect(codes).toEqual([...codes].sort());
});

test('each is described by the code that it has', () => {
  expect(
    functions.filter(([text, code]) => !text.includes(`code: '${code}'`)).map(([, code]) => code),
  ).toEqual([]);
});

/** `npx vitest run test/diagnostics.test.ts -u` writes the page anew. */
test('docs/diagnostics.md has all of them', async () => {
  const rows = new Map<string, string[]>();
  for (const [text, code] of functions) {
    const when = commentOf(text)
      .replace(/^RRV_\w+(?:: |, )/, '')
      // What parameters of the function are.
      .replace(/(?<=[.)]) `\w+`(?: as in|:| is| are|,).*$/, '')
      .replace(/\.$/, '');
    const severity = /severity: '(\w+)'/.exec(text)?.[1] ?? 'error or warning';
    const hint = /hint:\s*'((?:[^'\\]|\\.)*)'/.exec(text)?.[1]?.replaceAll("\\'", "'") ?? '';
    const row = `| ${[`\`${code}\``, severity, when, hint].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
    rows.set(code!, [...(rows.get(code!) ?? []), row]);
  }
  const page = [
    '# Errors and warnings',
    '',
    'What `rrv` says has a code, the place, and mostly a hint that knows more of the case than this page. Errors end the',
    'command with exit code 2, warnings leave it as it is. The page is made from src/diagnostics.ts.',
    '',
    '| Code | Severity | When | What to do, where it is always the same |',
    '|---|---|---|---|',
    ...[...rows.values()].flat(),
    '',
  ];
  await expect(page.join('\n')).toMatchFileSnapshot(join(repositoryRoot(), 'docs/diagnostics.md'));
});

/** The documentation comment that a function begins with, as one line. */
function commentOf(text: string): string {
  const comment = /^\/\*\*([\s\S]*?)\*\//.exec(text)![1]!;
  return comment
    .split('\n')
    .map((line) => line.trim().replace(/^\*\s?/, ''))
    .join(' ')
    .trim();
}
