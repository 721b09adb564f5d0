import type { Instruction } from '../../classfile/instruction.ts';
import { openedHandles } from '../call-graph/dynamic-code.ts';
import { requestsOfHandle } from '../call-graph/instruction-requests.ts';
import { outside } from './abstract-object.ts';
import type { ConstraintContext } from './constraint-context.ts';
import type { FieldResolution } from './field-resolution.ts';

/** Of an instruction that names method handles: the JVM, or code of the class library, may call them. */
export function methodHandles(
  { input, heap, methods, unanalysed }: ConstraintContext,
  declaredIn: FieldResolution,
): (instruction: Instruction) => void {
  const { graph } = input;
  const { leak, open, openOn } = unanalysed;
  return (instruction) => {
    for (const handle of openedHandles(instruction)) {
      const { owner, name, descriptor } = handle;
      for (const request of requestsOfHandle(handle)) {
        if (request.kind === 'call') for (const method of graph.targets(request).methods) open(method);
        // A field that is read or written.
        else if (request.kind === 'anything') {
          const field = methods.fieldOf(declaredIn(owner, name, descriptor), name, descriptor);
          heap.put(field, outside);
          leak(field);
        }
      }
      if (name === '<init>') openOn(outside, owner);
    }
  };
}
