import {
  atTopLevel,
  javaTokens,
  type Part,
  qualified,
  splitAt,
  withFields,
  withoutParentheses,
} from './language/java-expression.ts';
import { simpleName } from './language/type-names.ts';
import { conditionText, type EventDefinition, type JavaCode } from './model.ts';
import { isPrimitive } from './primitive-type.ts';

/** What evaluating an expression comes to in a slice that has just begun; undefined: not known. */
type Outcome = boolean | 'throws' | undefined;

/** Nesting beyond which nothing is said of a condition. */
const maxDepth = 50;

/** Methods of Object, which no static method can hide: calling them on null throws. */
const methodsOfObject = new Set([
  'equals',
  'getClass',
  'hashCode',
  'notify',
  'notifyAll',
  'toString',
  'wait',
]);

/**
 * Tells of events whether a slice that has just begun takes no such event: its condition in Java is false, or
 * throws, before it has asked anything but fields that are null then, as in `lock != null && !isHeld(lock)`
 * and `!Thread.holdsLock(this.lock)`. False also where that is not seen. O(text x nesting).
 */
export function newSlicesRefuse(code: JavaCode): (event: EventDefinition) => boolean {
  const nulls = nullFields(code.declarations);
  return (event) => refuses(event, code, nulls);
}

function refuses(event: EventDefinition, code: JavaCode, nulls: ReadonlySet<string>): boolean {
  const condition = event.javaEvent === undefined ? undefined : code.events[event.javaEvent]!.condition;
  if (condition === undefined) return false;
  const fields = new Set(nulls);
  for (const { name } of event.arguments) fields.delete(name);
  const names = new Set([...fields, ...[...fields].map(qualified)]);
  const isField = (text: string | undefined) => text !== undefined && names.has(text);
  const tokens = withFields(javaTokens(conditionText(condition)), fields);
  const outcome = evaluate({ tokens, from: 0, to: tokens.length }, 0);
  return outcome === false || outcome === 'throws';

  function evaluate(whole: Part, depth: number): Outcome {
    const part = withoutParentheses(whole);
    // Binds less than everything below.
    if (depth > maxDepth || atTopLevel(part, '?').length > 0) return undefined;
    const either = splitAt(part, '||');
    if (either.length > 1) return firstOther(either, false, depth);
    const both = splitAt(part, '&&');
    if (both.length > 1) return firstOther(both, true, depth);
    const texts = part.tokens.slice(part.from, part.to).map(({ text }) => text);
    if (texts[0] === '!') return not({ ...part, from: part.from + 1 }, depth + 1);
    if (texts.length === 1) return texts[0] === 'true' ? true : texts[0] === 'false' ? false : undefined;
    return comparisonWithNull(texts) ?? (dereferencesNull(texts) ? 'throws' : undefined);
  }

  /** Operands are evaluated from left to right, until one is not `neutral`. */
  function firstOther(operands: readonly Part[], neutral: boolean, depth: number): Outcome {
    for (const operand of operands) {
      const outcome = evaluate(operand, depth + 1);
      if (outcome !== neutral) return outcome;
    }
    return neutral;
  }

  /** Of `!x`, where x may be followed by operators that bind less than `!`: those matter unless x is all. */
  function not(operand: Part, depth: number): Outcome {
    const outcome = evaluate(operand, depth);
    const isOne = operand.to - operand.from === 1 || withoutParentheses(operand).from > operand.from;
    return typeof outcome !== 'boolean' ? outcome : isOne ? !outcome : undefined;
  }

  function comparisonWithNull(texts: readonly string[]): Outcome {
    const [left, operator, equals, right] = texts;
    const isOfNull = (left === 'null' && isField(right)) || (right === 'null' && isField(left));
    if (texts.length !== 4 || equals !== '=' || !isOfNull) return undefined;
    return operator === '=' ? true : operator === '!' ? false : undefined;
  }

  /** Whether what is evaluated first asks null for something. */
  function dereferencesNull(texts: readonly string[]): boolean {
    if (isField(texts[0])) return texts[1] === '.' && methodsOfObject.has(texts[2]!) && texts[3] === '(';
    return (
      texts.slice(0, 4).join('') === 'Thread.holdsLock(' &&
      isField(texts[4]) &&
      texts[5] === ')' &&
      !hides(code, 'java.lang.Thread')
    );
  }
}

/**
 * The fields of reference types that the declarations give no value, anywhere, but null where they are declared: they are null
 * when a slice begins. Not static ones, which the code of any event may have set for all slices.
 */
function nullFields(declarations: string): Set<string> {
  const fields = new Set<string>();
  // An escape may be any character.
  if (declarations.includes('\\u')) return fields;
  const tokens = javaTokens(declarations);
  let depth = 0;
  let statement: string[] = [];
  /** Where a name stands in front of the null that it is declared with. */
  const declared = new Set<number>();
  for (const [at, { text }] of tokens.entries()) {
    if (text === '{' || text === '(') depth++;
    if (depth === 0 && text === ';') {
      if (statement.slice(-2).join(' ') === '= null') {
        statement = statement.slice(0, -2);
        declared.add(at - 3);
      }
      const name = statement.at(-1);
      const isOfPrimitive = statement.some(isPrimitive) && !statement.includes('[');
      const isOfSlice = statement.length > 1 && !statement.includes('static');
      if (name !== undefined && isOfSlice && !isOfPrimitive) fields.add(name);
      statement = [];
    } else if (depth === 0) statement.push(text);
    if (text === '}' || text === ')') depth--;
    if (depth === 0 && text === '}') statement = [];
  }
  tokens.forEach(({ text }, at) => {
    const [next, second] = [tokens[at + 1]?.text, tokens[at + 2]?.text];
    const isSet = (next === '=' && second !== '=') || (next === '+' && second === '=');
    if (isSet && !declared.has(at)) fields.delete(text);
  });
  return fields;
}

/** Whether the name of a class, of java.lang or of a package that is imported, may mean another one there. */
export function hides({ imports, declarations }: JavaCode, qualifiedName: string): boolean {
  const name = simpleName(qualifiedName);
  return (
    imports.some((imported) => imported.endsWith(`.${name}`) && imported !== qualifiedName) ||
    javaTokens(declarations).some(({ text }, at, all) => text === name && all[at + 1]?.text === '{')
  );
}
