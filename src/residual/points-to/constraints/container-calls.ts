import { classOfDescriptor, returnTypeOf } from '../../../classfile/descriptors.ts';
import type { CallRequest } from '../../call-graph/request.ts';
import type { ObjectId } from '../heap/abstract-object.ts';
import { outside } from '../heap/abstract-object.ts';
import { comparedBy } from '../heap/compared-by.ts';
import { nothing, type Variable } from '../heap/flow-sink.ts';
import type { ContainerKind, ContainerOperation } from '../input/container-operations.ts';
import type { ConstraintContext } from './constraint-context.ts';
import { inheritedCallBacks } from './inherited-call-backs.ts';
import type { CallVariables } from './parameter-passing.ts';

/** What an operation of a container of java.util does with its content, its operands and its result. */
export type ContainerCall = (
  object: ObjectId,
  request: CallRequest,
  call: CallVariables,
  kind: ContainerKind,
  operation: ContainerOperation,
) => void;

/** Adds inclusions, a bounded number for each call and object. */
export function containerCalls(context: ConstraintContext): ContainerCall {
  const { weakenings } = context.input;
  const { put, copy, each, give, classOf, isOverriding, objects } = context.heap;
  const { compared, walked, askedFor } = context.shared;
  const { leak, expose } = context.unanalysed;
  const callBackOn = inheritedCallBacks(context);
  return (object, request, { operands, result }, kind, operation) => {
    const { name, descriptor } = request;
    const { elements, keys } = objects[object]!;
    const argument = (position: number): Variable => operands[position + 1] ?? nothing;
    if (operation.putsElement !== undefined && !weakenings.has('forgetElements'))
      copy(argument(operation.putsElement), elements);
    if (operation.putsKey !== undefined) copy(argument(operation.putsKey), keys);
    if (operation.putsContentOf !== undefined)
      each(argument(operation.putsContentOf), (given) => {
        if (given === outside || objects[given]!.container === undefined || isOverriding(given)) {
          if (given !== outside) expose(given);
          put(elements, outside);
          put(keys, outside);
        }
        if (given !== outside) {
          copy(objects[given]!.elements, elements);
          copy(objects[given]!.keys, keys);
        }
      });
    const shown = comparedBy(objects, object, kind, operation);
    for (const content of shown) copy(content, compared);
    if (shown.length > 0)
      operands.slice(1).forEach((operand, position) => {
        const isValue = kind === 'map' && position === operation.putsElement && !operation.comparesAll;
        if (!isValue && (operation.comparesAll || position !== operation.putsContentOf))
          copy(operand, compared);
      });
    if (operation.walks !== undefined) {
      copy(argument(operation.walks), walked);
      // Maps ask for keys to see whether they are equal; collections do not.
      copy(name === 'equals' ? keys : elements, askedFor);
    }
    if (operation.keepsOrder !== undefined) leak(argument(operation.keepsOrder));
    callBackOn(object, request, { operands, result });
    if (operation.gets !== undefined)
      copy(
        operation.gets === 'keys' ? keys : elements,
        result,
        classOfDescriptor(returnTypeOf(descriptor)) ?? '',
      );
    // Copies of an object of the program are that object: the class library's clone() may call what the class
    // overrides on them.
    if (operation.hands === 'copy' && classOf(object) !== undefined) put(result, object);
    else if (operation.hands !== undefined) put(result, give(object, operation.hands));
    if (operation.toArray) {
      for (const operand of operands.slice(1)) {
        each(operand, (array) =>
          array === outside ? leak(elements) : copy(elements, objects[array]!.elements),
        );
        copy(operand, result);
      }
      put(result, give(object, 'array'));
    }
  };
}
