import { scanJava, type Token } from '../property/language/java-scanner.ts';
import { sourceText } from '../property/language/source-text.ts';

/**
 * Whether a condition may ask the slice for something: it names what the property's declarations may declare, or what every slice
 * has. If not, it says the same of each slice. Both are Java; linear in their lengths.
 */
export function asksSlice(condition: string, declarations: string): boolean {
  const asked = tokensOf(condition);
  const tokens = tokensOf(declarations);
  if ([...asked, ...tokens].some(isEscape)) return true;
  const declared = new Set(
    tokens.filter((_, at) => isName(tokens, at) && tokens[at + 1]?.text !== '.').map(({ text }) => text),
  );
  return asked.some(
    ({ text }, at) =>
      isName(asked, at) &&
      (declared.has(text) ||
        /^(?:this|super|__.*)$/.test(text) ||
        // A method of the slice, if not the constructor of something.
        (asked[at + 1]?.text === '(' && asked[at - 1]?.text !== 'new')),
  );
}

/** Whether it is no member of what stands in front of a dot. */
function isName(tokens: readonly Token[], at: number): boolean {
  return tokens[at]!.kind === 'identifier' && tokens[at - 1]?.text !== '.';
}

/** A Unicode escape (JLS 3.3) may be part of any name. */
function isEscape({ kind, text }: Token): boolean {
  return kind === 'operator' && text === '\\';
}

function tokensOf(text: string): readonly Token[] {
  return scanJava(sourceText('', text)).tokens;
}
