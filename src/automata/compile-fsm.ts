import { formulaInvalid, RrvError } from '../diagnostics.ts';
import { type CompileOptions, finish, letterLookup } from './compile-options.ts';
import type { Dfa, StateId } from './dfa.ts';
import type { Fsm } from './fsm.ts';

/**
 * The monitor of a state machine: each state has its own name as category and the names of the aliases that
 * hold it; an event without transition and without `default` leads to `fail`, which is never left. An alias
 * named like a state replaces that category. States that the wanted categories do not tell apart are merged.
 * Throws RrvError(formulaInvalid) for a state or event that is not declared, a state declared twice, two
 * different transitions for one event, or no state at all. Linear, then `minimize`.
 */
export function compileFsm(fsm: Fsm, alphabet: readonly string[], options: CompileOptions = {}): Dfa {
  const letterOf = letterLookup(alphabet);
  const names = fsm.states.map((state) => state.name);
  if (names.length === 0) throw invalid('the state machine has no state');
  const numbers = new Map<string, number>();
  for (const name of names) {
    if (numbers.has(name)) throw invalid(`the state ${name} is declared twice`);
    numbers.set(name, numbers.size);
  }
  // A state that the author calls `fail` is the failing state.
  if (!numbers.has('fail')) {
    numbers.set('fail', numbers.size);
    names.push('fail');
  }
  const failing = numbers.get('fail')!;
  const numberOf = (name: string): number => {
    const number = numbers.get(name);
    if (number === undefined)
      throw invalid(`the state ${name} is not declared`, `Declared: ${names.join(', ')}.`);
    return number;
  };
  const letters = alphabet.length;
  const next = new Int32Array(names.length * letters).fill(failing);
  fsm.states.forEach((state, from) => {
    const row = next.subarray(from * letters, (from + 1) * letters);
    if (state.otherwise !== undefined) row.fill(numberOf(state.otherwise));
    const targets = new Map<string, string>();
    for (const { event, target } of state.transitions) {
      if (targets.has(event) && targets.get(event) !== target)
        throw invalid(`the state ${state.name} has two transitions for the event ${event}`);
      targets.set(event, target);
      row[letterOf(event)] = numberOf(target);
    }
  });
  const aliased = new Set(fsm.aliases.map((alias) => alias.name));
  const categories: string[][] = names.map((name) => (aliased.has(name) ? [] : [name]));
  for (const alias of fsm.aliases)
    for (const state of alias.states) {
      const own = categories[numberOf(state)]!;
      if (!own.includes(alias.name)) own.push(alias.name);
    }
  const dfa: Dfa = {
    alphabet,
    stateCount: names.length,
    stateNames: names,
    initial: 0 as StateId,
    next,
    categories,
  };
  return finish(dfa, options, (result) => result.stateNames);
}

function invalid(what: string, hint?: string): RrvError {
  return new RrvError(formulaInvalid(what, {}, hint));
}
