import type { Dfa, EventId } from '../../../src/automata/dfa.ts';
import type { Ere } from '../../../src/automata/ere.ts';
import type { Ltl } from '../../../src/automata/ltl.ts';

/** What the automata are compared with: each notion computed straight from its definition, for small inputs. */

/** All words over `letters` letters of length at most `length`, shortest first. */
export function words(letters: number, length: number): EventId[][] {
  const all: EventId[][] = [[]];
  for (let from = 0, size = 0; size < length; size++) {
    const to = all.length;
    for (; from < to; from++)
      for (let letter = 0; letter < letters; letter++) all.push([...all[from]!, letter as EventId]);
  }
  return all;
}

/** Whether the trace is in the expression's language: the inductive definition, tried on every split. */
export function inLanguage(ere: Ere, trace: readonly string[]): boolean {
  switch (ere.kind) {
    case 'epsilon':
      return trace.length === 0;
    case 'empty':
      return false;
    case 'event':
      return trace.length === 1 && trace[0] === ere.name;
    case 'union':
      return ere.operands.some((operand) => inLanguage(operand, trace));
    case 'intersection':
      return ere.operands.every((operand) => inLanguage(operand, trace));
    case 'complement':
      return !inLanguage(ere.operand, trace);
    case 'concatenation':
      return splits(ere.operands, trace);
    case 'repeat':
      return splits(
        Array.from({ length: ere.count }, () => ere.operand),
        trace,
      );
    case 'star':
      return trace.length === 0 || inLanguage({ kind: 'plus', operand: ere.operand }, trace);
    case 'plus': {
      if (inLanguage(ere.operand, trace)) return true;
      for (let size = 1; size < trace.length; size++)
        if (inLanguage(ere.operand, trace.slice(0, size)) && inLanguage(ere, trace.slice(size))) return true;
      return false;
    }
  }
}

function splits(operands: readonly Ere[], trace: readonly string[]): boolean {
  const [first, ...rest] = operands;
  if (first === undefined) return trace.length === 0;
  if (rest.length === 0) return inLanguage(first, trace);
  for (let size = 0; size <= trace.length; size++)
    if (inLanguage(first, trace.slice(0, size)) && splits(rest, trace.slice(size))) return true;
  return false;
}

/** An infinite sequence: `stem` and then `loop` for ever. */
export interface Lasso<Value> {
  readonly stem: readonly Value[];
  readonly loop: readonly Value[];
}

function at<Value>(lasso: Lasso<Value>, position: number): Value {
  const { stem, loop } = lasso;
  return position < stem.length ? stem[position]! : loop[(position - stem.length) % loop.length]!;
}

/** The same sequence with a stem of at least the given length. */
function unroll<Value>(lasso: Lasso<Value>, stemLength: number): Lasso<Value> {
  const stem = Math.max(stemLength, lasso.stem.length);
  return {
    stem: Array.from({ length: stem }, (_, position) => at(lasso, position)),
    loop: Array.from({ length: lasso.loop.length }, (_, offset) => at(lasso, stem + offset)),
  };
}

/**
 * The truth of the formula at every position of an infinite trace, by the definition of each operator. A past
 * operator on a periodic sequence is periodic from the second round on (b or (a and s) is monotone in s), so
 * all values are lassos again.
 */
export function truth(formula: Ltl, trace: Lasso<string>): Lasso<boolean> {
  const period = trace.loop.length;
  const of = (operand: Ltl) => truth(operand, trace);
  const positions = (stem: number, value: (position: number) => boolean): Lasso<boolean> => ({
    stem: Array.from({ length: stem }, (_, position) => value(position)),
    loop: Array.from({ length: period }, (_, offset) => value(stem + offset)),
  });
  const both = (left: Ltl, right: Ltl, value: (a: boolean, b: boolean) => boolean): Lasso<boolean> => {
    const one = of(left);
    const two = of(right);
    return positions(Math.max(one.stem.length, two.stem.length), (position) =>
      value(at(one, position), at(two, position)),
    );
  };
  // Within one round and the stem, each future position of interest occurs.
  const horizon = (...lassos: Lasso<boolean>[]) =>
    Math.max(...lassos.map((lasso) => lasso.stem.length)) + period;
  const until = (one: Lasso<boolean>, two: Lasso<boolean>) =>
    positions(Math.max(one.stem.length, two.stem.length), (start) => {
      for (let position = start; position < start + horizon(one, two); position++) {
        if (at(two, position)) return true;
        if (!at(one, position)) return false;
      }
      return false;
    });
  const since = (one: Lasso<boolean>, two: Lasso<boolean>) =>
    positions(Math.max(one.stem.length, two.stem.length) + period, (start) => {
      for (let position = start; position >= 0; position--) {
        if (at(two, position)) return true;
        if (!at(one, position)) return false;
      }
      return false;
    });
  const not = (lasso: Lasso<boolean>) => positions(lasso.stem.length, (position) => !at(lasso, position));
  const always = positions(0, () => true);
  switch (formula.kind) {
    case 'true':
      return always;
    case 'false':
      return not(always);
    case 'event':
      return positions(trace.stem.length, (position) => at(trace, position) === formula.name);
    case 'not':
      return not(of(formula.operand));
    case 'next':
    case 'weakNext': {
      const operand = of(formula.operand);
      return positions(operand.stem.length, (position) => at(operand, position + 1));
    }
    case 'eventually':
      return until(always, of(formula.operand));
    case 'always':
      return not(until(always, not(of(formula.operand))));
    case 'previously':
    case 'weakPreviously': {
      const operand = of(formula.operand);
      return positions(operand.stem.length + 1, (position) =>
        position === 0 ? formula.kind === 'weakPreviously' : at(operand, position - 1),
      );
    }
    case 'once':
      return since(always, of(formula.operand));
    case 'historically':
      return not(since(always, not(of(formula.operand))));
    case 'and':
      return both(formula.left, formula.right, (a, b) => a && b);
    case 'or':
      return both(formula.left, formula.right, (a, b) => a || b);
    case 'xor':
      return both(formula.left, formula.right, (a, b) => a !== b);
    case 'implies':
      return both(formula.left, formula.right, (a, b) => !a || b);
    case 'iff':
      return both(formula.left, formula.right, (a, b) => a === b);
    case 'until':
      return until(of(formula.left), of(formula.right));
    case 'release':
      return not(until(not(of(formula.left)), not(of(formula.right))));
    case 'since':
      return since(of(formula.left), of(formula.right));
    case 'triggered':
      return not(since(not(of(formula.left)), not(of(formula.right))));
    case 'interval': {
      // left happened at some moment, right neither then nor later
      const left = of(formula.left);
      const right = of(formula.right);
      const size = Math.max(left.stem.length, right.stem.length) + period;
      return positions(size, (start) => {
        for (let position = start; position >= 0 && !at(right, position); position--)
          if (at(left, position)) return true;
        return false;
      });
    }
  }
}

/** Whether the formula holds at the first position of the trace. */
export function holds(formula: Ltl, trace: Lasso<string>): boolean {
  return at(unroll(truth(formula, trace), 1), 0);
}

/** The state after a word, by the definition of the extended transition function. */
export function stateAfter(dfa: Dfa, word: readonly EventId[], start: number = dfa.initial): number {
  return word.reduce<number>((state, event) => dfa.next[state * dfa.alphabet.length + event]!, start);
}
