import type { Code } from '../../classfile/code.ts';
import { parseMethodDescriptor } from '../../classfile/descriptors.ts';
import { takesReceiver } from '../../classfile/stack-effect.ts';
import type { ClassHierarchy } from '../analysis.ts';
import type { ScannedMethod } from '../call-graph/scanned-code.ts';
import type { AbstractObject, ObjectId } from '../points-to/abstract-object.ts';
import { outside } from '../points-to/abstract-object.ts';
import type { CallInstruction, Variable } from '../points-to/flow-sink.ts';
import { nothing } from '../points-to/flow-sink.ts';
import { inclusionGraph } from '../points-to/inclusion-graph.ts';
import { methodFlows } from '../points-to/method-flows.ts';
import { parameterTypes } from '../points-to/parameter-types.ts';
import type { Handler } from './proxy-class.ts';
import { type ProxyMaker, toldMakerOf } from './proxy-makers.ts';

/** The position of the argument that says of which interfaces: classes, or a method type that returns one. */
function classArgument(descriptor: string): number {
  return parseMethodDescriptor(descriptor).parameters.findIndex((type) =>
    /^(?:\[?Ljava\/lang\/Class|Ljava\/lang\/invoke\/MethodType);$/.test(type),
  );
}

const methodType = 'java/lang/invoke/MethodType';

/** Whether a call makes a method type that returns what its first argument says. */
function isMethodType(of: CallInstruction): boolean {
  return of.form === 'invoke' && of.owner === methodType && of.name === 'methodType';
}

/** Interfaces of which a method makes proxies. */
export interface ProxiedInterfaces {
  /** Internal names of the interfaces that its own code names, with who answers. */
  readonly named: ReadonlyMap<string, Handler>;
  /** What makes some where the classes may come from elsewhere, too: parameters, fields, results of calls. */
  readonly unknown: readonly ProxyMaker[];
}

/** What a value of type Class may be declared as, what an array of them may, and what knows one. */
const typesOfClasses = new Set([
  'java/lang/Class',
  'java/lang/Object',
  'java/lang/Cloneable',
  'java/io/Serializable',
  'java/lang/reflect/AnnotatedElement',
  'java/lang/reflect/GenericDeclaration',
  'java/lang/reflect/Type',
  'java/lang/constant/Constable',
  'java/lang/invoke/TypeDescriptor',
  'java/lang/invoke/TypeDescriptor$OfField',
  'java/lang/invoke/TypeDescriptor$OfMethod',
  methodType,
]);

function mayBeClasses(type: string): boolean {
  const element = type.replace(/^\[+/, '');
  return typesOfClasses.has(element.startsWith('L') ? element.slice(1, -1) : element);
}

/** Of a variable and a class constant in it. */
const maxPairs = 8_000_000;

/**
 * An inclusion analysis of the class constants of one method. Undefined: its code does not fit its frame, or
 * has too many pairs.
 */
export function proxiedInterfaces(
  code: Code,
  method: Pick<ScannedMethod, 'owner' | 'descriptor' | 'isStatic'>,
  hierarchy: ClassHierarchy,
): ProxiedInterfaces | undefined {
  const objects: AbstractObject[] = [];
  const graph = inclusionGraph(objects, (object) => object === outside, hierarchy, maxPairs);
  const { variable, put, copy, each } = graph;
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
  /** With the arrays that an array of arrays holds. */
  const makeArray = (type: string): ObjectId => {
    const array = make(type);
    if (type.startsWith('[[')) put(objects[array]!.elements, makeArray(type.slice(1)));
    return array;
  };
  make('java/lang/Object');
  /** Class constants by object. */
  const constants = new Map<ObjectId, string>();
  /** Other code has it, and may put other classes into it where it is an array. */
  const leak = (from: Variable): void =>
    each(from, (object) => {
      if (object !== outside) put(objects[object]!.elements, outside);
    });
  const asked: { readonly maker: ProxyMaker; readonly classes: Variable }[] = [];
  const makerAt = (of: CallInstruction): ProxyMaker | undefined =>
    of.form === 'invoke' ? toldMakerOf(of, hierarchy) : undefined;
  const call = (of: CallInstruction, operands: readonly Variable[], to: Variable): void => {
    if (isMethodType(of)) {
      const type = make(methodType);
      put(to, type);
      copy(operands[0] ?? nothing, objects[type]!.elements);
      return;
    }
    put(to, outside);
    const maker = makerAt(of);
    if (maker === undefined) for (const operand of operands) leak(operand);
    else
      asked.push({
        maker,
        classes: operands[classArgument(of.descriptor) + (takesReceiver(of) ? 1 : 0)] ?? nothing,
      });
  };
  const parameters = parameterTypes(method.owner, method.descriptor, method.isStatic).map((type) => {
    if (!mayBeClasses(type)) return nothing;
    const parameter = variable();
    put(parameter, outside);
    return parameter;
  });
  const types = { isTracked: mayBeClasses, isTrackedClass: mayBeClasses, isRelevantClass: mayBeClasses };
  const fits = methodFlows(code, method, parameters, types, {
    variable,
    copy,
    create: (type, to) => put(to, makeArray(type)),
    classConstant: (type, to) => {
      const constant = make('java/lang/Class');
      constants.set(constant, type);
      put(to, constant);
    },
    readField: (_, to) => put(to, outside),
    writeField: (_, from) => leak(from),
    readArray: (array, to) =>
      each(array, (object) => (object === outside ? put(to, outside) : copy(objects[object]!.elements, to))),
    writeArray: (array, from) =>
      each(array, (object) => (object === outside ? leak(from) : copy(from, objects[object]!.elements))),
    isLookedAt: (of) => isMethodType(of) || makerAt(of) !== undefined,
    call: (_, of, operands, to) => call(of, operands, to),
    unknown: (to) => put(to, outside),
    returned: () => {},
  });
  if (!fits || !graph.solve()) return undefined;
  const named = new Map<string, Handler>();
  const unknown = new Set<ProxyMaker>();
  for (const { maker, classes } of asked) {
    const given = graph.contents(classes);
    const all = given.flatMap((object) =>
      constants.has(object) || object === outside ? [object] : graph.contents(objects[object]!.elements),
    );
    // Null throws; what is not followed is not null.
    if (given.length === 0) unknown.add(maker);
    for (const object of all) {
      const name = constants.get(object);
      if (name === undefined) unknown.add(maker);
      else if (named.get(name) !== 'unknown') named.set(name, maker.handler);
    }
  }
  return { named, unknown: [...unknown] };
}
