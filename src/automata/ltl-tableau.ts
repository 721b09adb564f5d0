import { automatonLimit, RrvError } from '../diagnostics.ts';
import { addTo } from '../group-by.ts';
import type { EventId } from './dfa.ts';
import type { AutomatonLimits } from './limits.ts';
import type { FormulaId, LtlCore } from './ltl-core.ts';
import { type PastBits, type Present, presentEvaluator } from './ltl-present.ts';
import { closeBackward } from './reachability.ts';
import { stronglyConnected } from './strongly-connected.ts';

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

/** One way to meet the obligations at a position: what is left for the next, and which untils wait on. */
interface Choice {
  readonly next: readonly FormulaId[];
  readonly postponed: readonly FormulaId[];
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

/** The minimal choices that meet `obligations` at a position where present formulas have `values`. */
function choices(
  core: LtlCore,
  obligations: readonly FormulaId[],
  values: Uint8Array,
  limits: AutomatonLimits,
): Choice[] {
  interface Branch {
    readonly todo: FormulaId[];
    readonly seen: Set<FormulaId>;
    readonly next: Set<FormulaId>;
    readonly postponed: Set<FormulaId>;
  }
  const complete: Choice[] = [];
  let opened = 1;
  const work: Branch[] = [{ todo: [...obligations], seen: new Set(), next: new Set(), postponed: new Set() }];
  const fork = (branch: Branch, formula: FormulaId): Branch => {
    opened++;
    if (opened > limits.tableauChoices)
      throw new RrvError(automatonLimit('tableauChoices', opened, limits.tableauChoices));
    const copy = {
      todo: [...branch.todo, formula],
      seen: new Set(branch.seen),
      next: new Set(branch.next),
      postponed: new Set(branch.postponed),
    };
    work.push(copy);
    return copy;
  };
  const surely = (id: FormulaId) => core.isPresent(id) && values[id] === 1;
  for (let branch = work.pop(); branch !== undefined; branch = work.pop()) {
    let failed = false;
    while (branch.todo.length > 0 && !failed) {
      const id = branch.todo.pop()!;
      if (branch.seen.has(id)) continue;
      branch.seen.add(id);
      if (core.isPresent(id)) {
        failed = values[id] === 0;
        continue;
      }
      const node = core.nodes[id]!;
      switch (node.kind) {
        case 'and':
          branch.todo.push(node.left, node.right);
          break;
        case 'or':
          if (surely(node.left) || surely(node.right)) break;
          fork(branch, node.left);
          branch.todo.push(node.right);
          break;
        case 'next':
          branch.next.add(node.operand);
          break;
        case 'until': {
          // right, or left and this again at the next position
          if (surely(node.right)) break;
          fork(branch, node.right);
          branch.todo.push(node.left);
          branch.next.add(id);
          branch.postponed.add(id);
          break;
        }
        case 'release': {
          // right, and left or this again at the next position
          branch.todo.push(node.right);
          if (surely(node.left)) break;
          fork(branch, node.left);
          branch.next.add(id);
          break;
        }
        default:
          throw new Error(`${node.kind} is a present formula`);
      }
    }
    if (!failed) complete.push({ next: ascending(branch.next), postponed: ascending(branch.postponed) });
  }
  return minimal(complete);
}

/** Fewer obligations accept more: a choice goes when another one asks for a part of the same. */
function minimal(all: readonly Choice[]): Choice[] {
  if (all.length < 2) return [...all];
  const kept: Choice[] = [];
  const bySize = [...all].sort((left, right) => size(left) - size(right));
  for (const choice of bySize)
    if (!kept.some((other) => isPart(other.next, choice.next) && isPart(other.postponed, choice.postponed)))
      kept.push(choice);
  return kept;
}

function size(choice: Choice): number {
  return choice.next.length + choice.postponed.length;
}

/** Both ascending. */
function isPart(part: readonly FormulaId[], whole: readonly FormulaId[]): boolean {
  let at = 0;
  for (const id of whole) if (part[at] === id) at++;
  return at === part.length;
}

function ascending(ids: Iterable<FormulaId>): FormulaId[] {
  return [...new Set(ids)].sort((left, right) => left - right);
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
