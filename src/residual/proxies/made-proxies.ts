import { readCode } from '../../classfile/code.ts';
import { unlessMalformed } from '../../classfile/unless-malformed.ts';
import { typeAndBelow } from '../../hierarchy/type-and-below.ts';
import { once, remembering } from '../../remembering.ts';
import type { ClassHierarchy } from '../analysis.ts';
import { asksForInterfaces } from '../call-graph/asked-interfaces.ts';
import type { Request } from '../call-graph/request.ts';
import type { ScannedMethod } from '../call-graph/scanned-code.ts';
import { proxiedInterfaces } from './proxied-interfaces.ts';
import { type Handler, invocationHandler } from './proxy-class.ts';
import { isOfCollections, makerOf, type ProxyMaker } from './proxy-makers.ts';

/** Of which interfaces there may be proxies. */
export interface MadeProxies {
  /** Internal names, with who answers. */
  readonly interfaces: ReadonlyMap<string, Handler>;
  /** The methods that make them, or ask for interfaces of which they may be, by position. */
  readonly makers: ReadonlySet<number>;
}

/**
 * Who answers where several may: what an invocation handler may do includes handing out values, and unknown
 * code may do anything.
 */
const precedence: Readonly<Record<Handler, number>> = { values: 0, invocationHandler: 1, unknown: 2 };

/**
 * The interfaces that the code of methods which may run names where it makes proxies, or of which the class
 * library makes objects: annotations, and stubs of remote objects. Where the code does not say which, those
 * are all interfaces of inputs and class path that reflection may find, that objects have or that some code
 * has a class constant of, but for those of collections: few proxies are collections, and one of `List` would
 * keep nearly every iterator of a program.
 *
 * Not modelled: proxies of these and of interfaces of the class library, where the method that makes them
 * does not name them. `differing`: names that several classes have. O(code of the methods that make proxies).
 */
export function madeProxies(
  methods: readonly ScannedMethod[],
  hierarchy: ClassHierarchy,
  isReflected: (className: string) => boolean,
  mayRun: (method: number) => boolean,
  differing: ReadonlySet<string>,
): MadeProxies {
  const interfaces = new Map<string, Handler>();
  const note = (name: string, handler: Handler): void => {
    const before = interfaces.get(name);
    if (before === undefined || precedence[handler] > precedence[before]) interfaces.set(name, handler);
  };
  const makers = new Set(askingMethods(methods, mayRun));
  const unnamed = unnamedInterfaces(methods, hierarchy, isReflected, makers.size > 0);
  const readsHandlers = once(() => mayReadHandlers(methods, hierarchy));
  /** Makers that choose the interfaces themselves. */
  const choosing = new Set<ProxyMaker>();
  for (const [position, method] of methods.entries()) {
    const called = makersAmong(method.requests, hierarchy);
    const handedOver = makersAmong(
      method.functions.flatMap(({ object }) => object.runs),
      hierarchy,
    );
    if (called.length + handedOver.length === 0 || !mayRun(position)) continue;
    makers.add(position);
    for (const maker of [...called, ...handedOver])
      if (maker.isOf !== undefined && (maker.handlersAreRead !== true || readsHandlers()))
        choosing.add(maker);
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
  return { interfaces, makers };
}

/** What calls among the requests make proxies or hand out other objects without a class. */
function makersAmong(requests: readonly Request[], hierarchy: ClassHierarchy): readonly ProxyMaker[] {
  return requests.flatMap((request) => (request.kind === 'call' ? (makerOf(request, hierarchy) ?? []) : []));
}

/** Whether an argument of the call says of which interfaces. */
function isTold({ isOf }: ProxyMaker): boolean {
  return isOf === undefined;
}

/** Methods, by position, that ask objects for their interfaces. */
function* askingMethods(
  methods: readonly ScannedMethod[],
  mayRun: (method: number) => boolean,
): Iterable<number> {
  for (const [position, method] of methods.entries())
    if (asksForInterfaces(method) && mayRun(position)) yield position;
}

/**
 * Interfaces that code which does not name them may mean. `areConstants`: none but those that some code has a
 * class constant of. `areAsked`: whether objects are asked for theirs.
 */
function unnamedInterfaces(
  methods: readonly ScannedMethod[],
  hierarchy: ClassHierarchy,
  isReflected: (className: string) => boolean,
  areAsked: boolean,
): (areConstants: boolean) => readonly string[] {
  return remembering((areConstants: boolean): readonly string[] => {
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
}

/** What `object.getClass().getInterfaces()` may be, and what these extend. */
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

/**
 * Whether a stream of objects may have an invocation handler of the program: one of a class, or a lambda
 * expression.
 */
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
