import { isPunctuation, javaTokens, type Part } from '../../../property/language/java-expression.ts';
import type { Token } from '../../../property/language/java-scanner.ts';
import type { JavaCode } from '../../../property/model.ts';
import { isPrimitive } from '../../../property/primitive-type.ts';
import { mayHaveEffects, type Names, NotUnderstood, noNames } from './slice-expression.ts';

/** What the Java code of a property declares for its events. */
export interface SliceDeclarations {
  /** Of each slice, in their order: all that are no numbers. */
  readonly fields: readonly string[];
  /** Those of primitive types. */
  readonly numbers: ReadonlySet<string>;
  /** Static final ones of primitive types. */
  readonly constants: ReadonlySet<string>;
  /** Those among the fields that hold weak references. */
  readonly references: ReadonlySet<string>;
  /** Those that hold texts: these show nothing to whom they are shown. */
  readonly texts: ReadonlySet<string>;
  /** Static methods that look at their arguments and change nothing. */
  readonly methods: ReadonlySet<string>;
}

/** Of fields: they belong to the slice whoever may see them. */
const modifiers = new Set(['private', 'protected', 'public', 'transient', 'volatile']);

/**
 * Reads fields of reference types that are null in the beginning, fields and constants of primitive types, and static methods whose
 * statements are local variables, conditions to return and what they return, which have no effect (`mayHaveEffects`); they
 * call none but methods before them, so that each comes to an end. Throws NotUnderstood. Linear in the text.
 */
export function readDeclarations(code: JavaCode): SliceDeclarations {
  const tokens = javaTokens(code.declarations);
  const fields: string[] = [];
  const numbers = new Set<string>();
  const constants = new Set<string>();
  const references = new Set<string>();
  const texts = new Set<string>();
  const methods = new Set<string>();
  for (let at = 0; at < tokens.length; ) {
    while (modifiers.has(tokens[at]?.text ?? '')) at++;
    if (isPunctuation(tokens[at], ';')) {
      at++;
      continue;
    }
    const isStatic = tokens[at]?.text === 'static';
    if (isStatic) at++;
    // What one slice changes of a static field, all others would see.
    const isFinal = tokens[at]?.text === 'final';
    if (isFinal) at++;
    const type = readType(tokens, at);
    const name = tokens[type?.end ?? tokens.length];
    if (type === undefined || name?.kind !== 'identifier') throw notUnderstood();
    if (isStatic && !isFinal) {
      at = readMethod({ tokens, from: type.end + 1, to: tokens.length }, code, methods, constants);
      methods.add(name.text);
    } else if (isPrimitive(type.name)) {
      at = readNumbers(tokens, type.end, isStatic ? constants : numbers, constants);
    } else {
      const [equals, value] = tokens.slice(type.end + 1, type.end + 3);
      const isSetToNull = isPunctuation(equals, '=') && value?.text === 'null';
      at = type.end + (isSetToNull ? 3 : 1);
      if (isFinal || !isPunctuation(tokens[at], ';')) throw notUnderstood();
      at++;
      fields.push(name.text);
      if (isWeakReference(type.name, code)) references.add(name.text);
      if (type.name === 'String' || type.name === 'java.lang.String') texts.add(name.text);
    }
  }
  return { fields, numbers, constants, references, texts, methods };
}

/** The names behind a primitive type, each with what it is in the beginning. Returns where they end (exclusive). */
function readNumbers(
  tokens: readonly Token[],
  from: number,
  declared: Set<string>,
  constants: ReadonlySet<string>,
): number {
  const names: Names = { ...noNames, variables: constants, numbers: constants };
  for (let at = from; ; at++) {
    const name = tokens[at++];
    if (name?.kind !== 'identifier') throw notUnderstood();
    if (isPunctuation(tokens[at], '=')) {
      const start = ++at;
      at = endOfExpression(tokens, start, [',', ';']);
      if (mayHaveEffects(tokens.slice(start, at), names)) throw notUnderstood();
    }
    declared.add(name.text);
    if (isPunctuation(tokens[at], ';')) return at + 1;
    if (!isPunctuation(tokens[at], ',')) throw notUnderstood();
  }
}

