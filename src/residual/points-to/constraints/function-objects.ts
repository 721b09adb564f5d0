import { outside } from '../heap/abstract-object.ts';
import type { Variable } from '../heap/flow-sink.ts';
import { isKeyMethod, isValueMethod } from '../input/library-uses.ts';
import type { ConstraintContext } from './constraint-context.ts';

/**
 * What function objects (lambdas and method references) are called with and give back, whoever calls them:
 * the class library, too.
 */
export interface FunctionObjects {
  /** By the number of the function object in the call graph, and position. */
  operandOf(one: number, position: number): Variable;
  resultOf(one: number): Variable;
  /** A call runs the function object. */
  pass(operands: readonly Variable[], result: Variable, one: number): void;
}

interface FunctionVariables {
  readonly operands: Variable[];
  readonly result: Variable;
}

/** Variables are made when first asked for. */
export function functionObjects({ input, heap, shared, unanalysed }: ConstraintContext): FunctionObjects {
  const { graph } = input;
  const { variable, put, copy } = heap;
  const { compared } = shared;
  const known = new Map<number, FunctionVariables>();
  const functionOf = (one: number): FunctionVariables => {
    let variables = known.get(one);
    if (variables === undefined) {
      variables = { operands: [], result: variable() };
      known.set(one, variables);
      unanalysed.leak(variables.result);
    }
    return variables;
  };
  const operandOf = (one: number, position: number): Variable => {
    const { operands } = functionOf(one);
    while (operands.length <= position) {
      const operand = variable();
      put(operand, outside);
      const { methodName } = graph.functionObjects[one]!.object;
      if (isValueMethod.test(methodName) || (graph.comparesByKeys && isKeyMethod.test(methodName)))
        copy(compared, operand);
      operands.push(operand);
    }
    return operands[position]!;
  };
  return {
    operandOf,
    resultOf: (one) => functionOf(one).result,
    pass: (operands, result, one) => {
      operands.forEach((operand, position) => {
        copy(operand, operandOf(one, position));
      });
      copy(functionOf(one).result, result);
    },
  };
}
