import { classOfDescriptor, returnTypeOf } from '../../../classfile/descriptors.ts';
import { typeAndBelow } from '../../../hierarchy/type-and-below.ts';
import type { CallRequest } from '../../call-graph/request.ts';
import type { Targets } from '../../call-graph/targets.ts';
import type { CallBack } from '../../facts/library-facts.ts';
import type { CallResult } from '../values/call-knowledge.ts';
import { noUse } from '../values/use.ts';
import type { AskedProgram } from './asked-program.ts';

/**
 * One object of the class library is handed out again and again by methods that otherwise return fresh ones:
 * the iterators and enumerations of empty collections. The runtime makes no slice for them
 * (docs/runtime-protocol.md), so that they are no exception to "fresh".
 */
const sharedEmpty = new Set([
  'java/util/Collections',
  'java/util/Collections$EmptyList',
  'java/util/Collections$EmptySet',
  'java/util/Hashtable',
  'java/util/Hashtable$KeySet',
  'java/util/Hashtable$EntrySet',
  'java/util/Hashtable$ValueCollection',
  'java/util/concurrent/SynchronousQueue',
  // Lists of the JDK's compiler and schema parser with shared iterators of their own: docs/soundness.md, "Not modelled".
  'com/sun/tools/javac/util/List',
  'com/sun/tools/javac/model/FilteredMemberList',
  'com/sun/org/apache/xerces/internal/impl/xs/util/XSObjectListImpl',
]);

/**
 * Classes whose iterator and streams are those of a collection of the program which they stand on. Where they are called
 * by a class that this need not extend, its methods are not among those that the call is resolved to.
 */
const handsOn: readonly { readonly wrapper: string; readonly method: CallBack }[] = [
  { wrapper: 'Collections$AsLIFOQueue', type: 'Deque' },
  { wrapper: 'Collections$SetFromMap', type: 'Set' },
  // Since JDK 21: their own type is sequenced, what the map of the program returns as its view need not be.
  { wrapper: 'Collections$SequencedSetFromMap', type: 'Set' },
  { wrapper: 'SequencedMap$1SeqKeySet', type: 'Set' },
  { wrapper: 'SequencedMap$1SeqEntrySet', type: 'Set' },
  { wrapper: 'SequencedMap$1SeqValues', type: 'Collection' },
].flatMap(({ wrapper, type }) =>
  ['iterator', 'stream', 'parallelStream'].map((method) => ({
    wrapper: `java/util/${wrapper}`,
    method: { type: `java/util/${type}`, method },
  })),
);

export interface LibraryResults {
  /** What a call returns when code of the class library runs, and calls no method to hand on what it returns. */
  result(call: CallRequest): CallResult;
  /** Methods of the program whose results code of the class library may hand on as the result of the call. */
  handedOn(call: CallRequest): readonly Targets[];
  /** Whether a method with this descriptor returns an iterator or an enumeration. */
  returnsIterator(descriptor: string): boolean;
}

/** From facts. */
export function libraryResults({
  graph,
  hierarchy,
  factsOf,
  makesReversedViews,
}: AskedProgram): LibraryResults {
  const unknown: CallResult = { kind: 'unknown' };
  // An older class library does not lack those of a newer one.
  const wrappers = handsOn.filter(({ wrapper }) => hierarchy.mayBeOfJdk(wrapper));

  function result(call: CallRequest): CallResult {
    const known = factsOf(call);
    if (known?.returns === undefined) return unknown;
    if (known.returns !== 'fresh') return { kind: 'operand', operand: known.returns.operand };
    if (known.returnsExcept.some((type) => !sharedEmpty.has(type))) return unknown;
    if (known.returnsUnlessExtended.some(({ type, method }) => method === undefined && isExtended(type)))
      return unknown;
    const isOfCollection = isCollectionIterator(call);
    if (isOfCollection && handsOutReversed()) return unknown;
    return {
      kind: 'fresh',
      object: {
        kind: 'library',
        callsBack: known.resultCallsBack,
        isCollectionIterator: isOfCollection,
        isPlain: false,
      },
      mayBeNull: false,
      past: noUse,
    };
  }

  function isCollectionIterator({ owner, name, descriptor }: CallRequest): boolean {
    const type = /^(?:iterator|listIterator|descendingIterator)\(.*\)Ljava\/util\/(?:List)?Iterator;$/.test(
      `${name}${descriptor}`,
    )
      ? ['java/util/Collection']
      : /^(?:keys|elements)\(\)Ljava\/util\/Enumeration;$/.test(`${name}${descriptor}`)
        ? ['java/util/Hashtable', 'java/util/Vector']
        : [];
    return isOneOf(owner, type);
  }

  /** Whether iterators of the class library's collections may be those of a deque of the program that is reversed. */
  function handsOutReversed(): boolean {
    return makesReversedViews() && isExtended('java/util/Deque');
  }

  /** Whether a class outside the class library extends the type. */
  function isExtended(type: string): boolean {
    for (const name of typeAndBelow(type, (one) => hierarchy.programSubtypes(one)))
      if (!graph.isLibrary(name)) return true;
    return false;
  }

  function isOneOf(name: string, types: readonly string[]): boolean {
    return types.some((type) => hierarchy.isSubtype(name, type) === true);
  }

  return {
    result,
    handedOn: (call) => [
      ...(factsOf(call)?.returnsUnlessExtended ?? []).flatMap((one) =>
        one.method !== undefined && isExtended(one.type) ? [graph.callBackTargets(one)] : [],
      ),
      ...wrappers.flatMap(({ wrapper, method }) =>
        call.name === method.method && isOneOf(wrapper, [call.owner]) ? [graph.callBackTargets(method)] : [],
      ),
    ],
    returnsIterator(descriptor) {
      const returned = classOfDescriptor(returnTypeOf(descriptor));
      return returned !== undefined && isOneOf(returned, ['java/util/Iterator', 'java/util/Enumeration']);
    },
  };
}
