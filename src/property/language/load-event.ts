import { type Diagnostic, propertySkipIgnored } from '../../diagnostics.ts';
import type { EventDefinition, JavaCode, JavaCondition, Parameter } from '../model.ts';
import { mentions, type Pointcut } from '../pointcut.ts';
import { boundNames, nameBoundTwice } from './bound-names.ts';
import { allOf, mixedCondition, simpleCondition } from './event-condition.ts';
import { type BodyMeaning, bodyMeaning, checkMacros } from './java-body.ts';
import { parsePointcut } from './parse-pointcut.ts';
import { resolving } from './parse-type-pattern.ts';
import { diagnosticAt, placeOf } from './source-text.ts';
import type { EventSyntax, ParameterSyntax } from './syntax.ts';
import { invalidAt, type TokenCursor } from './token-cursor.ts';
import type { TypeNames } from './type-names.ts';

export interface LoadedEvent {
  readonly syntax: EventSyntax;
  /** Without letter, binds and javaEvent, which depend on the property. */
  readonly definition: Omit<EventDefinition, 'letter' | 'binds' | 'javaEvent'>;
  readonly meaning: BodyMeaning;
  /** The offsets at which parts of the pointcut start. */
  readonly starts: ReadonlyMap<Pointcut, number>;
  /** The Java that must run at the event, or undefined. `body`: the body too, although it is pure. */
  java(body: boolean): JavaCode['events'][number] | undefined;
}

/**
 * The parameter with the full name of its type. @throws RrvError RRV_PROPERTY_TYPE_UNKNOWN,
 * RRV_PROPERTY_INVALID for `void`
 */
export function loadParameter(file: TokenCursor, names: TypeNames, syntax: ParameterSyntax): Parameter {
  const type = resolving(file, { text: syntax.typeName, at: syntax.typeToken }, () =>
    names.resolve(syntax.typeName, placeOf(file.source, syntax.typeToken.start)),
  );
  if (type === 'void')
    invalidAt(file, syntax.typeToken, 'a parameter cannot be void', 'Write the type of the value.');
  return { name: syntax.name.text, type: type + '[]'.repeat(syntax.dimensions) };
}

/**
 * One advice declaration: its parameters and pointcut resolved, its conditions and body classified. A pure
 * body that prints is the report itself where the event reports, and else Java to be run.
 */
export function loadEvent(
  file: TokenCursor,
  names: TypeNames,
  syntax: EventSyntax,
  warnings: Diagnostic[],
): LoadedEvent {
  const declared = syntax.parameters.map((parameter) => loadParameter(file, names, parameter));
  const result = (syntax.returning ?? []).map((parameter) => loadParameter(file, names, parameter));
  const thrown = (syntax.throwing ?? []).map((parameter) => loadParameter(file, names, parameter));
  const all = [...declared, ...result, ...thrown];
  checkDeclaredOnce(file, syntax, all);
  const parsed = parsePointcut(file.range(syntax.pointcut.first, syntax.pointcut.last), names, declared);
  const { pointcut, conditions } = parsed;
  const mixed = mentions(pointcut, 'condition') ? mixedCondition(file, parsed, syntax) : undefined;
  checkBound(file, syntax, pointcut);
  const outcome = [
    ...result.map(
      ({ name, type }): Pointcut => ({ kind: 'returning', operand: { kind: 'bind', name, type } }),
    ),
    ...thrown.map(
      ({ name, type }): Pointcut => ({ kind: 'throwing', operand: { kind: 'bind', name, type } }),
    ),
  ];
  const starts = new Map(parsed.starts);
  for (const part of outcome) starts.set(part, (syntax.returning ?? syntax.throwing)![0]!.typeToken.start);
  if (syntax.around)
    warnings.push(
      diagnosticAt(file.source, syntax.position.start, (where) =>
        propertySkipIgnored(`around advice of event ${syntax.name.text}`, where),
      ),
    );
  const meaning =
    syntax.body === undefined ? emptyBody : bodyMeaning(file.range(syntax.body.first, syntax.body.last));
  checkMacros(file, syntax.body, meaning, warnings);
  const simple = mixed === undefined ? simpleCondition(conditions, all) : undefined;
  return {
    syntax,
    definition: {
      name: syntax.name.text,
      creation: syntax.creation,
      advice: adviceOf(syntax),
      pointcut:
        outcome.length === 0
          ? pointcut
          : {
              kind: 'and',
              operands: [...(pointcut.kind === 'and' ? pointcut.operands : [pointcut]), ...outcome],
            },
      arguments: all,
      ...(simple === undefined ? {} : { simpleCondition: simple }),
      ...(mixed === undefined ? {} : { conditionParts: mixed.parts }),
    },
    meaning,
    starts,
    java: (body) =>
      javaOf(
        file,
        syntax,
        mixed?.condition ??
          (simple === undefined && conditions.length > 0 ? allOf(file, conditions) : undefined),
        !meaning.pure || meaning.resets || (meaning.reports && body),
      ),
  };
}

function checkDeclaredOnce(file: TokenCursor, syntax: EventSyntax, all: readonly Parameter[]): void {
  const twice = all.find(
    (parameter, index) => all.findIndex(({ name }) => name === parameter.name) !== index,
  );
  if (twice !== undefined)
    invalidAt(
      file,
      syntax.name,
      `event ${syntax.name.text} declares ${twice.name} twice`,
      'Declare the result only after `returning`.',
    );
}

/** What the event declares before its outcome is bound by the pointcut on every way through, and nothing twice. */
function checkBound(file: TokenCursor, syntax: EventSyntax, pointcut: Pointcut): void {
  const boundTwice = nameBoundTwice(pointcut);
  if (boundTwice !== undefined)
    invalidAt(
      file,
      syntax.name,
      `the pointcut of event ${syntax.name.text} binds ${boundTwice} twice`,
      'Bind one of the two under a name of its own, and compare them with `condition(..)`.',
    );
  const bound = boundNames(pointcut);
  for (const parameter of syntax.parameters)
    if (!bound.has(parameter.name.text))
      invalidAt(
        file,
        parameter.name,
        `${parameter.name.text} is not bound by the pointcut of event ${syntax.name.text}`,
        `Add \`&& target(${parameter.name.text})\` or \`&& args(${parameter.name.text}, ..)\`.`,
      );
}

function adviceOf({ returning, throwing, around, position }: EventSyntax): EventDefinition['advice'] {
  if (returning !== undefined) return 'after returning';
  if (throwing !== undefined) return 'after throwing';
  return around ? 'before' : (position.text as 'before' | 'after');
}

const emptyBody: BodyMeaning = {
  pure: true,
  reports: false,
  messages: [],
  urls: [],
  resets: false,
  skips: false,
};

function javaOf(
  file: TokenCursor,
  syntax: EventSyntax,
  condition: JavaCondition | undefined,
  runs: boolean,
): JavaCode['events'][number] | undefined {
  if (!runs && condition === undefined) return undefined;
  const placed = condition?.find((piece) => typeof piece !== 'string');
  const { line, column } = runs ? placeOf(file.source, syntax.body!.start) : placed!;
  return {
    ...(condition === undefined ? {} : { condition }),
    ...(runs ? { body: syntax.body!.text } : {}),
    line,
    column,
  };
}
