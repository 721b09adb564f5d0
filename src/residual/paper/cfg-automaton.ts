import { type ControlFlowGraph, entryNode, exitByReturn, exitByThrow } from '../../cfg/control-flow-graph.ts';
import { isExceptional } from '../../cfg/edge-kind.ts';
import { rowStarts } from '../../compressed-rows.ts';
import type { Point } from '../../events/point.ts';
import { groupBy } from '../../group-by.ts';

/**
 * The CFG automaton of Definition 7. All transitions that leave a state carry the same symbol, that of the
 * state's instruction, so the symbol is kept with the state; all states accept.
 *
 * A state stands for the instruction that *leaves* it. Beyond the definition there is one state more, the end,
 * which every return leads to, and an instruction that produces several events, or one event only
 * when it completes, has several states: *before* events, then the instruction, then *after* events on the
 * edges on which they happen. (So an exceptional edge leaves after the *before* event and without the
 * *after returning* event.)
 */
export interface CfgAutomaton {
  /** States 0 to stateCount - 1; the last is the end. */
  readonly stateCount: number;
  /** Per state: a letter of Σ, `#` as `letterCount`, or `epsilon`. The end has `epsilon`. */
  readonly symbol: Int32Array;
  /** The transitions that leave state q go to the states `node[start[q]]` to `node[start[q + 1] - 1]`. */
  readonly start: Int32Array;
  readonly node: Int32Array;
  readonly initial: readonly number[];
  /** Per state: its instruction, or -1 for the end. */
  readonly instruction: Int32Array;
  /** Per state: the point whose event is its symbol, or -1. */
  readonly point: Int32Array;
}

/** The symbol ε. */
export const epsilon = -1;

/**
 * Maps the instructions of a method to Σ, # and ε (section 5.1: an event wins over an escape) and builds the
 * automaton, ε-transitions included. `points` are those of one property in this method, in the order in
 * which their events happen; `escapes` are the instructions of Esc_m. O(nodes + edges + points).
 */
export function mappedCfg(
  graph: ControlFlowGraph,
  points: readonly Point[],
  escapes: (instruction: number) => boolean,
  letterCount: number,
): CfgAutomaton {
  const byInstruction = groupBy<Point, number>(points, ({ instruction }) => instruction);
  const build = builder();
  const first: number[] = [];
  const middle: number[] = [];
  const normal: number[] = [];
  const exceptional: number[] = [];
  for (let node = 0; node < graph.nodeCount; node++) {
    const here = byInstruction.get(node) ?? [];
    const chain = (from: number, events: readonly Point[]): number => {
      let last = from;
      for (const point of events) {
        const next = build.state(point.event.letter, node, point.id);
        build.transition(last, next);
        last = next;
      }
      return last;
    };
    const before = here.filter((point) => point.position === 'before');
    const beforeStates = before.map((point) => build.state(point.event.letter, node, point.id));
    const symbol = here.length === 0 && escapes(node) ? letterCount : epsilon;
    const after = (positions: readonly Point['position'][]): Point[] =>
      here.filter((point) => positions.includes(point.position));
    const completing = after(['after', 'afterReturning']);
    const throwing = after(['after', 'afterThrowing']);
    // An instruction with nothing but *before* events needs no state of its own: its last event leaves it.
    const own =
      before.length > 0 && completing.length === 0 && throwing.length === 0
        ? beforeStates.pop()!
        : build.state(symbol, node, -1);
    [...beforeStates, own].forEach((state, position, all) => {
      if (position > 0) build.transition(all[position - 1]!, state);
    });
    first.push(beforeStates[0] ?? own);
    middle.push(own);
    normal.push(chain(own, completing));
    const throws =
      throwing.length > 0 && ((graph.exits[node]! & exitByThrow) !== 0 || hasExceptionalEdge(graph, node));
    exceptional.push(throws ? chain(own, throwing) : own);
  }
  const end = build.state(epsilon, -1, -1);
  const { successors } = graph;
  for (let node = 0; node < graph.nodeCount; node++) {
    for (let edge = successors.start[node]!; edge < successors.start[node + 1]!; edge++) {
      const source = isExceptional(successors.kind[edge]!) ? exceptional[node]! : normal[node]!;
      build.transition(source, first[successors.node[edge]!]!);
    }
    if ((graph.exits[node]! & exitByReturn) !== 0) build.transition(normal[node]!, end);
    // All states accept, so an exit in the middle of a path adds no word, unless an event happens on it.
    const eventOnThrow = exceptional[node] !== middle[node];
    if (eventOnThrow && (graph.exits[node]! & exitByThrow) !== 0) build.transition(exceptional[node]!, end);
  }
  return build.automaton([graph.nodeCount === 0 ? end : first[entryNode]!]);
}

function hasExceptionalEdge(graph: ControlFlowGraph, node: number): boolean {
  const { start, kind } = graph.successors;
  for (let edge = start[node]!; edge < start[node + 1]!; edge++) if (isExceptional(kind[edge]!)) return true;
  return false;
}

/** Collects states and transitions and packs them. */
export function builder() {
  const symbols: number[] = [];
  const instructions: number[] = [];
  const points: number[] = [];
  const sources: number[] = [];
  const targets: number[] = [];
  return {
    state(symbol: number, instruction: number, point: number): number {
      symbols.push(symbol);
      instructions.push(instruction);
      points.push(point);
      return symbols.length - 1;
    },
    transition(from: number, to: number): void {
      sources.push(from);
      targets.push(to);
    },
    automaton(initial: readonly number[]): CfgAutomaton {
      const stateCount = symbols.length;
      const start = rowStarts(stateCount, sources);
      const next = start.slice();
      const node = new Int32Array(targets.length);
      sources.forEach((source, index) => {
        node[next[source]!] = targets[index]!;
        next[source]! += 1;
      });
      return {
        stateCount,
        symbol: Int32Array.from(symbols),
        start,
        node,
        initial,
        instruction: Int32Array.from(instructions),
        point: Int32Array.from(points),
      };
    },
  };
}
