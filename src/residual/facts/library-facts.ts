import { selector } from '../../classfile/descriptors.ts';
import type { Place } from '../../diagnostics.ts';
import { addTo } from '../../group-by.ts';
import { type Call, type CallPattern, methodMatches } from './call-pattern.ts';

/** A reference that a call works on: the receiver, or an argument by position from 0. */
export type Operand = 'receiver' | number;

/**
 * Application code that a call may run: methods of subtypes of `type` that override one of the class library.
 */
export interface CallBack {
  /** Internal name. */
  readonly type: string;
  /** Absent: any overriding method. */
  readonly method: string | undefined;
}

/** Different for different call-backs: `java/util/Iterator#next`, `java/util/Map#*` for any method. */
export function callBackKey({ type, method }: CallBack): string {
  return `${type}#${method ?? '*'}`;
}

/**
 * What one entry of a facts file claims about the calls that its pattern matches. Each claim holds on its
 * own; what an entry does not mention is unknown.
 */
export interface CallFact {
  readonly pattern: CallPattern;
  /**
   * `class library`: holds when the method that runs is one of the class library; an override in the
   * application has to be looked at. `all`: whoever wrote the fact vouches for every override.
   */
  readonly implementations: 'all' | 'class library';
  /**
   * `fresh`: not null, created during the call, and no reference to it is left anywhere but in the result.
   * An operand: the result is that very object.
   */
  readonly returns: 'fresh' | { readonly operand: Operand } | undefined;
  /** Internal names of implementing classes for which `returns` does not hold. */
  readonly returnsExcept: readonly string[];
  /**
   * Class library classes whose method is built on one that can be overridden (such as
   * AbstractSequentialList.iterator() on listIterator(int)): `returns` holds unless the application extends
   * one. Where methods are named, the result is then what these return.
   */
  readonly returnsUnlessExtended: readonly CallBack[];
  /**
   * Operands that are not retained: after the call, application code cannot obtain the object from anything
   * but its own references and, where `returns` says so, the result. (An iterator that holds on to its
   * collection without ever handing it out does not retain the collection.) `all` names every operand. Code
   * that the call calls back may be given the arguments, never the receiver.
   */
  readonly notRetained: 'all' | readonly Operand[];
  /** Absent: may run any application code. Empty: runs none. */
  readonly callsBack: readonly CallBack[] | undefined;
  /**
   * The same for every method of the result's declared type, when called on the object that this call
   * returned.
   */
  readonly resultCallsBack: readonly CallBack[] | undefined;
  readonly because: string;
  readonly where: Place;
}

/** All that is claimed about one call: the union of the matching facts. */
export interface CallFacts {
  readonly implementations: 'all' | 'class library';
  readonly returns: CallFact['returns'];
  /** Only implementing classes whose method can run on a receiver of the call's static type. */
  readonly returnsExcept: readonly string[];
  readonly returnsUnlessExtended: readonly CallBack[];
  isRetained(operand: Operand): boolean;
  readonly callsBack: readonly CallBack[] | undefined;
  readonly resultCallsBack: readonly CallBack[] | undefined;
  /** For reports: why, one sentence per fact used. */
  readonly because: readonly string[];
}

/** What facts need of a class hierarchy: `ClassHierarchy` of src/hierarchy is one. */
export interface TypeLookup {
  /** Reflexive, transitive; classes and interfaces. */
  superTypes(name: string): ReadonlySet<string>;
  /** undefined: a class on the way is missing. */
  isSubtype(sub: string, superName: string): boolean | undefined;
}

/** The same, and which methods a class has. */
export interface MemberLookup extends TypeLookup {
  /** undefined: there is no such class. Asking does not make it one that the program misses. */
  header(name: string): unknown;
  classFile(
    name: string,
  ): { readonly methods: readonly { readonly name: string; readonly descriptor: string }[] } | undefined;
}

/** Facts about calls into libraries, ready to be asked. */
export interface LibraryFacts {
  /**
   * undefined: nothing is known, the call may do anything. O(supertypes of the owner + facts of that name).
   */
  ofCall(call: Call): CallFacts | undefined;
  /** Facts that no call has matched so far, in file order. */
  unused(): readonly CallFact[];
}

/**
 * Indexes facts by method name. A name with `*` means methods that its class declares or inherits, also when
 * they are called on a subtype, but none that a subtype adds: `Member.*` says nothing of `Method.invoke`, and
 * `Random.*` nothing of the `toString` that Random has from Object. O(facts).
 */
