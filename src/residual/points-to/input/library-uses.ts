import type { CallRequest } from '../../call-graph/request.ts';

/** What code of the class library does with collections that it is given and does not keep. */

/** `valueProtocol` of the call graph by name. */
export const isValueMethod = /^(?:equals|hashCode|toString|compareTo|compare)$/;

/** What comparators of the class library ask for the keys to compare. */
export const isKeyMethod = /^apply(?:As(?:Int|Long|Double))?$/;

/** The same as methods of the program that are found by dispatch. */
export const valueRequests: readonly CallRequest[] = [
  ['equals', '(Ljava/lang/Object;)Z'],
  ['hashCode', '()I'],
  ['toString', '()Ljava/lang/String;'],
  ['compareTo', '(Ljava/lang/Object;)I'],
  ['compare', '(Ljava/lang/Object;Ljava/lang/Object;)I'],
].map(([name, descriptor]) => ({
  kind: 'call',
  dispatch: 'virtual',
  owner: 'java/lang/Object',
  name: name!,
  descriptor: descriptor!,
}));

/**
 * Objects of the program with content, which collections, maps and entries of the class library ask for it
 * when they compare.
 */
export const valueTypes: readonly string[] = ['java/util/Collection', 'java/util/Map', 'java/util/Map$Entry'];

/** Names and descriptors of the methods by which these are asked for what another one contains. */
export const contentSelectors: ReadonlySet<string> = new Set([
  'contains(Ljava/lang/Object;)Z',
  'containsAll(Ljava/util/Collection;)Z',
  'containsKey(Ljava/lang/Object;)Z',
  'get(Ljava/lang/Object;)Ljava/lang/Object;',
]);

/** Views of a container that show all of it and keep nothing else. */
export const wrappers =
  /^(?:unmodifiable|synchronized)(?:Collection|List|(?:Sorted|Navigable)?Set|(?:Sorted|Navigable)?Map)$/;

/** Call-backs of these types are asked for content, or take no collection. */
export const walkedTypes = new Set(
  [
    'java/lang/CharSequence java/lang/Comparable java/lang/Iterable java/lang/Number java/lang/Throwable',
    'java/net/URLStreamHandler java/util/Collection java/util/Comparator java/util/Enumeration java/util/Iterator',
    'java/util/Map java/util/Map$Entry',
  ].flatMap((names) => names.split(' ')),
);

/** Adds what is in the collection or map that it is given, which it does not keep. */
export const copiesContent = /^(?:addAll|putAll|containsAll|removeAll|retainAll)$/;

/**
 * Above wrappers (`Collections.asLifoQueue`, `newSetFromMap`) that hand the argument on to what they stand
 * on, which need not extend these.
 */
export const wrapping: ReadonlySet<string> = new Set(
  ['AbstractCollection', 'AbstractQueue', 'AbstractSet'].map((name) => `java/util/${name}`),
);

/** Names and descriptors of them. */
export const valueSelectors = new Set(valueRequests.map(({ name, descriptor }) => `${name}${descriptor}`));
