import type { ClassFile } from '../../classfile/class-file.ts';
import { readCode } from '../../classfile/code.ts';
import { unlessMalformed } from '../../classfile/unless-malformed.ts';
import { typeAndBelow } from '../../hierarchy/type-and-below.ts';
import type { ClassHierarchy } from '../analysis.ts';
import type { Request, ScannedMethod } from '../call-graph/scanned-code.ts';
import { remembering } from '../remembering.ts';
import { proxiedInterfaces } from './proxied-interfaces.ts';
import {
  type Handler,
  type InterfaceMethods,
  interfaceMethods,
  invocationHandler,
  type ProxySpec,
  proxyClass,
} from './proxy-class.ts';
import { isOfCollections, makerOf, type ProxyMaker } from './proxy-makers.ts';

/** Classes of objects that the program makes without a class file of their own. */
export interface Proxies {
  readonly classes: readonly ClassFile[];
  /** The methods that make them, or ask for interfaces of which they may be, by position. */
  readonly makers: ReadonlySet<number>;
  /** The program's classes and these. */
  readonly hierarchy: ClassHierarchy;
}

/** Who answers where several may: what an invocation handler may do includes handing out values, and unknown code may do anything. */
const precedence: Readonly<Record<Handler, number>> = { values: 0, invocationHandler: 1, unknown: 2 };

/**
 * One class for each interface of which a method that may run may make proxies, or gets objects that the class library makes: annotations, and
 * stubs of remote objects. Where the code of the method does not say which, those are
 * all interfaces of inputs and class path that reflection may find, that objects have or that some code has a class constant of, but for those of collections: few proxies are collections, and one of `List` would keep nearly
 * every iterator of a program. Not modelled: proxies of these and of interfaces of the class library, where the method that makes them does
 * not name them. `differing`: names that several classes have, of which the hierarchy has one. O(code of the methods that make proxies + methods of the interfaces).
 */
export function proxies(
  methods: readonly ScannedMethod[],
  hierarchy: ClassHierarchy,
  isReflected: (className: string) => boolean,
  mayRun: (method: number) => boolean = () => true,
  differing: ReadonlySet<string> = new Set(),
): Proxies {
  const interfaces = new Map<string, Handler>();
  const makers = new Set<number>();
  const note = (name: string, handler: Handler): void => {
    const before = interfaces.get(name);
    if (before === undefined || precedence[handler] > precedence[before]) interfaces.set(name, handler);
  };
  /** Whether code asks objects for their interfaces. */
  let areAsked = false;
  for (const [position, { requests, functions }] of methods.entries()) {
    const asks =
      requests.some(asksForInterfaces) || functions.some(({ object }) => object.runs.some(asksForInterfaces));
    if (!asks || !mayRun(position)) continue;
    areAsked = true;
    makers.add(position);
  }
  /** Interfaces that code which does not name them may mean. */
  const unnamed = remembering((areConstants: boolean): readonly string[] => {
    const meant = new Set(methods.flatMap(({ classConstants }) => classConstants));
    if (!areConstants && areAsked)
      for (const name of interfacesOfObjects(methods, hierarchy)) meant.add(name);
    return [...hierarchy.programNames()].filter(
      (name) =>
        hierarchy.header(name)?.isInterface === true &&
        (meant.has(name) || (!areConstants && isReflected(name))) &&
        !isOfCollections(name, hierarchy),
    );
  });
  let areRead: boolean | undefined;
  const readsHandlers = (): boolean => (areRead ??= mayReadHandlers(methods, hierarchy));
  const makersAmong = (requests: readonly Request[]): readonly ProxyMaker[] =>
    requests.flatMap((request) => (request.kind === 'call' ? (makerOf(request, hierarchy) ?? []) : []));
  const choosing = new Set<ProxyMaker>();
  for (const [position, method] of methods.entries()) {
    const called = makersAmong(method.requests);
    const handedOver = makersAmong(method.functions.flatMap(({ object }) => object.runs));
    if (called.length + handedOver.length === 0 || !mayRun(position)) continue;
    makers.add(position);
    for (const maker of [...called, ...handedOver])
      if (maker.isOf !== undefined && (maker.handlersAreRead !== true || readsHandlers()))
        choosing.add(maker);
    const isTold = ({ isOf }: ProxyMaker): boolean => isOf === undefined;
    const [told, toldByFunctions] = [called.filter(isTold), handedOver.filter(isTold)];
    if (told.length + toldByFunctions.length === 0) continue;
    const found = differing.has(method.owner) ? undefined : interfacesIn(method, hierarchy);
    for (const [name, handler] of found?.named ?? []) note(name, handler);
    // Nobody knows what a method reference is called with.
    for (const { handler, ofConstants } of [...toldByFunctions, ...(found?.unknown ?? told)])
      for (const name of unnamed(ofConstants === true)) note(name, handler);
  }
  if (choosing.size > 0)
    for (const name of hierarchy.programNames())
      if (hierarchy.header(name)?.isInterface === true)
        for (const { handler, isOf } of choosing) if (isOf!(name, hierarchy)) note(name, handler);
  const classes = specsOf(interfaces, hierarchy).map(proxyClass);
  if (classes.length === 0) return { classes, makers, hierarchy };
  const bytes = new Map(classes.map((file) => [file.name, file.bytes]));
  return {
    classes,
    makers,
    hierarchy: hierarchy.extendedBy({
      origin: 'classPath',
      label: 'proxies',
      read: (name) => bytes.get(name),
      names: () => bytes.keys(),
    }),
  };
}