export function libraryFacts(facts: readonly CallFact[], types: MemberLookup): LibraryFacts {
  const byName = new Map<string, CallFact[]>();
  /** Those with `*` in the name, which no constructor has: by owner, because they match most names. */
  const wildByOwner = new Map<string, CallFact[]>();
  /** Of constructors: by owner, because they all have one name. */
  const byConstructed = new Map<string, CallFact[]>();
  for (const fact of facts) {
    const { name, owner } = fact.pattern;
    if (name === '<init>') addTo(byConstructed, owner, fact);
    else if (name.includes('*')) addTo(wildByOwner, owner, fact);
    else addTo(byName, name, fact);
  }
  const positions = new Map(facts.map((fact, position) => [fact, position]));
  const used = new Set<CallFact>();
  const answers = new Map<string, CallFacts | undefined>();
  const selectors = new Map<string, ReadonlySet<string>>();
  const declaredBy = (type: string): readonly string[] =>
    (types.classFile(type)?.methods ?? []).map(({ name, descriptor }) => selector(name, descriptor));
  const selectorsOf = (owner: string): ReadonlySet<string> => {
    let known = selectors.get(owner);
    if (known === undefined) {
      known = new Set(
        [...types.superTypes(owner)].flatMap((type) => (isObject(type) ? [] : declaredBy(type))),
      );
      selectors.set(owner, known);
    }
    return known;
  };
  const ofObject = new Set(declaredBy('java/lang/Object'));
  const hasMethod = (owner: string, call: Call): boolean => {
    const called = selector(call.name, call.descriptor);
    return (owner === call.owner && !ofObject.has(called)) || selectorsOf(owner).has(called);
  };
  /**
   * Types whose facts count. What other classes do to clone themselves is not what the JVM does in
   * Object.clone.
   */
  const ownersOf = (call: Call): ReadonlySet<string> => {
    const all = types.superTypes(call.owner);
    const declares = (type: string): boolean =>
      !isObject(type) &&
      types.classFile(type)?.methods.some(({ name, descriptor }) => isClone(name, descriptor)) === true;
    if (!isClone(call.name, call.descriptor) || ![...all].some(declares)) return all;
    return new Set([...all].filter((type) => !isObject(type)));
  };
  /** Those whose owner may be that of the method, and whose name may be. */
  const ofMethod = (call: Call): readonly CallFact[] => {
    const owners = ownersOf(call);
    const named = (byName.get(call.name) ?? []).filter(({ pattern }) => owners.has(pattern.owner));
    const wild = [...owners]
      .filter((owner) => wildByOwner.has(owner) && hasMethod(owner, call))
      .flatMap((owner) => wildByOwner.get(owner) ?? [])
      .sort((left, right) => positions.get(left)! - positions.get(right)!);
    return [...named, ...wild];
  };
  return {
    ofCall(call) {
      const key = `${call.owner}.${call.name}${call.descriptor}`;
      if (answers.has(key)) return answers.get(key);
      // Constructors and static methods are not inherited into other meanings, but a subtype's own
      // constructor is another method: it has to be named by its own class.
      const ofOwners = call.name === '<init>' ? (byConstructed.get(call.owner) ?? []) : ofMethod(call);
      const matching = ofOwners.filter(({ pattern }) => methodMatches(pattern, call.name, call.descriptor));
      for (const fact of matching) used.add(fact);
      const answer = matching.length === 0 ? undefined : union(matching, call, types);
      answers.set(key, answer);
      return answer;
    },
    unused: () => facts.filter((fact) => !used.has(fact)),
  };
}

/**
 * Facts are claims that all hold, so the union of what they say holds. A claim restricted to the class
 * library restricts the union. Of several claims about the result, the one with the fewest exceptions counts.
 */
function union(facts: readonly CallFact[], call: Call, types: MemberLookup): CallFacts {
  const implementations = facts.some((fact) => fact.implementations === 'class library')
    ? 'class library'
    : 'all';
  // The method of class E can run on a receiver of static type S when one is a subtype of the other. Facts name
  // classes of all modules of the JDK, of which a JRE lacks some: that the program misses them is not so.
  const canRun = (type: string): boolean =>
    types.header(type) === undefined ||
    types.isSubtype(type, call.owner) !== false ||
    types.isSubtype(call.owner, type) !== false;
  const result = facts
    .filter((fact) => fact.returns !== undefined)
    .map((fact) => ({
      returns: fact.returns,
      except: fact.returnsExcept.filter(canRun),
      unlessExtended: fact.returnsUnlessExtended.filter(({ type }) => canRun(type)),
    }))
    .sort((left, right) => left.except.length - right.except.length)[0];
  return {
    implementations,
    returns: result?.returns,
    returnsExcept: result?.except ?? [],
    returnsUnlessExtended: result?.unlessExtended ?? [],
    isRetained: (operand) =>
      !facts.some((fact) => fact.notRetained === 'all' || fact.notRetained.includes(operand)),
    callsBack: shortest(facts.map((fact) => fact.callsBack)),
    resultCallsBack: shortest(facts.map((fact) => fact.resultCallsBack)),
    because: facts.map((fact) => fact.because),
  };
}

/** Each list bounds what may be called, so the shortest is as good as any. */
function shortest(lists: readonly (readonly CallBack[] | undefined)[]): readonly CallBack[] | undefined {
  return lists.filter((list) => list !== undefined).sort((left, right) => left.length - right.length)[0];
}

function isObject(type: string): boolean {
  return type === 'java/lang/Object';
}

function isClone(name: string, descriptor: string): boolean {
  return name === 'clone' && descriptor.startsWith('()');
}
