import { propertyUnsupported, RrvError } from '../../diagnostics.ts';
import type { TypePattern } from '../pointcut.ts';
import type { Token } from './java-scanner.ts';
import { diagnosticAt, failAt, placeOf } from './source-text.ts';
import { describe, type TokenCursor } from './token-cursor.ts';
import type { TypeNames } from './type-names.ts';

/** A name of a pattern: segments with `*` in them, joined by `.` or `..`, as written but without blanks. */
export interface PatternName {
  readonly text: string;
  readonly at: Token;
}

/**
 * Type patterns of AspectJ (Programming Guide, appendix B): names with `*`, `..` and `+`, arrays, varargs,
 * `&&`, `||`, `!` and parentheses. Type arguments are read and dropped, for events are matched on erased types.
 */
export function parseTypePattern(cursor: TokenCursor, names: TypeNames): TypePattern {
  return cursor.nested(() => {
    const operands = [andPattern(cursor, names)];
    while (cursor.accept('||')) operands.push(andPattern(cursor, names));
    return operands.length === 1 ? operands[0]! : { kind: 'or', operands };
  });
}

function andPattern(cursor: TokenCursor, names: TypeNames): TypePattern {
  const operands = [unaryPattern(cursor, names)];
  while (cursor.accept('&&')) operands.push(unaryPattern(cursor, names));
  return operands.length === 1 ? operands[0]! : { kind: 'and', operands };
}

/** Throws RrvError for `final` before a type: a declaration has it, and no pattern. */
export function failAtModifier(cursor: TokenCursor): void {
  if (cursor.sees('final'))
    cursor.fail('`final` is no part of a type', 'Leave it out: no pattern asks for it.');
}

/** A type pattern without `&&` and `||` outside parentheses. */
export function unaryPattern(cursor: TokenCursor, names: TypeNames): TypePattern {
  return cursor.nested(() => {
    if (cursor.accept('!')) return { kind: 'not', operand: unaryPattern(cursor, names) };
    if (cursor.sees('(')) return parenthesizedPattern(cursor, names);
    if (cursor.sees('@'))
      failAt(cursor.source, cursor.peek().start, (where) =>
        propertyUnsupported('an annotation pattern on a type', where, 'Annotate the method pattern instead.'),
      );
    return finishName(cursor, names, patternName(cursor, 'a type'));
  });
}

/** A type pattern in parentheses. */
export function parenthesizedPattern(cursor: TokenCursor, names: TypeNames): TypePattern {
  cursor.expect('(', 'before a type pattern');
  const inner = parseTypePattern(cursor, names);
  cursor.expect(')', 'after the type pattern');
  return inner;
}

/** What follows a type's name: type arguments, `+`, `[]`, `...`. */
export function finishName(cursor: TokenCursor, names: TypeNames, name: PatternName): TypePattern {
  skipTypeArguments(cursor);
  const subtypes = cursor.accept('+') !== undefined;
  const dimensions = arrayDimensions(cursor) + (cursor.accept('...') === undefined ? 0 : 1);
  return {
    kind: 'name',
    ...resolving(cursor, name, () => names.resolvePattern(name.text, placeOf(cursor.source, name.at.start))),
    subtypes,
    dimensions,
  };
}

/** Adds the excerpt to an error of name resolution, which knows the place but not the text. */
export function resolving<T>(cursor: TokenCursor, name: PatternName, resolve: () => T): T {
  try {
    return resolve();
  } catch (error) {
    if (!(error instanceof RrvError)) throw error;
    throw new RrvError(diagnosticAt(cursor.source, name.at.start, () => error.diagnostic));
  }
}

/** Takes each `[]` that comes next, and returns how many there were. */
export function arrayDimensions(cursor: TokenCursor): number {
  let dimensions = 0;
  while (cursor.peek().text === '[' && cursor.peek(1).text === ']') {
    cursor.next();
    cursor.next();
    dimensions++;
  }
  return dimensions;
}

/**
 * What stands in type arguments beside names: of types (JLS 4.5.1), and of patterns. Anything else says that
 * `>` was forgotten before it.
 */
const typeArgumentOperators = new Set(['<', '>', '.', ',', '?', '&', '[', ']', '@', '*', '+']);

/** Skips `<...>` after a type name; `<` and `>` nest. */
export function skipTypeArguments(cursor: TokenCursor): void {
  if (!cursor.sees('<')) return;
  const opening = cursor.peek();
  let depth = 0;
  do {
    const token = cursor.next();
    if (token.kind !== 'identifier' && !typeArgumentOperators.has(token.text))
      cursor.fail('these type arguments are never closed', 'Add the missing `>`.', opening);
    if (token.text === '<') depth++;
    else if (token.text === '>') depth--;
  } while (depth > 0);
}

/**
 * Takes `..` for any further arguments, if it comes next. Throws RrvError where a name follows right behind:
 * it would begin with dots, and AspectJ has none that does.
 */
export function acceptRest(cursor: TokenCursor): boolean {
  const at = cursor.peek();
  if (cursor.sees('...') || !cursor.accept('..')) return false;
  if (cursor.peek().kind === 'identifier' || cursor.sees('*')) {
    const name = segment(cursor);
    cursor.fail(
      'no name begins with a dot',
      `Write \`.., ${name}\` for any arguments before it, \`*..${name}\` for a type of any package.`,
      at,
    );
  }
  return true;
}

/** Takes a dotted name with wildcards. A segment ends where blanks follow it; dots may stand free. */
export function patternName(cursor: TokenCursor, what: string): PatternName {
  const at = cursor.peek();
  let text = '';
  for (;;) {
    text += segment(cursor);
    if (text === '' && cursor.sees('.') && !cursor.sees('...'))
      cursor.fail('no name begins with a dot', 'Write `*..` for types of any package.', at);
    if (cursor.sees('...') || !cursor.sees('.')) break;
    // `Type.` before a name in parentheses or the end is left to the caller's error.
    text += cursor.accept('..') ? '..' : cursor.expect('.', 'in a name').text;
  }
  if (text === '')
    cursor.fail(`expected ${what}, found ${describe(at)}`, `Write ${what}, or \`*\` for any.`, at);
  if (text.endsWith('.'))
    cursor.fail(
      `expected a name after the dot, found ${describe(cursor.peek())}`,
      'Write a name, or `*` for any.',
    );
  return { text, at };
}

/** Adjacent identifiers, numbers and stars: `add*`, `*Stream`, `get*2`. */
function segment(cursor: TokenCursor): string {
  let text = '';
  let end = -1;
  for (;;) {
    const token = cursor.peek();
    const belongs =
      token.kind === 'identifier' || token.text === '*' || (token.kind === 'number' && text !== '');
    if (!belongs || (end >= 0 && token.start !== end)) return text;
    text += cursor.next().text;
    end = token.end;
  }
}
