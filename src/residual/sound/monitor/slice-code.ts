import {
  atTopLevel,
  isAdjacent,
  isPunctuation,
  javaTokens,
  type Part,
  splitAt,
  withoutParentheses,
} from '../../../property/language/java-expression.ts';
import type { Token } from '../../../property/language/java-scanner.ts';
import type { EventDefinition, JavaCode, Property } from '../../../property/model.ts';
import { mentions, type Pointcut } from '../../../property/pointcut.ts';

/**
 * What the Java code of a property does to one slice, as far as the analysis has to know it: fields that hold one of the
 * event's arguments or null, and conditions on them. Most published properties need no more; anything else is not understood.
 */
export interface SliceCode {
  /** Fields of the slice's body; each is null when a slice starts. */
  readonly fieldCount: number;
  /** By event definition. */
  readonly events: readonly EventCode[];
}

export interface EventCode {
  /** Asked before the event moves a slice; where it does not hold, the event did not happen. */
  readonly condition: Condition;
  /** One after the other, once the condition holds. */
  readonly assignments: readonly { readonly field: number; readonly value: Operand }[];
}

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
  /** Java that changes nothing and asks no field of the slice: it says the same to every slice at one moment. */
  | { readonly kind: 'unknown' };

/** Thrown within this file, with what is in the way. */
class NotUnderstood extends Error {}

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
  'isAlive',
  'isDaemon',
  'isEmpty',
  'isInterrupted',
  'length',
  'size',
]);

const primitives = new Set(['boolean', 'byte', 'char', 'short', 'int', 'long', 'float', 'double']);

/** Code that is not understood, and what is in the way: to be read behind "kept: ". */
export interface UnreadCode {
  readonly notUnderstood: string;
}

/**
 * The code of a property. Understood are fields of reference types without initial values, bodies of assignments
 * `field = argument;`, and conditions made of `==`, `!=`, `!`, `&&`, `||`, parentheses and whatever has no effect
 * and mentions no field. Handlers with Java code are not understood. Linear in the text.
 */
export function sliceCode(property: Property, code: JavaCode): SliceCode | UnreadCode {
  try {
    return readCode(property, code);
  } catch (error) {
    if (error instanceof NotUnderstood) return { notUnderstood: error.message };
    throw error;
  }
}

function readCode(property: Property, code: JavaCode): SliceCode {
  if (property.handlers.some(({ javaHandler }) => javaHandler !== undefined))
    throw new NotUnderstood('a handler of the property has Java code, whose effects are not analysed');
  const fields = fieldsOf(code);
  return {
    fieldCount: fields.length,
    events: property.events.map((event) => eventCode(property, event, code, fields)),
  };
}

function fieldsOf(code: JavaCode): readonly string[] {
  const tokens = javaTokens(code.declarations);
  const fields: string[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (isPunctuation(tokens[at], ';')) continue;
    const type = tokens[at];
    while (isPunctuation(tokens[at + 1], '.') && tokens[at + 2]?.kind === 'identifier') at += 2;
    const name = tokens[++at];
    if (
      type?.kind !== 'identifier' ||
      primitives.has(type.text) ||
      name?.kind !== 'identifier' ||
      !isPunctuation(tokens[++at], ';')
    )
      throw new NotUnderstood("the property's Java code declares more than fields without initial values");
    fields.push(name.text);
  }
  return fields;
}

function eventCode(
  property: Property,
  event: EventDefinition,
  code: JavaCode,
  fields: readonly string[],
): EventCode {
  if (event.javaEvent === undefined) return { condition: { kind: 'constant', value: true }, assignments: [] };
  const { condition, body } = code.events[event.javaEvent]!;
  if (event.conditionParts !== undefined || event.arguments.some(({ name }) => fields.includes(name)))
    throw new NotUnderstood(`the Java code of event ${event.name} is not analysed`);
  const names = operandsOf(property, event, fields);
  return {
    condition:
      condition === undefined
        ? { kind: 'constant', value: true }
        : readCondition(javaTokens(condition), names, event.name),
    assignments: body === undefined ? [] : readBody(javaTokens(body), names, event.name),
  };
}

