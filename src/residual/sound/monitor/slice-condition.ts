import {
  atTopLevel,
  isPunctuation,
  type Part,
  splitAt,
  withoutParentheses,
} from '../../../property/language/java-expression.ts';
import type { Token } from '../../../property/language/java-scanner.ts';
import { mayHaveEffects, type Names, NotUnderstood } from './slice-expression.ts';

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

/** Nesting of parentheses beyond which a condition is not understood. */
const maxDepth = 50;

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
    return { kind: 'unknown', asksFields: texts.some((text) => names.fields.has(text)) };
  }
}
