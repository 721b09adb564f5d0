/**
 * Static methods of the class library (the descriptor where another method of the name returns something
 * else), and a class of which everything is that they return: of no other class can be what they hand out.
 * Checked against what they do hand out by result-classes.test.ts.
 */
export const resultClasses: ReadonlyMap<string, string> = new Map([
  ['java/util/Arrays.asList', 'java/util/Arrays$ArrayList'],
  ...of('java/util/Collections$UnmodifiableCollection', 'java/util/Collections.unmodifiable', [
    ...['Collection', 'List', 'Set', 'SortedSet', 'NavigableSet', 'SequencedCollection', 'SequencedSet'],
  ]),
  ...of('java/util/Collections$UnmodifiableMap', 'java/util/Collections.unmodifiable', [
    ...['Map', 'SortedMap', 'NavigableMap', 'SequencedMap'],
  ]),
  ...of('java/util/Collections$SynchronizedCollection', 'java/util/Collections.synchronized', [
    ...['Collection', 'List', 'Set', 'SortedSet', 'NavigableSet'],
  ]),
  ...of('java/util/Collections$SynchronizedMap', 'java/util/Collections.synchronized', [
    ...['Map', 'SortedMap', 'NavigableMap'],
  ]),
  ['java/lang/System.getenv()Ljava/util/Map;', 'java/util/Collections$UnmodifiableMap'],
  ...of('java/util/ImmutableCollections$AbstractImmutableCollection', 'java/util/', [
    ...['List.of', 'List.copyOf', 'Set.of', 'Set.copyOf'],
  ]),
  ...of('java/util/ImmutableCollections$AbstractImmutableMap', 'java/util/Map.', [
    ...['of', 'ofEntries', 'copyOf'],
  ]),
]);

/**
 * Methods that are called on objects, and classes of which no object is that code of the class library
 * returns there, and none is null: it makes views. Checked against what they do return by
 * result-classes.test.ts.
 */
export const classesNeverReturned: ReadonlyMap<string, readonly string[]> = new Map([
  ['subList(II)Ljava/util/List;', ['java/util/ArrayList', 'java/util/LinkedList', 'java/util/Vector']],
]);

/**
 * Classes of `resultClasses` of which no plain collection is (rrv.runtime.PlainCollections), and of whose maps no method
 * without parameters returns one. Checked by result-classes.test.ts.
 */
export const neverPlain = {
  collections: ['java/util/Collections$SynchronizedCollection'],
  maps: ['java/util/Collections$SynchronizedMap'],
} as const;

function of(className: string, prefix: string, methods: readonly string[]): readonly [string, string][] {
  return methods.map((method) => [`${prefix}${method}`, className]);
}

/** The class of which all objects are that a static method returns; undefined: not known. Internal names. */
export function resultClass(owner: string, name: string, descriptor: string): string | undefined {
  return resultClasses.get(`${owner}.${name}`) ?? resultClasses.get(`${owner}.${name}${descriptor}`);
}
