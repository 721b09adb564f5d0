import { automatonLimit, RrvError } from '../diagnostics.ts';
import { addTo } from '../group-by.ts';
import type { EventId } from './dfa.ts';
import type { AutomatonLimits } from './limits.ts';
import type { LtlCore } from './ltl-core.ts';
import type { FormulaId } from './ltl-formulas.ts';
import { type PastBits, type Present, presentEvaluator } from './ltl-present.ts';
import { closeBackward } from './reachability.ts';
import { stronglyConnected } from './strongly-connected.ts';
import { ascending, choices } from './tableau-choices.ts';

/** The nonempty part of a Büchi automaton: from each of its states some infinite word is accepted. */
export interface LiveAutomaton {
  readonly initial: readonly number[];
  /** targets[state][event]: live successors. */
  readonly targets: readonly (readonly (readonly number[])[])[];
}

interface TableauState {
  readonly past: PastBits;
  /** Formulas that must hold from here on, ascending. */
  readonly obligations: readonly FormulaId[];
}

interface TableauEdge {
  readonly target: number;
  readonly postponed: readonly FormulaId[];
}

/**
 * The infinite words over `letters` letters on which all of `goals` hold at the first position, as an
 * automaton whose dead states are gone: the tableau of Couvreur ("On-the-fly verification of linear temporal
 * logic", FM 1999), states being sets of obligations together with the values of past subformulas, with
 * transition-based generalised Büchi acceptance (infinitely often not postponing, per until); the nonempty
 * states by strongly connected components. Up to 2^subformulas states, bounded by `limits.tableauEdges`, and
 * by `limits.tableauChoices` at one position (RrvError(automatonLimit)).
 */
export function liveAutomaton(
  core: LtlCore,
  goals: readonly FormulaId[],
  letters: number,
  limits: AutomatonLimits,
): LiveAutomaton {
  const present = presentEvaluator(core);
  const states: TableauState[] = [];
  const numbers = new Map<string, number>();
  const number = (state: TableauState): number => {
    const key = `${state.past}|${state.obligations.join()}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, states.length);
    states.push(state);
    return states.length - 1;
  };
  number({ past: present.initial, obligations: ascending(goals) });
  const evaluated = new Map<string, Present>();
  const evaluate = (past: PastBits, event: EventId, guesses: number): Present => {
    const key = `${past}|${event}|${guesses}`;
    let result = evaluated.get(key);
    if (result === undefined) {
      result = present.evaluate(past, event, guesses);
      evaluated.set(key, result);
    }
    return result;
  };
  const edges: TableauEdge[][][] = [];
  let edgeCount = 0;
  // `states` grows while it is walked.
  for (let index = 0; index < states.length; index++) {
    const { past, obligations } = states[index]!;
    const row: TableauEdge[][] = [];
    for (let event = 0; event < letters; event++) {
      const own: TableauEdge[] = [];
      for (let guesses = 0; guesses < 1 << core.definitions.length; guesses++) {
        const now = evaluate(past, event as EventId, guesses);
        // Counted once even when there is none: looking takes time as well.
        edgeCount++;
        if (edgeCount > limits.tableauEdges)
          throw new RrvError(automatonLimit('tableauEdges', edgeCount, limits.tableauEdges));
        for (const choice of choices(core, obligations, now.values, limits)) {
          edgeCount++;
          own.push({
            target: number({ past: now.past, obligations: choice.next }),
            postponed: choice.postponed,
          });
        }
      }
      row.push(own);
    }
    edges.push(row);
  }
  const live = liveStates(edges);
  return {
    initial: live[0] === 1 ? [0] : [],
    targets: edges.map((row) =>
      row.map((own) => own.map((edge) => edge.target).filter((target) => live[target] === 1)),
    ),
  };
}

/** 1 for the states from which an accepting component is reached: one inside which every until gets its turn. */
function liveStates(edges: readonly (readonly (readonly TableauEdge[])[])[]): Uint8Array {
  const successors = edges.map((row) => row.flatMap((own) => own.map((edge) => edge.target)));
  const component = stronglyConnected(edges.length, (state) => successors[state]!);
  const inner = new Map<number, TableauEdge[]>();
  edges.forEach((row, state) => {
    for (const own of row)
      for (const edge of own)
        if (component[edge.target] === component[state]) addTo(inner, component[state]!, edge);
  });
  const accepting = new Set<number>();
  for (const [number, own] of inner) {
    let always = new Set(own[0]!.postponed);
    for (const edge of own) {
      if (always.size === 0) break;
      always = new Set(edge.postponed.filter((until) => always.has(until)));
    }
    if (always.size === 0) accepting.add(number);
  }
  const goals: number[] = [];
  component.forEach((number, state) => {
    if (accepting.has(number)) goals.push(state);
  });
  return closeBackward(edges.length, goals, (state) => successors[state]!);
}
