/**
 * Collections of java.util whose `iterator()` and `listIterator()` return a new object that nobody else knows (or the shared
 * empty one, which belongs to no slice), and whose iterators run no code of the program when they are walked. By
 * their exact class: of subclasses see plain-subclasses.ts. The runtime asks for them by these names (rrv.runtime.PlainCollections);
 * plain-collections.slow.test.ts compares the claim with the byte code of the JDK.
 */
export const plainCollections: readonly string[] = [
  ...['ArrayList', 'ArrayList$SubList', 'LinkedList', 'Vector', 'Stack', 'ArrayDeque', 'PriorityQueue'],
  ...['HashSet', 'LinkedHashSet', 'TreeSet', 'RegularEnumSet', 'JumboEnumSet'],
  ...['HashMap$KeySet', 'HashMap$Values', 'HashMap$EntrySet'],
  ...['LinkedHashMap$LinkedKeySet', 'LinkedHashMap$LinkedValues', 'LinkedHashMap$LinkedEntrySet'],
  ...['TreeMap$KeySet', 'TreeMap$Values', 'TreeMap$EntrySet'],
  ...['IdentityHashMap$KeySet', 'IdentityHashMap$Values', 'IdentityHashMap$EntrySet'],
  ...['EnumMap$KeySet', 'EnumMap$Values', 'EnumMap$EntrySet'],
  ...['WeakHashMap$KeySet', 'WeakHashMap$Values', 'WeakHashMap$EntrySet'],
  ...['Arrays$ArrayList', 'Collections$SingletonList', 'Collections$SingletonSet'],
  ...['Collections$EmptyList', 'Collections$EmptySet'],
  ...['ImmutableCollections$List12', 'ImmutableCollections$ListN'],
  ...['ImmutableCollections$Set12', 'ImmutableCollections$SetN'],
  ...['concurrent.ConcurrentHashMap$KeySetView', 'concurrent.ConcurrentHashMap$ValuesView'],
  ...['concurrent.ConcurrentHashMap$EntrySetView', 'concurrent.CopyOnWriteArrayList'],
  ...['concurrent.CopyOnWriteArraySet', 'concurrent.ConcurrentLinkedQueue'],
].map((name) => `java.util.${name}`);
