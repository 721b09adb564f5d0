import {
  atTopLevel,
  isAdjacent,
  isPunctuation,
  type Part,
  splitAt,
  withoutParentheses,
} from '../../../property/language/java-expression.ts';
import type { Token } from '../../../property/language/java-scanner.ts';

/** What stands on a side of `==` or behind `=`. */
export type Operand =
  | { readonly kind: 'null' }
  | { readonly kind: 'field'; readonly field: number }
  /** The object that the event binds to the first parameter of the property. */
  | { readonly kind: 'object' }
  /** The thread in which the event happens. */
  | { readonly kind: 'thread' }
  /** Any other argument. */
  | { readonly kind: 'other' };

export type Condition =
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'same'; readonly left: Operand; readonly right: Operand }
  | { readonly kind: 'not'; readonly operand: Condition }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Condition[] }
  /** Java that changes nothing. If it asks no field of the slice, it says the same to every slice at one moment. */
  | { readonly kind: 'unknown'; readonly asksFields: boolean };

/** Whether a condition mentions a field. */
export function asksFields(condition: Condition): boolean {
  switch (condition.kind) {
    case 'same':
      return condition.left.kind === 'field' || condition.right.kind === 'field';
    case 'not':
      return asksFields(condition.operand);
    case 'and':
    case 'or':
      return condition.operands.some(asksFields);
    case 'unknown':
      return condition.asksFields;
    case 'constant':
      return false;
  }
}

/** With what is in the way of understanding Java code. */
export class NotUnderstood extends Error {}

/** Nesting of parentheses beyond which a condition is not understood. */
const maxDepth = 50;

/**
 * Methods that conditions may call: they look at something and change nothing, in every class that keeps to what the
 * class library says of them.
 */
const queries = new Set([
  'currentThread',
  'getClass',
  'holdsLock',
  'isBound',
  'isAlive',
  'isDaemon',
  'isEmpty',
  'isInterrupted',
  'length',
  'markSupported',
  'size',
]);

/** What an expression may name, besides the words of the language. */
export interface Names {
  readonly variables: ReadonlySet<string>;
  /** Those among the variables that hold weak references: these may be asked for their object. */
  readonly references: ReadonlySet<string>;
  /** Static methods that change nothing. */
  readonly methods: ReadonlySet<string>;
}

/**
 * A condition; what `operands` has are operands, which `names` has, too. Throws NotUnderstood. Linear in the tokens, for each
 * level of parentheses and operators.
 */
export function readCondition(
  tokens: readonly Token[],
  operands: ReadonlyMap<string, Operand>,
  names: Names,
  event: string,
): Condition {
  if (mayHaveEffects(tokens, names))
    throw new NotUnderstood(`the condition of event ${event} may do more than look at something`);
  return read({ tokens, from: 0, to: tokens.length }, 0);

  function read(whole: Part, depth: number): Condition {
    if (depth > maxDepth) throw new NotUnderstood(`the condition of event ${event} is nested too deeply`);
    const part = withoutParentheses(whole);
    // Binds less than everything below.
    if (atTopLevel(part, '?').length > 0) return unknown(part);
    for (const [operator, kind] of [
      ['||', 'or'],
      ['&&', 'and'],
    ] as const) {
      const parts = splitAt(part, operator);
      if (parts.length > 1) return { kind, operands: parts.map((one) => read(one, depth + 1)) };
    }
    const first = part.tokens[part.from];
    if (part.to - part.from === 1 && (first?.text === 'true' || first?.text === 'false'))
      return { kind: 'constant', value: first.text === 'true' };
    return comparison(part) ?? negation(part, depth) ?? unknown(part);
  }

  /** `a == b` and `a != b` of two names. */
  function comparison({ tokens: all, from, to }: Part): Condition | undefined {
    const [left, operator, equals, right] = all.slice(from, to);
    if (to - from !== 4 || !isPunctuation(equals, '=')) return undefined;
    const [one, other] = [operands.get(left!.text), operands.get(right!.text)];
    if (one === undefined || other === undefined) return undefined;
    const same: Condition = { kind: 'same', left: one, right: other };
    if (isPunctuation(operator, '=')) return same;
    return isPunctuation(operator, '!') ? { kind: 'not', operand: same } : undefined;
  }

  /** `!(..)` and `!x`, where the operator belongs to all that follows. */
  function negation(part: Part, depth: number): Condition | undefined {
    if (!isPunctuation(part.tokens[part.from], '!')) return undefined;
    const rest = { ...part, from: part.from + 1 };
    const isOne = rest.to - rest.from === 1 || withoutParentheses(rest).from > rest.from;
    return isOne ? { kind: 'not', operand: read(rest, depth + 1) } : undefined;
  }

  function unknown({ tokens: all, from, to }: Part): Condition {
    const texts = all.slice(from, to).map(({ text }) => text);
    if (texts.some((text) => text === 'this' || text === 'super' || text.startsWith('__')))
      throw new NotUnderstood(`the condition of event ${event} asks for more than fields and arguments`);
    return { kind: 'unknown', asksFields: texts.some((text) => operands.get(text)?.kind === 'field') };
  }
}

/** Words of the language that may stand in a condition, `new` not among them. */
const words = new Set(['true', 'false', 'null', 'instanceof', 'this', 'super']);

/**
 * Whether the expression may change something, or what it says may depend on more than what it looks at.
 * Reading a static field or calling a static method may initialise its class: those of Thread alone are named
 * otherwise than through an argument.
 */
export function mayHaveEffects(tokens: readonly Token[], { variables, references, methods }: Names): boolean {
  return tokens.some((token, at) => {
    const before = tokens[at - 1];
    const after = tokens[at + 1];
    switch (token.kind) {
      case 'identifier':
        if (isPunctuation(before, '.')) {
          const isOfReference = token.text === 'get' && references.has(tokens[at - 2]?.text ?? '');
          return (
            token.text !== 'class' &&
            !(isPunctuation(after, '(') && (isOfReference || queries.has(token.text)))
          );
        }
        if (isPunctuation(after, '(') && methods.has(token.text)) return false;
        if (isPunctuation(after, '.') && (token.text === 'Thread' || tokens[at + 2]?.text === 'class'))
          return false;
        if (before?.kind === 'identifier' && before.text === 'instanceof') return isPunctuation(after, '.');
        return !(variables.has(token.text) || words.has(token.text) || token.text.startsWith('__'));
      case 'operator': {
        // An operator is one character: `==` is two that follow each other directly.
        const doubled = isAdjacent(token, after);
        if (token.text === '=') {
          const ends = isAdjacent(before, token) && /^[=!<>]$/.test(before!.text);
          const shifts = ends && isAdjacent(tokens[at - 2], before) && /^[<>]$/.test(before!.text);
          return !((ends && !shifts) || (doubled && isPunctuation(after, '=')));
        }
        if (token.text === '-') return doubled && (after!.text === '-' || after!.text === '>');
        return (
          // Text and an object make a text by what the object says (`toString()`).
          token.text === '+' ||
          (token.text === ':' && doubled && after!.text === ':') ||
          token.text === '{' ||
          token.text === '@'
        );
      }
      default:
        return false;
    }
  });
}
