import { isAdjacent, isPunctuation } from '../../../property/language/java-expression.ts';
import type { Token } from '../../../property/language/java-scanner.ts';
import type { JavaCode } from '../../../property/model.ts';
import { isPrimitive } from '../../../property/primitive-type.ts';
import type { Operand } from './slice-condition.ts';
import { endOfExpression, isWeakReference, readType } from './slice-declarations.ts';
import { mayHaveEffects, type Names, NotUnderstood } from './slice-expression.ts';

/** What the body of an event does to its slice. */
export interface BodyCode {
  /** In their order, where these are all that is made, each time. */
  readonly assignments: readonly Assignment[];
  /** Whether it does more than these: it changes nothing but the slice then, either. */
  readonly doesMore: boolean;
}

/** To a field that holds objects. */
export interface Assignment {
  readonly field: number;
  readonly value: Operand;
}

export interface BodyInput {
  readonly tokens: readonly Token[];
  readonly code: JavaCode;
  /** What names of objects mean. */
  readonly operands: ReadonlyMap<string, Operand>;
  readonly names: Names;
  /** The event's name, for people. */
  readonly event: string;
}

/** Nesting of statements beyond which a body is not understood. */
const maxDepth = 50;

/** What stands in front of `=` where a number is changed by another one. */
const compound = new Set(['', '+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>', '>>>']);

/**
 * A body of assignments `field = argument;`, `field = null;`, `field = new WeakReference<>(argument);`, `field = ..`, what changes
 * numbers of the slice or local variables (`n = ..`, `n += ..`, `n++`), `if (..) .. else ..`, blocks and `__RESET;`, with
 * expressions that have no effect (`mayHaveEffects`). `tokens`: as `withFields` makes them. Throws NotUnderstood for anything
 * else. Linear in the tokens.
 */
export function readBody({ tokens, code, operands, names, event }: BodyInput): BodyCode {
  const assignments: Assignment[] = [];
  const variables = new Set(names.variables);
  const numbers = new Set(names.numbers);
  const known: Names = { ...names, variables, numbers };
  let doesMore = false;
  let at = 0;
  while (at < tokens.length) statement(0);
  return { assignments, doesMore };

  function statement(depth: number): void {
    if (depth > maxDepth) throw notUnderstood();
    const first = tokens[at];
    if (first === undefined) throw notUnderstood();
    if (isPunctuation(first, ';')) {
      at++;
    } else if (isPunctuation(first, '{')) {
      at++;
      while (!isPunctuation(tokens[at], '}')) statement(depth + 1);
      at++;
    } else if (first.text === 'if') {
      choice(depth);
    } else {
      const end = endOfExpression(tokens, at, [';']);
      if (end === tokens.length) throw notUnderstood();
      simple(tokens.slice(at, end));
      at = end + 1;
    }
  }

  function choice(depth: number): void {
    doesMore = true;
    const end = endOfExpression(tokens, at + 2, [')']);
    if (!isPunctuation(tokens[at + 1], '(') || end === tokens.length) throw notUnderstood();
    check(tokens.slice(at + 2, end));
    at = end + 1;
    statement(depth + 1);
    if (tokens[at]?.text !== 'else') return;
    at++;
    statement(depth + 1);
  }

  /** A statement without what ends it. */
  function simple(all: readonly Token[]): void {
    const [first, second] = all;
    if (isPrimitive(first!.text)) {
      declare(all);
    } else if ((all.length === 1 && first!.text === '__RESET') || (all.length === 3 && isCounting(all))) {
      doesMore = true;
    } else if (numbers.has(first!.text)) {
      const equals = all.findIndex((token) => isPunctuation(token, '='));
      if (equals < 1 || !isOperator(all.slice(1, equals + 1))) throw notUnderstood();
      check(all.slice(equals + 1));
      doesMore = true;
    } else {
      const target = operands.get(first!.text);
      if (target?.kind !== 'field' || !isPunctuation(second, '=')) throw notUnderstood();
      const value = assigned(all.slice(2));
      if (value === undefined) {
        check(all.slice(2));
        doesMore = true;
      } else assignments.push({ field: target.field, value });
    }
  }

  /** A local variable of a primitive type; another one of its name may be meant behind the block: the compiler knows. */
  function declare([, name, equals, ...value]: readonly Token[]): void {
    if (name?.kind !== 'identifier' || names.fields.has(name.text)) throw notUnderstood();
    if (!isPunctuation(equals, '=')) throw notUnderstood();
    check(value);
    variables.add(name.text);
    numbers.add(name.text);
  }

  /** `n++` or `++n`. */
  function isCounting(all: readonly Token[]): boolean {
    const [name] = all.filter(({ kind }) => kind === 'identifier');
    const [one, other] = all.filter(({ kind }) => kind === 'operator');
    const isDoubled = isAdjacent(one, other) && one!.text === other!.text && /^[+-]$/.test(one!.text);
    return name !== undefined && numbers.has(name.text) && isDoubled;
  }

  function assigned(value: readonly Token[]): Operand | undefined {
    return value.length === 1 ? operands.get(value[0]!.text) : newReference(value, code, operands);
  }

  function check(expression: readonly Token[]): void {
    if (expression.length === 0 || mayHaveEffects(expression, known)) throw notUnderstood();
  }

  function notUnderstood(): NotUnderstood {
    return new NotUnderstood(
      `the Java code of event ${event} does more than keep its arguments and count in its slice`,
    );
  }
}

/** `=` alone, or behind an operator on numbers. */
function isOperator(tokens: readonly Token[]): boolean {
  const isOne = tokens.every((token, at) => at === 0 || isAdjacent(tokens[at - 1], token));
  return (
    isOne &&
    compound.has(
      tokens
        .slice(0, -1)
        .map(({ text }) => text)
        .join(''),
    )
  );
}

/** `new WeakReference<..>(argument)`: an object that nobody else knows. */
function newReference(
  tokens: readonly Token[],
  code: JavaCode,
  operands: ReadonlyMap<string, Operand>,
): Operand | undefined {
  const type = readType(tokens, 1);
  const [open, argument, close, more] = tokens.slice(type?.end ?? tokens.length);
  const isOne = isPunctuation(open, '(') && isPunctuation(close, ')') && more === undefined;
  const isNew = tokens[0]?.text === 'new' && type !== undefined && isWeakReference(type.name, code);
  return isNew && isOne && operands.has(argument!.text) ? { kind: 'other' } : undefined;
}
