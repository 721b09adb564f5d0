import { makesBusyIterators } from '../../facts/walking.ts';
import { type AskedProgram, programAsks } from './asked-program.ts';
import type { CallResults } from './call-results.ts';
import type { LibraryResults } from './library-results.ts';

/**
 * The classes of what every method of a collection or map of the application returns that returns an iterator
 * or an enumeration. Undefined: not known. O(methods).
 */
export function handedOutIterators(
  { graph, hierarchy }: Pick<AskedProgram, 'graph' | 'hierarchy'>,
  calls: CallResults,
  library: LibraryResults,
): readonly string[] | undefined {
  if (programAsks(graph, makesBusyIterators)) return undefined;
  const owners = new Set<string>();
  for (const { owner } of graph.methods)
    if (!owners.has(owner) && isCollectionOrMap(hierarchy, owner))
      for (const type of hierarchy.superTypes(owner)) owners.add(type);
  const returning: number[] = [];
  for (let method = 0; method < graph.methods.length; method++) {
    const { owner, descriptor, isStatic, isAbstract } = graph.methods[method]!;
    if (isStatic || isAbstract || !owners.has(owner) || !library.returnsIterator(descriptor)) continue;
    returning.push(method);
  }
  const classes = new Set<string>();
  for (const kind of calls.kindsReturned(returning) ?? [undefined])
    if (kind?.kind === 'exact') classes.add(kind.className);
    else if (kind?.isCollectionIterator !== true) return undefined;
  return [...classes];
}

function isCollectionOrMap(hierarchy: AskedProgram['hierarchy'], owner: string): boolean {
  return ['java/util/Collection', 'java/util/Map', 'java/util/Dictionary'].some(
    (type) => hierarchy.isSubtype(owner, type) === true,
  );
}
