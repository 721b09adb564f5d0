import { isPunctuation, javaTokens, withFields } from '../../../property/language/java-expression.ts';
import type { Token } from '../../../property/language/java-scanner.ts';
import type { JavaCode, Property } from '../../../property/model.ts';
import type { SliceDeclarations } from './slice-declarations.ts';
import { NotUnderstood } from './slice-expression.ts';
import { fieldsOf, namesOfFields } from './slice-names.ts';

/** Words before parentheses that call nothing. */
const statements = new Set(['catch', 'for', 'if', 'return', 'switch', 'synchronized', 'while']);

/**
 * Throws NotUnderstood where the code of a handler may get hold of the slice or of objects that it has, as it could show these
 * to other code. Numbers and texts of its slice it may look at and change, as events may. Linear in the text.
 */
export function checkHandlers(property: Property, code: JavaCode, declarations: SliceDeclarations): void {
  const { numbers, texts, methods } = declarations;
  const parameters = new Set(property.parameters.map(({ name }) => name));
  const fields = fieldsOf(declarations);
  const own = new Set([...namesOfFields(fields, parameters), ...parameters]);
  const shown = new Set(namesOfFields([...numbers, ...texts], parameters));
  for (const { body } of code.handlers) {
    const tokens = withFields(javaTokens(body), new Set(fields));
    if (tokens.some((_, at) => namesSlice(tokens, at)))
      throw new NotUnderstood('a handler of the property has Java code that names what the slice knows');
  }

  /** A field, parameter or object of the slice, or a method of its own: those that are static are the property's. */
  function namesSlice(tokens: readonly Token[], at: number): boolean {
    const { kind, text } = tokens[at]!;
    // An escape may be any character.
    if (text === 'this' || text === 'super' || text === '\\') return true;
    if (kind !== 'identifier' || isPunctuation(tokens[at - 1], '.')) return false;
    const isCalled = isPunctuation(tokens[at + 1], '(');
    if (own.has(text)) return isCalled || !shown.has(text);
    return isCalled && tokens[at - 1]?.text !== 'new' && !methods.has(text) && !statements.has(text);
  }
}