/** Where the first of `ends` stands that is in no parentheses, or where the tokens end. */
export function endOfExpression(tokens: readonly Token[], from: number, ends: readonly string[]): number {
  let at = from;
  for (let depth = 0; at < tokens.length; at++) {
    if (depth === 0 && ends.some((end) => isPunctuation(tokens[at], end))) break;
    if (isPunctuation(tokens[at], '(')) depth++;
    else if (isPunctuation(tokens[at], ')')) depth--;
  }
  return at;
}

function notUnderstood(): NotUnderstood {
  return new NotUnderstood(
    "the property's Java code declares more than fields that are null in the beginning, numbers, and static methods that look at something",
  );
}

/** A type, without arrays: its name without type arguments, and where it ends (exclusive). */
export function readType(
  tokens: readonly Token[],
  from: number,
): { readonly name: string; readonly end: number } | undefined {
  if (tokens[from]?.kind !== 'identifier') return undefined;
  let name = tokens[from]!.text;
  let end = from + 1;
  while (isPunctuation(tokens[end], '.') && tokens[end + 1]?.kind === 'identifier') {
    name += `.${tokens[end + 1]!.text}`;
    end += 2;
  }
  if (!isPunctuation(tokens[end], '<')) return { name, end };
  for (let depth = 0; end < tokens.length; end++) {
    if (isPunctuation(tokens[end], '<')) depth++;
    else if (isPunctuation(tokens[end], '>')) depth--;
    else if (tokens[end]!.kind !== 'identifier' && !/^[.,?]$/.test(tokens[end]!.text)) return undefined;
    if (depth === 0) return { name, end: end + 1 };
  }
  return undefined;
}

/** Whether the type is that of java.lang.ref: a single import comes before all others, and no class is declared. */
export function isWeakReference(name: string, { imports }: JavaCode): boolean {
  const full = 'java.lang.ref.WeakReference';
  return name === full || (name === 'WeakReference' && imports.includes(full));
}

/** What is behind a static method's name, from its parameters on. Returns where it ends (exclusive). */
function readMethod(
  { tokens, from }: Part,
  code: JavaCode,
  methods: ReadonlySet<string>,
  constants: ReadonlySet<string>,
): number {
  const variables = new Set(constants);
  const numbers = new Set(constants);
  const references = new Set<string>();
  const names: Names = { ...noNames, variables, numbers, references, methods };
  let at = from;
  const take = (text: string): void => {
    if (!isPunctuation(tokens[at++], text)) throw notUnderstood();
  };
  const declare = (): void => {
    const type = readType(tokens, at);
    const name = tokens[type?.end ?? tokens.length];
    if (type === undefined || name?.kind !== 'identifier') throw notUnderstood();
    variables.add(name.text);
    if (isPrimitive(type.name)) numbers.add(name.text);
    if (isWeakReference(type.name, code)) references.add(name.text);
    at = type.end + 1;
  };
  /** An expression without effects, up to and with the token. */
  const expression = (end: ';' | ')'): void => {
    const start = at;
    at = endOfExpression(tokens, start, [end]);
    if (at >= tokens.length) throw notUnderstood();
    if (mayHaveEffects(tokens.slice(start, at), names)) throw notUnderstood();
    at++;
  };
  take('(');
  for (let isFirst = true; !isPunctuation(tokens[at], ')'); isFirst = false) {
    if (!isFirst) take(',');
    declare();
  }
  at++;
  take('{');
  while (!isPunctuation(tokens[at], '}')) {
    if (tokens[at]?.text === 'if') {
      at++;
      take('(');
      expression(')');
      if (tokens[at]?.text !== 'return') throw notUnderstood();
    }
    if (tokens[at]?.text === 'return') at++;
    else {
      declare();
      take('=');
    }
    expression(';');
  }
  return at + 1;
}
