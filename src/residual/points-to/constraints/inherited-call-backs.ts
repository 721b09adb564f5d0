import { classOfDescriptor, returnTypeOf } from '../../../classfile/descriptors.ts';
import type { CallRequest } from '../../call-graph/request.ts';
import type { ObjectId } from '../heap/abstract-object.ts';
import { outside } from '../heap/abstract-object.ts';
import { nothing } from '../heap/flow-sink.ts';
import { isMapClass } from '../input/container-operations.ts';
import type { ConstraintContext } from './constraint-context.ts';
import type { CallVariables } from './parameter-passing.ts';

/**
 * Code of the class library that a class of the program inherits calls what the class overrides, with what it
 * has: the content, entries of it, the operands, what is in them, and new objects of its own. What it gets
 * becomes content or result.
 */
export function inheritedCallBacks({
  input,
  heap,
  methods,
}: ConstraintContext): (object: ObjectId, request: CallRequest, call: CallVariables) => void {
  const { application, weakenings } = input;
  const { put, copy, each, give, classOf, objects } = heap;
  const { parametersOf, resultOf } = methods;
  return (object, { descriptor }, { operands, result }) => {
    const { base, container, elements, keys } = objects[object]!;
    const className = classOf(base);
    if (className === undefined || weakenings.has('forgetInheritedCode')) return;
    for (const method of application.calledFromLibrary(className)) {
      const [receiver, ...rest] = parametersOf(method);
      put(receiver ?? nothing, base);
      for (const parameter of rest) {
        put(parameter, outside);
        if (container !== undefined && isMapClass(container)) put(parameter, give(base, 'entry'));
        for (const given of [elements, keys, ...operands.slice(1)]) copy(given, parameter);
        for (const operand of operands.slice(1))
          each(operand, (given) => {
            if (given === outside) return;
            copy(objects[given]!.elements, parameter);
            copy(objects[given]!.keys, parameter);
          });
      }
      copy(resultOf(method), elements);
      copy(resultOf(method), keys);
      copy(resultOf(method), result, classOfDescriptor(returnTypeOf(descriptor)));
    }
  };
}
