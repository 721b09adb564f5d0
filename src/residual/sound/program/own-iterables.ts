import { AccessFlag } from '../../../classfile/access-flags.ts';
import { addTo } from '../../../group-by.ts';
import { typeAndBelow } from '../../../hierarchy/type-and-below.ts';
import type { ClassHierarchy, ProgramClass } from '../../analysis.ts';
import type { CallGraph } from '../../call-graph/call-graph.ts';
import type { Selector } from '../../facts/walking.ts';
import type { CallSummaries } from '../calls/call-summaries.ts';
import { bothReturned, type NewOrShared } from '../calls/new-or-shared.ts';
import { hidesBelow } from './hidden-methods.ts';

/** A class of the inputs of which it is known what `iterator()` returns on objects of exactly this class. */
export interface OwnIterable {
  readonly className: string;
  /** Whichever of its methods of that name is called: they differ in their result types. */
  readonly returned: NewOrShared;
}

/** Those of a program, by name. */
export interface OwnIterables {
  readonly all: readonly OwnIterable[];
  /** Those of them whose objects a receiver of this static type may be. O(what it returns). */
  belowOrUnknown(type: string): readonly OwnIterable[];
}

/** Whether it is an `iterator()`, which may have a result type of its own. */
export function isIteratorCall({ name, descriptor }: Selector): boolean {
  return name === 'iterator' && descriptor.startsWith('()L');
}

/**
 * Those with objects, an `iterator()` in the program, and one version. O(requests of the program + classes + what
 * they return).
 */
export function ownIterables(
  classes: Iterable<ProgramClass>,
  differing: ReadonlySet<string>,
  hierarchy: ClassHierarchy,
  graph: CallGraph,
  calls: CallSummaries,
): OwnIterables {
  const descriptors = new Set(['()Ljava/util/Iterator;']);
  for (const request of graph.made())
    if (request.kind === 'call' && isIteratorCall(request)) descriptors.add(request.descriptor);
  const selectors = [...descriptors].map((descriptor) => ({
    descriptor,
    isHidden: hidesBelow({ name: 'iterator', descriptor }, hierarchy),
  }));
  const returnedBy = (className: string): NewOrShared | undefined => {
    let all: NewOrShared | undefined;
    for (const { descriptor, isHidden } of selectors) {
      if (isHidden(className)) return undefined;
      const selected = hierarchy.resolveMethod(className, 'iterator', descriptor);
      if (selected === undefined) continue;
      if (graph.isLibrary(selected.owner)) return undefined;
      const call = {
        kind: 'call',
        dispatch: 'virtual',
        owner: className,
        name: 'iterator',
        descriptor,
      } as const;
      const returned = calls.newOrShared(graph.onClass(graph.intern(call), className), className);
      if (returned === undefined) return undefined;
      all = all === undefined ? returned : bothReturned(all, returned);
    }
    return all;
  };
  const inputs = new Set<string>();
  for (const { name } of classes) if (!differing.has(name)) inputs.add(name);
  const found: OwnIterable[] = [];
  for (const className of typeAndBelow('java/lang/Iterable', hierarchy.programSubtypes)) {
    const header = inputs.has(className) ? hierarchy.header(className) : undefined;
    if (header === undefined || (header.accessFlags & AccessFlag.abstract) !== 0) continue;
    const returned = returnedBy(className);
    if (returned !== undefined) found.push({ className, returned });
  }
  found.sort((left, right) => (left.className < right.className ? -1 : 1));
  return { all: found, belowOrUnknown: iterablesBelow(found, hierarchy) };
}

/**
 * The iterables that `isSubtype` does not exclude below a type, in their order. There are as many static types of
 * receivers as iterables in a library of collections, and each property asks again, so that comparing each with
 * each would take longer than all else. O(iterables x super types) when made.
 */
export function iterablesBelow(
  all: readonly OwnIterable[],
  hierarchy: Pick<ClassHierarchy, 'superTypeNames' | 'knowsAllSuperTypes'>,
): OwnIterables['belowOrUnknown'] {
  const below = new Map<string, number[]>();
  const mayBeAnything: number[] = [];
  all.forEach(({ className }, at) => {
    if (hierarchy.knowsAllSuperTypes(className))
      for (const superType of hierarchy.superTypeNames(className)) addTo(below, superType, at);
    else mayBeAnything.push(at);
  });
  return (type) => {
    if (type === 'java/lang/Object') return all;
    // An array type is below Iterable for no class.
    if (type.startsWith('[')) return [];
    const known = below.get(type) ?? [];
    const found = mayBeAnything.length === 0 ? known : [...known, ...mayBeAnything].sort((a, b) => a - b);
    return found.map((at) => all[at]!);
  };
}
