import { takesReceiver } from '../../cfg/slot-moves.ts';
import { AccessFlag } from '../../classfile/access-flags.ts';
import type { Code } from '../../classfile/code.ts';
import { parseMethodDescriptor } from '../../classfile/descriptors.ts';
import type { ClassHierarchy } from '../analysis.ts';
import type { ScannedMethod } from '../call-graph/scanned-code.ts';
import type { AbstractObject, ObjectId } from '../points-to/abstract-object.ts';
import { outside } from '../points-to/abstract-object.ts';
import type { CallInstruction, Variable } from '../points-to/flow-sink.ts';
import { nothing } from '../points-to/flow-sink.ts';
import { defaultInclusionLimits, inclusionGraph } from '../points-to/inclusion-graph.ts';
import { methodFlows, parameterTypes } from '../points-to/method-flows.ts';
import type { Handler } from './proxy-class.ts';

/** By method name, the classes that declare such a method, with who answers the calls on what it makes. */
const makers: ReadonlyMap<string, readonly (readonly [owner: string, handler: Handler])[]> = new Map([
  [
    'newProxyInstance',
    [
      ['java/lang/reflect/Proxy', 'invocationHandler'],
      ['javax/management/MBeanServerInvocationHandler', 'unknown'],
    ],
  ],
  ['getProxyClass', [['java/lang/reflect/Proxy', 'invocationHandler']]],
  ['asInterfaceInstance', [['java/lang/invoke/MethodHandleProxies', 'unknown']]],
  ['create', [['java/beans/EventHandler', 'unknown']]],
  ['getInterface', [['javax/script/Invocable', 'unknown']]],
  ['newMBeanProxy', [['javax/management/JMX', 'unknown']]],
  ['newMXBeanProxy', [['javax/management/JMX', 'unknown']]],
]);

/**
 * Who answers, where a call makes proxies, or other objects without a class, of interfaces that one of its arguments says.
 * Undefined for other calls.
 */
export function handlerOf(
  { owner, name }: { readonly owner: string; readonly name: string },
  hierarchy: ClassHierarchy,
): Handler | undefined {
  return makers.get(name)?.find(([declaring]) => hierarchy.isSubtype(owner, declaring) === true)?.[1];
}

/** Interfaces of which code of the class library makes objects without a class when it wants to, with who answers. */
export interface ProxiedKind {
  readonly handler: Handler;
  isProxied(name: string, hierarchy: ClassHierarchy): boolean;
}

const annotations: ProxiedKind = {
  handler: 'values',
  isProxied: (name, hierarchy) => ((hierarchy.header(name)?.accessFlags ?? 0) & AccessFlag.annotation) !== 0,
};

/** Stubs: calling one may run what objects do when they are serialized, and factories of sockets. */
const remotes: ProxiedKind = {
  handler: 'unknown',
  isProxied: (name, hierarchy) => hierarchy.isSubtype(name, 'java/rmi/Remote') === true,
};

const handingOut: readonly {
  readonly names: string;
  /** The classes that declare such methods. */
  readonly owners: string;
  readonly kind: ProxiedKind;
}[] = [
  {
    names: 'getAnnotation getAnnotations getAnnotationsByType',
    owners: 'java/lang/reflect/AnnotatedElement javax/lang/model/AnnotatedConstruct',
    kind: annotations,
  },
  {
    names: 'getDeclaredAnnotation getDeclaredAnnotations getDeclaredAnnotationsByType',
    owners: 'java/lang/reflect/AnnotatedElement',
    kind: annotations,
  },
  { names: 'getParameterAnnotations', owners: 'java/lang/reflect/Executable', kind: annotations },
  { names: 'getDefaultValue', owners: 'java/lang/reflect/Method', kind: annotations },
  { names: '<init> exportObject getStub toStub', owners: 'java/rmi/server/RemoteObject', kind: remotes },
  {
    names: 'lookup lookupLink',
    owners: 'java/rmi/Naming java/rmi/registry/Registry javax/naming/Context',
    kind: remotes,
  },
];

