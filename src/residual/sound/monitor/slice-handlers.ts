import { isPunctuation, javaTokens } from '../../../property/language/java-expression.ts';
import type { Token } from '../../../property/language/java-scanner.ts';
import type { JavaCode, Property } from '../../../property/model.ts';
import type { SliceDeclarations } from './slice-declarations.ts';
import { NotUnderstood } from './slice-expression.ts';
import { fieldsOf, qualified, withFields } from './slice-names.ts';

/** Words before parentheses that call nothing. */
const statements = new Set(['catch', 'for', 'if', 'return', 'switch', 'synchronized', 'while']);

/**
 * Throws NotUnderstood where the code of a handler may get hold of the slice or of objects that it has, as it could show these
 * to other code. Numbers and texts of its slice it may look at and change, as events may. Linear in the text.
 */
export function checkHandlers(property: Property, code: JavaCode, declarations: SliceDeclarations): void {
  const { numbers, texts, methods } = declarations;
  const parameters = new Set(property.parameters.map(({ name }) => name));
  const inBothWays = (names: Iterable<string>): readonly string[] => [
    ...[...names].filter((name) => !parameters.has(name)),
    ...[...names].map(qualified),
  ];
  const shown = new Set(inBothWays([...numbers, ...texts]));
  const own = new Set([...inBothWays(fieldsOf(declarations)), ...parameters]);
  for (const { body } of code.handlers) {
    const tokens = withFields(javaTokens(body), declarations);
    tokens.forEach((token, at) => {
      const isCalled = isPunctuation(tokens[at + 1], '(');
      const isOfSlice = shown.has(token.text) && !isMember(tokens, at) && !isCalled;
      if (!isOfSlice && namesSlice(tokens, at)) throw notUnderstood();
    });
  }

  /** A field, parameter or object of the slice, or a method of its own: those that are static are the property's. */
  function namesSlice(tokens: readonly Token[], at: number): boolean {
    const { kind, text } = tokens[at]!;
    // An escape may be any character.
    if (text === 'this' || text === 'super' || text === '\\') return true;
    if (kind !== 'identifier' || isMember(tokens, at)) return false;
    const isCalled = isPunctuation(tokens[at + 1], '(') && tokens[at - 1]?.text !== 'new';
    return own.has(text) || (isCalled && !methods.has(text) && !statements.has(text));
  }
}

function isMember(tokens: readonly Token[], at: number): boolean {
  return isPunctuation(tokens[at - 1], '.');
}

function notUnderstood(): NotUnderstood {
  return new NotUnderstood('a handler of the property has Java code that names what the slice knows');
}
