import { propertySyntax } from '../../diagnostics.ts';
import { failAt, type SourceText } from './source-text.ts';

export type TokenKind = 'identifier' | 'number' | 'string' | 'character' | 'operator' | 'end';

/** `end` is exclusive. An operator is one character: `&&` is two adjacent tokens. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface DocComment {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface Tokens {
  readonly source: SourceText;
  /** Ends with one token of kind `end`. */
  readonly tokens: readonly Token[];
  readonly docComments: readonly DocComment[];
}

const identifierStart = /[\p{L}\p{Nl}\p{Sc}\p{Pc}]/u;
const identifier = /[\p{L}\p{Nl}\p{Sc}\p{Pc}\p{Nd}\p{Mn}\p{Mc}]+/uy;
const number = /(?:0[xXbB][\da-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)[lLfFdD]?/y;

/**
 * Splits a `.mop` file into Java tokens (JLS chapter 3): comments are left out, the documentation comments
 * among them are kept aside, string and character literals and text blocks are single tokens, so that
 * braces inside them count for nothing. Every character that starts no other token is an operator; the
 * parser says where it does not belong. Unicode escapes outside literals are not translated. Linear.
 *
 * @throws RrvError(propertySyntax) for a comment or literal without an end
 */
export function scanJava(source: SourceText): Tokens {
  const { text } = source;
  const tokens: Token[] = [];
  const docComments: DocComment[] = [];
  let offset = 0;
  const add = (kind: TokenKind, end: number) => {
    tokens.push({ kind, text: text.slice(offset, end), start: offset, end });
    offset = end;
  };
  while (offset < text.length) {
    const character = text[offset]!;
    if (isSpace(character)) {
      offset++;
    } else if (text.startsWith('//', offset)) {
      offset = lineEnd(text, offset);
    } else if (text.startsWith('/*', offset)) {
      const close = text.indexOf('*/', offset + 2);
      if (close < 0)
        failAt(source, offset, (where) => propertySyntax('this comment has no end', where, 'Add `*/`.'));
      if (text[offset + 2] === '*' && close > offset + 2)
        docComments.push({ text: text.slice(offset + 3, close), start: offset, end: close + 2 });
      offset = close + 2;
    } else if (text.startsWith('"""', offset)) {
      add('string', textBlockEnd(source, offset));
    } else if (character === '"' || character === "'") {
      add(character === '"' ? 'string' : 'character', literalEnd(source, offset, character));
    } else if (character >= '0' && character <= '9') {
      number.lastIndex = offset;
      add('number', offset + (number.exec(text)?.[0].length ?? 1));
    } else {
      const point = String.fromCodePoint(text.codePointAt(offset)!);
      identifier.lastIndex = offset;
      const word = identifierStart.test(point) ? identifier.exec(text) : null;
      if (word === null) add('operator', offset + point.length);
      else add('identifier', offset + word[0].length);
    }
  }
  tokens.push({ kind: 'end', text: '', start: text.length, end: text.length });
  return { source, tokens, docComments };
}

/** Also the control-Z that ends some old files, as JavaMOP allows. */
function isSpace(character: string): boolean {
  return /\s/.test(character) || character === '\x1A' || character === '\uFEFF';
}

function lineEnd(text: string, offset: number): number {
  for (let end = offset; end < text.length; end++) if (text[end] === '\n' || text[end] === '\r') return end;
  return text.length;
}

function literalEnd(source: SourceText, start: number, quote: string): number {
  const { text } = source;
  for (let offset = start + 1; offset < text.length; offset++) {
    const character = text[offset]!;
    if (character === quote) return offset + 1;
    if (character === '\n' || character === '\r') break;
    if (character === '\\') offset++;
  }
  return failAt(source, start, (where) =>
    propertySyntax(
      quote === '"' ? 'this string literal has no end' : 'this character literal has no end',
      where,
      `Close it with ${quote} on the same line.`,
    ),
  );
}

function textBlockEnd(source: SourceText, start: number): number {
  const { text } = source;
  for (let offset = start + 3; offset < text.length; offset++) {
    if (text[offset] === '\\') offset++;
    else if (text.startsWith('"""', offset)) return offset + 3;
  }
  return failAt(source, start, (where) => propertySyntax('this text block has no end', where, 'Add `"""`.'));
}

/** The value of a string literal or text block token: escapes translated (JLS 3.10.7), indentation kept. */
export function stringValue(token: Token): string {
  const raw = token.text.startsWith('"""')
    ? token.text.slice(3, -3).replace(/^[ \t]*\r?\n/, '')
    : token.text.slice(1, -1);
  return raw.replace(
    /\\(?:u+([\da-fA-F]{4})|([0-3]?[0-7]{1,2})|([\s\S]))/g,
    (_, unicode: string | undefined, octal: string | undefined, simple: string | undefined) => {
      if (unicode !== undefined) return String.fromCharCode(Number.parseInt(unicode, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      const names: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', s: ' ', '\n': '' };
      return names[simple ?? ''] ?? simple ?? '';
    },
  );
}
