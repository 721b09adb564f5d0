import type { Property } from '../../../property/model.ts';
import { remembering } from '../../../remembering.ts';
import type { ClassHierarchy, OwnCollection, OwnCollections } from '../../analysis.ts';
import type { Request } from '../../call-graph/request.ts';
import type { NewOrShared } from '../calls/new-or-shared.ts';
import { runsOnKind } from '../program/instruction-runs.ts';
import { iteratorDescriptor, type OwnIterable } from '../program/own-iterables.ts';
import type { ProgramEvents } from '../program/program-events.ts';
import type { WholeProgram } from '../program/whole-program.ts';
import type { OneKind } from '../values/call-knowledge.ts';
import { kindKey } from '../values/object-kind.ts';
import { bothUses, noUse, type Use } from '../values/use.ts';
import {
  isIteratorCall,
  iteratorCalls,
  listIteratorCalls,
  type Selector,
  walkingCalls,
} from './iterator-calls.ts';

/** Own collections as the silent step counts on them. */
export interface KnownCollections {
  readonly own: OwnCollections;
  /**
   * Own collections whose iterators only code that asks for them has events on, as long as it calls nothing on
   * them but `iteratorCalls` and `listIteratorCalls`.
   */
  inert(): OwnCollections;
  /** What those return to a call of `iterator()` with this static type of receiver and descriptor. */
  returnedTo(receiver: string, descriptor: string): OwnIterators;
  /** What all answers follow from: equal keys, equal answers. O(requests of the program + own collections). */
  key(): string;
}

/** Iterators of these kinds, and what has happened to them before they are returned. */
export interface OwnIterators {
  readonly kinds: readonly OneKind[];
  /** Some of them: walking each other one does what walking one of these does. */
  readonly walkedKinds: readonly OneKind[];
  readonly past: Use;
}

export const noIterators: OwnIterators = { kinds: [], walkedKinds: [], past: noUse };

/**
 * The own collections whose iterators are new or shared, and which walking leaves nowhere and has no events of the
 * property but on iterators: others would keep points that are silent without them. O(own iterables x what they
 * run).
 */
export function knownCollections(
  { calls, graph, program, hierarchy, ownIterables: all }: WholeProgram,
  property: Property,
  events: ProgramEvents,
): KnownCollections {
  const onIterators = property.events.map(({ binds }) =>
    binds.some((parameter) => mayBeIterator(property.parameters[parameter]!.type)),
  );
  const requests = walkingCalls.map((selector) =>
    graph.intern({ kind: 'call', dispatch: 'virtual', owner: 'java/util/Iterator', ...selector }),
  );
  /** What walking an iterator of the kind does; undefined: too much. */
  const walking = remembering((kind: OneKind): string | undefined => {
    const done: unknown[] = [];
    for (const request of requests) {
      const symbols = events.symbolsOf(runsOnKind(request, kind, program));
      const use = calls.useOfReceiver(request, kind);
      if (use.keeps || !symbols.every((symbol) => onIterators[symbol])) return undefined;
      done.push(symbols, use.symbols);
    }
    return JSON.stringify(done);
  });
  const isQuiet = (kind: OneKind): boolean => walking(kind) !== undefined;
  const isInert = remembering((kind: OneKind): boolean => {
    const isList = kind.kind === 'library' || hierarchy.isSubtype(kind.className, listIterator) !== false;
    return [
      ...iteratorCalls.map((selector) => ({ owner: 'java/util/Iterator', ...selector })),
      ...(isList ? listIteratorCalls.map((selector) => ({ owner: listIterator, ...selector })) : []),
    ].every((call) => {
      if (onlyThrows(kind, call, hierarchy)) return true;
      const use = calls.useOfReceiver(graph.intern({ kind: 'call', dispatch: 'virtual', ...call }), kind);
      return !use.keeps && use.symbols === 0;
    });
  });
  const ownOf = ({ className, iterator }: OwnIterable): OwnCollection => ({
    className,
    shared: iterator(iteratorDescriptor)!.shared,
  });
  const found = all().filter(({ iterator }) => iterator(iteratorDescriptor)!.kinds.every(isQuiet));
  const returnedTo = (receiver: string, descriptor: string): OwnIterators => {
    const kinds = new Map<string, OneKind>();
    let past = noUse;
    for (const { className, iterator } of found) {
      if (hierarchy.isSubtype(className, receiver) === false) continue;
      const returned = iterator(descriptor);
      if (returned === undefined || !returned.kinds.every(isQuiet)) return noIterators;
      if (!isToldOf(returned, iterator(iteratorDescriptor)!)) return noIterators;
      for (const kind of returned.kinds) kinds.set(kindKey(kind), kind);
      past = bothUses(past, returned.past());
    }
    const walked = new Map([...kinds.values()].map((kind) => [walking(kind), kind]));
    return { kinds: [...kinds.values()], walkedKinds: [...walked.values()], past };
  };
  const known = remembering((receiver: string) =>
    remembering((descriptor: string) => returnedTo(receiver, descriptor)),
  );
  return {
    own: found.map(ownOf),
    inert: () =>
      all()
        .filter(({ iterator }) => {
          const { kinds, past } = iterator(iteratorDescriptor)!;
          return past().symbols === 0 && kinds.every(isInert);
        })
        .map(ownOf),
    key: () => {
      const descriptors = [...new Set([iteratorDescriptor, ...descriptorsIn(graph.made())])].sort();
      const all = found.map(({ className, iterator }) => [
        className,
        [...hierarchy.superTypes(className)],
        descriptors.map((descriptor) => {
          const returned = iterator(descriptor);
          const kinds = returned?.kinds.map((kind) => [kindKey(kind), walking(kind)]);
          return [kinds, returned?.shared, returned?.past().symbols];
        }),
      ]);
      return JSON.stringify([descriptors, all]);
    },
    returnedTo: (receiver, descriptor) => known(receiver)(descriptor),
  };
}

/** Whether the call runs `Iterator.remove()`, which throws. */
function onlyThrows(kind: OneKind, { name, descriptor }: Selector, hierarchy: ClassHierarchy): boolean {
  return (
    name === 'remove' &&
    kind.kind === 'exact' &&
    hierarchy.resolveMethod(kind.className, name, descriptor)?.owner === 'java/util/Iterator'
  );
}

/** The descriptors of `iterator()` that the program calls. */
function* descriptorsIn(requests: Iterable<Request>): Iterable<string> {
  for (const request of requests)
    if (request.kind === 'call' && isIteratorCall(request)) yield request.descriptor;
}

/** Whether all that one method may hand out again and again, the other one may, too. */
function isToldOf(one: NewOrShared, other: NewOrShared): boolean {
  return one.shared.every((field) =>
    other.shared.some(
      ({ owner, name, descriptor }) =>
        owner === field.owner && name === field.name && descriptor === field.descriptor,
    ),
  );
}

/** Whether a parameter of this Java type may be bound to what `iterator()` or `listIterator()` returns. */
export function mayBeIterator(type: string): boolean {
  return ['java.util.Iterator', 'java.util.ListIterator', 'java.lang.Object'].includes(type);
}

const listIterator = 'java/util/ListIterator';
