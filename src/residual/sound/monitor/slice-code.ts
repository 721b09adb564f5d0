import { hides } from '../../../property/condition-when-new.ts';
import { javaTokens, withFields } from '../../../property/language/java-expression.ts';
import type { Token } from '../../../property/language/java-scanner.ts';
import { simpleName } from '../../../property/language/type-names.ts';
import {
  conditionText,
  type EventDefinition,
  type JavaCode,
  type Property,
} from '../../../property/model.ts';
import { type Assignment, type BodyCode, readBody } from './slice-body.ts';
import { type Condition, readCondition } from './slice-condition.ts';
import { readDeclarations, type SliceDeclarations } from './slice-declarations.ts';
import { askedClasses, NotUnderstood } from './slice-expression.ts';
import { checkHandlers } from './slice-handlers.ts';
import { fieldsOf, namesOf, operandsOf } from './slice-names.ts';

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
    throw new NotUnderstood(`the property's Java code has a class ${simpleName(hidden)} of its own`);
  const declarations = readDeclarations(code);
  checkHandlers(property, code, declarations);
  const read = property.events.map((event) => eventCode(property, event, code, declarations));
  return {
    fieldCount: declarations.fields.length,
    hasOtherState: declarations.numbers.size > 0 || read.some(({ doesMore }) => doesMore),
    hasHandlers: code.handlers.length > 0,
    events: read.map(({ condition, assignments }) => ({ condition, assignments })),
  };
}

function eventCode(
  property: Property,
  event: EventDefinition,
  code: JavaCode,
  declarations: SliceDeclarations,
): EventCode & Pick<BodyCode, 'doesMore'> {
  const always: Condition = { kind: 'constant', value: true };
  if (event.javaEvent === undefined) return { condition: always, assignments: [], doesMore: false };
  const { condition, body } = code.events[event.javaEvent]!;
  if (event.conditionParts !== undefined)
    throw new NotUnderstood(`the Java code of event ${event.name} is not analysed`);
  const operands = operandsOf(property, event, declarations);
  const names = namesOf(event, declarations, operands);
  const fields = new Set(fieldsOf(declarations));
  const tokensOf = (text: string): readonly Token[] => withFields(javaTokens(text), fields);
  return {
    condition:
      condition === undefined
        ? always
        : readCondition(tokensOf(conditionText(condition)), operands, names, event.name),
    ...(body === undefined
      ? { assignments: [], doesMore: false }
      : readBody({ tokens: tokensOf(body), code, operands, names, event: event.name })),
  };
}
