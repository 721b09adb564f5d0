import type { Instruction } from '../../classfile/instruction.ts';
import { type EnclosingMethod, escapingTypes, type SafeList } from '../facts/safe-list.ts';

/**
 * Whether an instruction belongs to Esc_m (section 5.1): "assignments to class fields, method calls that pass
 * objects by references, in addition, to return statements that return objects", unless it is on the SafeList.
 * A call passes its arguments; its receiver is not one of them. Stores into arrays and `athrow` are not on the
 * paper's list. `invokedynamic` is a call that passes what the new object captures. O(SafeList).
 */
export function isEscape(instruction: Instruction, method: EnclosingMethod, safe: SafeList): boolean {
  return escapingTypes(instruction, method).length > 0 && !safe.has(instruction, method);
}
