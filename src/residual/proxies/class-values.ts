import type { ClassHierarchy } from '../analysis.ts';
import type { AbstractObject, ObjectId } from '../points-to/heap/abstract-object.ts';
import { outside } from '../points-to/heap/abstract-object.ts';
import { nothing, type Variable } from '../points-to/heap/flow-sink.ts';
import { type InclusionGraph, inclusionGraph } from '../points-to/heap/inclusion-graph.ts';

/** Where class constants may be, and what holds some: arrays, and method types by what they return. */
export interface ClassValues extends Pick<InclusionGraph, 'variable' | 'put' | 'copy' | 'solve'> {
  /** A class object, by what a constant names (JVMS 4.4.1). */
  constant(name: string): ObjectId;
  /** A new array, with the arrays that one of arrays holds. */
  array(type: string): ObjectId;
  /** A new object that holds what is in the variable. */
  holderOf(type: string, content: Variable): ObjectId;
  /** What is in the arrays and holders of the variable is in the other one. */
  readFrom(holders: Variable, to: Variable): void;
  writeTo(holders: Variable, from: Variable): void;
  /** Other code has it, and may put other classes into it where it is an array. */
  leak(from: Variable): void;
  /**
   * What the constants name that are in the variable, or in what it holds; undefined for a class that is not
   * known. To be asked when all is solved.
   */
  classesIn(variable: Variable): readonly (string | undefined)[];
  /** Whether nothing is in the variable: what it stands for is null, or not followed. */
  isEmpty(variable: Variable): boolean;
}

/** Of a variable and a class constant in it. */
const maxPairs = 8_000_000;

/** An inclusion analysis; nothing escapes but into `outside`, which is any other class. */
export function classValues(hierarchy: ClassHierarchy): ClassValues {
  const objects: AbstractObject[] = [];
  const graph = inclusionGraph(objects, (object) => object === outside, hierarchy, maxPairs);
  const { variable, put, copy, each, contents, solve } = graph;
  const names = new Map<ObjectId, string>();
  const make = (type: string): ObjectId => {
    const id = objects.length;
    objects.push({
      role: 'self',
      type,
      isExact: true,
      base: id,
      container: undefined,
      elements: variable(),
      keys: nothing,
    });
    return id;
  };
  const array = (type: string): ObjectId => {
    const made = make(type);
    if (type.startsWith('[[')) put(objects[made]!.elements, array(type.slice(1)));
    return made;
  };
  const leak = (from: Variable): void =>
    each(from, (object) => {
      if (object !== outside) put(objects[object]!.elements, outside);
    });
  make('java/lang/Object');
  return {
    variable,
    put,
    copy,
    solve,
    constant(name) {
      const made = make('java/lang/Class');
      names.set(made, name);
      return made;
    },
    array,
    holderOf(type, content) {
      const made = make(type);
      copy(content, objects[made]!.elements);
      return made;
    },
    readFrom: (holders, to) =>
      each(holders, (object) =>
        object === outside ? put(to, outside) : copy(objects[object]!.elements, to),
      ),
    writeTo: (holders, from) =>
      each(holders, (object) => (object === outside ? leak(from) : copy(from, objects[object]!.elements))),
    leak,
    classesIn: (from) =>
      contents(from)
        .flatMap((object) =>
          names.has(object) || object === outside ? [object] : contents(objects[object]!.elements),
        )
        .map((object) => names.get(object)),
    isEmpty: (of) => contents(of).length === 0,
  };
}
