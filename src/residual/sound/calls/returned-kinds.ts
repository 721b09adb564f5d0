import type { OneKind } from '../values/call-knowledge.ts';
import { kindKey } from '../values/object-kind.ts';
import type { Origin, Returning, Source } from './call-sources.ts';

/** What decides the kinds of the objects that a source or an origin stands for. */
type KindSource = Pick<Source, 'methods' | 'library'> & Partial<Pick<Origin, 'made'>>;

/** Kinds of the objects that methods return which hand on each other's results: the least fixed point. */
export function returnedKinds(returning: ReadonlyMap<number, Returning>): {
  of(source: KindSource): OneKind[];
} {
  const byMethod = new Map<number, Map<string, OneKind>>();
  const callers = new Map<number, Set<number>>();
  const work = new Set<number>();
  for (const [method, { origins }] of returning) {
    byMethod.set(method, new Map());
    work.add(method);
    for (const origin of origins)
      for (const callee of origin.methods)
        callers.set(callee, (callers.get(callee) ?? new Set()).add(method));
  }
  const add = (kinds: Map<string, OneKind>, { made, library, methods }: KindSource): void => {
    if (made !== undefined) put(kinds, { kind: 'exact', className: made });
    if (library !== undefined) put(kinds, library);
    for (const method of methods) for (const kind of byMethod.get(method)!.values()) put(kinds, kind);
  };
  for (const method of work) {
    // Added again, it is met again.
    work.delete(method);
    const kinds = byMethod.get(method)!;
    const before = kinds.size;
    for (const origin of returning.get(method)!.origins) add(kinds, origin);
    if (kinds.size > before) for (const caller of callers.get(method) ?? []) work.add(caller);
  }
  return {
    of: (source) => {
      const kinds = new Map<string, OneKind>();
      add(kinds, source);
      return [...kinds.values()];
    },
  };
}

function put(kinds: Map<string, OneKind>, kind: OneKind): void {
  kinds.set(kindKey(kind), kind);
}
