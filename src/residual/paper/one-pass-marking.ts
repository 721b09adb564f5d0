import { rowStarts } from '../../compressed-rows.ts';
import type { Automaton } from './automaton.ts';
import { type CfgAutomaton, epsilon } from './cfg-automaton.ts';

/** V_m, and for each of its states the shortest word that leads to a final state. */
export interface Marking {
  /** 1 per state of V_m. */
  readonly violating: Uint8Array;
  /**
   * A shortest non-empty word (letters, # as letterCount) along the method's paths from a violating state to a final
   * state of the extended automaton: from an initial state if there is one, else from the nearest. At most `limit`
   * letters.
   */
  wordFrom(state: number, limit: number): readonly number[];
}

/**
 * The marking of Algorithm 1 in one pass, on the automaton with or without ε-transitions.
 *
 * Let C be the pairs (q, s) from which a non-empty word leads to a final pair. Algorithm 1 visits every state
 * reachable from the initial ones (line 14 does not depend on line 10) and adds, for each visited q with
 * (q, s0) in C for an initial s0, all q' reachable from q with some (q', s) in C. Skipping q when it is in
 * V_m already (line 10) loses nothing: then q is reachable from an earlier such state, and so is all that q
 * would add. So V_m = { q' | some (q', s) in C } ∩ { reachable from { q | reachable, (q, s0) in C } }: one
 * backward search over pairs, two forward searches over states. With ε-transitions the states q are those
 * that leave by a symbol, as they are the states of the merged automaton.
 *
 * O(|Q| * |S| + |transitions| * |δ'|), where S and δ' belong to the extended automaton.
 */
export function markViolating(cfg: CfgAutomaton, extended: Automaton): Marking {
  const size = extended.stateCount;
  const pairs = coreachablePairs(cfg, extended);
  const { coreachable } = pairs;
  const reachable = forward(cfg, cfg.initial);
  const emptyWordIsBad = extended.initial.some((state) => extended.final[state] === true);
  const starts: number[] = [];
  for (let state = 0; state < cfg.stateCount; state++) {
    if (reachable[state] === 0 || !isState(cfg, state)) continue;
    if (emptyWordIsBad || extended.initial.some((initial) => coreachable[state * size + initial] === 1))
      starts.push(state);
  }
  const violating = forward(cfg, starts);
  for (let state = 0; state < cfg.stateCount; state++) {
    if (violating[state] === 0) continue;
    const row = coreachable.subarray(state * size, (state + 1) * size);
    if (!isState(cfg, state) || !row.includes(1)) violating[state] = 0;
  }
  return {
    violating,
    wordFrom: (state, limit) => nearestWord(cfg, extended, pairs, state, limit),
  };
}

/** Whether the state is one of the merged automaton: it leaves by a symbol, or it is the end. */
function isState(cfg: CfgAutomaton, state: number): boolean {
  return cfg.symbol[state] !== epsilon || state === cfg.stateCount - 1;
}

function forward(cfg: CfgAutomaton, starts: readonly number[]): Uint8Array {
  const reached = new Uint8Array(cfg.stateCount);
  const work: number[] = [];
  const visit = (state: number): void => {
    if (reached[state] === 1) return;
    reached[state] = 1;
    work.push(state);
  };
  for (const state of starts) visit(state);
  for (let state = work.pop(); state !== undefined; state = work.pop())
    for (let edge = cfg.start[state]!; edge < cfg.start[state + 1]!; edge++) visit(cfg.node[edge]!);
  return reached;
}

interface Coreachable {
  /** C as 1 per pair q * |S| + s. */
  readonly coreachable: Uint8Array;
  /** Per pair of C: the next pair on a shortest way to a final pair. */
  readonly next: Int32Array;
}

/** Breadth-first from the final pairs backwards. */
function coreachablePairs(cfg: CfgAutomaton, extended: Automaton): Coreachable {
  const size = extended.stateCount;
  const coreachable = new Uint8Array(cfg.stateCount * size);
  const next = new Int32Array(cfg.stateCount * size).fill(-1);
  const predecessors = reversed(cfg);
  const sources = sourcesByLetterAndTarget(extended);
  // Final pairs first: they are reached by the empty word, so they count as targets without being in C.
  const queue: number[] = [];
  for (let state = 0; state < cfg.stateCount; state++)
    for (let target = 0; target < size; target++)
      if (extended.final[target] === true) queue.push(state * size + target);
  const targets = queue.length;
  for (let position = 0; position < queue.length; position++) {
    const pair = queue[position]!;
    const state = Math.floor(pair / size);
    const target = pair % size;
    for (let edge = predecessors.start[state]!; edge < predecessors.start[state + 1]!; edge++) {
      const before = predecessors.node[edge]!;
      const symbol = cfg.symbol[before]!;
      // ε before a final pair is the empty word still.
      if (symbol === epsilon && position < targets) continue;
      const from = symbol === epsilon ? [target] : (sources[symbol * size + target] ?? []);
      for (const source of from) {
        const found = before * size + source;
        if (coreachable[found] === 1) continue;
        coreachable[found] = 1;
        next[found] = pair;
        queue.push(found);
      }
    }
  }
  return { coreachable, next };
}

function sourcesByLetterAndTarget(extended: Automaton): readonly (readonly number[] | undefined)[] {
  const sources: number[][] = [];
  for (const { from, letter, to } of extended.transitions) {
    const place = letter * extended.stateCount + to;
    const list = sources[place];
    if (list === undefined) sources[place] = [from];
    else list.push(from);
  }
  return sources;
}

function reversed(cfg: CfgAutomaton): { readonly start: Int32Array; readonly node: Int32Array } {
  const start = rowStarts(cfg.stateCount, cfg.node);
  const place = start.slice();
  const node = new Int32Array(cfg.node.length);
  for (let state = 0; state < cfg.stateCount; state++)
    for (let edge = cfg.start[state]!; edge < cfg.start[state + 1]!; edge++) {
      const target = cfg.node[edge]!;
      node[place[target]!] = state;
      place[target]! += 1;
    }
  return { start, node };
}

function nearestWord(
  cfg: CfgAutomaton,
  extended: Automaton,
  { coreachable, next }: Coreachable,
  state: number,
  limit: number,
): readonly number[] {
  const size = extended.stateCount;
  let best: readonly number[] | undefined;
  for (let monitor = 0; monitor < size; monitor++) {
    let pair = state * size + monitor;
    if (coreachable[pair] !== 1) continue;
    const word: number[] = [];
    do {
      const symbol = cfg.symbol[Math.floor(pair / size)]!;
      if (symbol !== epsilon) word.push(symbol);
      pair = next[pair]!;
    } while (extended.final[pair % size] !== true && word.length < limit);
    if (extended.initial.includes(monitor)) return word;
    if (best === undefined || word.length < best.length) best = word;
  }
  return best ?? [];
}
