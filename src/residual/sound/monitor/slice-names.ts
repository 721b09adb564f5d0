import { qualified } from '../../../property/language/java-expression.ts';
import type { EventDefinition, Property } from '../../../property/model.ts';
import { mentions, type Pointcut } from '../../../property/pointcut.ts';
import { isPrimitive } from '../../../property/primitive-type.ts';
import type { Operand } from './slice-condition.ts';
import type { SliceDeclarations } from './slice-declarations.ts';
import type { Names } from './slice-expression.ts';

/** All fields of a slice. */
export function fieldsOf({ fields, numbers }: SliceDeclarations): readonly string[] {
  return [...fields, ...numbers];
}

/** How the code of an event or a handler may name fields, where these names mean something else without `this`. */
export function namesOfFields(fields: Iterable<string>, hidden: ReadonlySet<string>): readonly string[] {
  return [...fields].flatMap((name) => (hidden.has(name) ? [qualified(name)] : [name, qualified(name)]));
}

/** What names that are operands mean in the code of an event: an argument hides the field that has its name. */
export function operandsOf(
  property: Property,
  event: EventDefinition,
  { fields }: SliceDeclarations,
): ReadonlyMap<string, Operand> {
  const operands = new Map<string, Operand>([['null', { kind: 'null' }]]);
  fields.forEach((name, field) => {
    for (const text of [name, qualified(name)]) operands.set(text, { kind: 'field', field });
  });
  const thread = threadArgument(event.pointcut);
  for (const { name } of event.arguments) {
    if (name === property.parameters[0]?.name) operands.set(name, { kind: 'object' });
    else operands.set(name, { kind: name === thread ? 'thread' : 'other' });
  }
  return operands;
}

/** All names in the code of an event. `operands`: those of `operandsOf`. */
export function namesOf(
  event: EventDefinition,
  declarations: SliceDeclarations,
  operands: ReadonlyMap<string, Operand>,
): Names {
  const { numbers, constants, references, methods } = declarations;
  const hidden = new Set(event.arguments.map(({ name }) => name));
  const inBothWays = (fields: Iterable<string>): readonly string[] => namesOfFields(fields, hidden);
  const seen = [...constants].filter((name) => !hidden.has(name));
  const argumentsOf = (isWanted: (type: string) => boolean): readonly string[] =>
    event.arguments.filter(({ type }) => isWanted(type)).map(({ name }) => name);
  return {
    variables: new Set([...operands.keys(), ...inBothWays(numbers), ...seen]),
    fields: new Set(inBothWays(fieldsOf(declarations))),
    numbers: new Set([...inBothWays(numbers), ...seen, ...argumentsOf(isPrimitive)]),
    arrays: new Set(argumentsOf((type) => type.endsWith('[]'))),
    references: new Set(inBothWays(references)),
    threads: new Set(argumentsOf((type) => type === 'java.lang.Thread')),
    methods,
  };
}

/** The argument that `thread(t)` binds whenever the pointcut matches. */
function threadArgument(pointcut: Pointcut): string | undefined {
  if (pointcut.kind === 'thread') return pointcut.operand.kind === 'bind' ? pointcut.operand.name : undefined;
  if (pointcut.kind !== 'and' || !mentions(pointcut, 'thread')) return undefined;
  return pointcut.operands.map(threadArgument).find((name) => name !== undefined);
}
