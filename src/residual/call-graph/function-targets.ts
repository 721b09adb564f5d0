import type { ClassHierarchy } from '../analysis.ts';
import type { ProgramIndex } from './program-index.ts';
import { ascending } from './targets.ts';

/** Which function objects a call may run. */
export interface FunctionTargets {
  /** Those that implement the method of the name and may be of the type; a negative arity: of any. */
  named(type: string, name: string, arity: number): readonly number[];
  /** Those that may be of the type; `name`: of the method that they implement. */
  ofType(type: string, name: string | undefined): readonly number[];
}

/**
 * Each question takes time linear in the function objects of the program that implement the method, and in
 * their types.
 */
export function functionTargets(index: ProgramIndex, hierarchy: ClassHierarchy): FunctionTargets {
  const { functionObjects, functionsByName, functionsByType } = index;
  /**
   * Those that may be of the type, by index. Who calls a type that extends the interface of a function object
   * cannot have that object: its class is its own.
   */
  const implementing = (
    byType: ReadonlyMap<string, readonly number[]> | undefined,
    type: string,
  ): readonly number[] => {
    const found = new Set<number>();
    for (const [one, objects] of byType ?? [])
      if (type === 'java/lang/Object' || hierarchy.isSubtype(one, type) !== false)
        for (const index of objects) found.add(index);
    return ascending(found);
  };
  return {
    named: (type, name, arity) =>
      implementing(functionsByName.get(name), type).filter((one) => {
        const { object } = functionObjects[one]!;
        return arity < 0 || object.arity < 0 || object.arity === arity;
      }),
    ofType: (type, name) =>
      implementing(name === undefined ? functionsByType : functionsByName.get(name), type),
  };
}