/** What names mean in the code of an event. */
function operandsOf(
  property: Property,
  event: EventDefinition,
  fields: readonly string[],
): ReadonlyMap<string, Operand> {
  const names = new Map<string, Operand>([['null', { kind: 'null' }]]);
  fields.forEach((name, field) => {
    names.set(name, { kind: 'field', field });
  });
  const thread = threadArgument(event.pointcut);
  for (const { name } of event.arguments) {
    if (name === property.parameters[0]?.name) names.set(name, { kind: 'object' });
    else names.set(name, { kind: name === thread ? 'thread' : 'other' });
  }
  return names;
}

/** The argument that `thread(t)` binds whenever the pointcut matches. */
function threadArgument(pointcut: Pointcut): string | undefined {
  if (pointcut.kind === 'thread') return pointcut.operand.kind === 'bind' ? pointcut.operand.name : undefined;
  if (pointcut.kind !== 'and' || !mentions(pointcut, 'thread')) return undefined;
  return pointcut.operands.map(threadArgument).find((name) => name !== undefined);
}

function readBody(
  tokens: readonly Token[],
  names: ReadonlyMap<string, Operand>,
  event: string,
): EventCode['assignments'] {
  const assignments: { field: number; value: Operand }[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (isPunctuation(tokens[at], ';')) continue;
    const target = names.get(tokens[at]!.text);
    const value = names.get(tokens[at + 2]?.text ?? '');
    if (
      target?.kind !== 'field' ||
      !isPunctuation(tokens[at + 1], '=') ||
      value === undefined ||
      !isPunctuation(tokens[at + 3], ';')
    )
      throw new NotUnderstood(`the Java code of event ${event} does more than keep its arguments`);
    assignments.push({ field: target.field, value });
    at += 3;
  }
  return assignments;
}

function readCondition(
  tokens: readonly Token[],
  names: ReadonlyMap<string, Operand>,
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
    const [one, other] = [names.get(left!.text), names.get(right!.text)];
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
    for (let at = from; at < to; at++) {
      const { text } = all[at]!;
      if (text === 'this' || text === 'super' || text.startsWith('__') || names.get(text)?.kind === 'field')
        throw new NotUnderstood(`the condition of event ${event} asks more of a field than what it holds`);
    }
    return { kind: 'unknown' };
  }
}

/** Words of the language that may stand in a condition, `new` not among them. */
const words = new Set(['true', 'false', 'instanceof', 'this', 'super']);

/**
 * Whether the expression may change something, or what it says may depend on more than what it looks at. Reading a static field or
 * calling a static method may initialise its class: those of Thread alone are named otherwise than through an argument.
 */
function mayHaveEffects(tokens: readonly Token[], names: ReadonlyMap<string, Operand>): boolean {
  return tokens.some((token, at) => {
    const before = tokens[at - 1];
    const after = tokens[at + 1];
    switch (token.kind) {
      case 'identifier':
        if (isPunctuation(before, '.'))
          return token.text !== 'class' && !(isPunctuation(after, '(') && queries.has(token.text));
        if (isPunctuation(after, '.') && (token.text === 'Thread' || tokens[at + 2]?.text === 'class'))
          return false;
        if (before?.kind === 'identifier' && before.text === 'instanceof') return isPunctuation(after, '.');
        return !(names.has(token.text) || words.has(token.text) || token.text.startsWith('__'));
      case 'operator': {
        // An operator is one character: `==` is two that follow each other directly.
        const doubled = isAdjacent(token, after);
        if (token.text === '=') {
          const ends = isAdjacent(before, token) && /^[=!<>]$/.test(before!.text);
          const shifts = ends && isAdjacent(tokens[at - 2], before) && /^[<>]$/.test(before!.text);
          return !((ends && !shifts) || (doubled && isPunctuation(after, '=')));
        }
        if (token.text === '+' || token.text === '-')
          return doubled && (after!.text === token.text || after!.text === '>');
        return (
          (token.text === ':' && doubled && after!.text === ':') || token.text === '{' || token.text === '@'
        );
      }
      default:
        return false;
    }
  });
}
