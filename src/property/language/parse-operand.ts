import { propertyUnsupported } from '../../diagnostics.ts';
import type { Parameter } from '../model.ts';
import type { Operand } from '../pointcut.ts';
import { acceptRest, failAtModifier, parseTypePattern } from './parse-type-pattern.ts';
import { failAt } from './source-text.ts';
import { invalidAt, type TokenCursor } from './token-cursor.ts';
import type { TypeNames } from './type-names.ts';

/** What the parsers of a pointcut's parts share. */
export interface PointcutParsing {
  readonly cursor: TokenCursor;
  readonly names: TypeNames;
  /** What the advice declares. */
  readonly declared: readonly Parameter[];
  readonly isInControlFlow: boolean;
}

/** Those of `args(..)`. */
export function parseOperandList(parsing: PointcutParsing): (Operand | { readonly kind: 'rest' })[] {
  const { cursor } = parsing;
  const operands: (Operand | { readonly kind: 'rest' })[] = [];
  if (cursor.sees(')')) return operands;
  do {
    const token = cursor.peek();
    if (!acceptRest(cursor)) operands.push(parseOperand(parsing));
    else if (!operands.some(({ kind }) => kind === 'rest')) operands.push({ kind: 'rest' });
    else cursor.fail('args(..) has more than one `..`', 'AspectJ allows one: bind from one end.', token);
  } while (cursor.accept(','));
  return operands;
}

/**
 * Of target, this and thread: a name that the advice declares, `*`, or a type. Throws RrvError for a name
 * that looks like an undeclared one, and for a type and a name.
 */
export function parseOperand({ cursor, names, declared, isInControlFlow }: PointcutParsing): Operand {
  failAtModifier(cursor);
  const token = cursor.peek();
  const bound = declared.find(({ name }) => name === token.text);
  if (bound !== undefined && isInControlFlow)
    failAt(cursor.source, token.start, (where) =>
      propertyUnsupported(
        `binding ${bound.name} in a control flow`,
        where,
        `Write its type: \`target(${bound.type})\`.`,
      ),
    );
  if (bound !== undefined && (cursor.peek(1).text === ',' || cursor.peek(1).text === ')')) {
    cursor.next();
    return { kind: 'bind', name: bound.name, type: bound.type };
  }
  if (token.text === '*' && (cursor.peek(1).text === ',' || cursor.peek(1).text === ')')) {
    cursor.next();
    return { kind: 'any' };
  }
  if (token.kind === 'identifier' && /^\p{Ll}/u.test(token.text) && /^[,)]$/.test(cursor.peek(1).text))
    if (!/^(?:boolean|byte|char|short|int|long|float|double)$/.test(token.text))
      invalidAt(
        cursor,
        token,
        `${token.text} is not declared by this event`,
        declared.length === 0
          ? `Declare it: \`before(Type ${token.text})\`.`
          : `The event declares ${declared.map(({ name }) => name).join(', ')}.`,
      );
  const type = parseTypePattern(cursor, names);
  const name = cursor.peek();
  if (name.kind === 'identifier')
    cursor.fail(
      `a pointcut declares nothing: \`${name.text}\` stands behind a type`,
      declared.some((parameter) => parameter.name === name.text)
        ? `Write \`${name.text}\` alone: the event declares it.`
        : `Declare it in the event, \`before(${cursor.textBetween(token.start, name.end)})\`, and write \`${name.text}\` alone.`,
      name,
    );
  return { kind: 'type', type };
}
