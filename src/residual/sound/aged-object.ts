import { isExceptional } from '../../cfg/edge-kind.ts';
import type { CallKnowledge } from './call-knowledge.ts';
import type { MethodCode } from './method-code.ts';
import { movesAt } from './method-code.ts';
import type { MethodPoint } from './method-points.ts';
import { liveSlots, slotsAfter, slotsInHandler } from './object-flow.ts';
import { noSlots, type SlotSet, slotSet } from './slot-sets.ts';
import { noWeakening } from './weakening.ts';

/** An instruction that may run while the object is in these slots. */
export interface AgedStep {
  readonly node: number;
  readonly slots: SlotSet;
  readonly slotsAfter: SlotSet;
  /** The site has run again since it made the object, or has failed to; at the site itself: the object is there when it runs. */
  readonly isOlder: boolean;
}

/** (instruction, slot set, age) triples beyond which some step is taken to satisfy anything. */
const maxSteps = 400_000;

/**
 * Follows an object from the call or allocation at `site` along every path, and says whether some step of it satisfies
 * `holds`; true also when there are too many steps to tell. It is in these slots and no others as long as nothing lets it escape.
 * O(instructions x distinct slot sets), iterative.
 */
export function someStep(
  method: MethodCode,
  site: number,
  calls: Pick<CallKnowledge, 'result'>,
  holds: (step: AgedStep) => boolean,
): boolean {
  const { successors } = method.graph;
  /** By whether the object is older than the last run of the site. */
  const seen = [new Map<SlotSet, Set<number>>(), new Map<SlotSet, Set<number>>()];
  let steps = 0;
  const work: { readonly node: number; readonly slots: SlotSet; readonly age: 0 | 1 }[] = [];
  const visit = (node: number, held: SlotSet, age: 0 | 1): void => {
    const slots = liveSlots(method, node, held);
    if (slots === noSlots) return;
    let nodes = seen[age]!.get(slots);
    if (nodes === undefined) {
      nodes = new Set();
      seen[age]!.set(slots, nodes);
    }
    if (nodes.has(node)) return;
    nodes.add(node);
    steps++;
    work.push({ node, slots, age });
  };
  const created = slotSet(movesAt(method, site).defined);
  for (let edge = successors.start[site]!; edge < successors.start[site + 1]!; edge++)
    if (!isExceptional(successors.kind[edge]!)) visit(successors.node[edge]!, created, 0);
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    if (steps > maxSteps) return true;
    const { node, slots } = next;
    const age = node === site ? 1 : next.age;
    const after = slotsAfter(method, node, slots, calls, noWeakening);
    if (holds({ node, slots, slotsAfter: after, isOlder: age === 1 })) return true;
    for (let edge = successors.start[node]!; edge < successors.start[node + 1]!; edge++) {
      const target = successors.node[edge]!;
      if (isExceptional(successors.kind[edge]!)) visit(target, slotsInHandler(method, slots), age);
      else visit(target, after, age);
    }
  }
  return false;
}

/**
 * Whether one of the points binds the object of a step although the site has run again since, or has failed to: what was asked or kept when it
 * ran last is about another object.
 */
export function bindsOlder(points: readonly MethodPoint[]): (step: AgedStep) => boolean {
  const bound = new Map<number, number[]>();
  for (const { instruction, values } of points)
    for (const place of values)
      if (place !== undefined && place.kind !== 'unknown')
        bound.set(instruction, [...(bound.get(instruction) ?? []), place.slot]);
  return ({ node, slots, slotsAfter: after, isOlder }) =>
    isOlder &&
    bound.get(node)?.some((slot) => slots.slots.includes(slot) || after.slots.includes(slot)) === true;
}
