import { AccessFlag } from '../../classfile/access-flags.ts';
import type { ClassHierarchy } from '../analysis.ts';
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
