import { type Diagnostic, propertyInvalid, propertySkipIgnored } from '../../diagnostics.ts';
import type { EventDefinition, JavaCode, Parameter } from '../model.ts';
import { mentions, type Pointcut } from '../pointcut.ts';
import { type BodyMeaning, bodyMeaning, checkMacros } from './java-body.ts';
import { boundNames, type Condition, parsePointcut } from './parse-pointcut.ts';
import { resolving } from './parse-type-pattern.ts';
import { diagnosticAt, failAt, placeOf } from './source-text.ts';
import type { EventSyntax, ParameterSyntax } from './syntax.ts';
import type { TokenCursor } from './token-cursor.ts';
import type { TypeNames } from './type-names.ts';

export interface LoadedEvent {
  readonly syntax: EventSyntax;
  /** Without letter, binds and javaEvent, which depend on the property. */
  readonly definition: Omit<EventDefinition, 'letter' | 'binds' | 'javaEvent'>;
  readonly meaning: BodyMeaning;
  /** The Java that must run at the event, or undefined. `body`: the body too, although it is pure. */
  java(body: boolean): JavaCode['events'][number] | undefined;
}

const reserved = /^(?:boolean|byte|char|short|int|long|float|double)$/;

export function loadParameter(file: TokenCursor, names: TypeNames, syntax: ParameterSyntax): Parameter {
  const type = resolving(file, { text: syntax.typeName, at: syntax.typeToken }, () =>
    names.resolve(syntax.typeName, placeOf(file.source, syntax.typeToken.start)),
  );
  if (type === 'void')
    failAt(file.source, syntax.typeToken.start, (where) =>
      propertyInvalid('a parameter cannot be void', where, 'Write the type of the value.'),
    );
  return { name: syntax.name.text, type: type + '[]'.repeat(syntax.dimensions) };
}

export function isPrimitive(type: string): boolean {
  return reserved.test(type);
}

/**
 * One advice declaration: its parameters and pointcut resolved, its conditions and body classified.
 * `hasFormula`: a pure body then stands for nothing unless it prints, and printing is Java to be run;
 * without a formula a pure body that prints is the report itself.
 */
export function loadEvent(
  file: TokenCursor,
  names: TypeNames,
  syntax: EventSyntax,
  hasFormula: boolean,
  warnings: Diagnostic[],
): LoadedEvent {
  const declared = syntax.parameters.map((parameter) => loadParameter(file, names, parameter));
  const result = (syntax.returning ?? []).map((parameter) => loadParameter(file, names, parameter));
  const thrown = (syntax.throwing ?? []).map((parameter) => loadParameter(file, names, parameter));
  const all = [...declared, ...result, ...thrown];
  const twice = all.find(
    (parameter, index) => all.findIndex(({ name }) => name === parameter.name) !== index,
  );
  if (twice !== undefined)
    failAt(file.source, syntax.name.start, (where) =>
      propertyInvalid(
        `event ${syntax.name.text} declares ${twice.name} twice`,
        where,
        'Declare the result only after `returning`.',
      ),
    );
  const { pointcut, conditions } = parsePointcut(
    file.range(syntax.pointcut.first, syntax.pointcut.last),
    names,
    declared,
  );
  if (mentions(pointcut, 'startThread') && syntax.position.text === 'after')
    failAt(file.source, syntax.position.start, (where) =>
      propertyInvalid(
        'startThread() is the moment before a thread runs its code',
        where,
        'Write `before`, or `after(): execution(void Runnable+.run())`.',
      ),
    );
  const bound = boundNames(pointcut);
  for (const parameter of syntax.parameters)
    if (!bound.has(parameter.name.text))
      failAt(file.source, parameter.name.start, (where) =>
        propertyInvalid(
          `${parameter.name.text} is not bound by the pointcut of event ${syntax.name.text}`,
          where,
          `Add \`&& target(${parameter.name.text})\` or \`&& args(${parameter.name.text}, ..)\`.`,
        ),
      );
  const operands: Pointcut[] = [];
  for (const { name, type } of result)
    operands.push({ kind: 'returning', operand: { kind: 'bind', name, type } });
  for (const { name, type } of thrown)
    operands.push({ kind: 'throwing', operand: { kind: 'bind', name, type } });
  if (syntax.around)
    warnings.push(
      diagnosticAt(file.source, syntax.position.start, (where) =>
        propertySkipIgnored(`around advice of event ${syntax.name.text}`, where),
      ),
    );
  const meaning =
    syntax.body === undefined ? emptyBody : bodyMeaning(file.range(syntax.body.first, syntax.body.last));
  checkMacros(file, syntax.body, meaning, warnings);
  const simple = simpleCondition(conditions, all);
  const position = syntax.around ? 'before' : (syntax.position.text as 'before' | 'after');
  return {
    syntax,
    definition: {
      name: syntax.name.text,
      creation: syntax.creation,
      advice:
        syntax.returning !== undefined
          ? 'after returning'
          : syntax.throwing !== undefined
            ? 'after throwing'
            : position,
      pointcut:
        operands.length === 0
          ? pointcut
          : {
              kind: 'and',
              operands: [...(pointcut.kind === 'and' ? pointcut.operands : [pointcut]), ...operands],
            },
      arguments: all,
      ...(simple === undefined ? {} : { simpleCondition: simple }),
    },
    meaning,
    java: (body) =>
      javaOf(
        file,
        syntax,
        simple === undefined ? conditions : [],
        !meaning.pure || meaning.resets || (meaning.reports && (hasFormula || body)),
      ),
  };
}

const emptyBody: BodyMeaning = {
  pure: true,
  reports: false,
  messages: [],
  urls: [],
  resets: false,
  skips: false,
};

/** `condition(b)` and `condition(!b)` on a boolean argument, alone. */
function simpleCondition(
  conditions: readonly Condition[],
  declared: readonly Parameter[],
): EventDefinition['simpleCondition'] {
  if (conditions.length !== 1) return undefined;
  const found = /^\s*(!?)\s*([\p{L}\p{N}_$]+)\s*$/u.exec(conditions[0]!.text);
  const argument = declared.find(({ name, type }) => name === found?.[2] && type === 'boolean');
  return argument === undefined ? undefined : { argument: argument.name, equals: found![1] === '' };
}

function javaOf(
  file: TokenCursor,
  syntax: EventSyntax,
  conditions: readonly Condition[],
  runs: boolean,
): JavaCode['events'][number] | undefined {
  if (!runs && conditions.length === 0) return undefined;
  const conditionLine = conditions.length === 0 ? undefined : placeOf(file.source, conditions[0]!.start).line;
  const line = runs ? placeOf(file.source, syntax.body!.start).line : conditionLine!;
  return {
    ...(conditionLine === undefined
      ? {}
      : { condition: conjunction(file, conditions, conditionLine), conditionLine }),
    ...(runs ? { body: syntax.body!.text } : {}),
    line,
  };
}

/** All conditions in one expression, each on the line it has in the file, counted from `firstLine`. */
function conjunction(file: TokenCursor, conditions: readonly Condition[], firstLine: number): string {
  if (conditions.length === 1) return conditions[0]!.text;
  let text = '';
  let line = firstLine;
  for (const condition of conditions) {
    const start = placeOf(file.source, condition.start).line;
    text += '\n'.repeat(Math.max(0, start - line));
    text += `${text.trim() === '' ? '' : '&& '}(${condition.text})`;
    line = start + (condition.text.match(/\n/g)?.length ?? 0);
  }
  return text;
}
