import type { Automaton } from '../../../src/residual/paper/automaton.ts';
import type { CfgAutomaton } from '../../../src/residual/paper/cfg-automaton.ts';

/**
 * Algorithm 1, marking violating and safe paths, by the letter: the product is built anew from every state.
 * Returns V_m as 1 per violating state; the other states are S_m. The comments give the line numbers of the
 * paper. The automaton must have no ε-transitions (`mergeEpsilon`).
 *
 * Two readings, both needed to get the paper's own Figure 5: a state stands for the instruction that leaves
 * it, and it is marked only when a *non-empty* word leads from it to a final state (all pairs with a final
 * state are coreachable by the empty word, which would mark everything that follows). Line 13 intersects the
 * coreachable pairs of the product with the states reachable in the *CFG* automaton from q; the pairs
 * themselves need not be reachable.
 *
 * O(|Q|² * |δ_m| * |δ'|). `markViolating` (one-pass-marking.ts) gives the same set in one pass.
 */
export function algorithm1(cfg: CfgAutomaton, extended: Automaton): Uint8Array {
  const violating = new Uint8Array(cfg.stateCount); // line 2; S_m = Q (line 3) is the complement at the end
  const work = [...cfg.initial]; // line 4
  const visited = new Uint8Array(cfg.stateCount); // line 5
  while (work.length > 0) {
    const q = work.pop()!; // line 7
    if (visited[q] === 1) continue; // line 8
    visited[q] = 1; // line 9
    if (violating[q] !== 1) {
      // line 10
      const product = productFrom(cfg, extended, q); // line 11
      if (acceptsSomething(product)) {
        // line 12
        const reachable = reachableStates(cfg, q);
        for (const pair of coreachable(product)) {
          const state = Math.floor(pair / extended.stateCount);
          if (reachable.has(state)) violating[state] = 1; // line 13
        }
      }
    }
    for (const successor of successorsOf(cfg, q)) work.push(successor); // lines 14 to 16
  }
  return violating;
}

/** A_m^c(q) × A^↑bad over all pairs; pair (q', s) is number q' * |S| + s. */
interface Product {
  readonly transitions: readonly (readonly number[])[];
  readonly initial: readonly number[];
  readonly final: readonly boolean[];
}

function productFrom(cfg: CfgAutomaton, extended: Automaton, q: number): Product {
  const size = extended.stateCount;
  const transitions: number[][] = Array.from({ length: cfg.stateCount * size }, () => []);
  for (let state = 0; state < cfg.stateCount; state++)
    for (const { from, letter, to } of extended.transitions)
      if (letter === cfg.symbol[state])
        for (const successor of successorsOf(cfg, state))
          transitions[state * size + from]!.push(successor * size + to);
  return {
    transitions,
    initial: extended.initial.map((state) => q * size + state),
    // All states of the CFG automaton accept.
    final: Array.from(transitions, (_, pair) => extended.final[pair % size]!),
  };
}

function acceptsSomething(product: Product): boolean {
  const reached = new Set(product.initial);
  for (const pair of reached) {
    if (product.final[pair]) return true;
    for (const next of product.transitions[pair]!) reached.add(next);
  }
  return false;
}

/** The pairs from which a non-empty word leads to a final pair. */
function coreachable(product: Product): ReadonlySet<number> {
  const found = new Set<number>();
  for (let changed = true; changed; ) {
    changed = false;
    product.transitions.forEach((targets, pair) => {
      if (found.has(pair) || !targets.some((next) => product.final[next] || found.has(next))) return;
      found.add(pair);
      changed = true;
    });
  }
  return found;
}

function reachableStates(cfg: CfgAutomaton, q: number): ReadonlySet<number> {
  const reached = new Set([q]);
  for (const state of reached) for (const next of successorsOf(cfg, state)) reached.add(next);
  return reached;
}

function successorsOf(cfg: CfgAutomaton, state: number): readonly number[] {
  return [...cfg.node.subarray(cfg.start[state]!, cfg.start[state + 1]!)];
}