/** By method name. */
const kindsByName = new Map<string, { readonly owner: string; readonly kind: ProxiedKind }[]>();
for (const { names, owners, kind } of handingOut)
  for (const name of names.split(' '))
    kindsByName.set(name, [
      ...(kindsByName.get(name) ?? []),
      ...owners.split(' ').map((owner) => ({ owner, kind })),
    ]);

/** What a call may hand out. */
export function proxiedKindOf(
  { owner, name }: { readonly owner: string; readonly name: string },
  hierarchy: ClassHierarchy,
): ProxiedKind | undefined {
  return kindsByName.get(name)?.find((one) => hierarchy.isSubtype(owner, one.owner) === true)?.kind;
}

/** The position of the argument that says of which interfaces. */
function classArgument(descriptor: string): number {
  return parseMethodDescriptor(descriptor).parameters.findIndex((type) =>
    /^\[?Ljava\/lang\/Class;$/.test(type),
  );
}

/** Interfaces of which a method makes proxies. */
export interface ProxiedInterfaces {
  /** Internal names of the interfaces that its own code names, with who answers. */
  readonly named: ReadonlyMap<string, Handler>;
  /** Who answers where the classes may come from elsewhere, too: parameters, fields, results of calls. */
  readonly unknown: readonly Handler[];
}

/** What a value of type Class may be declared as, and what an array of them may. */
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
]);

function mayBeClasses(type: string): boolean {
  const element = type.replace(/^\[+/, '');
  return typesOfClasses.has(element.startsWith('L') ? element.slice(1, -1) : element);
}

/** An inclusion analysis of the class constants of one method. Undefined: its code does not fit its frame. */
export function proxiedInterfaces(
  code: Code,
  method: Pick<ScannedMethod, 'owner' | 'descriptor' | 'isStatic'>,
  hierarchy: ClassHierarchy,
): ProxiedInterfaces | undefined {
  const objects: AbstractObject[] = [];
  const graph = inclusionGraph(objects, (object) => object === outside, hierarchy, defaultInclusionLimits);
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
  make('java/lang/Object');
  /** Class constants by object. */
  const constants = new Map<ObjectId, string>();
  /** Other code has it, and may put other classes into it where it is an array. */
  const leak = (from: Variable): void =>
    each(from, (object) => {
      if (object !== outside) put(objects[object]!.elements, outside);
    });
  const asked: { readonly handler: Handler; readonly classes: Variable }[] = [];
  const call = (of: CallInstruction, operands: readonly Variable[], to: Variable): void => {
    put(to, outside);
    const handler = of.form === 'invoke' ? handlerOf(of, hierarchy) : undefined;
    if (handler === undefined) for (const operand of operands) leak(operand);
    else
      asked.push({
        handler,
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
    create: (type, to) => put(to, make(type)),
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
    isLookedAt: (of) => of.form === 'invoke' && handlerOf(of, hierarchy) !== undefined,
    call: (_, of, operands, to) => call(of, operands, to),
    unknown: (to) => put(to, outside),
    returned: () => {},
  });
  if (!fits || !graph.solve()) return undefined;
  const named = new Map<string, Handler>();
  const unknown = new Set<Handler>();
  for (const { handler, classes } of asked) {
    const given = graph.contents(classes);
    const all = given.flatMap((object) =>
      constants.has(object) || object === outside ? [object] : graph.contents(objects[object]!.elements),
    );
    // Null throws; what is not followed is not null.
    if (given.length === 0) unknown.add(handler);
    for (const object of all) {
      const name = constants.get(object);
      if (name === undefined) unknown.add(handler);
      else if (named.get(name) !== 'unknown') named.set(name, handler);
    }
  }
  return { named, unknown: [...unknown] };
}
