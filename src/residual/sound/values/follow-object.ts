import { isExceptional } from '../../../cfg/edge-kind.ts';
import type { Weakenings } from '../../weakening.ts';
import type { CallKnowledge } from './call-knowledge.ts';
import type { MethodCode } from './method-code.ts';
import { movesAt } from './method-code.ts';
import { liveSlots, slotsAfter, slotsInHandler } from './object-flow.ts';
import { noSlots, type SlotSet, slotSet } from './slot-sets.ts';

/** An instruction that may run while a followed object is in these slots. */
export interface ObjectStep {
  readonly node: number;
  readonly slots: SlotSet;
  readonly slotsAfter: SlotSet;
}

/** (instruction, slot set, what is known) triples beyond which an object is not followed further. */
const maxSteps = 400_000;

/**
 * Follows an object from the call or allocation at `site` along every path. `pass` is told of each instruction that may run while it is in a slot,
 * with what is known of the object on the way there, `first` at the beginning, and says what is known behind it; undefined ends the search. It is in
 * these slots and no others as long as nothing lets it escape. Returns whether the search came to its end: false when `pass` has ended it, or
 * when there are too many steps. O(instructions x distinct slot sets) for each value of what is known, iterative.
 */
export function followObject<Known>(
  method: MethodCode,
  site: number,
  { calls, weakenings }: { readonly calls: Pick<CallKnowledge, 'result'>; readonly weakenings: Weakenings },
  first: Known,
  pass: (step: ObjectStep, known: Known) => Known | undefined,
): boolean {
  const { successors } = method.graph;
  const seen = new Map<Known, Map<SlotSet, Set<number>>>();
  let steps = 0;
  const work: { readonly node: number; readonly slots: SlotSet; readonly known: Known }[] = [];
  const visit = (node: number, held: SlotSet, known: Known): void => {
    const slots = liveSlots(method, node, held);
    if (slots === noSlots) return;
    let bySlots = seen.get(known);
    if (bySlots === undefined) {
      bySlots = new Map();
      seen.set(known, bySlots);
    }
    let nodes = bySlots.get(slots);
    if (nodes === undefined) {
      nodes = new Set();
      bySlots.set(slots, nodes);
    }
    if (nodes.has(node)) return;
    nodes.add(node);
    steps++;
    work.push({ node, slots, known });
  };
  const created = slotSet(movesAt(method, site).defined);
  for (let edge = successors.start[site]!; edge < successors.start[site + 1]!; edge++)
    if (!isExceptional(successors.kind[edge]!)) visit(successors.node[edge]!, created, first);
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    if (steps > maxSteps) return false;
    const { node, slots } = next;
    const after = slotsAfter(method, node, slots, calls, weakenings);
    const known = pass({ node, slots, slotsAfter: after }, next.known);
    if (known === undefined) return false;
    for (let edge = successors.start[node]!; edge < successors.start[node + 1]!; edge++) {
      const target = successors.node[edge]!;
      if (!isExceptional(successors.kind[edge]!)) visit(target, after, known);
      else if (!weakenings.has('forgetExceptionalEdges')) visit(target, slotsInHandler(method, slots), known);
    }
  }
  return true;
}
