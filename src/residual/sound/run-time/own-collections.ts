import type { Property } from '../../../property/model.ts';
import { remembering } from '../../../remembering.ts';
import type { ClassHierarchy, OwnCollection, OwnCollections } from '../../analysis.ts';
import { iteratorWalking, type Selector } from '../../facts/walking.ts';
import { hidesBelow } from '../program/hidden-methods.ts';
import { runsOnKind } from '../program/instruction-runs.ts';
import type { OwnIterable } from '../program/own-iterables.ts';
import type { ProgramEvents } from '../program/program-events.ts';
import type { WholeProgram } from '../program/whole-program.ts';
import type { ObjectKind, OneKind } from '../values/call-knowledge.ts';
import { kindKey } from '../values/object-kind.ts';
import { bothUses, noUse, type Use } from '../values/use.ts';
import { iteratorCalls, listIteratorCalls } from './iterator-calls.ts';

/** Own collections as the silent step counts on them. */
export interface KnownCollections {
  readonly own: OwnCollections;
  /**
   * Own collections whose iterators only code that asks for them has events on, as long as it calls nothing on
   * them but `iteratorCalls` and `listIteratorCalls`.
   */
  inert(): OwnCollections;
  /** What those return to a call of an `iterator()` with this static type of receiver. */
  returnedTo(receiver: string): OwnIterators;
  /** What all answers follow from: equal keys, equal answers. O(own collections). */
  key(): string;
}

/** Iterators of some kinds, and what has happened to them before they are returned. */
export interface OwnIterators {
  readonly isNone: boolean;
  /**
   * An object of another kind, or of one of these. Where it is only walked, of some of them: walking each other
   * one does what walking one of those does. The same object each time, as there may be thousands of kinds.
   */
  besides(other: OneKind, isOnlyWalked: boolean): ObjectKind;
  readonly past: Use;
}

export const noIterators: OwnIterators = {
  isNone: true,
  besides: (other) => other,
  past: noUse,
};

/**
 * The own collections whose iterators are new or shared, and which walking leaves nowhere and has no events of the
 * property but on iterators: others would keep points that are silent without them. O(own iterables x what they
 * run).
 */
export function knownCollections(
  { calls, graph, program, hierarchy, ownIterables }: WholeProgram,
  property: Property,
  events: ProgramEvents,
): KnownCollections {
  const onIterators = property.events.map(({ binds }) =>
    binds.some((parameter) => mayBeIterator(property.parameters[parameter]!.type)),
  );
  const requests = iteratorWalking.map((selector) =>
    graph.intern({ kind: 'call', dispatch: 'virtual', owner: 'java/util/Iterator', ...selector }),
  );
  const walksHidden = hiddenIn(iteratorWalking, hierarchy);
  const callsHidden = hiddenIn([...iteratorCalls, ...listIteratorCalls], hierarchy);
  /** What walking an iterator of the kind does; undefined: too much. */
  const walking = remembering((kind: OneKind): string | undefined => {
    if (walksHidden(kind)) return undefined;
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
    if (callsHidden(kind)) return false;
    // What is no list iterator may have a method that looks like one of theirs, and be called by its own name.
    const mayHave = ({ name, descriptor }: Selector): boolean =>
      kind.kind === 'library' ||
      hierarchy.isSubtype(kind.className, listIterator) !== false ||
      hierarchy.resolveMethod(kind.className, name, descriptor) !== undefined;
    return [
      ...iteratorCalls.map((selector) => ({ owner: 'java/util/Iterator', ...selector })),
      ...listIteratorCalls.filter(mayHave).map((selector) => ({ owner: listIterator, ...selector })),
    ].every((call) => {
      if (onlyThrows(kind, call, hierarchy)) return true;
      const use = calls.useOfReceiver(graph.intern({ kind: 'call', dispatch: 'virtual', ...call }), kind);
      return !use.keeps && use.symbols === 0;
    });
  });
  const ownOf = ({ className, returned: { shared } }: OwnIterable): OwnCollection => ({ className, shared });
  const { all, belowOrUnknown } = ownIterables();
  const found = all.filter(({ returned }) => returned.kinds.every(isQuiet));
  const isFound = new Set(found);
  const pastOf = remembering(({ returned }: OwnIterable) => returned.past());
  return {
    own: found.map(ownOf),
    inert: () =>
      all.filter(({ returned }) => returned.past().symbols === 0 && returned.kinds.every(isInert)).map(ownOf),
    key: () =>
      JSON.stringify(
        found.map(({ className, returned: { kinds, shared, past } }) => [
          className,
          [...hierarchy.superTypes(className)],
          kinds.map((kind) => [kindKey(kind), walking(kind)]),
          shared,
          past().symbols,
        ]),
      ),
    returnedTo: remembering((receiver) => {
      const kinds = new Map<string, OneKind>();
      let past = noUse;
      for (const one of belowOrUnknown(receiver)) {
        if (!isFound.has(one)) continue;
        for (const kind of one.returned.kinds) kinds.set(kindKey(kind), kind);
        past = bothUses(past, pastOf(one));
      }
      const walked = new Map([...kinds.values()].map((kind) => [walking(kind), kind]));
      const besidesWalked = besidesOf([...walked.values()]);
      const besidesAll = besidesOf([...kinds.values()]);
      return {
        isNone: kinds.size === 0,
        besides: (other, isOnlyWalked) => (isOnlyWalked ? besidesWalked : besidesAll)(other),
        past,
      };
    }),
  };
}

/** An object of another kind or of one of these, the same for the same one. */
function besidesOf(own: readonly OneKind[]): (other: OneKind) => ObjectKind {
  const made = new Map<string, ObjectKind>();
  return (other) => {
    const key = kindKey(other);
    let object = made.get(key);
    if (object === undefined) {
      object = { kind: 'oneOf', kinds: [other, ...own] };
      made.set(key, object);
    }
    return object;
  };
}

/** Whether one of these calls may run a method on such an iterator that its own one does not override. */
function hiddenIn(selectors: readonly Selector[], hierarchy: ClassHierarchy): (iterator: OneKind) => boolean {
  const hidden = selectors.map((selector) => hidesBelow(selector, hierarchy));
  return (iterator) => iterator.kind === 'exact' && hidden.some((isHidden) => isHidden(iterator.className));
}

/** Whether the call runs `Iterator.remove()`, which throws. */
function onlyThrows(kind: OneKind, { name, descriptor }: Selector, hierarchy: ClassHierarchy): boolean {
  return (
    name === 'remove' &&
    kind.kind === 'exact' &&
    hierarchy.resolveMethod(kind.className, name, descriptor)?.owner === 'java/util/Iterator'
  );
}

/** Whether a parameter of this Java type may be bound to what `iterator()` or `listIterator()` returns. */
export function mayBeIterator(type: string): boolean {
  return ['java.util.Iterator', 'java.util.ListIterator', 'java.lang.Object'].includes(type);
}

const listIterator = 'java/util/ListIterator';
