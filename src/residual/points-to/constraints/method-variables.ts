import { classOfDescriptor, returnTypeOf } from '../../../classfile/descriptors.ts';
import type { AbstractHeap } from '../heap/abstract-heap.ts';
import { nothing, type Variable } from '../heap/flow-sink.ts';
import { contentSelectors, isKeyMethod, valueSelectors, valueTypes } from '../input/library-uses.ts';
import { parameterTypes } from '../input/parameter-types.ts';
import type { PointsToInput } from '../input/points-to-input.ts';
import { mayHaveOneOf } from '../input/tracked-types.ts';
import type { SharedVariables } from './shared-variables.ts';

/** The variables of methods and fields, which are made when they are first asked for. */
export interface MethodVariables {
  /** Of a value of the static type (field descriptor): a new one, or `nothing`. */
  variableOf(type: string): Variable;
  /** By position, the receiver first. */
  parametersOf(method: number): readonly Variable[];
  resultOf(method: number): Variable;
  /**
   * Of the receiver, or of the first parameter of a static method. Undefined: there is none, or nobody has
   * asked for it.
   */
  firstParameterOf(method: number): Variable | undefined;
  /** Of the class that declares the field. */
  fieldOf(owner: string, name: string, descriptor: string): Variable;
  /** By `owner.name descriptor`. */
  readonly fields: ReadonlyMap<string, Variable>;
}

/** Methods that compare take what anybody compares: they share one variable. */
export function methodVariables(
  { graph, hierarchy, types, weakenings }: PointsToInput,
  { variable, copy }: AbstractHeap,
  { compared, askedFor }: SharedVariables,
): MethodVariables {
  const variableOf = (type: string): Variable => (types.isTracked(type) ? variable() : nothing);
  const parameters = new Map<number, readonly Variable[]>();
  const parametersOf = (method: number): readonly Variable[] => {
    let variables = parameters.get(method);
    if (variables === undefined) {
      const { owner, name, descriptor, isStatic } = graph.methods[method]!;
      const isAsked =
        !isStatic &&
        (valueSelectors.has(`${name}${descriptor}`) ||
          (graph.comparesByKeys && isKeyMethod.test(name) && descriptor.startsWith('(Ljava/lang/Object;)')));
      variables = parameterTypes(owner, descriptor, isStatic).map((type, position) =>
        isAsked && position > 0 && !weakenings.has('forgetComparing') ? compared : variableOf(type),
      );
      parameters.set(method, variables);
      if (
        !isStatic &&
        contentSelectors.has(`${name}${descriptor}`) &&
        mayHaveOneOf(hierarchy, owner, valueTypes)
      )
        copy(askedFor, variables[1]!, classOfDescriptor(parameterTypes(owner, descriptor, isStatic)[1]!));
    }
    return variables;
  };
  const results = new Map<number, Variable>();
  const resultOf = (method: number): Variable => {
    let result = results.get(method);
    if (result === undefined) {
      result = variableOf(returnTypeOf(graph.methods[method]!.descriptor));
      results.set(method, result);
    }
    return result;
  };
  const fields = new Map<string, Variable>();
  const fieldOf = (owner: string, name: string, descriptor: string): Variable => {
    const key = `${owner}.${name} ${descriptor}`;
    let field = fields.get(key);
    if (field === undefined) {
      field = variable();
      fields.set(key, field);
    }
    return field;
  };
  return {
    variableOf,
    parametersOf,
    resultOf,
    firstParameterOf: (method) => parameters.get(method)?.[0],
    fieldOf,
    fields,
  };
}
