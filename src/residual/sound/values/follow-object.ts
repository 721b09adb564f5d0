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

/** What makes a followed object: an instruction of the method, or whoever hands it over in a local variable. */
export type ObjectStart = { readonly site: number } | { readonly entrySlot: number };

/** How a search came to its end: it has gone along every path, `pass` has ended it, or there are too many steps. */
export type Following = 'complete' | 'ended' | 'tooLarge';

/** (instruction, slot set, what is known) triples beyond which an object is not followed further. */
const maxSteps = 400_000;

/**
 * Follows an object along every path from where it is made, or from the start of the method. `pass` is told
 * of each instruction that may run while it is in a slot, with what is known of the object on the way there,
 * `first` at the beginning, and says what is known behind it; undefined ends the search. It is in these slots
 * and no others as long as nothing lets it escape. O(instructions x distinct slot sets) for each value of
 * what is known, iterative.
 */
export function followObject<Known>(
  method: MethodCode,
  start: ObjectStart,
  { calls, weakenings }: { readonly calls: Pick<CallKnowledge, 'result'>; readonly weakenings: Weakenings },
  first: Known,
  pass: (step: ObjectStep, known: Known) => Known | undefined,
): Following {
  const { successors, nodeCount } = method.graph;
  /** By what is known and set of slots: 1 for the instructions that have been visited. */
  const seen = new Map<Known, Map<SlotSet, Uint8Array>>();
  let steps = 0;
  // Three stacks of one height: most methods are gone through for each object that they make.
  const workNodes: number[] = [];
  const workSlots: SlotSet[] = [];
  const workKnown: Known[] = [];
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
      nodes = new Uint8Array(nodeCount);
      bySlots.set(slots, nodes);
    }
    if (nodes[node] !== 0) return;
    nodes[node] = 1;
    steps++;
    workNodes.push(node);
    workSlots.push(slots);
    workKnown.push(known);
  };
  if ('entrySlot' in start) visit(0, slotSet([start.entrySlot]), first);
  else {
    const { site } = start;
    const created = slotSet(movesAt(method, site).defined);
    for (let edge = successors.start[site]!; edge < successors.start[site + 1]!; edge++)
      if (!isExceptional(successors.kind[edge]!)) visit(successors.node[edge]!, created, first);
  }
  while (workNodes.length > 0) {
    if (steps > maxSteps) return 'tooLarge';
    const node = workNodes.pop()!;
    const slots = workSlots.pop()!;
    const after = slotsAfter(method, node, slots, calls, weakenings);
    const known = pass({ node, slots, slotsAfter: after }, workKnown.pop()!);
    if (known === undefined) return 'ended';
    for (let edge = successors.start[node]!; edge < successors.start[node + 1]!; edge++) {
      const target = successors.node[edge]!;
      if (!isExceptional(successors.kind[edge]!)) visit(target, after, known);
      else if (!weakenings.has('forgetExceptionalEdges')) visit(target, slotsInHandler(method, slots), known);
    }
  }
  return 'complete';
}
