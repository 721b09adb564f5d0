import { expect, test } from 'vitest';
import { libraryProperty } from '../../../src/property/library/index.ts';
import { pointsLeft } from './points-left.ts';

/** By method: what becomes of its points of each property. */
const methods = {
  tokens: [
    'StringTokenizer t = new StringTokenizer(s); while (t.hasMoreTokens()) n += t.nextToken(",").length();',
    'removed',
  ],
  elements: [
    'StringTokenizer t = new StringTokenizer(s, " "); while (t.hasMoreElements()) t.nextElement();',
    'removed',
  ],
  unaskedTokens: ['n += new StringTokenizer(s).nextToken().length();', 'kept'],
  walked: ['StringTokenizer t = new StringTokenizer(s); all = t.asIterator(); t.nextToken();', 'kept'],
  matched: [
    'Matcher m = p.matcher(s); while (m.find()) n += m.group().length() + m.start() + m.end(1);',
    'removed',
  ],
  wrongGroup: ['Matcher m = p.matcher(s); m.find(); n += m.group(1).length();', 'kept'],
  keptMatcher: [
    'Matcher m = p.matcher(s); last = m.toMatchResult(); field = m; if (m.find()) n += m.start();',
    'kept',
  ],
  chained: ['Matcher m = p.matcher(s); if (m.find()) field = m.reset(); n += field.start();', 'kept'],
} as const;

test('tokenizers and matchers that a method keeps to itself are followed, others are not', () => {
  const text = Object.entries(methods).map(
    ([name, [body]]) => `void ${name}(Pattern p, String s) { ${body} }`,
  );
  const source = `import java.util.*; import java.util.regex.*;
      class Text { int n; Iterator<Object> all; MatchResult last; Matcher field;\n${text.join('\n')}\n}`;
  const properties = [
    libraryProperty('StringTokenizer_HasMoreElements'),
    libraryProperty('Matcher_GroupBeforeMatch'),
  ];
  const left = pointsLeft({ 'Text.java': source }, properties, Object.keys(methods));
  // One that stays says that the method is not as good as without monitors.
  const found = Object.entries(left).map(([name, points]) => [name, points === 0 ? 'removed' : 'kept']);
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(methods).map(([name, [, expected]]) => [name, expected])),
  );
});
