import type { Property } from '../../../property/model.ts';
import { remembering } from '../../../remembering.ts';
import type { ClassHierarchy, OwnCollection, OwnCollections } from '../../analysis.ts';
import { iteratorWalking, type Selector } from '../../facts/walking.ts';
import { mayRunHidden } from '../program/hidden-methods.ts';
import { runsOnKind } from '../program/instruction-runs.ts';
import type { OwnIterable } from '../program/own-iterables.ts';
import type { ProgramEvents } from '../program/program-events.ts';
import type { WholeProgram } from '../program/whole-program.ts';
import type { OneKind } from '../values/call-knowledge.ts';
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
  const requests = iteratorWalking.map((selector) =>
    graph.intern({ kind: 'call', dispatch: 'virtual', owner: 'java/util/Iterator', ...selector }),
  );
  /** What walking an iterator of the kind does; undefined: too much. */
  const walking = remembering((kind: OneKind): string | undefined => {
    if (walksHidden(kind, iteratorWalking, hierarchy)) return undefined;
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
    if (walksHidden(kind, [...iteratorCalls, ...listIteratorCalls], hierarchy)) return false;
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
  const found = all().filter(({ returned }) => returned.kinds.every(isQuiet));
  return {
    own: found.map(ownOf),
    inert: () =>
      all()
        .filter(({ returned }) => returned.past().symbols === 0 && returned.kinds.every(isInert))
        .map(ownOf),
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
      for (const { className, returned } of found) {
        if (hierarchy.isSubtype(className, receiver) === false) continue;
        for (const kind of returned.kinds) kinds.set(kindKey(kind), kind);
        past = bothUses(past, returned.past());
      }
      const walked = new Map([...kinds.values()].map((kind) => [walking(kind), kind]));
      return { kinds: [...kinds.values()], walkedKinds: [...walked.values()], past };
    }),
  };
}

/** Whether one of these calls may run a method on such an iterator that its own one does not override. */
function walksHidden(kind: OneKind, selectors: readonly Selector[], hierarchy: ClassHierarchy): boolean {
  return (
    kind.kind === 'exact' && selectors.some((selector) => mayRunHidden(kind.className, selector, hierarchy))
  );
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
