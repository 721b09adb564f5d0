import { explore } from './determinize.ts';
import type { Dfa, StateId } from './dfa.ts';
import { defaultAutomatonLimits } from './limits.ts';

/**
 * The smallest automaton with the same categories after every word, and therefore the same reports: Hopcroft's
 * partition refinement (1971; as in Valmari, "Fast brief practical DFA minimization", IPL 2012), started from
 * the partition by category sets, on the reachable part. States are numbered breadth first, so equivalent
 * automata have equal results, names aside; each keeps the name of its first member. O(k n log n).
 */
export function minimize(input: Dfa): Dfa {
  const dfa = trim(input);
  const blockOf = coarsestPartition(dfa);
  const representative = new Map<number, StateId>();
  for (let state = 0; state < dfa.stateCount; state++)
    if (!representative.has(blockOf[state]!)) representative.set(blockOf[state]!, state as StateId);
  const letters = dfa.alphabet.length;
  const first = (state: number) => representative.get(blockOf[state]!)!;
  const { states, ...result } = explore(
    dfa.alphabet,
    first(dfa.initial),
    (state) => `${state}`,
    (state, event) => first(dfa.next[state * letters + event]!),
    (state) => dfa.categories[state]!,
    { ...defaultAutomatonLimits, determinizeStates: dfa.stateCount },
  );
  return { ...result, stateNames: states.map((state) => dfa.stateNames[state]!) };
}

/** The reachable part of an automaton, numbered breadth first. Linear. */
function trim(dfa: Dfa): Dfa {
  const letters = dfa.alphabet.length;
  const { states, ...result } = explore<number>(
    dfa.alphabet,
    dfa.initial,
    (state) => `${state}`,
    (state, event) => dfa.next[state * letters + event]!,
    (state) => dfa.categories[state]!,
    { ...defaultAutomatonLimits, determinizeStates: dfa.stateCount },
  );
  return { ...result, stateNames: states.map((state) => dfa.stateNames[state]!) };
}

/** The block of each state in the coarsest partition that respects categories and transitions. */
function coarsestPartition(dfa: Dfa): Int32Array {
  const count = dfa.stateCount;
  const letters = dfa.alphabet.length;
  const inverse = inverseTransitions(dfa);
  // A block is a range first[b]..end[b] of `elements`; its first marked[b] elements are marked.
  const blockOf = new Int32Array(count);
  const blockNumbers = new Map<string, number>();
  for (let state = 0; state < count; state++) {
    const key = JSON.stringify([...dfa.categories[state]!].sort());
    if (!blockNumbers.has(key)) blockNumbers.set(key, blockNumbers.size);
    blockOf[state] = blockNumbers.get(key)!;
  }
  const elements = Int32Array.from({ length: count }, (_, state) => state).sort(
    (left, right) => blockOf[left]! - blockOf[right]! || left - right,
  );
  const position = new Int32Array(count);
  const first = new Int32Array(count);
  const end = new Int32Array(count);
  const marked = new Int32Array(count);
  elements.forEach((state, index) => {
    position[state] = index;
    const block = blockOf[state]!;
    if (index === 0 || blockOf[elements[index - 1]!] !== block) first[block] = index;
    end[block] = index + 1;
  });
  let blockCount = blockNumbers.size;
  const waiting = new Uint8Array(count).fill(1, 0, blockCount);
  const work = Array.from({ length: blockCount }, (_, block) => block);
  for (let splitter = work.pop(); splitter !== undefined; splitter = work.pop()) {
    waiting[splitter] = 0;
    // A copy: the splitter itself may be split while its letters are processed.
    const members = elements.slice(first[splitter], end[splitter]);
    for (let event = 0; event < letters; event++) {
      const touched: number[] = [];
      for (const member of members) {
        const from = inverse.start[event * (count + 1) + member]!;
        const to = inverse.start[event * (count + 1) + member + 1]!;
        // The automaton is deterministic: each source occurs once, so none is marked twice.
        for (let index = from; index < to; index++) {
          const state = inverse.sources[index]!;
          const block = blockOf[state]!;
          const boundary = first[block]! + marked[block]!;
          if (marked[block] === 0) touched.push(block);
          const other = elements[boundary]!;
          elements[position[state]!] = other;
          position[other] = position[state]!;
          elements[boundary] = state;
          position[state] = boundary;
          marked[block]!++;
        }
      }
      for (const block of touched) {
        const split = first[block]! + marked[block]!;
        marked[block] = 0;
        if (split === end[block]) continue;
        const created = blockCount++;
        // The smaller part becomes the new block: this bound gives the log n.
        if (split - first[block]! <= end[block]! - split) {
          first[created] = first[block]!;
          end[created] = split;
          first[block] = split;
        } else {
          first[created] = split;
          end[created] = end[block]!;
          end[block] = split;
        }
        for (let index = first[created]!; index < end[created]!; index++) blockOf[elements[index]!] = created;
        waiting[created] = 1;
        work.push(created);
      }
    }
  }
  return blockOf;
}

/** For each letter, the sources of the transitions into each state, in compressed rows. */
function inverseTransitions(dfa: Dfa): { start: Int32Array; sources: Int32Array } {
  const count = dfa.stateCount;
  const letters = dfa.alphabet.length;
  const start = new Int32Array(letters * (count + 1) + 1);
  for (let state = 0; state < count; state++)
    for (let event = 0; event < letters; event++)
      start[event * (count + 1) + dfa.next[state * letters + event]! + 1]!++;
  for (let event = 0; event < letters; event++) {
    const row = event * (count + 1);
    start[row] = event * count;
    for (let state = 0; state < count; state++) start[row + state + 1]! += start[row + state]!;
  }
  const sources = new Int32Array(letters * count);
  const cursor = start.slice();
  for (let state = 0; state < count; state++)
    for (let event = 0; event < letters; event++) {
      const target = event * (count + 1) + dfa.next[state * letters + event]!;
      sources[cursor[target]!++] = state;
    }
  return { start, sources };
}
