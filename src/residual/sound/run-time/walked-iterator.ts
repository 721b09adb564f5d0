import { iteratorWalking, type Selector } from '../../facts/walking.ts';
import { noWeakening } from '../../weakening.ts';
import { bindsOlder, someStep } from '../values/aged-object.ts';
import { escapeAt } from '../values/escape.ts';
import type { ObjectStep } from '../values/follow-object.ts';
import type { MethodCode } from '../values/method-code.ts';
import { instructionAt } from '../values/method-code.ts';
import type { MethodPoint } from '../values/method-points.ts';
import { callsOneOf, forEachRemaining, iteratorCalls, listIteratorCalls } from './iterator-calls.ts';

/**
 * Whether all that happens to an iterator which the call `maker` returns is that the method copies, tests and
 * walks it, and the points bind it only before the call runs again or fails. Needs to know nothing of other
 * code: walking an iterator of the kind that the runtime asks for leaves no reference to it, and one that is
 * handed to any other call leaves sight. O(instructions x distinct slot sets).
 */
export function staysInSight(method: MethodCode, maker: number, points: readonly MethodPoint[]): boolean {
  const isOlder = bindsOlder(points);
  const leaves = leavesSight(method, [...iteratorCalls, forEachRemaining, ...listIteratorCalls]);
  return !someStep(method, maker, noResults, (step) => leaves(step) || isOlder(step));
}

/** Whether the method does nothing with it but copy, test and walk it. O(instructions x distinct slot sets). */
export function isOnlyWalked(method: MethodCode, maker: number): boolean {
  return !someStep(method, maker, noResults, leavesSight(method, iteratorWalking));
}

/** Whether an instruction takes the object to do anything else than copy it, test it, or call one of these on it. */
function leavesSight(method: MethodCode, calls: readonly Selector[]): (step: ObjectStep) => boolean {
  const known = {
    mayKeepOrUse: (at: MethodCode, index: number, operand: 'receiver' | number): boolean =>
      operand !== 'receiver' || !callsOneOf(calls, instructionAt(at, index)),
  };
  return ({ node, slots }) => escapeAt(method, node, slots, unknown, known, noWeakening) !== undefined;
}

/** What calls return, when nothing is known of them. */
export const noResults = { result: () => ({ kind: 'unknown' as const }) };

const unknown = { kind: 'unknown' as const };
