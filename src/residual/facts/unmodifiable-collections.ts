/**
 * Collections and maps of java.util that end every attempt to update them with an exception, whatever they hold and whatever
 * they are given, by their exact class. The runtime asks for them by these names (rrv.runtime.UnmodifiableCollections);
 * unmodifiable-collections.test.ts calls their methods. Not those of which an update that changes nothing returns, like
 * `Collections.emptyList().clear()`.
 */
export const unmodifiableCollections: readonly string[] = [
  ...['Collections$UnmodifiableCollection', 'Collections$UnmodifiableSequencedCollection'],
  ...['Collections$UnmodifiableList', 'Collections$UnmodifiableRandomAccessList'],
  ...['Collections$UnmodifiableSet', 'Collections$UnmodifiableSequencedSet'],
  ...['Collections$UnmodifiableSortedSet', 'Collections$UnmodifiableNavigableSet'],
  ...['Collections$UnmodifiableMap', 'Collections$UnmodifiableSequencedMap'],
  ...['Collections$UnmodifiableSortedMap', 'Collections$UnmodifiableNavigableMap'],
  ...['Collections$UnmodifiableMap$UnmodifiableEntrySet'],
  ...['ImmutableCollections$List12', 'ImmutableCollections$ListN', 'ImmutableCollections$SubList'],
  ...['ImmutableCollections$Set12', 'ImmutableCollections$SetN'],
  ...['ImmutableCollections$Map1', 'ImmutableCollections$MapN'],
].map((name) => `java.util.${name}`);

/**
 * Beginnings of the names of methods that are updates: each method of those classes with such a name. Not `poll`, as
 * that of a sequenced map answers null where there is nothing.
 */
export const updates: readonly string[] = [
  ...['add', 'clear', 'compute', 'merge', 'put', 'remove', 'replace', 'retain', 'set', 'sort'],
];

/** Whether all names that the pattern of a pointcut matches (`add*`) are names of updates. */
export function isUpdate(pattern: string): boolean {
  return updates.some((update) => pattern.startsWith(update));
}