/** What to make of which interface, for those that exist. O(methods of the interfaces, inherited ones included). */
function specsOf(interfaces: ReadonlyMap<string, Handler>, hierarchy: ClassHierarchy): readonly ProxySpec[] {
  const methodsOf = new Map<string, InterfaceMethods>();
  for (const name of interfaces.keys())
    if (hierarchy.header(name)?.isInterface === true) methodsOf.set(name, interfaceMethods(name, hierarchy));
  return [...methodsOf].map(([interfaceName, methods]) => {
    const handler = interfaces.get(interfaceName)!;
    let base: ProxySpec['base'];
    for (const type of hierarchy.superTypes(interfaceName)) {
      const above = methodsOf.get(type);
      if (above === undefined || interfaces.get(type) !== handler) continue;
      // Itself, or one that extends it in turn.
      if (hierarchy.isSubtype(type, interfaceName) === true) continue;
      if (above.size > (base?.methods.size ?? 0)) base = { interfaceName: type, methods: above };
    }
    return { interfaceName, handler, methods, base };
  });
}

function asksForInterfaces(request: Request): boolean {
  return (
    request.kind === 'call' &&
    request.owner === 'java/lang/Class' &&
    /^get(?:Generic|Annotated)?Interfaces$/.test(request.name)
  );
}

/** What `object.getClass().getInterfaces()` may be, and what these extend: that calls no method and uses no field by reflection. */
function* interfacesOfObjects(
  methods: readonly ScannedMethod[],
  hierarchy: ClassHierarchy,
): Iterable<string> {
  for (const name of hierarchy.programNames())
    if (hierarchy.header(name)?.isInterface === false) yield* hierarchy.superTypes(name);
  for (const { functions } of methods)
    for (const { object } of functions)
      for (const name of object.interfaces) yield* hierarchy.superTypes(name);
}

/** Whether a stream of objects may have an invocation handler of the program: one of a class, or a lambda expression. */
function mayReadHandlers(methods: readonly ScannedMethod[], hierarchy: ClassHierarchy): boolean {
  const handlers = typeAndBelow(invocationHandler, (name) => hierarchy.programSubtypes(name));
  for (const name of handlers)
    if (name !== invocationHandler && hierarchy.isSubtype(name, 'java/io/Serializable') !== false)
      return true;
  const readsLambdas = new Set(
    methods.flatMap(({ name, owner }) => (name === '$deserializeLambda$' ? [owner] : [])),
  );
  return methods.some(
    ({ owner, functions }) =>
      readsLambdas.has(owner) &&
      functions.some(({ object }) => object.interfaces.includes(invocationHandler)),
  );
}

function interfacesIn(method: ScannedMethod, hierarchy: ClassHierarchy) {
  const file = hierarchy.classFile(method.owner);
  const info = file?.methods.find(
    ({ name, descriptor }) => name === method.name && descriptor === method.descriptor,
  );
  const code =
    file === undefined || info === undefined ? undefined : unlessMalformed(() => readCode(file, info));
  return code === undefined ? undefined : proxiedInterfaces(code, method, hierarchy);
}
