import type { CallKnowledge } from './call-knowledge.ts';
import type { MethodCode } from './method-code.ts';
import { instructionAt, operandSlotAt } from './method-code.ts';
import { elsewhere, nullConstant, type ValueOrigins } from './origin.ts';
import { originsByCall } from './origins-by-call.ts';

const unknownOrigins: readonly number[] = [elsewhere];

/**
 * The origins when calls return what `calls` says. Of the calls only those are asked for from which a value
 * may come that is asked for. Undefined: too large. A value comes through a call that returns an operand from
 * where the operand comes from; as sets only grow along the way, that is a search over calls.
 */
export function valueOrigins(
  method: MethodCode,
  calls: Pick<CallKnowledge, 'result'>,
): ValueOrigins | undefined {
  const byCall = originsByCall(method);
  if (byCall === undefined) return undefined;
  const resolved = new Map<readonly number[], readonly number[]>();
  const isCall = (origin: number): boolean => origin >= 0 && instructionAt(method, origin).form === 'invoke';
  const resolve = (from: readonly number[]): readonly number[] => {
    let found = resolved.get(from);
    if (found === undefined) {
      found = from.some(isCall) ? search(from) : from;
      resolved.set(from, found);
    }
    return found;
  };
  const search = (from: readonly number[]): readonly number[] => {
    const found = new Set<number>();
    const seen = new Set(from);
    for (const origin of seen) {
      const result = isCall(origin) ? calls.result(method, origin) : undefined;
      if (result === undefined) found.add(origin);
      else if (result.kind === 'unknown') found.add(elsewhere);
      else if (result.kind === 'fresh') {
        found.add(origin);
        if (result.mayBeNull) found.add(nullConstant);
      } else {
        const slot = operandSlotAt(method, origin, result.operand);
        const operand = slot === undefined ? unknownOrigins : byCall.before(origin, slot);
        // Chains of calls (`builder.append(a).append(b)`) are asked for from their beginning on: each link is one step.
        const known = resolved.get(operand);
        if (known === undefined) for (const one of operand) seen.add(one);
        else for (const one of known) found.add(one);
      }
    }
    return [...found].sort((left, right) => left - right);
  };
  return {
    before: (instruction, slot) => resolve(byCall.before(instruction, slot)),
    result: (instruction) => resolve(byCall.result(instruction)),
  };
}
