import fc from 'fast-check';
import { expect, test } from 'vitest';
import { javaTokens, withoutParentheses } from '../../src/property/language/java-expression.ts';
import { processorTime } from '../support/processor-time.ts';

/** What is left of an expression. */
function inside(text: string): string {
  const tokens = javaTokens(text);
  const { from, to } = withoutParentheses({ tokens, from: 0, to: tokens.length });
  return tokens
    .slice(from, to)
    .map((token) => token.text)
    .join('');
}

test.each([
  ['a', 'a'],
  ['((a))', 'a'],
  ['((a)(b))', '(a)(b)'],
  ['(a)(b)', '(a)(b)'],
  ['(())', ''],
  ['((a)', '((a)'],
  ['(a))', '(a))'],
  [')a(', ')a('],
])('parentheses that enclose all of %s', (text, left) => {
  expect(inside(text)).toBe(left);
});

/** One pair after the other: the first parenthesis is closed by the last one. */
function oneByOne(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0)
      return at > 0 && at === text.length - 1 && text[0] === '(' ? oneByOne(text.slice(1, -1)) : text;
  }
  return text;
}

test('as many as are taken away one by one', () => {
  const texts = fc.string({ unit: fc.constantFrom('(', ')', 'a', '+'), maxLength: 12 });
  fc.assert(
    fc.property(texts, (text) => {
      // Two names in a row would be one token, with the same text.
      expect(inside(text)).toBe(oneByOne(text));
    }),
    { numRuns: 5000 },
  );
});

test('20,000 of them take no time', () => {
  const text = `${'('.repeat(20_000)}a${')'.repeat(20_000)}`;
  const tokens = javaTokens(text);
  const started = processorTime();
  expect(withoutParentheses({ tokens, from: 0, to: tokens.length })).toMatchObject({
    from: 20_000,
    to: 20_001,
  });
  expect(processorTime() - started).toBeLessThan(300);
});
