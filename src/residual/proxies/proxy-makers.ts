import { addTo } from '../../group-by.ts';
import type { ClassHierarchy } from '../analysis.ts';
import { isAnnotationInterface } from '../points-to/input/called-interfaces.ts';
import { collectionTypes } from '../points-to/input/tracked-types.ts';
import type { Handler } from './proxy-class.ts';

/** What a call does that may hand out proxies, or other objects without a class. */
export interface ProxyMaker {
  /** Who answers the calls on what it makes. */
  readonly handler: Handler;
  /**
   * Whether it may be of this interface, whatever the call says. Absent: one of the arguments says of which
   * interfaces.
   */
  readonly isOf?: (name: string, hierarchy: ClassHierarchy) => boolean;
  /** Whether some code has a class constant of each interface that the argument may name. */
  readonly ofConstants?: true;
  /** Whether what it makes has handlers of the program alone, which come from a stream. */
  readonly handlersAreRead?: true;
}

const invocationHandler: ProxyMaker = { handler: 'invocationHandler' };
const unknown: ProxyMaker = { handler: 'unknown' };

const annotations: ProxyMaker = {
  handler: 'values',
  isOf: isAnnotationInterface,
};

/** Stubs: calling one may run what objects do when they are serialized, and factories of sockets. */
const remotes: ProxyMaker = {
  handler: 'unknown',
  isOf: (name, hierarchy) => hierarchy.isSubtype(name, 'java/rmi/Remote') === true,
};

/**
 * What MXBeans are given, and what calls of one return, where an interface has nothing but properties to read
 * (javax.management.MXBean): who has to do with managed beans makes names for them.
 */
const composites: ProxyMaker = {
  handler: 'values',
  isOf: (name, hierarchy) => {
    const methods = [...hierarchy.superTypes(name)]
      .filter((type) => type !== 'java/lang/Object')
      .flatMap((type) => hierarchy.classFile(type)?.methods ?? [])
      .filter((method) => method.name !== '<clinit>');
    return (
      methods.length > 0 &&
      !isOfCollections(name, hierarchy) &&
      methods.every((method) => /^(?:get|is)./.test(method.name) && method.descriptor.startsWith('()'))
    );
  },
};

/**
 * What indy makes of a lambda expression, asked for by hand. Those who restore lambda expressions from a
 * stream ask for interfaces that nobody names (scala.runtime.LambdaDeserializer), and hand out what the
 * program makes elsewhere by a call site: all interfaces would be too many.
 */
const functions: ProxyMaker = { handler: 'unknown', ofConstants: true };

/** Proxies that another program, or code that does not run here, has written. */
const read: ProxyMaker = {
  handler: 'invocationHandler',
  handlersAreRead: true,
  isOf: (name, hierarchy) => !isOfCollections(name, hierarchy),
};

/** Few proxies are collections, and one of `List` would keep nearly every iterator of a program. */
export function isOfCollections(name: string, hierarchy: ClassHierarchy): boolean {
  return collectionTypes.some((type) => hierarchy.isSubtype(name, type) === true);
}

/** Names of methods, the classes that declare them, and what they do. */
const rows: readonly (readonly [names: string, owners: string, maker: ProxyMaker])[] = [
  ['newProxyInstance getProxyClass', 'java/lang/reflect/Proxy', invocationHandler],
  ['newProxyInstance', 'javax/management/MBeanServerInvocationHandler', unknown],
  ['asInterfaceInstance', 'java/lang/invoke/MethodHandleProxies', unknown],
  ['metafactory altMetafactory', 'java/lang/invoke/LambdaMetafactory', functions],
  ['create', 'java/beans/EventHandler', unknown],
  ['getInterface', 'javax/script/Invocable', unknown],
  ['newMBeanProxy newMXBeanProxy', 'javax/management/JMX', unknown],
  ['<init> getInstance', 'javax/management/ObjectName', composites],
  // Of the class library up to JDK 10, or of one that a server has.
  ['getPort', 'javax/xml/ws/Service', unknown],
  [
    'getAnnotation getAnnotations getAnnotationsByType',
    'java/lang/reflect/AnnotatedElement javax/lang/model/AnnotatedConstruct',
    annotations,
  ],
  [
    'getDeclaredAnnotation getDeclaredAnnotations getDeclaredAnnotationsByType',
    'java/lang/reflect/AnnotatedElement',
    annotations,
  ],
  ['getParameterAnnotations', 'java/lang/reflect/Executable', annotations],
  ['getDefaultValue', 'java/lang/reflect/Method', annotations],
  ['<init> exportObject getStub toStub', 'java/rmi/server/RemoteObject', remotes],
  ['readObject readUnshared', 'java/io/ObjectInput', read],
  ['get getObject', 'java/rmi/MarshalledObject java/security/SignedObject javax/crypto/SealedObject', read],
  ['lookup lookupLink', 'java/rmi/Naming java/rmi/registry/Registry javax/naming/Context', remotes],
];

/** By method name. */
const makers = new Map<string, { readonly owner: string; readonly maker: ProxyMaker }[]>();
for (const [names, owners, maker] of rows)
  for (const name of names.split(' '))
    for (const owner of owners.split(' ')) addTo(makers, name, { owner, maker });

/** Undefined for calls that hand out no such objects. */
export function makerOf(
  { owner, name }: { readonly owner: string; readonly name: string },
  hierarchy: ClassHierarchy,
): ProxyMaker | undefined {
  return makers.get(name)?.find((one) => hierarchy.isSubtype(owner, one.owner) === true)?.maker;
}

/**
 * The same, where one of the arguments of a call says of which interfaces it makes proxies. Undefined for
 * other calls.
 */
export function toldMakerOf(
  call: { readonly owner: string; readonly name: string },
  hierarchy: ClassHierarchy,
): ProxyMaker | undefined {
  const maker = makerOf(call, hierarchy);
  return maker?.isOf === undefined ? maker : undefined;
}
