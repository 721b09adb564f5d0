import type { Instruction } from '../../../classfile/instruction.ts';
import { objectMethods, stringConcatFactory } from '../../call-graph/dynamic-code.ts';
import type { CallingClass } from '../../call-graph/instruction-requests.ts';
import { callingClassOf } from '../../call-graph/scanned-code.ts';
import { outside } from '../heap/abstract-object.ts';
import type { CallInstruction, Variable } from '../heap/flow-sink.ts';
import { mayBeOneOf } from '../input/tracked-types.ts';
import type { ConstraintContext } from './constraint-context.ts';
import type { FunctionObjects } from './function-objects.ts';
import type { CallVariables } from './parameter-passing.ts';
import type { RequestVariables } from './request-variables.ts';

/** invokedynamic: function objects are made, texts put together, record methods run. */
export interface DynamicCalls {
  call(
    method: number,
    index: number,
    instruction: CallInstruction,
    operands: readonly Variable[],
    result: Variable,
  ): void;
  /** What the function object that the instruction makes calls. */
  functionCall(method: number, index: number): FunctionCall | undefined;
}

export interface FunctionCall extends CallVariables {
  readonly isStatic: boolean;
}

/**
 * `variablesOf`: what a request passes; `openHandles`: told of instructions that name method handles, which
 * the JVM or the class library may call.
 */
export function dynamicCalls(
  { input, heap, shared, methods, unanalysed }: ConstraintContext,
  variablesOf: RequestVariables,
  functions: FunctionObjects,
  openHandles: (instruction: Instruction, caller: CallingClass) => void,
): DynamicCalls {
  const { graph, hierarchy, types } = input;
  const { put, copy } = heap;
  const { known, walked, captured } = shared;
  const { leak, openOn } = unanalysed;
  /** The methods of a record that the class library makes read its fields and ask them for the same. */
  const walkFields = (className: string): void => {
    for (const { name, descriptor } of hierarchy.classFile(className)?.fields ?? [])
      if (types.isTracked(descriptor)) copy(methods.fieldOf(className, name, descriptor), walked);
  };
  const functionAt = new Map<string, number>();
  /** What function objects call, by method and instruction of where they are made. */
  const calledByFunction = new Map<string, FunctionCall>();
  graph.functionObjects.forEach(({ method, instruction }, one) => {
    functionAt.set(`${method} ${instruction}`, one);
  });
  const call = (
    method: number,
    index: number,
    instruction: CallInstruction,
    operands: readonly Variable[],
    result: Variable,
  ): void => {
    const one = functionAt.get(`${method} ${index}`);
    openHandles(instruction, callingClassOf(graph.methods[method]!));
    if (one === undefined) {
      // Concatenation asks for text, and record methods compare: what they compare may see each other.
      const bootstrap = instruction.form === 'invokedynamic' ? instruction.bootstrap.handle.owner : undefined;
      if (bootstrap === objectMethods) walkFields(graph.methods[method]!.owner);
      else for (const operand of operands) copy(operand, bootstrap === stringConcatFactory ? walked : known);
      put(result, outside);
      return;
    }
    put(result, outside);
    const { object } = graph.functionObjects[one]!;
    if (object.interfaces.some((type) => mayBeOneOf(hierarchy, type, ['java/io/Serializable'])))
      for (const operand of operands) copy(operand, captured);
    const runs = object.runs.find((request) => request.kind === 'call');
    if (runs === undefined || runs.kind !== 'call') {
      for (const operand of operands) leak(operand);
      return;
    }
    const variables = variablesOf(runs);
    calledByFunction.set(`${method} ${index}`, { ...variables, isStatic: runs.dispatch === 'static' });
    const isConstructor = runs.name === '<init>';
    // The new object of `X::new` is the receiver, which nobody passes.
    const positions = variables.operands.slice(isConstructor ? 1 : 0);
    positions.forEach((parameter, position) => {
      if (position < operands.length) copy(operands[position]!, parameter);
      else copy(functions.operandOf(one, position - operands.length), parameter);
    });
    // Which object of the class library it is called on is not looked at.
    if (runs.dispatch === 'virtual' && types.isTrackedClass(runs.owner))
      for (const operand of variables.operands) leak(operand);
    if (isConstructor) {
      put(variables.operands[0]!, outside);
      openOn(outside, runs.owner);
      put(functions.resultOf(one), outside);
    } else copy(variables.result, functions.resultOf(one));
  };
  return {
    call,
    functionCall: (method, index) => calledByFunction.get(`${method} ${index}`),
  };
}
