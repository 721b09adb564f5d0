import { AccessFlag } from '../../classfile/access-flags.ts';
import { packageOf, parametersOf, selector } from '../../classfile/descriptors.ts';
import type { ResolvedMethod } from '../../hierarchy/class-hierarchy.ts';
import type { ClassHierarchy } from '../analysis.ts';
import type { CallBack, CallFacts, LibraryFacts } from '../facts/library-facts.ts';
import {
  anyMethodOf,
  askedByClass,
  askedForValue,
  askedOfHandlers,
  asksNothing,
  collectorParts,
  type GivenToLibrary,
  givenToLibrary,
  keyComparators,
  keyFunctions,
  madeByName,
  objectProtocol,
  runByIterators,
  runningIterators,
  streamSink,
  valueMethods,
} from './implied-call-backs.ts';
import type { CallRequest, FunctionObject, Request, ScannedMethod } from './scanned-code.ts';
import { parameterCount } from './scanned-code.ts';
import type { ScannedProgram } from './scanned-program.ts';

/**
 * Which code a request may run: class hierarchy analysis (Dean, Grove, Chambers, ECOOP 1995) over the
 * application and the class path. The class library (origin `jdk`) is not entered: what it calls back is what
 * facts say, and without a fact it may call anything.
 *
 * Assumed, and stated in docs/soundness.md: every class that runs is among the sources (none is generated
 * at run time or loaded from elsewhere later; a class that is missing here is missing then, too, and so are its
 * subclasses); class initialisers of the class library run no application code.
 */
export interface CallGraph {
  readonly methods: readonly ScannedMethod[];
  /** The object that stands for all requests that are equal to this one: asking with it takes no time. */
  intern<R extends Request>(request: R): R;
  /** The same call on an object of exactly this class, interned; the call itself where its target depends on more than that. */
  onClass(request: CallRequest, className: string): CallRequest;
  /** Methods of application and class path that the request may run directly, as indices into `methods`. */
  targets(request: Request): Targets;
  /** What a call-back declared by a fact may run. */
  callBackTargets(callBack: CallBack): Targets;
  /** Index of a method by class, name and descriptor (of duplicates: all). */
  find(owner: string, name: string, descriptor: string): readonly number[];
  isLibrary(className: string): boolean;
}

export interface Targets {
  readonly methods: readonly number[];
  /** Function objects (index into `functionObjects`) whose body may run. */
  readonly functions: readonly number[];
  /** Code of the class library may run: ask facts. */
  readonly library: boolean;
  /** Anything may run: a class is missing, a native method, an unknown bootstrap method. */
  readonly anything: boolean;
}

export interface CallGraphData extends CallGraph {
  /** Whether the program makes comparators of the class library that ask functions for keys (`Comparator.comparing`). */
  readonly comparesByKeys: boolean;
  readonly functionObjects: readonly {
    /** Index into `methods` of the method that makes it. */
    readonly method: number;
    readonly instruction: number;
    readonly object: FunctionObject;
  }[];
}

/**
 * Of the classes of the application and of the class path. Targets are computed when first asked for, per distinct request.
 * O(requests) time and memory.
 */
