import type { CallRequest } from '../../call-graph/request.ts';
import { showsItsMap } from '../../facts/shown-map.ts';
import type { ObjectId } from '../heap/abstract-object.ts';
import { outside } from '../heap/abstract-object.ts';
import { containerOperation } from '../input/container-operations.ts';
import type { ConstraintContext } from './constraint-context.ts';
import { containerCalls } from './container-calls.ts';
import type { CallVariables, PassToMethod } from './parameter-passing.ts';

/** What a call does on one object that is not outside: of methods of the program, or as an operation of a container. */
export function objectCalls(
  context: ConstraintContext,
  pass: PassToMethod,
): (object: ObjectId, request: CallRequest, call: CallVariables) => void {
  const { application, facts, hierarchy } = context.input;
  const { put, kindOf, classOf, runsObjectAlone, objects } = context.heap;
  const { known } = context.shared;
  const { leak, expose } = context.unanalysed;
  const operate = containerCalls(context);
  const unknownCallOn = (
    object: ObjectId,
    request: CallRequest,
    { operands, result }: CallVariables,
  ): void => {
    const type = classOf(object) ?? request.owner;
    if (
      facts.ofCall(request)?.isRetained('receiver') === false &&
      !showsItsMap(hierarchy, type, request.name)
    )
      expose(object);
    else put(known, object);
    for (const operand of operands.slice(1)) leak(operand);
    put(result, outside);
  };
  /** The same where code of the class library is what runs. */
  const libraryCallOn = (
    object: ObjectId,
    request: CallRequest,
    { operands, result }: CallVariables,
  ): void => {
    const { name, descriptor } = request;
    const { container } = objects[object]!;
    if (container === undefined) {
      if (name === 'clone') put(result, object);
      else if (!runsObjectAlone(object, request)) unknownCallOn(object, request, { operands, result });
      return;
    }
    const kind = kindOf(object, name);
    const operation = containerOperation(kind, name, descriptor);
    if (operation === undefined) {
      unknownCallOn(object, request, { operands, result });
      return;
    }
    operate(object, request, { operands, result }, kind, operation);
  };
  return (object, request, { operands, result }) => {
    const className = classOf(object);
    if (className !== undefined) {
      const targets = application.targetsOn(className, request);
      for (const method of targets.methods) pass({ operands, result }, method, object);
      if (targets.anything) unknownCallOn(object, request, { operands, result });
      if (targets.anything || !targets.library) return;
    }
    libraryCallOn(object, request, { operands, result });
  };
}
