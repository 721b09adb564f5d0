import { hides } from '../../../property/condition-when-new.ts';
import { isPunctuation, javaTokens } from '../../../property/language/java-expression.ts';
import type { Token } from '../../../property/language/java-scanner.ts';
import {
  conditionText,
  type EventDefinition,
  type JavaCode,
  type Parameter,
  type Property,
} from '../../../property/model.ts';
import { mentions, type Pointcut } from '../../../property/pointcut.ts';
import { isPrimitive } from '../../../property/primitive-type.ts';
import { type Assignment, type BodyCode, readBody } from './slice-body.ts';
import { type Condition, type Operand, readCondition } from './slice-condition.ts';
import { readDeclarations, type SliceDeclarations } from './slice-declarations.ts';
import { askedClasses, type Names, NotUnderstood } from './slice-expression.ts';

/**
 * What the Java code of a property does to one slice, as far as the analysis has to know it: fields that hold
 * one of the event's arguments or null, and conditions on them, or that nothing but the slice is changed. Most
 * published properties need no more; anything else is not understood.
 */
export interface SliceCode {
  /** Fields of the slice's body that hold objects; each is null when a slice starts. */
  readonly fieldCount: number;
  /** Whether more than its monitor's state and these fields decides what a slice does: numbers, or bodies that do more than assign. */
  readonly hasOtherState: boolean;
  /** Whether handlers have Java code, which may reset the slice. */
  readonly hasHandlers: boolean;
  /** By event definition. */
  readonly events: readonly EventCode[];
}

export interface EventCode {
  /** Asked before the event moves a slice; where it does not hold, the event did not happen. */
  readonly condition: Condition;
  /** One after the other, once the condition holds; where bodies do more, these are not all. */
  readonly assignments: readonly Assignment[];
}

/** Code that is not understood, and what is in the way: to be read behind "kept: ". */
export interface UnreadCode {
  readonly notUnderstood: string;
}

/**
 * The code of a property. Understood are what `readDeclarations` and `readBody` say, and conditions made
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
  const hidden = askedClasses.find((name) => hides(code, name));
  if (hidden !== undefined)
    throw new NotUnderstood(`the property's Java code has a class ${hidden} of its own`);
  const declarations = readDeclarations(code);
  if (code.handlers.some(({ body }) => namesSlice(javaTokens(body), property, declarations)))
    throw new NotUnderstood('a handler of the property has Java code that names what the slice knows');
  const read = property.events.map((event) => eventCode(property, event, code, declarations));
  return {
    fieldCount: declarations.fields.length,
    hasOtherState: declarations.numbers.size > 0 || read.some(({ doesMore }) => doesMore),
    hasHandlers: code.handlers.length > 0,
    events: read.map(({ condition, assignments }) => ({ condition, assignments })),
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
  { fields, numbers, methods }: SliceDeclarations,
): boolean {
  const own = new Set([...fields, ...numbers, ...parameters.map(({ name }) => name)]);
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
  { fields, numbers, constants, references, methods }: SliceDeclarations,
): EventCode & Pick<BodyCode, 'doesMore'> {
  const always: Condition = { kind: 'constant', value: true };
  if (event.javaEvent === undefined) return { condition: always, assignments: [], doesMore: false };
  const { condition, body } = code.events[event.javaEvent]!;
  const isDeclared = ({ name }: Parameter): boolean =>
    fields.includes(name) || numbers.has(name) || constants.has(name);
  if (event.conditionParts !== undefined || event.arguments.some(isDeclared))
    throw new NotUnderstood(`the Java code of event ${event.name} is not analysed`);
  const operands = operandsOf(property, event, fields);
  const argumentsOf = (isWanted: (type: string) => boolean): readonly string[] =>
    event.arguments.filter(({ type }) => isWanted(type)).map(({ name }) => name);
  const names: Names = {
    variables: new Set([...operands.keys(), ...numbers, ...constants]),
    fields: new Set([...fields, ...numbers]),
    numbers: new Set([...numbers, ...constants, ...argumentsOf(isPrimitive)]),
    arrays: new Set(argumentsOf((type) => type.endsWith('[]'))),
    references,
    methods,
  };
  return {
    condition:
      condition === undefined
        ? always
        : readCondition(javaTokens(conditionText(condition)), operands, names, event.name),
    ...(body === undefined
      ? { assignments: [], doesMore: false }
      : readBody({ tokens: javaTokens(body), code, operands, names, event: event.name })),
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
