import type { EventId } from '../../automata/dfa.ts';
import type { Grammar, GrammarSymbol, Production } from '../../automata/grammar.ts';
import { closestNames } from '../did-you-mean.ts';
import type { Token } from './java-scanner.ts';
import { describe, invalidAt, type TokenCursor } from './token-cursor.ts';

/**
 * JavaMOP's context-free grammars: `S -> A S | epsilon, A -> begin A end`. What has a production is a nonterminal, the
 * first one the start symbol; all else are events. Several productions of one are alternatives.
 */
export function parseCfg(cursor: TokenCursor, alphabet: readonly string[]): Grammar {
  const letters = new Map(alphabet.map((name, letter) => [name, letter as EventId]));
  const named = new Map<string, number>();
  const written: { readonly of: number; readonly symbols: readonly Token[] }[] = [];
  do production();
  while (cursor.accept(','));
  if (cursor.peek().kind !== 'end')
    cursor.fail(
      `${describe(cursor.peek())} does not continue the grammar`,
      'Write `Name -> events and names | ..., Name -> ...`, or epsilon.',
    );
  return {
    nonterminals: [...named.keys()],
    productions: written.map(({ of, symbols }): Production => ({ of, symbols: symbols.map(symbolOf) })),
  };

  function production(): void {
    const name = cursor.identifier('the name of a nonterminal');
    if (letters.has(name.text) || name.text === 'epsilon')
      invalidAt(
        cursor,
        name,
        `${name.text} is ${letters.has(name.text) ? 'an event' : 'the empty word'} and cannot have productions`,
        'Give the nonterminal another name.',
      );
    cursor.expect('->', `after ${name.text}`);
    const of = named.get(name.text) ?? named.size;
    named.set(name.text, of);
    do written.push({ of, symbols: string() });
    while (cursor.accept('|'));
  }

  function string(): Token[] {
    const symbols: Token[] = [];
    for (let isEmpty = true; isEmpty || cursor.peek().kind === 'identifier'; isEmpty = false) {
      const token = cursor.identifier('an event, a nonterminal or epsilon');
      if (token.text !== 'epsilon' || letters.has(token.text)) symbols.push(token);
    }
    return symbols;
  }

  function symbolOf(token: Token): GrammarSymbol {
    const letter = letters.get(token.text);
    if (letter !== undefined) return { kind: 'event', letter };
    const index = named.get(token.text);
    if (index !== undefined) return { kind: 'nonterminal', index };
    const close = closestNames(token.text, [...named.keys(), ...alphabet]);
    return invalidAt(
      cursor,
      token,
      `${token.text} is no event of the property, and has no production`,
      close.length > 0
        ? `Did you mean ${close.join(' or ')}?`
        : `Its events are ${alphabet.join(', ')}, its nonterminals ${[...named.keys()].join(', ')}.`,
    );
  }
}
