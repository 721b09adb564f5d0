import { classOfDescriptor } from '../../../classfile/descriptors.ts';
import type { ObjectId } from '../heap/abstract-object.ts';
import { nothing, type Variable } from '../heap/flow-sink.ts';
import { parameterTypes } from '../input/parameter-types.ts';
import type { ConstraintContext } from './constraint-context.ts';

/** What a call passes and gets. */
export interface CallVariables {
  /** The receiver first when there is one. */
  readonly operands: readonly Variable[];
  readonly result: Variable;
}

/** Binds the parameters and the result of a method: with the receiver among the operands, or one object for it. */
export type PassToMethod = (call: CallVariables, method: number, receiver?: ObjectId) => void;

/** Adds inclusions, as many as the method has parameters. */
export function parameterPassing({ input, heap, methods }: ConstraintContext): PassToMethod {
  const { graph, weakenings } = input;
  const { put, copy } = heap;
  const { parametersOf, resultOf } = methods;
  return ({ operands, result }, method, receiver) => {
    const { owner, descriptor, isStatic, isAbstract } = graph.methods[method]!;
    if (isAbstract) return;
    const taken = parameterTypes(owner, descriptor, isStatic);
    if (!weakenings.has('forgetArgumentFlows'))
      parametersOf(method).forEach((parameter, position) => {
        if (position === 0 && receiver !== undefined) put(parameter, receiver);
        else copy(operands[position] ?? nothing, parameter, classOfDescriptor(taken[position]!));
      });
    copy(resultOf(method), result);
  };
}
