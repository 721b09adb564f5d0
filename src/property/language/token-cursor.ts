import { propertyInvalid, propertyLimit, propertySyntax } from '../../diagnostics.ts';
import type { Token, Tokens } from './java-scanner.ts';
import type { LanguageLimits } from './limits.ts';
import { failAt, type SourceText } from './source-text.ts';

/** A reader over a range of tokens. All parsers of the language share one, so that errors know their place. */
export interface TokenCursor {
  readonly source: SourceText;
  readonly limits: LanguageLimits;
  /** The token `ahead` places further, 0 the next one; the end token at and beyond the end of the range. */
  peek(ahead?: number): Token;
  next(): Token;
  /** Index of the next token in the file's list. */
  readonly position: number;
  /** Text between two offsets of the file. */
  textBetween(start: number, end: number): string;
  /** True when the next tokens spell `text` without a gap. Takes nothing. */
  sees(text: string): boolean;
  /** Takes `text` if the next tokens spell it without a gap. */
  accept(text: string): Token | undefined;
  expect(text: string, context: string): Token;
  identifier(what: string): Token;
  fail(what: string, hint: string, at?: Token): never;
  /** Runs a nested parser one level deeper. @throws RrvError(propertyLimit) beyond `nestingDepth` */
  nested<T>(parse: () => T): T;
  /** A cursor over the tokens from `start` up to and excluding `end` (indices in the file's list). */
  range(start: number, end: number): TokenCursor;
}

/** A cursor over the tokens from `start` up to and excluding `end`; all of the file by default. */
export function tokenCursor(
  file: Tokens,
  limits: LanguageLimits,
  start = 0,
  end = file.tokens.length - 1,
): TokenCursor {
  const { source, tokens } = file;
  // What stands behind the range is where an error about its end points.
  const last = tokens[end]!;
  const stop: Token = { kind: 'end', text: '', start: last.start, end: last.start };
  let position = start;
  let depth = 0;

  const peek = (ahead = 0): Token => (position + ahead < end ? tokens[position + ahead]! : stop);
  const lengthOf = (text: string): number => {
    let count = 0;
    let matched = 0;
    while (matched < text.length) {
      const token = peek(count);
      if (token.kind === 'end' || token.kind === 'string' || token.kind === 'character') return 0;
      if (!text.startsWith(token.text, matched)) return 0;
      if (count > 0 && peek(count - 1).end !== token.start) return 0;
      matched += token.text.length;
      count++;
    }
    return count;
  };
  const fail = (what: string, hint: string, at: Token = peek()): never =>
    failAt(source, at.start, (where) => propertySyntax(what, where, hint));

  const cursor: TokenCursor = {
    source,
    limits,
    peek,
    get position() {
      return position;
    },
    next() {
      const token = peek();
      if (position < end) position++;
      return token;
    },
    textBetween: (from, to) => source.text.slice(from, to),
    sees: (text) => lengthOf(text) > 0,
    accept(text) {
      const count = lengthOf(text);
      if (count === 0) return undefined;
      const token = peek();
      position += count;
      return token;
    },
    expect(text, context) {
      return (
        cursor.accept(text) ??
        fail(`expected \`${text}\` ${context}, found ${describe(peek())}`, `Write \`${text}\` here.`)
      );
    },
    identifier(what) {
      const token = peek();
      if (token.kind !== 'identifier')
        return fail(`expected ${what}, found ${describe(token)}`, `Write ${what} here.`);
      return cursor.next();
    },
    fail,
    nested(parse) {
      if (++depth > limits.nestingDepth)
        failAt(source, peek().start, (where) =>
          propertyLimit('nestingDepth', depth, limits.nestingDepth, where),
        );
      const result = parse();
      depth--;
      return result;
    },
    range: (from, to) => tokenCursor(file, limits, from, to),
  };
  return cursor;
}

/** The token as messages name it. */
export function describe(token: Token): string {
  if (token.kind === 'end') return 'the end';
  return token.text.length > 40 ? `\`${token.text.slice(0, 40)}...\`` : `\`${token.text}\``;
}

/**
 * Takes tokens from an opening bracket to the one that closes it, and returns the text between them.
 * Brackets of the other kinds need not be balanced: Java and AspectJ use `<` and `[` freely. Iterative.
 */
export function takeBracketed(
  cursor: TokenCursor,
  open: '(' | '{',
  context: string,
): { readonly text: string; readonly start: number; readonly first: number; readonly last: number } {
  const close = open === '(' ? ')' : '}';
  const opening = cursor.expect(open, context);
  const first = cursor.position;
  let depth = 1;
  for (;;) {
    const token = cursor.peek();
    if (token.kind === 'end')
      cursor.fail(`this \`${open}\` is never closed`, `Add the missing \`${close}\`.`, opening);
    cursor.next();
    if (token.kind !== 'operator') continue;
    if (token.text === open) depth++;
    else if (token.text === close && --depth === 0)
      return {
        text: cursor.textBetween(opening.end, token.start),
        start: opening.end,
        first,
        last: cursor.position - 1,
      };
  }
}

/** Throws RrvError(propertyInvalid) at a token. */
export function invalidAt(cursor: TokenCursor, token: Token, what: string, hint: string): never {
  return failAt(cursor.source, token.start, (where) => propertyInvalid(what, where, hint));
}
