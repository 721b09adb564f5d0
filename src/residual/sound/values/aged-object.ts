import { addTo } from '../../../group-by.ts';
import { noWeakening } from '../../weakening.ts';
import type { CallKnowledge } from './call-knowledge.ts';
import { followObject, type ObjectStep } from './follow-object.ts';
import type { MethodCode } from './method-code.ts';
import type { MethodPoint } from './method-points.ts';

/** An instruction that may run while the object is in these slots. */
export interface AgedStep extends ObjectStep {
  /**
   * The site has run again since it made the object, or has failed to; at the site itself: the object is
   * there when it runs.
   */
  readonly isOlder: boolean;
}

/**
 * Follows an object from the call or allocation at `site` along every path, and says whether some step of it satisfies
 * `holds`; true also when there are too many steps to tell. See `followObject`.
 */
export function someStep(
  method: MethodCode,
  site: number,
  calls: Pick<CallKnowledge, 'result'>,
  holds: (step: AgedStep) => boolean,
): boolean {
  const seen = { calls, weakenings: noWeakening };
  const following = followObject(method, { site }, seen, false, (step, wasOlder) => {
    const isOlder = wasOlder || step.node === site;
    return holds({ isOlder, ...step }) ? undefined : isOlder;
  });
  return following !== 'complete';
}

/**
 * Whether one of the points binds the object of a step although the site has run again since, or has failed
 * to: what was asked or kept when it ran last is about another object.
 */
export function bindsOlder(points: readonly MethodPoint[]): (step: AgedStep) => boolean {
  const bound = new Map<number, number[]>();
  for (const { instruction, values } of points)
    for (const place of values)
      if (place !== undefined && place.kind !== 'unknown') addTo(bound, instruction, place.slot);
  return ({ node, slots, slotsAfter: after, isOlder }) =>
    isOlder &&
    bound.get(node)?.some((slot) => slots.slots.includes(slot) || after.slots.includes(slot)) === true;
}
