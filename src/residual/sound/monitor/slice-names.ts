import { isPunctuation } from '../../../property/language/java-expression.ts';
import type { Token } from '../../../property/language/java-scanner.ts';
import type { EventDefinition, Property } from '../../../property/model.ts';
import { mentions, type Pointcut } from '../../../property/pointcut.ts';
import { isPrimitive } from '../../../property/primitive-type.ts';
import type { Operand } from './slice-condition.ts';
import type { SliceDeclarations } from './slice-declarations.ts';
import type { Names } from './slice-expression.ts';

/** A field as `this.name`, in tokens of `withFields`. */
export function qualified(field: string): string {
  return `this.${field}`;
}

/** All fields of a slice. */
export function fieldsOf({ fields, numbers }: SliceDeclarations): readonly string[] {
  return [...fields, ...numbers];
}

/** The tokens with each `this.name` of a field as one identifier of that text, which Java has none of. Linear. */
export function withFields(tokens: readonly Token[], declarations: SliceDeclarations): readonly Token[] {
  const fields = new Set(fieldsOf(declarations));
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    const name = tokens[at + 2];
    const isField =
      token.text === 'this' &&
      !isPunctuation(tokens[at - 1], '.') &&
      isPunctuation(tokens[at + 1], '.') &&
      name?.kind === 'identifier' &&
      fields.has(name.text) &&
      !isPunctuation(tokens[at + 3], '(');
    joined.push(isField ? { ...name, text: qualified(name.text), start: token.start } : token);
    if (isField) at += 2;
  }
  return joined;
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
  const visible = (names: Iterable<string>): readonly string[] =>
    [...names].filter((name) => !hidden.has(name));
  const inBothWays = (names: Iterable<string>): readonly string[] => [
    ...visible(names),
    ...[...names].map(qualified),
  ];
  const argumentsOf = (isWanted: (type: string) => boolean): readonly string[] =>
    event.arguments.filter(({ type }) => isWanted(type)).map(({ name }) => name);
  return {
    variables: new Set([...operands.keys(), ...inBothWays(numbers), ...visible(constants)]),
    fields: new Set(inBothWays(fieldsOf(declarations))),
    numbers: new Set([...inBothWays(numbers), ...visible(constants), ...argumentsOf(isPrimitive)]),
    arrays: new Set(argumentsOf((type) => type.endsWith('[]'))),
    references: new Set(inBothWays(references)),
    methods,
  };
}

/** The argument that `thread(t)` binds whenever the pointcut matches. */
function threadArgument(pointcut: Pointcut): string | undefined {
  if (pointcut.kind === 'thread') return pointcut.operand.kind === 'bind' ? pointcut.operand.name : undefined;
  if (pointcut.kind !== 'and' || !mentions(pointcut, 'thread')) return undefined;
  return pointcut.operands.map(threadArgument).find((name) => name !== undefined);
}
