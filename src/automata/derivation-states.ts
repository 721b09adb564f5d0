import type { Derivations } from './derivations.ts';
import type { StateId } from './dfa.ts';

/**
 * The deterministic automaton of a context-free language, which has a state for each language that may be left, found
 * as they are asked for: finitely many after each trace, and infinitely many in all where a stack is needed.
 */
export interface DerivationStates {
  readonly initial: StateId;
  next(state: StateId, letter: number): StateId;
  /** Whether the trace so far is in the language. */
  accepts(state: StateId): boolean;
  /** Whether no continuation is in the language. */
  isDead(state: StateId): boolean;
  /** How many parts of languages have been looked at: the time that it took. */
  work(): number;
}

/** A language: the empty word perhaps, and what each symbol derives, without the empty word, with a word of a language behind. */
interface Language {
  readonly acceptsEmpty: boolean;
  /** Ascending, each once. */
  readonly parts: readonly (readonly [symbol: number, behind: number])[];
}

/**
 * Derivatives (Brzozowski, 1964) of the grammar's language. A state is a graph of stacks (Tomita, 1985) that share their
 * tails; equal ones are one. Each step takes time in the size of what changes; where derivations are ambiguous that may be
 * the whole stack.
 */
export function derivationStates({
  letters,
  nonterminals,
  start,
  acceptsEmpty,
}: Derivations): DerivationStates {
  const languages: Language[] = [];
  const known = new Map<string, number>();
  const numberOf = (language: Language): number => {
    const key = `${language.acceptsEmpty} ${language.parts.join(' ')}`;
    let number = known.get(key);
    if (number === undefined) {
      number = languages.push(language) - 1;
      known.set(key, number);
    }
    return number;
  };
  const nothing = numberOf({ acceptsEmpty: false, parts: [] });
  const emptyWord = numberOf({ acceptsEmpty: true, parts: [] });
  const steps = new Map<number, number>();

  let work = 0;
  const partsOf = (language: number): Language['parts'] => {
    const { parts } = languages[language]!;
    work += parts.length + 1;
    return parts;
  };
  const union = (united: readonly number[]): number => {
    const [first = nothing, ...others] = new Set(united.filter((one) => one !== nothing));
    if (others.length === 0) return first;
    const all = [first, ...others];
    return numberOf({
      acceptsEmpty: all.some((one) => languages[one]!.acceptsEmpty),
      parts: distinct(all.flatMap(partsOf)),
    });
  };
  const before = (symbol: number, behind: number, isNullable: boolean): number => {
    const alone = numberOf({ acceptsEmpty: false, parts: [[symbol, behind]] });
    return isNullable ? union([alone, behind]) : alone;
  };
  const prepend = (symbol: number, behind: number): number => {
    const nonterminal = nonterminals[symbol - letters];
    if (nonterminal?.isRepeated) {
      const again = partsOf(behind).find(([own]) => own === symbol)?.[1];
      if (again !== undefined && before(symbol, again, true) === behind) return behind;
    }
    return before(symbol, behind, nonterminal?.isNullable === true);
  };

  const next = (state: number, letter: number): number => {
    const key = state * letters + letter;
    const known = steps.get(key);
    if (known !== undefined) return known;
    const left: number[] = [];
    /** By symbol what is behind it: alternatives that begin alike are one, else there were as many as ways to derive the trace. */
    const begun = new Map<number, number[]>();
    for (const [symbol, behind] of partsOf(state)) {
      if (symbol === letter) left.push(behind);
      if (symbol < letters) continue;
      for (const string of nonterminals[symbol - letters]!.after[letter]!) {
        let at = 0;
        for (; at < string.length; at++) {
          const first = string[at]!;
          const rest = string.slice(at + 1).reduceRight((later, part) => prepend(part, later), behind);
          begun.set(first, [...(begun.get(first) ?? []), rest]);
          if (nonterminals[first - letters]?.isNullable !== true) break;
        }
        if (at === string.length) left.push(behind);
      }
    }
    for (const [symbol, behind] of begun) left.push(before(symbol, union(behind), false));
    const result = union(left);
    steps.set(key, result);
    return result;
  };

  const words =
    start === undefined ? nothing : numberOf({ acceptsEmpty: false, parts: [[start, emptyWord]] });
  return {
    initial: union(acceptsEmpty ? [words, emptyWord] : [words]) as StateId,
    next: (state, letter) => next(state, letter) as StateId,
    accepts: (state) => languages[state]!.acceptsEmpty,
    isDead: (state) => state === nothing,
    work: () => work,
  };
}

function distinct(parts: Language['parts']): Language['parts'] {
  const sorted = [...parts].sort((left, right) => left[0] - right[0] || left[1] - right[1]);
  return sorted.filter(([symbol, behind], at) => {
    const before = sorted[at - 1];
    return before === undefined || before[0] !== symbol || before[1] !== behind;
  });
}