export function callGraph(
  { methods, intern }: ScannedProgram,
  hierarchy: ClassHierarchy,
  options: {
    readonly forgetOverriding?: boolean;
    readonly forgetLambdas?: boolean;
    readonly forgetInheritedText?: boolean;
    readonly forgetKeyExtractors?: boolean;
  } = {},
): CallGraphData {
  const functionObjects: { method: number; instruction: number; object: FunctionObject }[] = [];
  const exactCalls = new Map<CallRequest, Map<string, CallRequest>>();
  /** JVMS 5.4.6: a private method is what is called and overrides none, and what overrides one without modifier depends on packages. */
  const selected = (request: CallRequest, className: string): CallRequest => {
    const { owner, name, descriptor, dispatch } = request;
    const exact: CallRequest = { ...request, dispatch: 'special', owner: className };
    const declared = dispatch === 'virtual' ? hierarchy.resolveMethod(owner, name, descriptor) : undefined;
    if (declared === undefined) return exact;
    if ((declared.accessFlags & AccessFlag.private) !== 0) return { ...exact, owner: declared.owner };
    const found = hierarchy.resolveMethod(className, name, descriptor);
    if (found === undefined) return exact;
    const overrides =
      (found.accessFlags & AccessFlag.private) === 0 &&
      ((declared.accessFlags & shared) !== 0 || packageOf(found.owner) === packageOf(declared.owner));
    return overrides ? exact : request;
  };
  const onClass = (request: CallRequest, owner: string): CallRequest => {
    let byClass = exactCalls.get(request);
    if (byClass === undefined) {
      byClass = new Map();
      exactCalls.set(request, byClass);
    }
    let call = byClass.get(owner);
    if (call === undefined) {
      call = intern(selected(request, owner));
      byClass.set(owner, call);
    }
    return call;
  };
  /** Instance methods by selector, then by class. */
  const bySelector = new Map<string, Map<string, number[]>>();
  const byName = new Map<string, number[]>();
  const byOwner = new Map<string, number[]>();
  /** All methods of a class, those of classes with one name together. */
  const ofClass = new Map<string, number[]>();
  /** Function objects by the interfaces that they implement, all of them and those that implement a method of one name. */
  const functionsByType = new Map<string, number[]>();
  const functionsByName = new Map<string, Map<string, number[]>>();
  const classInitialisers = new Map<string, number[]>();
  let comparesByKeys = false;
  let hasRunningIterators = false;
  let usesStreams = false;
  let usesCollectorParts = false;
  const given = new Set<GivenToLibrary>();
  /** `super.toString()` and its kin, by the class that calls it. */
  const superCalls = new Map<string, readonly CallRequest[]>();
  const noted = new Set<CallRequest>();
  const note = (owner: string, requests: readonly Request[]): void => {
    for (const request of requests) {
      if (request.kind !== 'call') continue;
      if (request.dispatch === 'special' && valueMethods.get(request.name)?.[1] === request.descriptor)
        superCalls.set(owner, [...(superCalls.get(owner) ?? []), request]);
      if (noted.has(request)) continue;
      noted.add(request);
      if (keyComparators.test(request.name)) comparesByKeys = true;
      if (request.owner.startsWith('java/util/stream/')) usesStreams = true;
      const called = `${request.owner}.${request.name}`;
      if (collectorParts.test(called)) usesCollectorParts = true;
      if (runningIterators.test(called)) hasRunningIterators = true;
      for (const one of givenToLibrary) if (one.calls.test(called)) given.add(one);
    }
  };
  methods.forEach((method, index) => {
    append(ofClass, method.owner, index);
    note(method.owner, method.requests);
    for (const { object } of method.functions) note(method.owner, object.runs);
    if (method.name === '<clinit>') append(classInitialisers, method.owner, index);
    else if (!method.isStatic && method.name !== '<init>') {
      append(within(bySelector, selector(method.name, method.descriptor)), method.owner, index);
      append(byName, method.name, index);
      append(byOwner, method.owner, index);
    }
    for (const { instruction, object } of method.functions) {
      const number = functionObjects.push({ method: index, instruction, object }) - 1;
      for (const type of new Set(object.interfaces)) {
        append(functionsByType, type, number);
        append(within(functionsByName, object.methodName), type, number);
      }
    }
  });

  const isLibrary = (className: string): boolean =>
    className.startsWith('[') || hierarchy.header(className)?.origin === 'jdk';

  const subtypeClosures = new Map<string, readonly string[]>();
  const subtypesOf = (name: string): readonly string[] => {
    let closure = subtypeClosures.get(name);
    if (closure === undefined) {
      const seen = new Set([name]);
      for (const one of seen) for (const sub of hierarchy.programSubtypes(one)) seen.add(sub);
      closure = [...seen];
      subtypeClosures.set(name, closure);
    }
    return closure;
  };
  // Subtypes in the JDK are not looked at. They exist for types of the JDK, whose methods any code of the JDK may run, and
  // for those that the program has once more under a name of the JDK's.
  const alsoInJdk = new Set(hierarchy.namesAlsoInJdk());
  const hasLibrarySubtypes = (type: string): boolean => subtypesOf(type).some((sub) => alsoInJdk.has(sub));
  const relatives = new Map<string, ReadonlySet<string>>();
  /** Types that an object of the type may be of, too: those that one of its subtypes extends. */
  const relativesOf = (type: string): ReadonlySet<string> => {
    let found = relatives.get(type);
    if (found === undefined) {
      const seen = new Set(subtypesOf(type));
      if (hasLibrarySubtypes(type)) for (const name of alsoInJdk) seen.add(name);
      for (const name of seen) {
        const header = hierarchy.header(name);
        if (header === undefined) continue;
        if (header.superName !== undefined) seen.add(header.superName);
        for (const one of header.interfaces) seen.add(one);
      }
      found = seen;
      relatives.set(type, found);
    }
    return found;
  };
  /** Whether an object may be of both types: one extends the other, or a known class extends both. */
  const related = (analysed: string, other: string): boolean =>
    other === 'java/lang/Object' || relativesOf(other).has(analysed);
  /** Of types related to the type, by index. Looks at these or at the classes that there are, whatever is fewer. */
  const ofRelatives = (byClass: ReadonlyMap<string, readonly number[]>, type: string): readonly number[] => {
    if (type === 'java/lang/Object') return ascending([...byClass.values()].flat());
    const relatives = relativesOf(type);
    const owners: Iterable<string> = relatives.size < byClass.size ? relatives : byClass.keys();
    const found: number[] = [];
    for (const owner of owners) if (relatives.has(owner)) found.push(...(byClass.get(owner) ?? none));
    return ascending(found);
  };

  /**
   * Whether the method overrides one that the class library declares in a type related to `type` (its super types,
   * it, or subtypes such as LinkedHashMap for Map), other than Object.
   */
  const overridesLibrary = (owner: string, name: string, descriptor: string, type: string): boolean => {
    for (const superType of hierarchy.superTypes(owner)) {
      if (superType === 'java/lang/Object' || !isLibrary(superType)) continue;
      if (!hierarchy.isSubtype(superType, type) && !hierarchy.isSubtype(type, superType)) continue;
      const parameters = parametersOf(descriptor);
      const declared = hierarchy.resolveMethod(superType, name, descriptor);
      if (declared !== undefined && declared.owner !== 'java/lang/Object') return true;
      // A result type that the override narrowed.
      if (libraryDeclares(superType, name, parameters)) return true;
    }
    return false;
  };
  const declaredSelectors = new Map<string, ReadonlySet<string>>();
  const libraryDeclares = (className: string, name: string, parameters: string): boolean => {
    let selectors = declaredSelectors.get(className);
    if (selectors === undefined) {
      selectors = new Set(
        hierarchy.classFile(className)?.methods.map((one) => selector(one.name, one.descriptor)) ?? [],
      );
      declaredSelectors.set(className, selectors);
    }
    return selectors.has(`${name}${parameters}`);
  };

  const nothing: Targets = { methods: [], functions: [], library: false, anything: false };
  const everything: Targets = { ...nothing, anything: true };

  function virtualTargets(owner: string, name: string, descriptor: string): Targets {
    // Arrays have the methods of Object, implemented by the JVM.
    if (owner.startsWith('[')) return nothing;
    if (hierarchy.header(owner) === undefined) return everything;
    // No class of the application is above one of the class library, and no private method of it is what is called.
    const ofLibrary = isLibrary(owner) && !hasLibrarySubtypes(owner);
    const resolved = ofLibrary ? undefined : hierarchy.resolveMethod(owner, name, descriptor);
    const byClass = bySelector.get(selector(name, descriptor)) ?? new Map<string, number[]>();
    const found = options.forgetOverriding
      ? ((resolved && byClass.get(resolved.owner)) ?? none)
      : ofRelatives(byClass, owner).filter((index) => {
          const method = methods[index]!;
          return !method.isPrivate || method.owner === resolved?.owner;
        });
    const functions = options.forgetLambdas ? [] : functionsOf(owner, name, parameterCount(descriptor));
    // Code of the class library may run when a type of it declares the method, and the receiver may inherit from it. What
    // extends a class of the program inherits from that first.
    const library =
      isLibrary(owner) ||
      resolved === undefined ||
      isLibrary(resolved.owner) ||
      hasLibrarySubtypes(owner) ||
      (hierarchy.header(owner)!.isInterface &&
        subtypesOf(owner).some((sub) => {
          const target = hierarchy.resolveMethod(sub, name, descriptor);
          return target === undefined || isLibrary(target.owner);
        }));
    return withNatives({ methods: found, functions, library, anything: false });
  }

  /**
   * Those that may be of the type, by index. Who calls a type that extends the interface of a function object cannot have that object:
   * its class is its own.
   */
  function implementing(
    byType: ReadonlyMap<string, readonly number[]> | undefined,
    type: string,
  ): readonly number[] {
    const found = new Set<number>();
    for (const [one, objects] of byType ?? [])
      if (type === 'java/lang/Object' || hierarchy.isSubtype(one, type) !== false)
        for (const index of objects) found.add(index);
    return ascending(found);
  }

  function functionsOf(type: string, name: string, arity: number): readonly number[] {
    return implementing(functionsByName.get(name), type).filter((index) => {
      const { object } = functionObjects[index]!;
      return arity < 0 || object.arity < 0 || object.arity === arity;
    });
  }

  function withNatives(targets: Targets): Targets {
    return targets.methods.some((index) => methods[index]!.isNative)
      ? { ...targets, anything: true }
      : targets;
  }

  function compute(request: Request): Targets {
    switch (request.kind) {
      case 'anything':
        return everything;
      case 'objectProtocol':
        return merge(objectProtocol.map(callBackTargets));
      case 'initialise': {
        const found: number[] = [];
        if (request.className.startsWith('[')) return nothing;
        if (hierarchy.header(request.className) === undefined) return everything;
        for (const name of hierarchy.superTypes(request.className))
          found.push(...(classInitialisers.get(name) ?? []));
        return { ...nothing, methods: found };
      }
      case 'call': {
        const { dispatch, owner, name, descriptor } = request;
        if (dispatch === 'virtual') return virtualTargets(owner, name, descriptor);
        if (owner.startsWith('[')) return nothing;
        const resolved = hierarchy.resolveMethod(owner, name, descriptor);
        if (resolved === undefined) return everything;
        if (isLibrary(resolved.owner)) return { ...nothing, library: true };
        return withNatives({ ...nothing, methods: find(resolved.owner, name, descriptor) });
      }
    }
  }

  const find = (owner: string, name: string, descriptor: string): readonly number[] =>
    (ofClass.get(owner) ?? none).filter(
      (index) => methods[index]!.name === name && methods[index]!.descriptor === descriptor,
    );

  /** What `super.toString()` and its kin run in a class of the program or above it, where that is of the class library. */
  const calledWithSuper = (owner: string, method: string, descriptor: string): ResolvedMethod | undefined => {
    for (const type of hierarchy.superTypes(owner))
      for (const request of superCalls.get(type) ?? []) {
        if (request.name !== method || request.descriptor !== descriptor) continue;
        const called = hierarchy.resolveMethod(request.owner, method, descriptor);
        if (called !== undefined && isLibrary(called.owner)) return called;
      }
    return undefined;
  };
  /**
   * What text, comparison and hash of objects of the program ask for that leave it to the class library: collections and maps
   * for their own iterators, elements and entries, exceptions for their message.
   */
  const askedByInherited = (method: string): readonly number[] => {
    const [type, descriptor] = valueMethods.get(method)!;
    const found = new Set<number>();
    for (const owner of byOwner.keys()) {
      if (hierarchy.isSubtype(owner, type) === false) continue;
      let inherited = hierarchy.resolveMethod(owner, method, descriptor);
      if (inherited !== undefined && !isLibrary(inherited.owner)) {
        inherited = calledWithSuper(owner, method, descriptor);
        if (inherited === undefined) continue;
      }
      const asked = inherited && askedByClass.get(inherited.owner);
      // Object.toString() shows the hash, and other classes may call it with super.
      const showsHash =
        method === 'toString' && (asked === undefined || inherited?.owner === 'java/lang/Object');
      // Most classes: nearly all inherit from Object.
      if (asked === asksNothing && !showsHash) continue;
      for (const declaring of hierarchy.superTypes(owner))
        for (const index of byOwner.get(declaring) ?? []) {
          const { name, descriptor: of, isPrivate } = methods[index]!;
          if (showsHash && name === 'hashCode' && of === '()I') found.add(index);
          if (isPrivate || asked?.test(name) === false) continue;
          if (overridesLibrary(owner, name, of, 'java/lang/Object')) found.add(index);
        }
    }
    return [...found];
  };
  const inheritedAsked = ({ type, method }: CallBack): readonly number[] =>
    options.forgetInheritedText === true
      ? []
      : [...valueMethods].flatMap(([name, [declaring]]) =>
          type === declaring && (method === name || (method === undefined && type !== 'java/lang/Object'))
            ? askedByInherited(name)
            : [],
        );
  let ofStreams: readonly CallBack[] | undefined;
  /** Bodies of functions that operations on streams take: all of java.util.function, gatherers, orders. */
  const functionsOfStreams = (): readonly CallBack[] => {
    if (ofStreams === undefined) {
      const types = new Set<string>();
      for (const { object } of functionObjects) for (const type of object.interfaces) types.add(type);
      for (const owner of byOwner.keys()) for (const type of hierarchy.superTypes(owner)) types.add(type);
      ofStreams = anyMethodOf(
        [...types].filter((type) =>
          /^java\/util\/(?:function|stream)\/(?!Sink$)|^java\/util\/Comparator$/.test(type),
        ),
      );
    }
    return ofStreams;
  };
  const takesConsumers = (): boolean =>
    methods.some(({ descriptor }) => descriptor.includes('Ljava/util/function/Consumer;'));
  /** What the class library's own objects run when they are called so. */
  const impliedBy = ({ type, method }: CallBack): readonly CallBack[] => {
    const implied: CallBack[] = [];
    if (type === 'java/lang/Object' && method !== undefined)
      for (const asked of askedOfHandlers.get(method) ?? [])
        implied.push({ type: 'java/net/URLStreamHandler', method: asked });
    if (type === 'java/util/Comparator' && comparesByKeys && options.forgetKeyExtractors !== true)
      implied.push(...anyMethodOf(keyFunctions));
    // What is at the end of a stream runs all that comes after it.
    if (type === streamSink && usesStreams && takesConsumers())
      implied.push(...functionsOfStreams(), { type: 'java/util/Iterator', method: undefined });
    if (usesCollectorParts && type.startsWith('java/util/function/')) implied.push(...functionsOfStreams());
    // The program may hand them to code of the class library as its own.
    if (type === 'java/util/Iterator' && method === undefined && hasRunningIterators)
      implied.push(...functionsOfStreams(), ...anyMethodOf(runByIterators));
    for (const { whenAsked, runs } of given)
      if (runs !== 'anything' && whenAsked.test(type)) implied.push(...runs);
    if (options.forgetInheritedText !== true) implied.push(...askedForValue({ type, method }));
    return implied;
  };
  /** Constructors and initialisers of the program's subtypes of a type. */
  const makingOf = (type: string): readonly number[] =>
    subtypesOf(type).flatMap((sub) =>
      (ofClass.get(sub) ?? none).filter((index) => methods[index]!.name.startsWith('<')),
    );
  const directAnswers = new Map<string, Targets>();
  /** Methods and functions of the program that a call-back calls itself. */
  function directTargets({ type, method }: CallBack): Targets {
    const key = callBackKey({ type, method });
    let answer = directAnswers.get(key);
    if (answer === undefined) {
      const candidates = method === undefined ? ofRelatives(byOwner, type) : (byName.get(method) ?? none);
      const found = candidates.filter((index) => {
        const { owner, name, descriptor, isPrivate } = methods[index]!;
        if (isPrivate || !related(owner, type)) return false;
        return method !== undefined || overridesLibrary(owner, name, descriptor, type);
      });
      const functions = implementing(
        method === undefined ? functionsByType : functionsByName.get(method),
        type,
      );
      const asked = [...inheritedAsked({ type, method }), ...(madeByName.has(type) ? makingOf(type) : [])];
      answer = withNatives({
        methods: asked.length === 0 ? found : [...new Set([...found, ...asked])],
        functions: options.forgetLambdas ? [] : functions,
        library: false,
        anything: [...given].some(({ whenAsked, runs }) => runs === 'anything' && whenAsked.test(type)),
      });
      directAnswers.set(key, answer);
    }
    return answer;
  }
  const callBackAnswers = new Map<string, Targets>();
  /** One call-back may imply another that implies it in turn: a comparator may compare what iterators of streams give. */
  function callBackTargets(callBack: CallBack): Targets {
    const key = callBackKey(callBack);
    let answer = callBackAnswers.get(key);
    if (answer === undefined) {
      const all = new Map([[key, callBack]]);
      for (const one of all.values())
        for (const implied of impliedBy(one)) all.set(callBackKey(implied), implied);
      answer = all.size === 1 ? directTargets(callBack) : merge([...all.values()].map(directTargets));
      callBackAnswers.set(key, answer);
    }
    return answer;
  }

  const answers = new Map<Request, Targets>();
  return {
    methods,
    functionObjects,
    comparesByKeys,
    intern,
    onClass,
    targets: (request) => {
      const direct = answers.get(request);
      if (direct !== undefined) return direct;
      const known = intern(request);
      let answer = answers.get(known);
      if (answer === undefined) {
        answer = compute(known);
        answers.set(known, answer);
      }
      return answer;
    },
    callBackTargets,
    find,
    isLibrary,
  };
}

const none: readonly number[] = [];
const shared = AccessFlag.public | AccessFlag.protected;

function callBackKey({ type, method }: CallBack): string {
  return `${type}#${method ?? ''}`;
}

function merge(all: readonly Targets[]): Targets {
  return {
    methods: [...new Set(all.flatMap((one) => one.methods))],
    functions: [...new Set(all.flatMap((one) => one.functions))],
    library: all.some((one) => one.library),
    anything: all.some((one) => one.anything),
  };
}

function ascending(numbers: Iterable<number>): readonly number[] {
  return [...numbers].sort((left, right) => left - right);
}

function within<V>(map: Map<string, Map<string, V>>, key: string): Map<string, V> {
  let inner = map.get(key);
  if (inner === undefined) {
    inner = new Map();
    map.set(key, inner);
  }
  return inner;
}

function append(map: Map<string, number[]>, key: string, value: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/** Facts about a call request, if the class library may be what runs. */
export function factsOf(request: Request, facts: LibraryFacts): CallFacts | undefined {
  return request.kind === 'call' ? facts.ofCall(request) : undefined;
}
