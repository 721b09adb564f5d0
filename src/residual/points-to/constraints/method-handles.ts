import type { Instruction } from '../../../classfile/instruction.ts';
import { reflectionOf } from '../../../hierarchy/reflective-use.ts';
import { isKnownBootstrap, openedBy } from '../../call-graph/dynamic-code.ts';
import { type CallingClass, requestsOfHandle } from '../../call-graph/instruction-requests.ts';
import { outside } from '../heap/abstract-object.ts';
import type { FieldResolution } from '../input/field-resolution.ts';
import type { ConstraintContext } from './constraint-context.ts';

/**
 * Of an instruction whose constants name method handles and fields: the JVM, or code of the class library, may call the
 * handles, and read and write the fields. `opensProgram`: it may reach whatever reflection may.
 */
export function methodHandles(
  { input, heap, methods, unanalysed }: ConstraintContext,
  declaredIn: FieldResolution,
  opensProgram: () => void,
): (instruction: Instruction, caller: CallingClass) => void {
  const { graph, hierarchy } = input;
  const { leak, open, openOn } = unanalysed;
  const openField = (owner: string, name: string, descriptor: string): void => {
    const field = methods.fieldOf(declaredIn(owner, name, descriptor), name, descriptor);
    heap.put(field, outside);
    leak(field);
  };
  return (instruction, caller) => {
    const { handles, fields } = openedBy(instruction);
    for (const handle of handles) {
      const { owner, name, descriptor } = handle;
      for (const request of requestsOfHandle(handle, caller)) {
        if (request.kind === 'call') for (const method of graph.targets(request).methods) open(method);
        // A field that is read or written.
        else if (request.kind === 'anything') openField(owner, name, descriptor);
      }
      if (name === '<init>') openOn(outside, owner);
      // Those are given a lookup, and reach with it what the constants name.
      if (!isKnownBootstrap(owner) && reflectionOf(handle, hierarchy) !== undefined) opensProgram();
    }
    for (const { owner, name, descriptor } of fields)
      if (owner === undefined || descriptor === undefined) opensProgram();
      else openField(owner, name, descriptor);
  };
}
