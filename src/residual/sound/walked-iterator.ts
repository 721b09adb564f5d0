import type { ObjectStep } from './follow-object.ts';
import type { MethodCode } from './method-code.ts';
import { instructionAt } from './method-code.ts';
import { escapeAt } from './object-flow.ts';
import { noWeakening } from './weakening.ts';

/**
 * Whether an instruction that may run while a followed iterator is in these slots does nothing with it but copy, test and walk it. Needs to
 * know nothing of other code: walking an iterator of the class library, which the runtime asks for, leaves no reference to it, and
 * an iterator that is handed to any other call is not followed.
 */
export function isOnlyWalked(method: MethodCode, { node, slots }: ObjectStep): boolean {
  return escapeAt(method, node, slots, unknown, walking, noWeakening) === undefined;
}

/** What calls return, when nothing is known of them. */
export const noResults = { result: () => ({ kind: 'unknown' as const }) };

const walkers: ReadonlySet<string> = new Set(['java/util/Iterator', 'java/util/ListIterator']);

const walking = {
  mayKeepOrUse(method: MethodCode, index: number, operand: 'receiver' | number): boolean {
    const instruction = instructionAt(method, index);
    return !(instruction.form === 'invoke' && operand === 'receiver' && walkers.has(instruction.owner));
  },
};
const unknown = { kind: 'unknown' as const };
