import { scanJava, type Token } from './java-scanner.ts';
import { sourceText } from './source-text.ts';

/** The part from `from` to `to` (exclusive) of an expression in Java. */
export interface Part {
  readonly tokens: readonly Token[];
  readonly from: number;
  readonly to: number;
}

/** The tokens of Java that stands in a property, without the one at its end. Linear. */
export function javaTokens(text: string): readonly Token[] {
  return scanJava(sourceText('', text)).tokens.slice(0, -1);
}

/** Without parentheses that enclose all of it. Linear, however many there are. */
export function withoutParentheses({ tokens, from, to }: Part): Part {
  let inner = from;
  while (inner < to && isPunctuation(tokens[inner], '(')) inner++;
  let end = to;
  while (end > inner && isPunctuation(tokens[end - 1], ')')) end--;
  // Those that are closed before the end enclose less: the least depth between says how many are not.
  let depth = inner - from;
  let enclosing = Math.min(depth, to - end);
  for (let at = inner; at < end; at++) {
    if (isPunctuation(tokens[at], '(')) depth++;
    else if (isPunctuation(tokens[at], ')')) depth--;
    enclosing = Math.min(enclosing, depth);
  }
  // Of parentheses that do not match, the outermost are no pair.
  const layers = depth === to - end ? Math.max(0, enclosing) : 0;
  return { tokens, from: from + layers, to: to - layers };
}

/** Where an operator of one or two characters stands outside of parentheses and brackets. */
export function atTopLevel({ tokens, from, to }: Part, operator: string): readonly number[] {
  const found: number[] = [];
  let depth = 0;
  for (let at = from; at < to; at++) {
    const token = tokens[at]!;
    if (token.kind !== 'operator') continue;
    if (token.text === '(' || token.text === '[') depth++;
    else if (token.text === ')' || token.text === ']') depth--;
    else if (depth === 0 && token.text === operator[0]) {
      if (operator.length === 1) found.push(at);
      else if (isAdjacent(token, tokens[at + 1]) && tokens[at + 1]!.text === operator[1]) found.push(at++);
    }
  }
  return found;
}

/** The operands of an operator that binds less than all others of the part. */
export function splitAt(part: Part, operator: '&&' | '||'): readonly Part[] {
  const parts: Part[] = [];
  let { from } = part;
  for (const at of atTopLevel(part, operator)) {
    parts.push({ ...part, from, to: at });
    from = at + operator.length;
  }
  return [...parts, { ...part, from }];
}

/** A field as `this.name`, in tokens of `withFields`. */
export function qualified(field: string): string {
  return `this.${field}`;
}

/** The tokens with each `this.name` of one of the fields as one identifier of that text, which Java has none of. Linear. */
export function withFields(tokens: readonly Token[], fields: ReadonlySet<string>): readonly Token[] {
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    const name = tokens[at + 2];
    const isField =
      token.text === 'this' &&
      !isPunctuation(tokens[at - 1], '.') &&
      isPunctuation(tokens[at + 1], '.') &&
      name?.kind === 'identifier' &&
      fields.has(name.text) &&
      !isPunctuation(tokens[at + 3], '(');
    joined.push(isField ? { ...name, text: qualified(name.text), start: token.start } : token);
    if (isField) at += 2;
  }
  return joined;
}

/** Whether two tokens are one operator of the language, as `==` is. */
export function isAdjacent(left: Token | undefined, right: Token | undefined): boolean {
  return left?.kind === 'operator' && right?.kind === 'operator' && left.end === right.start;
}

/** Whether the token is this operator or bracket. */
export function isPunctuation(token: Token | undefined, text: string): boolean {
  return token?.kind === 'operator' && token.text === text;
}
