import type { TypeLookup } from './library-facts.ts';

/**
 * Whether a method of the class (internal name), or of one above it, may return what hands the map out: a key
 * set of a ConcurrentHashMap returns its map (`KeySetView.getMap`), which facts about the views of maps leave
 * out.
 */
export function showsItsMap(
  { isSubtype }: Pick<TypeLookup, 'isSubtype'>,
  className: string,
  method: string,
): boolean {
  return method === 'keySet' && isSubtype(className, 'java/util/concurrent/ConcurrentHashMap') !== false;
}
