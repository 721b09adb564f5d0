import { Op } from '../../classfile/opcodes.ts';
import type { CallKnowledge, ObjectKind } from './call-knowledge.ts';
import type { MethodCode } from './method-code.ts';
import { instructionAt } from './method-code.ts';

/** What is known of the objects that a creation site makes. */
export function objectKindAt(method: MethodCode, site: number, calls: CallKnowledge): ObjectKind {
  const instruction = instructionAt(method, site);
  if (instruction.form === 'type' && instruction.opcode === Op.new)
    return { kind: 'exact', className: instruction.type };
  const result = calls.result(method, site);
  return result.kind === 'fresh' ? result.object : { kind: 'unknown' };
}
