import type { Reflection } from '../../../hierarchy/reflective-use.ts';
import type { ClassHierarchy } from '../../analysis.ts';
import type { CallGraph } from '../../call-graph/call-graph.ts';
import { outside } from '../heap/abstract-object.ts';
import { nothing, type Variable } from '../heap/flow-sink.ts';
import type { InclusionGraph } from '../heap/inclusion-graph.ts';
import type { ClosedWorldEntries } from '../input/world.ts';

/** What reflection needs to know of points-to. */
export interface ReflectedProgram {
  readonly graph: CallGraph;
  readonly hierarchy: ClassHierarchy;
  readonly world: ClosedWorldEntries;
  readonly inclusion: Pick<InclusionGraph, 'variable' | 'put' | 'copy'>;
  parametersOf(method: number): readonly Variable[];
  resultOf(method: number): Variable;
  /** Variables by `owner.name descriptor`; all of them are there before `apply`. */
  readonly fields: ReadonlyMap<string, Variable>;
  leak(from: Variable): void;
  /** What code of the class library goes through to write it. */
  readonly serialized: Variable;
  /** What function objects that can be serialized hold. */
  readonly captured: Variable;
  /** Code that is not analysed has an object of the class. */
  openOutside(className: string): void;
}

export interface ReflectiveCalls {
  add(reflective: Reflection, result: Variable): void;
  /** Takes the kinds of reflection that are new since the last time into account; false when none is. */
  apply(): boolean;
}

/**
 * Calls that reflect in the same way have one variable, which holds what any of them may give: what a kind of
 * reflection does is found once, however many calls there are. O(methods + fields + calls).
 */
export function reflectiveCalls(program: ReflectedProgram): ReflectiveCalls {
  const { graph, hierarchy, world, inclusion, parametersOf, resultOf, fields, leak, openOutside } = program;
  const { variable, put, copy } = inclusion;
  /** What calls of a kind give. */
  const known = new Map<Reflection, Variable>();
  let applied = 0;

  const reflectOnMethods = (reflective: Reflection, given: Variable): void => {
    const isKept = reflective === 'keepsResults' || reflective === 'opens';
    if (!isKept && reflective !== 'callsMethods') return;
    for (let method = 0; method < graph.methods.length; method++) {
      if (!world.mayReflect(method)) continue;
      const { name } = graph.methods[method]!;
      for (const parameter of parametersOf(method)) put(parameter, outside);
      if (isKept) leak(resultOf(method));
      else if (name !== '<init>') copy(resultOf(method), given);
    }
  };
  const isSerializable = (className: string): boolean =>
    hierarchy.isSubtype(className, 'java/io/Serializable') !== false;
  const isRecord = (className: string): boolean =>
    hierarchy.header(className)?.superName === 'java/lang/Record';
  const serialize = (): void => {
    copy(program.captured, program.serialized);
    graph.methods.forEach(({ name }, method) => {
      if (name === 'replaceObject') copy(program.serialized, parametersOf(method)[1] ?? nothing);
    });
  };
  /** A record is made by its constructor (Java Object Serialization Specification, 1.13). */
  const makeRecords = (): void => {
    graph.methods.forEach(({ owner, name }, method) => {
      if (name === '<init>' && world.mayBeSerialized(owner) && isRecord(owner) && isSerializable(owner))
        for (const parameter of parametersOf(method)) put(parameter, outside);
    });
  };
  const reflectOnField = (
    reflective: Reflection,
    owner: string,
    name: string,
    field: Variable,
    given: Variable,
  ): void => {
    switch (reflective) {
      case 'readsFields':
        if (world.mayReflectField(owner, name)) copy(field, given);
        break;
      case 'writesFields':
        if (world.mayReflectField(owner, name)) put(field, outside);
        break;
      case 'opens':
        if (!world.mayReflectField(owner, name)) break;
        put(field, outside);
        leak(field);
        openOutside(owner);
        break;
      case 'serializes':
        if (world.mayBeSerialized(owner) && isSerializable(owner)) copy(field, program.serialized);
        break;
      case 'deserializes':
        if (world.mayBeSerialized(owner) && isSerializable(owner)) put(field, outside);
        break;
      case 'callsMethods':
      case 'keepsResults':
    }
  };

  return {
    add: (reflective, result) => {
      let given = known.get(reflective);
      if (given === undefined) {
        given = variable();
        known.set(reflective, given);
      }
      copy(given, result);
    },
    apply() {
      const fresh = [...known].slice(applied);
      applied = known.size;
      for (const [reflective, given] of fresh) {
        reflectOnMethods(reflective, given);
        if (reflective === 'serializes') serialize();
        if (reflective === 'deserializes') makeRecords();
        for (const [key, field] of fields) {
          const [dot, space] = [key.indexOf('.'), key.indexOf(' ')];
          reflectOnField(reflective, key.slice(0, dot), key.slice(dot + 1, space), field, given);
        }
      }
      return fresh.length > 0;
    },
  };
}
