/** The transitions of a total deterministic machine; what its states or steps say is not among them. */
export interface Transitions {
  readonly stateCount: number;
  readonly letterCount: number;
  /** Row-major: next[state * letterCount + letter]. */
  readonly next: ArrayLike<number>;
}

/**
 * The block of each state in the coarsest partition that keeps apart what `blockOf` does and that all letters
 * respect: Hopcroft's partition refinement (1971; as in Valmari, "Fast brief practical DFA minimization", IPL
 * 2012). Both number their blocks from 0 without gaps; those of the result are in the order of their first
 * states. O(k n log n) for n states and k letters.
 */
export function coarsestPartition(machine: Transitions, blockOf: Int32Array): Int32Array {
  const { stateCount, letterCount } = machine;
  const inverse = inverseTransitions(machine);
  const partition = refinablePartition(blockOf);
  const work = Array.from({ length: partition.blockCount() }, (_, block) => block);
  for (let splitter = work.pop(); splitter !== undefined; splitter = work.pop()) {
    // A copy: the splitter itself may be split while its letters are processed.
    const members = partition.members(splitter);
    for (let letter = 0; letter < letterCount; letter++) {
      const row = letter * (stateCount + 1);
      // The machine is deterministic: each source occurs once for a letter, so none is marked twice.
      for (const member of members)
        for (let at = inverse.start[row + member]!; at < inverse.start[row + member + 1]!; at++)
          partition.mark(inverse.sources[at]!);
      for (const created of partition.splitMarked()) work.push(created);
    }
  }
  return partitionBy(stateCount, (state) => partition.blockOf[state]!);
}

/**
 * The block of each of 0..count-1 where those with equal keys are together; blocks are in the order of their
 * first elements. Linear.
 */
export function partitionBy(count: number, keyOf: (element: number) => string | number): Int32Array {
  const numbers = new Map<string | number, number>();
  return Int32Array.from({ length: count }, (_, element) => {
    const key = keyOf(element);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
}

/** A partition of 0..n-1 whose blocks can be split into the marked and the other elements. */
function refinablePartition(initial: Int32Array) {
  const count = initial.length;
  const blockOf = initial.slice();
  // A block is a range first[b]..end[b] of `elements`; its first marked[b] elements are marked.
  const elements = Int32Array.from({ length: count }, (_, element) => element).sort(
    (left, right) => blockOf[left]! - blockOf[right]! || left - right,
  );
  const position = new Int32Array(count);
  const first = new Int32Array(count);
  const end = new Int32Array(count);
  const marked = new Int32Array(count);
  let blockCount = 0;
  elements.forEach((element, index) => {
    position[element] = index;
    const block = blockOf[element]!;
    if (block === blockCount) first[blockCount++] = index;
    end[block] = index + 1;
  });
  let touched: number[] = [];
  return {
    blockOf,
    blockCount: () => blockCount,
    members: (block: number) => elements.slice(first[block], end[block]),
    /** Of an element that is not marked. O(1). */
    mark(element: number): void {
      const block = blockOf[element]!;
      if (marked[block] === 0) touched.push(block);
      const boundary = first[block]! + marked[block]!++;
      const other = elements[boundary]!;
      elements[position[element]!] = other;
      position[other] = position[element]!;
      elements[boundary] = element;
      position[element] = boundary;
    },
    /**
     * The blocks that are new; nothing is marked any more. The smaller part is the new one: this bound gives
     * the log n.
     */
    splitMarked(): number[] {
      const created: number[] = [];
      for (const block of touched) {
        const split = first[block]! + marked[block]!;
        marked[block] = 0;
        if (split === end[block]) continue;
        const one = blockCount++;
        if (split - first[block]! <= end[block]! - split) {
          first[one] = first[block]!;
          end[one] = split;
          first[block] = split;
        } else {
          first[one] = split;
          end[one] = end[block]!;
          end[block] = split;
        }
        for (let index = first[one]!; index < end[one]!; index++) blockOf[elements[index]!] = one;
        created.push(one);
      }
      touched = [];
      return created;
    },
  };
}

/** For each letter, the sources of the transitions into each state, in compressed rows. */
function inverseTransitions({ stateCount, letterCount, next }: Transitions): {
  start: Int32Array;
  sources: Int32Array;
} {
  const start = new Int32Array(letterCount * (stateCount + 1) + 1);
  for (let state = 0; state < stateCount; state++)
    for (let letter = 0; letter < letterCount; letter++)
      start[letter * (stateCount + 1) + next[state * letterCount + letter]! + 1]!++;
  for (let letter = 0; letter < letterCount; letter++) {
    const row = letter * (stateCount + 1);
    start[row] = letter * stateCount;
    for (let state = 0; state < stateCount; state++) start[row + state + 1]! += start[row + state]!;
  }
  const sources = new Int32Array(letterCount * stateCount);
  const cursor = start.slice();
  for (let state = 0; state < stateCount; state++)
    for (let letter = 0; letter < letterCount; letter++) {
      const target = letter * (stateCount + 1) + next[state * letterCount + letter]!;
      sources[cursor[target]!++] = state;
    }
  return { start, sources };
}
