import { isPunctuation, javaTokens } from './language/java-expression.ts';
import type { Token } from './language/java-scanner.ts';

/**
 * Whether the fields of any slice hold the same when it begins, whenever that is: the declarations give them literals, or
 * nothing. False also where that is not seen. Linear in the text.
 */
export function fieldsBeginAlike(declarations: string): boolean {
  const tokens = javaTokens(declarations);
  let depth = 0;
  let start = 0;
  for (const [at, token] of tokens.entries()) {
    // An escape may be any character.
    if (token.text === '\\') return false;
    if (isPunctuation(token, '{') || isPunctuation(token, '(')) {
      // An initialiser may do anything, and what is called.
      if (depth === 0 && (at === start || !isField(tokens.slice(start, at + 1)))) return false;
      depth++;
    }
    if (isPunctuation(token, '}') || isPunctuation(token, ')')) depth--;
    if (depth > 0) continue;
    if (isPunctuation(token, ';') && !isField(tokens.slice(start, at))) return false;
    if (isPunctuation(token, ';') || isPunctuation(token, '}')) start = at + 1;
  }
  return true;
}

/** Whether the beginning of a declaration may be that of static fields, of all slices, or of such that begin alike. */
function isField(tokens: readonly Token[]): boolean {
  const first = tokens.findIndex((token) => isPunctuation(token, '='));
  if (first < 0 || tokens.some(({ text }) => text === 'static')) return true;
  return tokens.slice(first).every(({ kind, text }, index, values) => {
    if (kind === 'operator') return /^[=,-]$/.test(text);
    const isNext = isPunctuation(values[index - 1], ',') && /^[=,]?$/.test(values[index + 1]?.text ?? '');
    return kind !== 'identifier' || /^(?:false|null|true)$/.test(text) || isNext;
  });
}
