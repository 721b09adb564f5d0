import { automatonLimit, RrvError } from '../diagnostics.ts';
import { remembering } from '../remembering.ts';
import type { Grammar, GrammarSymbol, Production } from './grammar.ts';
import type { AutomatonLimits } from './limits.ts';

/**
 * What may follow a letter, symbol by symbol: a grammar in the generalised form of Greibach. Symbols are numbers: the
 * letters, and behind them those of `nonterminals`. Each symbol derives a word that is not empty, and in each string.
 */
export interface Derivations {
  readonly letters: number;
  readonly nonterminals: readonly Nonterminal[];
  /** Undefined: no word is in the language, or the empty one alone. */
  readonly start: number | undefined;
  readonly acceptsEmpty: boolean;
}

export interface Nonterminal {
  /** Whether it derives the empty word. */
  readonly isNullable: boolean;
  /** Whether what it derives is closed under concatenation: twice in a row it derives the same. */
  readonly isRepeated: boolean;
  /** By letter the strings of symbols that derive what is behind the letter in its words. */
  readonly after: readonly (readonly (readonly number[])[])[];
}

/** An occurrence of a symbol in a production of which all symbols before it derive the empty word. */
interface Corner {
  readonly of: number;
  readonly rest: readonly GrammarSymbol[];
}

/** A nonterminal of the grammar, what it lacks where its left corner has been derived, or what may stand before a match. */
type DerivedSymbol =
  | { readonly kind: 'whole'; readonly index: number }
  | { readonly kind: 'lacking'; readonly index: number; readonly corner: number }
  | { readonly kind: 'anythingBefore' };

/** What stands in a string while symbols have no numbers yet. */
type Part = GrammarSymbol | { readonly kind: 'symbol'; readonly symbol: DerivedSymbol };

/**
 * The left-corner transform (Rosenkrantz and Lewis, 1970), with which no symbol derives a string that begins with itself,
 * and empty words taken along. `suffix`: the words may have any letters before them, but are not empty themselves.
 * Throws RrvError(automatonLimit) over `limits.grammarSize`, in symbols. O(nonterminals² · grammar).
 */
