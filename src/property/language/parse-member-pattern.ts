import type { FieldPattern, MethodPattern, TypePattern } from '../pointcut.ts';
import type { Token } from './java-scanner.ts';
import {
  acceptRest,
  failAtModifier,
  finishName,
  parenthesizedPattern,
  parseTypePattern,
  patternName,
  resolving,
  skipTypeArguments,
  unaryPattern,
} from './parse-type-pattern.ts';
import { placeOf } from './source-text.ts';
import { describe, type TokenCursor } from './token-cursor.ts';
import type { TypeNames } from './type-names.ts';

const modifierWords = new Set([
  'public',
  'protected',
  'private',
  'static',
  'final',
  'abstract',
  'synchronized',
  'native',
  'transient',
  'volatile',
  'strictfp',
]);

/** A type and a member name in one, as patterns write them: `Collection+.add*`, `Socket.new`, `*`. */
interface Member {
  readonly declaringType?: TypePattern;
  readonly name: string;
  readonly at: Token;
}

/** The text between the parentheses of call, execution and withincode. */
export function parseMethodPattern(cursor: TokenCursor, names: TypeNames): MethodPattern {
  const { modifiers, annotations } = parseModifiers(cursor, names);
  const start = cursor.position;
  let result: TypePattern | undefined;
  let member = parseTypeOrMember(cursor, names, '(');
  if (!('at' in member)) {
    result = member.type;
    const second = parseTypeOrMember(cursor, names, '(');
    if (!('at' in second))
      cursor.fail(
        `expected the name of a method and \`(\`, found ${describe(cursor.peek())}`,
        'Write for example `call(* java.util.Collection+.add(..))`.',
      );
    member = second;
  }
  const isConstructor = member.name === 'new';
  if (!isConstructor && result === undefined) {
    failAtDotsApart(cursor, start, 'the method pattern has no result type');
    cursor.fail('the method pattern has no result type', 'Write `*` before it for any result.', member.at);
  }
  if (isConstructor && result !== undefined)
    cursor.fail('a constructor pattern has no result type', 'Write `call(Type.new(..))`.', member.at);
  const parameters = parseParameters(cursor, names);
  const thrown: TypePattern[] = [];
  if (cursor.accept('throws'))
    do thrown.push(thrownType(cursor, names));
    while (cursor.accept(','));
  return {
    modifiers,
    annotations,
    ...(result === undefined ? {} : { result }),
    ...(member.declaringType === undefined ? {} : { declaringType: member.declaringType }),
    name: isConstructor ? '<init>' : member.name,
    parameters,
    throws: thrown,
  };
}

function thrownType(cursor: TokenCursor, names: TypeNames): TypePattern {
  const name = cursor.peek(1);
  if (name.kind === 'identifier' && cursor.peek().kind === 'identifier')
    cursor.fail(
      'the exceptions of a pattern are types, without names',
      `Write \`${cursor.peek().text}\` alone; \`after(..) throwing(${cursor.peek().text} ${name.text})\` binds what is thrown.`,
      name,
    );
  return unaryPattern(cursor, names);
}

/** The text between the parentheses of get and set. */
export function parseFieldPattern(cursor: TokenCursor, names: TypeNames): FieldPattern {
  const { modifiers, annotations } = parseModifiers(cursor, names);
  if (annotations.length > 0)
    cursor.fail('annotations are not matched on fields', 'Leave the annotation out of the field pattern.');
  const start = cursor.position;
  const first = parseTypeOrMember(cursor, names, undefined);
  if (cursor.sees(')')) failAtDotsApart(cursor, start, 'the field pattern has no type');
  if ('at' in first)
    cursor.fail('expected the type of a field before its name', 'Write `*` for any type.', first.at);
  const member = parseTypeOrMember(cursor, names, ')');
  if (!('at' in member))
    cursor.fail(
      `expected the name of a field, found ${describe(cursor.peek())}`,
      'Write for example `get(int java.awt.Point.x)`, or `*` for any field.',
    );
  return {
    modifiers,
    type: first.type,
    ...(member.declaringType === undefined ? {} : { declaringType: member.declaringType }),
    name: member.name,
  };
}

/**
 * Throws RrvError where blanks stand before dots between the token `start` and the next one: they do not end
 * a name, in AspectJ either, so what was meant as a type and a name behind it is one name.
 */
