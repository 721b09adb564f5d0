import { propertyLimit } from '../../diagnostics.ts';
import type { EventDefinition, JavaCondition, Parameter, PlacedJava } from '../model.ts';
import { mentions, type Pointcut } from '../pointcut.ts';
import type { Condition, ParsedPointcut } from './parse-pointcut.ts';
import { failAt, placeOf } from './source-text.ts';
import type { EventSyntax } from './syntax.ts';
import type { TokenCursor } from './token-cursor.ts';

/** `condition(b)` and `condition(!b)` on a boolean argument, alone. */
export function simpleCondition(
  conditions: readonly Condition[],
  declared: readonly Parameter[],
): EventDefinition['simpleCondition'] {
  if (conditions.length !== 1) return undefined;
  const found = /^\s*(!?)\s*([\p{L}\p{N}_$]+)\s*$/u.exec(conditions[0]!.text);
  const argument = declared.find(({ name, type }) => name === found?.[2] && type === 'boolean');
  return argument === undefined ? undefined : { argument: argument.name, equals: found![1] === '' };
}

/** All conditions in one expression. */
export function allOf(file: TokenCursor, conditions: readonly Condition[]): JavaCondition {
  const [first] = conditions;
  const text = conditionWriter(file);
  if (conditions.length === 1) text.condition('', first!, '');
  else
    for (const condition of conditions) text.condition(condition === first ? '(' : ' && (', condition, ')');
  return text.pieces;
}

/** A pointcut may be in so many parts: their bits are an int that is never negative. */
const maxParts = 31;

/**
 * The conjuncts of a pointcut that have conditions in them, and the conditions that must hold for the whole, as one
 * expression: its parts without conditions are bits of `rrvMatches` (EventDefinition.conditionParts).
 */
export function mixedCondition(
  file: TokenCursor,
  { pointcut, conditions, places }: ParsedPointcut,
  syntax: EventSyntax,
): { readonly condition: JavaCondition; readonly parts: readonly Pointcut[] } {
  const parts: Pointcut[] = [];
  const text = conditionWriter(file);
  const write = (before: string, part: Pointcut): void => {
    const condition = places.get(part);
    if (condition !== undefined) text.condition(before, condition, ')');
    else if (!mentions(part, 'condition'))
      text.add(`${before}(rrvMatches & ${1 << (parts.push(part) - 1)}) != 0)`);
    else if (part.kind === 'not') {
      write(`${before}!(`, part.operand);
      text.add(')');
    } else if (part.kind === 'and' || part.kind === 'or') {
      const operator = part.kind === 'and' ? ' && (' : ' || (';
      for (const operand of part.operands)
        write(operand === part.operands[0] ? `${before}(` : operator, operand);
      text.add(')');
    }
  };
  let before = '(';
  const next = () => {
    const now = before;
    before = ' && (';
    return now;
  };
  for (const condition of conditions) text.condition(next(), condition, ')');
  for (const conjunct of pointcut.kind === 'and' ? pointcut.operands : [pointcut])
    if (mentions(conjunct, 'condition')) write(next(), conjunct);
  if (parts.length > maxParts)
    failAt(file.source, syntax.name.start, (where) =>
      propertyLimit('conditionParts', parts.length, maxParts, where),
    );
  return { condition: text.pieces, parts };
}

/** Puts an expression together. */
function conditionWriter(file: TokenCursor) {
  const pieces: (string | PlacedJava)[] = [];
  const add = (text: string): void => {
    if (text !== '') pieces.push(text);
  };
  return {
    pieces,
    add,
    condition(before: string, { text, start }: Condition, after: string): void {
      add(before);
      const { line, column } = placeOf(file.source, start);
      pieces.push({ text, line, column });
      add(after);
    },
  };
}
