import { type Diagnostic, propertyLimit, propertySkipIgnored } from '../../diagnostics.ts';
import type { EventDefinition, JavaCode, Parameter } from '../model.ts';
import { mentions, type Pointcut } from '../pointcut.ts';
import { boundNames, nameBoundTwice } from './bound-names.ts';
import { type BodyMeaning, bodyMeaning, checkMacros } from './java-body.ts';
import { type Condition, type ParsedPointcut, parsePointcut } from './parse-pointcut.ts';
import { resolving } from './parse-type-pattern.ts';
import { diagnosticAt, failAt, placeOf } from './source-text.ts';
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

const reserved = /^(?:boolean|byte|char|short|int|long|float|double)$/;

export function loadParameter(file: TokenCursor, names: TypeNames, syntax: ParameterSyntax): Parameter {
  const type = resolving(file, { text: syntax.typeName, at: syntax.typeToken }, () =>
    names.resolve(syntax.typeName, placeOf(file.source, syntax.typeToken.start)),
  );
  if (type === 'void')
    invalidAt(file, syntax.typeToken, 'a parameter cannot be void', 'Write the type of the value.');
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
    invalidAt(
      file,
      syntax.name,
      `event ${syntax.name.text} declares ${twice.name} twice`,
      'Declare the result only after `returning`.',
    );
  const parsed = parsePointcut(file.range(syntax.pointcut.first, syntax.pointcut.last), names, declared);
  const { pointcut, conditions } = parsed;
  const mixed = mentions(pointcut, 'condition') ? mixedCondition(file, parsed, syntax) : undefined;
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
  const operands: Pointcut[] = [];
  for (const { name, type } of result)
    operands.push({ kind: 'returning', operand: { kind: 'bind', name, type } });
  for (const { name, type } of thrown)
    operands.push({ kind: 'throwing', operand: { kind: 'bind', name, type } });
  const starts = new Map(parsed.starts);
  for (const operand of operands)
    starts.set(operand, (syntax.returning ?? syntax.throwing)![0]!.typeToken.start);
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
      ...(mixed === undefined ? {} : { conditionParts: mixed.parts }),
    },
    meaning,
    starts,
    java: (body) =>
      javaOf(
        file,
        syntax,
        mixed ?? (simple === undefined && conditions.length > 0 ? allOf(file, conditions) : undefined),
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
  condition: JavaCondition | undefined,
  runs: boolean,
): JavaCode['events'][number] | undefined {
  if (!runs && condition === undefined) return undefined;
  const { line, column } = runs ? placeOf(file.source, syntax.body!.start) : condition!;
  return {
    ...(condition === undefined ? {} : { condition: condition.text, conditionLine: condition.line }),
    ...(condition?.column === undefined ? {} : { conditionColumn: condition.column }),
    ...(runs ? { body: syntax.body!.text } : {}),
    line,
    ...(column === undefined ? {} : { column }),
  };
}

/** A Java expression whose lines are those of the file, from `line` on. */
interface JavaCondition {
  readonly text: string;
  readonly line: number;
  /** Where the expression is the file's own text. */
  readonly column?: number;
}

/** All conditions in one expression, each on the line it has in the file. */
function allOf(file: TokenCursor, conditions: readonly Condition[]): JavaCondition {
  const [first] = conditions;
  if (conditions.length === 1) {
    const { line, column } = placeOf(file.source, first!.start);
    return { text: first!.text, line, column };
  }
  const text = conditionText(file, first!);
  for (const condition of conditions) text.condition(condition === first ? '(' : ' && (', condition, ')');
  return text.finish();
}

/** A pointcut may be in so many parts: their bits are an int that is never negative. */
const maxParts = 31;

/**
 * The conjuncts of a pointcut that have conditions in them, and the conditions that must hold for the whole, as one
 * expression: its parts without conditions are bits of `rrvMatches` (EventDefinition.conditionParts).
 */
function mixedCondition(
  file: TokenCursor,
  { pointcut, conditions, places }: ParsedPointcut,
  syntax: EventSyntax,
): JavaCondition & { readonly parts: readonly Pointcut[] } {
  const parts: Pointcut[] = [];
  const text = conditionText(file, [...places.values()][0]!);
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
  return { ...text.finish(), parts };
}

/** Writes an expression that begins in the line of the first of its conditions. */
function conditionText(file: TokenCursor, first: Condition) {
  const start = placeOf(file.source, first.start).line!;
  let text = '';
  let line = start;
  return {
    add(more: string): void {
      text += more;
    },
    condition(before: string, condition: Condition, after: string): void {
      const wanted = placeOf(file.source, condition.start).line!;
      text += '\n'.repeat(Math.max(0, wanted - line)) + before + condition.text + after;
      line = Math.max(line, wanted) + (condition.text.match(/\n/g)?.length ?? 0);
    },
    finish: (): JavaCondition => ({ text, line: start }),
  };
}