function failAtDotsApart(cursor: TokenCursor, start: number, what: string): void {
  const range = cursor.range(start, cursor.position);
  const taken: Token[] = [];
  while (range.peek().kind !== 'end') taken.push(range.next());
  const dots = taken.find(({ text, start }, index) => text === '.' && taken[index - 1]?.end !== start);
  if (dots !== undefined)
    cursor.fail(
      `${what}: \`${cursor.textBetween(taken[0]!.start, taken.at(-1)!.end)}\` is one name`,
      'No name begins with a dot. Write `*..` for types of any package.',
      dots,
    );
}

function parseModifiers(cursor: TokenCursor, names: TypeNames) {
  const modifiers: string[] = [];
  const annotations: TypePattern[] = [];
  for (;;) {
    const excluded =
      cursor.sees('!') && (cursor.peek(1).text === '@' || modifierWords.has(cursor.peek(1).text));
    const token = cursor.peek(excluded ? 1 : 0);
    if (token.text === '@' && token.kind === 'operator') {
      if (excluded) cursor.next();
      cursor.next();
      const type = cursor.sees('(')
        ? parenthesizedPattern(cursor, names)
        : finishName(cursor, names, patternName(cursor, 'an annotation type'));
      annotations.push(excluded ? { kind: 'not', operand: type } : type);
    } else if (token.kind === 'identifier' && modifierWords.has(token.text)) {
      if (excluded) cursor.next();
      cursor.next();
      modifiers.push(excluded ? `!${token.text}` : token.text);
    } else return { modifiers, annotations };
  }
}

/**
 * A type, or a member if `after` follows it: only then is the last name segment the member's name.
 * Without `after` it is a member when it is a bare name, whatever follows.
 */
function parseTypeOrMember(
  cursor: TokenCursor,
  names: TypeNames,
  after: '(' | ')' | undefined,
): { readonly type: TypePattern } | Member {
  if (cursor.sees('(') || cursor.sees('!')) {
    const type = unaryPattern(cursor, names);
    return cursor.sees('.') ? memberOf(cursor, type) : { type };
  }
  const name = patternName(cursor, 'a type or a name');
  if (after !== undefined && cursor.sees(after) && !startsDeclaringType(cursor))
    return splitName(cursor, names, name);
  skipTypeArguments(cursor);
  const type = finishName(cursor, names, name);
  return cursor.sees('.') && !cursor.sees('..') ? memberOf(cursor, type) : { type };
}

/** `(A || B).name`: the parenthesis that comes holds a type, not parameters. */
function startsDeclaringType(cursor: TokenCursor): boolean {
  if (!cursor.sees('(')) return false;
  let depth = 0;
  for (let ahead = 0; cursor.peek(ahead).kind !== 'end'; ahead++) {
    const { text } = cursor.peek(ahead);
    if (text === '(') depth++;
    else if (text === ')' && --depth === 0) return cursor.peek(ahead + 1).text === '.';
  }
  return false;
}

function memberOf(cursor: TokenCursor, declaringType: TypePattern): Member {
  cursor.expect('.', 'before the name of a member');
  const name = patternName(cursor, 'the name of a member');
  if (name.text.includes('.'))
    cursor.fail('expected one name after the type pattern', 'Write `(Type || Other).name`.', name.at);
  return { declaringType, name: name.text, at: name.at };
}

function splitName(cursor: TokenCursor, names: TypeNames, name: { text: string; at: Token }): Member {
  const dot = name.text.lastIndexOf('.');
  if (dot < 0) return { name: name.text, at: name.at };
  // `a.b..m` is the method m of any type below a.b.
  const type = name.text[dot - 1] === '.' ? `${name.text.slice(0, dot + 1)}*` : name.text.slice(0, dot);
  return {
    declaringType: {
      kind: 'name',
      ...resolving(cursor, name, () => names.resolvePattern(type, placeOf(cursor.source, name.at.start))),
      subtypes: false,
      dimensions: 0,
    },
    name: name.text.slice(dot + 1),
    at: name.at,
  };
}

function parseParameters(cursor: TokenCursor, names: TypeNames): MethodPattern['parameters'] {
  cursor.expect('(', 'before the parameter types');
  const parameters: MethodPattern['parameters'][number][] = [];
  if (cursor.accept(')')) return parameters;
  do {
    const start = cursor.peek();
    failAtModifier(cursor);
    if (acceptRest(cursor)) {
      parameters.push({ kind: 'rest' });
    } else parameters.push(parseTypePattern(cursor, names));
    const name = cursor.peek();
    if (name.kind === 'identifier')
      cursor.fail(
        'the parameters of a pattern are types, without names',
        `Write \`${cursor.textBetween(start.start, name.start).trim()}\` alone; \`args(${name.text})\` binds an argument that the event declares.`,
        name,
      );
  } while (cursor.accept(','));
  cursor.expect(')', 'after the parameter types');
  return parameters;
}
