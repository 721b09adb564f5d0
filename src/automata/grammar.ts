import type { EventId } from './dfa.ts';

/** A context-free grammar over the letters of a property. The first nonterminal is the start symbol. */
export interface Grammar {
  readonly nonterminals: readonly string[];
  readonly productions: readonly Production[];
}

export interface Production {
  /** Index into `nonterminals`. */
  readonly of: number;
  readonly symbols: readonly GrammarSymbol[];
}

export type GrammarSymbol =
  | { readonly kind: 'event'; readonly letter: EventId }
  | { readonly kind: 'nonterminal'; readonly index: number };
