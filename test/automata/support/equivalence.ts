import type { Dfa, EventId, StateId } from '../../../src/automata/dfa.ts';

/**
 * A shortest word after which some state satisfies `goal`, or undefined when no reachable state does:
 * emptiness with a witness, breadth first. O(states · letters).
 */
function shortestWord(
  dfa: Dfa,
  goal: (state: StateId) => boolean,
  start: StateId = dfa.initial,
): EventId[] | undefined {
  return search(
    [start],
    (state) => state,
    (state, event) => dfa.next[state * dfa.alphabet.length + event] as StateId,
    dfa.alphabet.length,
    goal,
  );
}

/** Whether no word leads to a state with `category`. O(states · letters). */
export function isEmpty(dfa: Dfa, category = 'match'): boolean {
  return shortestWord(dfa, (state) => dfa.categories[state]!.includes(category)) === undefined;
}

/**
 * A shortest word after which the two monitors have different categories, or undefined when they are
 * equivalent: breadth first over the pairs of states, which gives a shortest word where union-find
 * (Hopcroft and Karp 1971) would not. O(left · right · letters).
 */
export function difference(left: Dfa, right: Dfa): EventId[] | undefined {
  if (left.alphabet.join() !== right.alphabet.join()) throw new Error('two alphabets');
  const letters = left.alphabet.length;
  const signature = (dfa: Dfa) => dfa.categories.map((categories) => JSON.stringify([...categories].sort()));
  const leftSignature = signature(left);
  const rightSignature = signature(right);
  return search<readonly [number, number]>(
    [[left.initial, right.initial]],
    (pair) => pair[0] * right.stateCount + pair[1],
    (pair, event) => [left.next[pair[0] * letters + event]!, right.next[pair[1] * letters + event]!],
    letters,
    (pair) => leftSignature[pair[0]] !== rightSignature[pair[1]],
  );
}

function search<State>(
  starts: readonly State[],
  key: (state: State) => number,
  expand: (state: State, event: EventId) => State,
  letters: number,
  goal: (state: State) => boolean,
): EventId[] | undefined {
  const found: { state: State; parent: number; event: EventId }[] = [];
  const seen = new Set<number>();
  const visit = (state: State, parent: number, event: EventId) => {
    if (seen.has(key(state))) return;
    seen.add(key(state));
    found.push({ state, parent, event });
  };
  for (const start of starts) visit(start, -1, -1 as EventId);
  // `found` is the queue; it grows while it is walked.
  for (let index = 0; index < found.length; index++) {
    if (goal(found[index]!.state)) {
      const word: EventId[] = [];
      for (let at = found[index]!; at.parent >= 0; at = found[at.parent]!) word.push(at.event);
      return word.reverse();
    }
    for (let event = 0; event < letters; event++)
      visit(expand(found[index]!.state, event as EventId), index, event as EventId);
  }
  return undefined;
}
