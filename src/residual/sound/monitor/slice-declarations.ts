import { isPunctuation, javaTokens, type Part } from '../../../property/language/java-expression.ts';
import type { Token } from '../../../property/language/java-scanner.ts';
import type { JavaCode } from '../../../property/model.ts';
import { isPrimitive } from '../../../property/primitive-type.ts';
import { mayHaveEffects, type Names, NotUnderstood } from './slice-condition.ts';

/** What the Java code of a property declares for its events. */
export interface SliceDeclarations {
  /** Of each slice, in their order. */
  readonly fields: readonly string[];
  /** Those among them that hold weak references. */
  readonly references: ReadonlySet<string>;
  /** Static methods that look at their arguments and change nothing. */
  readonly methods: ReadonlySet<string>;
}

/**
 * Reads fields of reference types without initial values, and static methods whose statements are local variables,
 * conditions to return and what they return, which have no effect (`mayHaveEffects`); they call none but methods before
 * them, so that each comes to an end. Throws NotUnderstood. Linear in the text.
 */
export function readDeclarations(code: JavaCode): SliceDeclarations {
  const tokens = javaTokens(code.declarations);
  const fields: string[] = [];
  const references = new Set<string>();
  const methods = new Set<string>();
  for (let at = 0; at < tokens.length; ) {
    if (isPunctuation(tokens[at], ';')) {
      at++;
      continue;
    }
    const isStatic = tokens[at]?.text === 'static';
    const type = readType(tokens, isStatic ? at + 1 : at);
    const name = tokens[type?.end ?? tokens.length];
    if (type === undefined || name?.kind !== 'identifier') throw notUnderstood();
    if (isStatic) {
      at = readMethod({ tokens, from: type.end + 1, to: tokens.length }, code, methods);
      methods.add(name.text);
    } else {
      if (isPrimitive(type.name) || !isPunctuation(tokens[type.end + 1], ';')) throw notUnderstood();
      fields.push(name.text);
      if (isWeakReference(type.name, code)) references.add(name.text);
      at = type.end + 2;
    }
  }
  return { fields, references, methods };
}

function notUnderstood(): NotUnderstood {
  return new NotUnderstood(
    "the property's Java code declares more than fields without initial values and static methods that look at something",
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
function readMethod({ tokens, from }: Part, code: JavaCode, methods: ReadonlySet<string>): number {
  const variables = new Set<string>();
  const references = new Set<string>();
  const names: Names = { variables, references, methods };
  let at = from;
  const take = (text: string): void => {
    if (!isPunctuation(tokens[at++], text)) throw notUnderstood();
  };
  const declare = (): void => {
    const type = readType(tokens, at);
    const name = tokens[type?.end ?? tokens.length];
    if (type === undefined || name?.kind !== 'identifier') throw notUnderstood();
    variables.add(name.text);
    if (isWeakReference(type.name, code)) references.add(name.text);
    at = type.end + 1;
  };
  /** An expression without effects, up to and with the token. */
  const expression = (end: ';' | ')'): void => {
    const start = at;
    for (let depth = 0; depth > 0 || !isPunctuation(tokens[at], end); at++) {
      if (at >= tokens.length) throw notUnderstood();
      if (isPunctuation(tokens[at], '(')) depth++;
      else if (isPunctuation(tokens[at], ')')) depth--;
    }
    if (mayHaveEffects(tokens.slice(start, at), names)) throw notUnderstood();
    at++;
  };
  take('(');
  while (!isPunctuation(tokens[at], ')')) {
    if (variables.size > 0) take(',');
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
