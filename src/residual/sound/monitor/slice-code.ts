import { hidesThread } from '../../../property/condition-when-new.ts';
import { isPunctuation, javaTokens } from '../../../property/language/java-expression.ts';
import type { Token } from '../../../property/language/java-scanner.ts';
import {
  conditionText,
  type EventDefinition,
  type JavaCode,
  type Property,
} from '../../../property/model.ts';
import { mentions, type Pointcut } from '../../../property/pointcut.ts';
import { type Condition, type Names, NotUnderstood, type Operand, readCondition } from './slice-condition.ts';
import { isWeakReference, readDeclarations, readType, type SliceDeclarations } from './slice-declarations.ts';

/**
 * What the Java code of a property does to one slice, as far as the analysis has to know it: fields that hold
 * one of the event's arguments or null, and conditions on them. Most published properties need no more;
 * anything else is not understood.
 */
export interface SliceCode {
  /** Fields of the slice's body; each is null when a slice starts. */
  readonly fieldCount: number;
  /** Whether handlers have Java code, which may reset the slice. */
  readonly hasHandlers: boolean;
  /** By event definition. */
  readonly events: readonly EventCode[];
}

export interface EventCode {
  /** Asked before the event moves a slice; where it does not hold, the event did not happen. */
  readonly condition: Condition;
  /** One after the other, once the condition holds. */
  readonly assignments: readonly { readonly field: number; readonly value: Operand }[];
}

/** Code that is not understood, and what is in the way: to be read behind "kept: ". */
export interface UnreadCode {
  readonly notUnderstood: string;
}

/**
 * The code of a property. Understood are fields of reference types without initial values, static methods that look
 * at something, bodies of assignments `field = argument;` and `field = new WeakReference<>(argument);`, and conditions made
 * of `==`, `!=`, `!`, `&&`, `||`, parentheses and whatever has no effect. Handlers may have any Java code, unless it names
 * what the slice knows. Linear in the text.
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
  if (hidesThread(code)) throw new NotUnderstood("the property's Java code has a Thread of its own");
  const declarations = readDeclarations(code);
  if (code.handlers.some(({ body }) => namesSlice(javaTokens(body), property, declarations)))
    throw new NotUnderstood('a handler of the property has Java code that names what the slice knows');
  return {
    fieldCount: declarations.fields.length,
    hasHandlers: code.handlers.length > 0,
    events: property.events.map((event) => eventCode(property, event, code, declarations)),
  };
}

/** Words before parentheses that call nothing. */
const statements = new Set(['catch', 'for', 'if', 'return', 'switch', 'synchronized', 'while']);

/**
 * Whether the code of a handler may get hold of the slice or what it has: then it could show its objects to other code. Not
 * where it names no field, parameter or object of its own, and calls no method by its name alone but static ones of the property.
 */
function namesSlice(
  tokens: readonly Token[],
  { parameters }: Property,
  { fields, methods }: SliceDeclarations,
): boolean {
  const own = new Set([...fields, ...parameters.map(({ name }) => name)]);
  return tokens.some(({ kind, text }, at) => {
    // An escape may be any character.
    if (text === 'this' || text === 'super' || text === '\\') return true;
    if (kind !== 'identifier' || isPunctuation(tokens[at - 1], '.')) return false;
    const isCalled = isPunctuation(tokens[at + 1], '(') && tokens[at - 1]?.text !== 'new';
    return own.has(text) || (isCalled && !methods.has(text) && !statements.has(text));
  });
}

function eventCode(
  property: Property,
  event: EventDefinition,
  code: JavaCode,
  { fields, references, methods }: SliceDeclarations,
): EventCode {
  if (event.javaEvent === undefined) return { condition: { kind: 'constant', value: true }, assignments: [] };
  const { condition, body } = code.events[event.javaEvent]!;
  if (event.conditionParts !== undefined || event.arguments.some(({ name }) => fields.includes(name)))
    throw new NotUnderstood(`the Java code of event ${event.name} is not analysed`);
  const operands = operandsOf(property, event, fields);
  const names: Names = { variables: new Set(operands.keys()), references, methods };
  return {
    condition:
      condition === undefined
        ? { kind: 'constant', value: true }
        : readCondition(javaTokens(conditionText(condition)), operands, names, event.name),
    assignments: body === undefined ? [] : readBody(javaTokens(body), code, operands, event.name),
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
  code: JavaCode,
  operands: ReadonlyMap<string, Operand>,
  event: string,
): EventCode['assignments'] {
  const assignments: { field: number; value: Operand }[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (isPunctuation(tokens[at], ';')) continue;
    let end = at;
    while (end < tokens.length && !isPunctuation(tokens[end], ';')) end++;
    const target = operands.get(tokens[at]!.text);
    const value =
      end === at + 3
        ? operands.get(tokens[at + 2]!.text)
        : newReference(tokens.slice(at + 2, end), code, operands);
    if (
      target?.kind !== 'field' ||
      !isPunctuation(tokens[at + 1], '=') ||
      value === undefined ||
      end === tokens.length
    )
      throw new NotUnderstood(`the Java code of event ${event} does more than keep its arguments`);
    assignments.push({ field: target.field, value });
    at = end;
  }
  return assignments;
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