export function derivationsOf(
  grammar: Grammar,
  letters: number,
  suffix: boolean,
  limits: AutomatonLimits,
): Derivations {
  const { productions } = grammar;
  let size = 0;
  const spend = (symbols: number): void => {
    size += symbols;
    if (size > limits.grammarSize)
      throw new RrvError(automatonLimit('grammarSize', size, limits.grammarSize));
  };
  const isNullable = nullableNonterminals(grammar);
  const mayVanish = (symbol: GrammarSymbol): boolean =>
    symbol.kind === 'nonterminal' && isNullable[symbol.index] === true;
  const corners = cornersOf(productions, letters, grammar.nonterminals.length, mayVanish);
  /** Nonterminals that a word of this one may begin with, itself included. */
  const begunBy = remembering((index: number) => {
    const found = new Set([index]);
    for (const of of found) for (const below of corners.below[of]!) found.add(below);
    spend(found.size);
    return found;
  });

  const symbols: DerivedSymbol[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (symbol: DerivedSymbol): number => {
    const key = JSON.stringify(symbol);
    let number = numbers.get(key);
    if (number === undefined) {
      number = letters + symbols.push(symbol) - 1;
      numbers.set(key, number);
    }
    return number;
  };
  const lacking = (index: number, corner: number): Part => ({
    kind: 'symbol',
    symbol: { kind: 'lacking', index, corner },
  });

  /** What is behind the letter in words of the nonterminal. */
  const behindWhole = (index: number, letter: number): Part[][] => {
    const strings: Part[][] = [];
    for (const { of, rest } of corners.ofLetter[letter]!)
      if (begunBy(index).has(of)) strings.push([...rest, lacking(index, of)]);
    return strings;
  };
  /** All ways on from a left corner, those with nothing between them taken together. */
  const waysOn = remembering((symbol: DerivedSymbol & { readonly kind: 'lacking' }): readonly Corner[] => {
    const { index, corner } = symbol;
    const ways: Corner[] = [];
    const seen = new Set([corner]);
    for (const at of seen)
      for (const way of corners.ofNonterminal[at]!)
        if (begunBy(index).has(way.of)) {
          spend(1 + way.rest.length);
          ways.push(way);
          if (way.rest.every(mayVanish)) seen.add(way.of);
        }
    return ways;
  });
  const behindLacking = (symbol: DerivedSymbol & { readonly kind: 'lacking' }, letter: number): Part[][] => {
    const strings: Part[][] = [];
    for (const { of, rest } of waysOn(symbol))
      for (const [at, first] of rest.entries()) {
        const behind = [...rest.slice(at + 1), lacking(symbol.index, of)];
        if (first.kind === 'nonterminal')
          for (const string of behindWhole(first.index, letter)) strings.push([...string, ...behind]);
        else if (first.letter === letter) strings.push(behind);
        if (!mayVanish(first)) break;
      }
    return strings;
  };
  const behind = (symbol: DerivedSymbol, letter: number): Part[][] => {
    switch (symbol.kind) {
      case 'whole':
        return behindWhole(symbol.index, letter);
      case 'lacking':
        return behindLacking(symbol, letter);
      case 'anythingBefore':
        return [[{ kind: 'symbol', symbol }], ...behindWhole(0, letter)];
    }
  };
  const vanishes = (symbol: DerivedSymbol): boolean => {
    switch (symbol.kind) {
      case 'whole':
        return isNullable[symbol.index] === true;
      case 'lacking':
        return (
          symbol.index === symbol.corner ||
          waysOn(symbol).some(({ of, rest }) => of === symbol.index && rest.every(mayVanish))
        );
      case 'anythingBefore':
        return false;
    }
  };
  const numbered = (part: Part): number =>
    part.kind === 'event'
      ? part.letter
      : numberOf(part.kind === 'symbol' ? part.symbol : { kind: 'whole', index: part.index });

  const start = numberOf(suffix ? { kind: 'anythingBefore' } : { kind: 'whole', index: 0 });
  const nonterminals: Nonterminal[] = [];
  // `symbols` grows while it is walked.
  for (const symbol of symbols)
    nonterminals.push({
      isNullable: vanishes(symbol),
      isRepeated: symbol.kind === 'lacking' && symbol.index === symbol.corner,
      after: Array.from({ length: letters }, (_, letter) => {
        const strings = behind(symbol, letter).map((parts) => parts.map(numbered));
        for (const string of strings) spend(1 + string.length);
        return distinct(strings);
      }),
    });
  return reduced({ letters, nonterminals, start, acceptsEmpty: !suffix && isNullable[0] === true });
}

/** Hopcroft, Motwani, Ullman (3rd ed.), 7.1.3. O(nonterminals · grammar). */
function nullableNonterminals({ nonterminals, productions }: Grammar): readonly boolean[] {
  const nullable = nonterminals.map(() => false);
  for (let grows = true; grows; ) {
    grows = false;
    for (const { of, symbols } of productions)
      if (
        !nullable[of] &&
        symbols.every((symbol) => symbol.kind === 'nonterminal' && nullable[symbol.index])
      ) {
        nullable[of] = true;
        grows = true;
      }
  }
  return nullable;
}

interface Corners {
  readonly ofLetter: readonly (readonly Corner[])[];
  readonly ofNonterminal: readonly (readonly Corner[])[];
  /** By nonterminal those that are a left corner in one of its productions. */
  readonly below: readonly ReadonlySet<number>[];
}

function cornersOf(
  productions: readonly Production[],
  letters: number,
  nonterminals: number,
  mayVanish: (symbol: GrammarSymbol) => boolean,
): Corners {
  const ofLetter: Corner[][] = Array.from({ length: letters }, () => []);
  const ofNonterminal: Corner[][] = Array.from({ length: nonterminals }, () => []);
  const below: Set<number>[] = Array.from({ length: nonterminals }, () => new Set());
  for (const { of, symbols } of productions)
    for (const [at, symbol] of symbols.entries()) {
      const corner = { of, rest: symbols.slice(at + 1) };
      if (symbol.kind === 'event') ofLetter[symbol.letter]!.push(corner);
      else {
        ofNonterminal[symbol.index]!.push(corner);
        below[of]!.add(symbol.index);
      }
      if (!mayVanish(symbol)) break;
    }
  return { ofLetter, ofNonterminal, below };
}

/** Without symbols that derive no word, and what needs these, and without those that derive the empty word alone. */
function reduced(derivations: Derivations): Derivations {
  const { letters, nonterminals } = derivations;
  const hasWord = new Set<number>();
  const derives = (symbol: number): boolean =>
    symbol < letters || hasWord.has(symbol) || nonterminals[symbol - letters]!.isNullable;
  for (let grows = true; grows; ) {
    grows = false;
    nonterminals.forEach(({ after }, index) => {
      if (
        hasWord.has(letters + index) ||
        !after.some((strings) => strings.some((string) => string.every(derives)))
      )
        return;
      hasWord.add(letters + index);
      grows = true;
    });
  }
  const isKept = (symbol: number): boolean => symbol < letters || hasWord.has(symbol);
  return {
    ...derivations,
    nonterminals: nonterminals.map((nonterminal) => ({
      ...nonterminal,
      after: nonterminal.after.map((strings) =>
        distinct(strings.filter((string) => string.every(derives)).map((string) => string.filter(isKept))),
      ),
    })),
    start: hasWord.has(derivations.start!) ? derivations.start : undefined,
  };
}

function distinct(strings: readonly (readonly number[])[]): readonly (readonly number[])[] {
  return [...new Map(strings.map((string) => [string.join(), string])).values()];
}
