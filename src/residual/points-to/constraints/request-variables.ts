import { returnTypeOf } from '../../../classfile/descriptors.ts';
import { reflectionOf } from '../../../hierarchy/reflective-use.ts';
import type { CallRequest } from '../../call-graph/request.ts';
import { outside } from '../heap/abstract-object.ts';
import { parameterTypes } from '../input/parameter-types.ts';
import type { ConstraintContext } from './constraint-context.ts';
import type { FunctionObjects } from './function-objects.ts';
import type { CallVariables, PassToMethod } from './parameter-passing.ts';
import type { ReflectiveCalls } from './reflective-calls.ts';

/**
 * A request's variables: what all call sites that make it pass and get. `ofOthers`: on objects of classes that are not
 * followed, whose methods alone run then.
 */
export type RequestVariables = (request: CallRequest, ofOthers?: boolean) => CallVariables;

/** What a request may run. */
export interface RequestTargets {
  readonly passToMethod: PassToMethod;
  readonly passToFunction: FunctionObjects['pass'];
  passToLibrary(request: CallRequest, call: CallVariables): void;
  readonly reflection: ReflectiveCalls;
}

/** A request is bound to all that class hierarchy analysis says it may run, once, however many calls make it. */
export function requestVariables(
  { input, heap, methods, unanalysed }: ConstraintContext,
  { passToMethod, passToFunction, passToLibrary, reflection }: RequestTargets,
): RequestVariables {
  const { graph, hierarchy, types, weakenings } = input;
  const { put } = heap;
  const { variableOf } = methods;
  const { leak, whenOutside } = unanalysed;
  const calledBy = new Map<CallRequest, CallVariables>();
  const calledOnOthersBy = new Map<CallRequest, CallVariables>();
  /** Gives an object of the same class: of one that is not followed, one that is not. */
  const isObjectClone = ({ owner, name, descriptor }: CallRequest): boolean =>
    name === 'clone' && hierarchy.resolveMethod(owner, name, descriptor)?.owner === 'java/lang/Object';
  return (asked, ofOthers = false) => {
    const request = graph.intern(asked);
    const known = ofOthers ? calledOnOthersBy : calledBy;
    let variables = known.get(request);
    if (variables !== undefined) return variables;
    const { dispatch, owner, descriptor } = request;
    const isStatic = dispatch === 'static';
    variables = {
      operands: parameterTypes(owner, descriptor, isStatic).map(variableOf),
      result: variableOf(returnTypeOf(descriptor)),
    };
    known.set(request, variables);
    const targets = graph.targets(request);
    const passed = variables;
    for (const method of targets.methods) {
      const { owner } = graph.methods[method]!;
      if (request.dispatch !== 'virtual') passToMethod(passed, method);
      else if (!ofOthers || !types.isRelevantClass(owner))
        whenOutside(owner, () => passToMethod(passed, method));
    }
    for (const one of targets.functions) passToFunction(variables.operands.slice(1), variables.result, one);
    if (targets.anything) {
      for (const operand of variables.operands) leak(operand);
      put(variables.result, outside);
    } else if (targets.library && !(ofOthers && isObjectClone(request))) passToLibrary(request, variables);
    const reflective = weakenings.has('forgetReflection') ? undefined : reflectionOf(request, hierarchy);
    if (reflective !== undefined) reflection.add(reflective, variables.result);
    return variables;
  };
}
